"""The set-up screen by touch."""

from pathlib import Path
from typing import Any

import pytest

from companion.engine.notation import parse_move
from companion.table.markers import markers_of
from companion.table.menu.seats import side_of
from companion.table.prompts import Answer
from companion.text.screens.setup import SETUP, text_of
from tests.ui.doors import Key
from tests.ui.driver import Desk
from tests.ui.window import Glass

pytestmark = pytest.mark.gui


class SetupHand:
    """A finger on the set-up screen, which counts its taps."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.taps = desk, 0

    def tap(self, what: Any) -> None:
        self.taps += 1
        self.desk.tap(what)

    def say(self, word: str) -> Key:
        """The key of the set-up that says one of its words."""
        return self.desk.saying(SETUP[word])

    def clear(self) -> None:
        """Clear the table, or seat those of the last game again."""
        self.tap(self.desk.key("clear"))

    def chip(self, name: str) -> Key:
        return self.desk.key("name", name)

    def seat(self, name: str) -> Key:
        return self.desk.key("seat", name)

    def sit_down(self, *names: str) -> None:
        for name in names:
            self.tap(self.chip(name))

    def go_back(self) -> None:
        self.tap(self.desk.key("back"))

    def choose(self, option: str, name: str) -> None:
        """A value of an option, and back to the table."""
        self.tap(self.say("more"))
        self.tap(self.desk.key("setting", option))
        self.tap(self.desk.key("option", name))
        self.go_back()
        self.go_back()

    def type(self, keys: tuple[str, ...] | str) -> None:
        for key in keys:
            self.tap(self.desk.key("letter", key))

    def enter(self) -> None:
        self.tap(self.say("enter"))

    def add(self, keys: tuple[str, ...] | str) -> None:
        """Somebody who never played here."""
        self.tap(self.say("new name"))
        self.type(keys)
        self.enter()

    def start(self) -> None:
        self.tap(self.say("start"))


@pytest.fixture
def hand(desk: Desk) -> SetupHand:
    return SetupHand(desk)


@pytest.fixture
def glass() -> Any:
    with Glass() as glass:
        yield glass


def names(desk: Desk) -> list[str]:
    return list(desk.table.setup.names)


def drag(desk: Desk, glass: Glass, key: Key, to: Key | tuple[float, float]) -> None:
    """A finger that comes down on a key, slides in steps, and leaves the glass.

    It follows the key that it goes ``to``, which may give way.
    """
    desk.clock.wait(1.0)
    x, y = desk.place(key)
    touch = glass.down(x, y)
    desk.frames()
    for step in range(1, 6):
        end = desk.place(to) if isinstance(to, Key) else to
        glass.moves(touch, x + (end[0] - x) * step / 5, y + (end[1] - y) * step / 5)
        desk.frames()
    glass.up(touch)
    desk.frames()


# --- who plays -----------------------------------------------------------------------------------


def test_a_family_sits_down_and_plays(hand: SetupHand) -> None:
    desk = hand.desk
    hand.add("MAY")
    hand.sit_down("Bob")
    hand.choose("edition", "1934")
    hand.choose("dice", "hand")
    hand.start()
    setup = desk.table.session.setup
    assert setup.players == ("May", "Bob")
    assert (setup.edition.name, setup.rent) == ("1934", "watchful")
    assert desk.table.screen == "play"
    assert not desk.table.by_tray


def test_known_people_start_with_a_tap_each_and_one_more(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy", "Dee")
    hand.start()
    assert hand.desk.table.session.setup.players == ("Ann", "Bob", "Cy", "Dee")
    assert hand.taps == 5


def test_the_same_people_start_again_with_one_tap(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        first.sit_down("May Tom_Lee", rules="1935", cards="program")
    with Desk(tmp_path) as second:
        hand = SetupHand(second)
        hand.start()
        setup = second.table.session.setup
        assert setup.players == ("May", "Tom Lee")
        assert (setup.edition.name, setup.cards) == ("1935", "program")
        assert hand.taps == 1


def test_after_clearing_the_table_the_same_people_start_with_two_taps(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        first.sit_down("May Tom_Lee")
    with Desk(tmp_path) as second:
        SetupHand(second).clear()
        assert names(second) == []
        hand = SetupHand(second)
        hand.clear()
        hand.start()
        assert second.table.session.setup.players == ("May", "Tom Lee")
        assert hand.taps == 2


def test_a_seated_player_is_taken_out_with_two_taps(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.seat("Ann"))
    hand.tap(hand.desk.key("take out"))
    assert names(hand.desk) == ["Bob"]
    assert hand.desk.table.setup.page == "table"


def test_a_name_that_is_taken_is_refused_with_a_reason(hand: SetupHand) -> None:
    hand.sit_down("Ann")
    hand.add("ANN")
    setup = hand.desk.table.setup
    assert setup.page == "name"
    assert setup.problem in hand.desk.texts()
    assert names(hand.desk) == ["Ann"]


def test_people_who_played_before_are_found_while_typing(hand: SetupHand) -> None:
    hand.tap(hand.say("new name"))
    hand.type("L")
    hand.tap(hand.desk.key("name", "Lou"))
    assert names(hand.desk) == ["Lou"]


def test_names_with_accents_and_figures_need_no_keyboard(hand: SetupHand) -> None:
    hand.add(("J", "12", "ÀÉ", "Ü", "ČŞ", "Ř", "AB", "N", "12", "7"))
    assert names(hand.desk) == ["Jüřn7"]


def test_a_lonely_player_is_told_what_is_missing(hand: SetupHand) -> None:
    hand.sit_down("Ann")
    setup = hand.desk.table.setup
    assert setup.missing
    assert setup.missing in hand.desk.texts()
    hand.start()
    assert hand.desk.table.session is None


def test_too_many_for_an_edition_are_told_so(hand: SetupHand) -> None:
    hand.desk.does(*(("enter", f"P{number}") for number in range(9)))
    hand.desk.frames()
    assert hand.desk.table.setup.missing in hand.desk.texts()
    hand.start()
    assert hand.desk.table.session is None


# --- where they sit ------------------------------------------------------------------------------


def test_a_player_is_dragged_to_another_seat(hand: SetupHand, glass: Glass) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob", "Cy", "Dee")
    there = hand.desk.place(hand.seat("Cy"))
    drag(desk, glass, hand.seat("Ann"), there)
    assert names(desk) == ["Bob", "Cy", "Ann", "Dee"]
    assert hand.desk.place(hand.seat("Ann")) == pytest.approx(there, abs=40)
    assert desk.table.setup.page == "table", "what was dragged was not tapped"


def test_players_keep_their_token_when_they_move_or_others_leave(
    hand: SetupHand, glass: Glass
) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob", "Cy", "Dee")
    before = markers_of(names(desk))
    drag(desk, glass, hand.seat("Ann"), hand.seat("Cy"))
    hand.tap(hand.seat("Bob"))
    hand.tap(desk.key("take out"))
    assert markers_of(names(desk)) == {name: before[name] for name in ("Cy", "Ann", "Dee")}


def test_a_name_is_dragged_to_its_seat(hand: SetupHand, glass: Glass) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    drag(hand.desk, glass, hand.chip("Dee"), hand.seat("Bob"))
    assert names(hand.desk)[1] == "Dee"
    assert len(names(hand.desk)) == 4


def test_what_is_put_down_elsewhere_stays_where_it_was(hand: SetupHand, glass: Glass) -> None:
    hand.sit_down("Ann", "Bob")
    far = hand.desk.place(hand.say("start"))
    drag(hand.desk, glass, hand.seat("Ann"), far)
    drag(hand.desk, glass, hand.chip("Cy"), far)
    assert names(hand.desk) == ["Ann", "Bob"]
    assert hand.desk.table.session is None


# --- tokens --------------------------------------------------------------------------------------


def tokens_seen(desk: Desk) -> list[int]:
    return [row.marker for row in desk.table.rows]


def take_token(hand: SetupHand, name: str, token: int) -> None:
    hand.tap(hand.seat(name))
    hand.tap(hand.desk.key("token", token))


def test_a_token_can_be_changed_for_one_that_is_free(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    take_token(hand, "Bob", 7)
    hand.start()
    assert tokens_seen(hand.desk) == [0, 7, 2]
    assert hand.desk.table.marker_of("Bob") == 7


def test_token_and_side_stay_with_a_seat_whatever_its_name(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "ruling: Ann has the dice")
    table = desk.table
    table.settings.change(signs={"Bob": 7}, sides={"Bob": 3, "Dan": 1})
    line = "ruling: Bob is called Eve; Eve is called Dan; Cy is called Bob"
    answer = Answer("", parse_move(line, table.session.setup), "")
    table.submit(answer, table.number, line)
    assert table.session.setup.players == ("Ann", "Dan", "Bob")
    assert [table.marker_of(name) for name in ("Ann", "Dan", "Bob")] == [0, 7, 2]
    sides = [side_of(("Ann", "Bob", "Cy"), {}, name) for name in ("Ann", "Cy")]
    kept = table.settings.value.sides
    assert [side_of(("Ann", "Dan", "Bob"), kept, name) for name in ("Ann", "Bob")] == sides
    assert kept["Dan"] == 3


def test_a_token_that_somebody_has_is_exchanged(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    take_token(hand, "Cy", 0)
    hand.start()
    assert tokens_seen(hand.desk) == [2, 1, 0]


def test_tokens_are_known_the_next_evening_and_in_the_game_gone_on_with(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        hand = SetupHand(first)
        hand.sit_down("Ann", "Bob")
        take_token(hand, "Ann", 4)
        hand.start()
    with Desk(tmp_path) as second:
        second.table.resume(1)
        second.frames()
        assert tokens_seen(second) == [4, 1]
        second.table.show_screen("setup")
        second.frames()
        SetupHand(second).start()
        assert second.table.session.game_number == 2
        assert tokens_seen(second) == [4, 1]


# --- the rules -----------------------------------------------------------------------------------


def test_house_rules_are_switches_and_amounts_are_stepped(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.desk.key("plan", "own"))
    hand.tap(hand.desk.key("switch", "starting cash"))
    plus = desk.all_keys("step", "plus")
    for _ in range(3):
        hand.tap(plus[0])
    hand.tap(hand.desk.key("chapter", "play"))
    hand.tap(hand.desk.key("switch", "no auction"))
    hand.go_back()
    hand.go_back()
    hand.start()
    assert desk.table.session.setup.house_rules == ("starting cash $1800", "no auction")
    assert desk.cash("Ann") == 1800


def test_an_hour_shows_what_is_dealt_before_it_begins(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.desk.key("plan", "hour"))
    hand.start()
    assert desk.table.session is None
    hand.tap(desk.key("held"))
    other = desk.key("deal").does[1]
    hand.tap(desk.key("deal", other))
    hand.tap(hand.say("start"))
    setup = desk.table.session.setup
    assert setup.game == "time-limit"
    assert setup.dealt[0] == ("Ann", other)
    assert [name for name, _ in setup.dealt] == ["Ann", "Ann", "Bob", "Bob"]


def test_the_end_of_an_hour_can_be_moved(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.say("more"))
    hand.tap(hand.desk.key("setting", "game"))
    hand.tap(hand.desk.key("option", "time-limit"))
    assert not hand.desk.table.setup.chosen["until"]
    plus = hand.desk.all_keys("step", "plus")
    hand.tap(plus[0])
    setup = hand.desk.table.setup
    assert setup.chosen["until"][-2:] in ("00", "15", "30", "45")
    assert setup.chosen["until"] in hand.desk.texts()


def test_a_roll_to_try_the_tray_is_seen_and_does_not_count(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.say("more"))
    hand.tap(hand.desk.key("setting", "dice"))
    desk.table.tray_input.on_found()
    desk.frames()
    assert SETUP["tray found"] in desk.texts()
    desk.table.tray_input.on_throw("uid/boot/1", (3, 4), 0)
    desk.frames()
    assert text_of("tray rolled", a=3, b=4) in desk.texts()
    hand.go_back()
    hand.go_back()
    hand.start()
    assert desk.moves == 0
    assert not desk.table.pending_rolls


def test_somebody_may_start_without_the_opening_rolls(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    hand.tap(hand.say("more"))
    hand.tap(hand.desk.key("setting", "first"))
    hand.tap(hand.desk.key("person", "Bob"))
    hand.go_back()
    hand.start()
    assert hand.desk.table.session.setup.first == "Bob"
    assert hand.desk.table.now.player == "Bob"


def test_whoever_got_up_again_does_not_start(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    hand.desk.does(("setting", "first"), ("person", "Ann"), ("seat", "Ann"), ("take out",))
    hand.desk.frames()
    hand.start()
    assert hand.desk.table.session.setup.first == ""


def open_bankers(hand: SetupHand) -> None:
    hand.tap(hand.say("more"))
    hand.tap(hand.desk.key("setting", "banker"))


def test_somebody_who_does_not_play_may_be_the_banker(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    open_bankers(hand)
    hand.tap(hand.desk.key("person", "Dee"))
    assert "Dee" in hand.desk.key("setting", "banker").words
    hand.go_back()
    hand.start()
    setup = hand.desk.table.session.setup
    assert (setup.banker, setup.players) == ("Dee", ("Ann", "Bob"))


def test_a_new_banker_is_typed_and_kept_for_the_next_game(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    open_bankers(hand)
    hand.tap(hand.say("new name"))
    hand.type("ZOE")
    hand.enter()
    hand.go_back()
    hand.start()
    assert desk.table.session.setup.banker == "Zoe"
    desk.table.play_again()
    desk.frames()
    hand.start()
    assert desk.table.session.game_number == 2
    assert desk.table.session.setup.banker == "Zoe"


def test_a_banker_who_plays_rolls_first(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    open_bankers(hand)
    hand.tap(hand.desk.key("person", "Bob"))
    hand.go_back()
    hand.start()
    assert hand.desk.table.session.setup.banker == "Bob"
    assert hand.desk.table.session.roller() == "Bob"


# --- ways out ------------------------------------------------------------------------------------


def test_the_menu_and_the_past_games_are_a_tap_away(hand: SetupHand) -> None:
    hand.tap(hand.desk.key("show", "past_games"))
    assert hand.desk.table.screen == "past_games"
    hand.desk.table.show_screen("setup")
    hand.desk.frames()
    hand.tap(hand.desk.key("show", "menu"))
    assert hand.desk.table.screen == "menu"


def test_there_is_a_way_back_while_a_game_is_on(hand: SetupHand) -> None:
    assert not hand.desk.all_keys("back")
    hand.desk.sit_down("Ann Bob")
    hand.desk.table.show_screen("setup")
    hand.desk.frames()
    hand.go_back()
    assert hand.desk.table.screen == "play"
