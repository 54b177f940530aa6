"""What is heard of a move: everything or money only, and a text as a synthesiser says it."""

from collections.abc import Iterator

import pytest

from companion import text
from companion.engine.decide import outcome
from companion.engine.state import Game
from companion.table.moments.booked import BookedMove
from companion.table.speech import EVERYTHING, MONEY, OFF, SAYS, sentences_of
from companion.text import money, signed, space_name
from companion.text.speech import heard, speech
from companion.text.told import Name, Told
from tests.ui.examples import examples, retold
from tests.ui.positions import at, read, table


def booked(line: str, before: Game) -> BookedMove:
    move = read(before, line)
    return BookedMove(before, move, *outcome(before, move))


def spoken_after(before: Game, line: str) -> Iterator[str]:
    """Yield what is heard of a move at a table where nobody was called before."""
    for says in SAYS:
        told = sentences_of(booked(line, before), says)
        if told:
            yield f"{says}: {' | '.join(map(str, told))}"


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("example", examples("speech"))
def test_the_sentences_of_a_move(example: str) -> None:
    assert retold(example, spoken_after) == example


def test_silence_is_one_of_the_choices() -> None:
    assert sentences_of(booked("Ann throws 4 2", table()), OFF) == []


@pytest.mark.parametrize("rent", ["shown", "watchful"])
def test_owners_who_watch_for_rent_are_not_reminded(rent: str) -> None:
    owned = "ruling: Bob owns Tennessee Avenue; Ann stands on Electric Company"
    move = booked("Ann throws 4 2", at(owned, game=table(rent=rent)))
    due = speech("claim", owner="Bob", payer="Ann", amount=money(14))
    for says in (MONEY, EVERYTHING):
        assert (due in sentences_of(move, says)) is (rent == "shown")


def test_a_player_is_called_once_and_told_of_doubles() -> None:
    before = table()
    doubles = sentences_of(booked("Ann throws 5 5", before), EVERYTHING, "Ann")
    assert doubles[-1] == speech("again", player="Ann")
    bid = booked("ruling: Bob has $7", before)
    assert sentences_of(bid, EVERYTHING, "Ann")[1:] == []
    assert sentences_of(bid, EVERYTHING, "Bob")[1:] == [speech("turn", player="Ann")]


# --- as it is said --------------------------------------------------------------------------------


def test_sums_are_numbers_and_what_moved_has_a_pause_before_it() -> None:
    assert heard([Told("Ann ", money(1304))]) == "Ann 1,304."
    assert heard([Told("Ann ", signed(-12, "£"))]) == "Ann, 12."
    with text.in_language("de"):
        assert heard([Told("Ann ", money(1304))]) == "Ann 1.304."


@pytest.mark.parametrize(
    "name",
    ["Ann", "Ann\N{TOP HAT}", "[[Ann]]", "<b>Ann", "_Ann_", "Ann\N{HORIZONTAL ELLIPSIS}", "-Ann"],
)
def test_signs_in_a_name_are_not_spelled(name: str) -> None:
    said = heard([Told(Name(name), " = 6 · ", "7")])
    assert {*said} & {*"[]<>=_·…\N{TOP HAT}"} == set()
    assert "Ann" in said
    assert said.endswith("6, 7.")


def test_a_sentence_ends_and_begins_as_one() -> None:
    assert heard(["ann!", "bob", ""]) == "Ann! Bob."
    assert "/" not in heard([space_name(table().board, 10)])


def test_a_language_lasts_as_long_as_its_block() -> None:
    with text.in_language("de"):
        german = str(speech("turn", player="Ann"))
        with text.in_language(""):
            assert str(speech("turn", player="Ann")) == german
    assert str(speech("turn", player="Ann")) != german
