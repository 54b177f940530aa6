"""Phones that ask: rows that keep their places, and the strip on the page of the game."""

import pytest

from companion.screens.layout import place, place_rows
from companion.screens.parts import Node, Pane, Room
from companion.screens.registry import SCREENS
from companion.table.knocks import Knock
from companion.table.phones.view import JoinPage, phone_rows
from companion.table.table import Table
from companion.text.screens.phones import PHONES
from tests.screens.seat import asked, met, seat
from tests.screens.test_pages import ALL, knock

WINDOWS = [(800, 480), (480, 800)]
PLAYING = next(one for one in ALL if seat(one.parse()).now.wants_dice)
ANSWERS = [("refuse phone", 7), ("let in", 7)]


def shown(table: Table, name: str, width: int, height: int) -> dict[str, Node]:
    return place(SCREENS[name].page(table, Room(width, height)), width, height)


def hands(nodes: dict[str, Node]) -> list[object]:
    return [node.hand.do for node in nodes.values() if node.hand]


def test_who_asks_keeps_the_place_in_the_list() -> None:
    game = seat(PLAYING.parse()).game
    quiet = phone_rows(game, (), ())
    for name in game.in_play():
        rows = phone_rows(game, (), (name,))
        assert [row.player for row in rows] == [row.player for row in quiet]
        assert [row.player for row in rows if row.is_asking] == [name]


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_no_row_of_a_player_answers_a_phone(width: int, height: int) -> None:
    """A finger that goes for a row cannot meet another phone in it."""
    table = seat(PLAYING.parse())
    first, *others = table.game.in_play()
    asks = knock(table, first)
    table.phones.value = JoinPage(phone_rows(table.game, (), (first, *others)), "", asks)
    nodes = shown(table, "phones", width, height)
    panes = [node for node in nodes.values() if isinstance(node.look, Pane)]
    rows = [place_rows(pane.look, 0, len(others) + 1, pane.w) for pane in panes]
    assert [hands(row) for row in rows] == [[]]
    assert [do for do in hands(nodes) if do in ANSWERS] == ANSWERS


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_strip_takes_the_room_of_the_log_and_not_of_the_dice(width: int, height: int) -> None:
    table = seat(PLAYING.parse())
    before = shown(table, "play", width, height)
    table.phones.knock = knock(table, table.game.in_play()[-1])
    after = shown(table, "play", width, height)
    dice = [key for key in before if key.startswith("die:")]
    assert dice
    assert [before[key] for key in dice] == [after[key] for key in dice]
    assert [do for do in hands(after) if do in ANSWERS] == ANSWERS


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_beside_many_claims_a_dot_on_the_menu_says_that_a_phone_asks(
    width: int, height: int
) -> None:
    crowded = next(one for one in ALL if len(seat(one.parse()).moments.claims) > 2)
    table = seat(crowded.parse())
    quiet = shown(table, "play", width, height)
    table.phones.knock = knock(table, table.game.in_play()[-1])
    nodes = shown(table, "play", width, height)
    assert not [do for do in hands(nodes) if do in ANSWERS]
    differs = {key.split(".")[0].split(":")[0] for key in quiet if quiet[key] != nodes.get(key)}
    assert differs == {"bar", "tile"}


def test_every_answer_to_the_question_stays_beside_a_phone_that_asks() -> None:
    for position in ALL[::7]:
        table = seat(position.parse())
        table.phones.knock = knock(table, table.game.in_play()[-1])
        if table.screen in ("play", "debt"):
            nodes = met(shown(table, table.screen, 800, 480))
            met_ = hands(nodes)
            assert [do for do in asked(table.now) if do not in met_] == [], position.name


def test_the_digits_stand_in_the_question() -> None:
    table = seat(PLAYING.parse())
    table.phones.value = JoinPage(knock=Knock(7, "Ann", 0, "42"))
    words = [node.words for node in shown(table, "phones", 800, 480).values() if node.words]
    assert words[words.index(PHONES["same"]) + 1 :][:2] == ["4", "2"]
    table.phones.value = JoinPage(knock=Knock(7, "Ann", 0, "42", is_second=True))
    words = [node.words for node in shown(table, "phones", 800, 480).values()]
    assert PHONES["second wants"].format(player="Ann") in words
