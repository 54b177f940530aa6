"""The set-up screen by touch."""

from pathlib import Path

import pytest

from companion.screens.setup import play_again
from companion.table.markers import markers_of
from companion.table.menu.seats import side_of
from companion.text.screens.setup import SETUP, text_of
from tests.ui.doors import Key
from tests.ui.driver import Desk


class SetupHand:
    """A finger on the set-up screen."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.tap = desk, desk.tap

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

    def set(self, option: str, *does: str) -> None:
        """Choose the value of an option, and go back to the table."""
        self.tap(self.say("more"))
        self.tap(self.desk.key("setting", option))
        self.tap(self.desk.key(*does))
        while self.desk.all_keys("back"):
            self.go_back()

    def enter(self, keys: tuple[str, ...] | str) -> None:
        """Type the name of somebody who never played here."""
        self.tap(self.say("new name"))
        for key in keys:
            self.tap(self.desk.key("letter", key))
        self.tap(self.say("enter"))

    def start(self) -> None:
        self.tap(self.say("start"))


@pytest.fixture
def hand(desk: Desk) -> SetupHand:
    return SetupHand(desk)


def names(desk: Desk) -> list[str]:
    return list(desk.table.values["setup"].names)


# --- who plays -----------------------------------------------------------------------------------


def test_a_family_sits_down_and_plays(hand: SetupHand) -> None:
    desk = hand.desk
    hand.enter("MAY")
    hand.sit_down("Bob")
    hand.set("edition", "option", "1934")
    hand.set("dice", "option", "hand")
    hand.start()
    setup = desk.table.session.setup
    assert setup.players == ("May", "Bob")
    assert (setup.edition.name, setup.rent) == ("1934", "watchful")
    assert desk.table.screen == "play"
    assert not desk.table.by_tray


def test_the_same_people_start_again_even_after_clearing_the_table(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        first.sit_down("May Tom_Lee", rules="1935", cards="program")
    with Desk(tmp_path) as second:
        hand = SetupHand(second)
        assert names(second) == ["May", "Tom Lee"]
        hand.clear()
        assert names(second) == []
        hand.clear()
        hand.start()
        setup = second.table.session.setup
        assert setup.players == ("May", "Tom Lee")
        assert (setup.edition.name, setup.cards) == ("1935", "program")


def test_a_name_that_is_taken_is_refused_with_a_reason(hand: SetupHand) -> None:
    hand.sit_down("Ann")
    hand.enter("ANN")
    setup = hand.desk.table.values["setup"]
    assert setup.page == "name"
    assert setup.problem in hand.desk.texts()
    assert names(hand.desk) == ["Ann"]


def test_people_who_played_before_are_found_while_typing(hand: SetupHand) -> None:
    hand.tap(hand.say("new name"))
    hand.tap(hand.desk.key("letter", "L"))
    hand.tap(hand.desk.key("name", "Lou"))
    assert names(hand.desk) == ["Lou"]


def test_names_with_accents_and_figures_need_no_keyboard(hand: SetupHand) -> None:
    hand.enter(("J", "12", "ÀÉ", "Ü", "ČŞ", "Ř", "AB", "N", "12", "7"))
    assert names(hand.desk) == ["Jüřn7"]


def test_too_few_are_told_so(hand: SetupHand) -> None:
    desk = hand.desk
    desk.does(("enter", "Ann"))
    desk.frames()
    assert desk.table.values["setup"].missing
    assert str(desk.table.values["setup"].missing) in desk.texts()
    hand.start()
    assert desk.table.session is None


@pytest.mark.parametrize("count", [9, 12])
def test_too_many_for_an_edition_take_one_for_so_many_and_start(
    hand: SetupHand, count: int
) -> None:
    desk = hand.desk
    desk.does(*(("enter", f"P{number}") for number in range(count)))
    desk.frames()
    desk.tap(desk.key("edition", "1934"))
    hand.start()
    assert desk.table.session.setup.edition.source == "1934"
    desk.show("setup")
    hand.clear()
    hand.clear()
    assert len(names(desk)) == count
    desk.key("begin")


# --- where they sit ------------------------------------------------------------------------------


def test_a_player_is_dragged_to_another_seat_and_all_keep_their_tokens(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob", "Cy", "Dee")
    before, there = markers_of(names(desk)), hand.seat("Cy")
    desk.drag(hand.seat("Ann"), there)
    assert names(desk) == ["Bob", "Cy", "Ann", "Dee"]
    assert hand.seat("Ann").center == pytest.approx(there.center, abs=40)
    assert desk.table.values["setup"].page == "table", "what was dragged was not tapped"
    hand.tap(hand.seat("Bob"))
    hand.tap(desk.key("take out"))
    assert markers_of(names(desk)) == {name: before[name] for name in ("Cy", "Ann", "Dee")}


def test_a_name_is_dragged_to_its_seat(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    hand.desk.drag(hand.chip("Dee"), hand.seat("Bob"))
    assert names(hand.desk)[1] == "Dee"
    assert len(names(hand.desk)) == 4


def test_what_is_put_down_elsewhere_stays_where_it_was(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    for key in (hand.seat("Ann"), hand.chip("Cy")):
        hand.desk.drag(key, hand.say("start"))
    assert names(hand.desk) == ["Ann", "Bob"]
    assert hand.desk.table.session is None


# --- tokens --------------------------------------------------------------------------------------


def tokens_seen(desk: Desk) -> list[int]:
    return [row.marker for row in desk.table.rows]


def take_token(hand: SetupHand, name: str, token: int) -> None:
    hand.tap(hand.seat(name))
    hand.tap(hand.desk.key("token", token))


def test_token_and_side_stay_with_a_seat_whatever_its_name(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "ruling: Ann has the dice")
    table = desk.table
    table.settings.change(signs={"Bob": 7}, sides={"Bob": 3, "Dan": 1})
    desk.submit("ruling: Bob is called Eve; Eve is called Dan; Cy is called Bob")
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
        second.show("setup")
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
    hand.tap(hand.desk.key("chapter", "properties"))
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
    hand.desk.does(("setting", "game"), ("option", "time-limit"))
    hand.desk.frames()
    hand.tap(hand.desk.key("step", "plus"))
    until = hand.desk.table.values["setup"].chosen["until"]
    assert until[-2:] in ("00", "15", "30", "45")
    assert until in hand.desk.texts()


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
    assert str(text_of("tray rolled", a=3, b=4)) in desk.texts()
    hand.go_back()
    hand.go_back()
    hand.start()
    assert desk.moves == 0
    assert not desk.table.tray_input.pending_rolls


def test_somebody_may_start_without_the_opening_rolls(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    hand.set("first", "person", "Bob")
    hand.start()
    assert hand.desk.table.session.setup.first == "Bob"
    assert hand.desk.table.now.player == "Bob"


def test_whoever_got_up_again_does_not_start(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    hand.desk.does(("setting", "first"), ("person", "Ann"), ("seat", "Ann"), ("take out",))
    hand.desk.frames()
    hand.start()
    assert hand.desk.table.session.setup.first == ""


@pytest.mark.parametrize(("banker", "roller"), [("Dee", "Ann"), ("Bob", "Bob")])
def test_somebody_known_is_the_banker_and_rolls_first_if_playing(
    hand: SetupHand, banker: str, roller: str
) -> None:
    hand.sit_down("Ann", "Bob")
    hand.set("banker", "person", banker)
    hand.start()
    session = hand.desk.table.session
    assert (session.setup.banker, session.setup.players) == (banker, ("Ann", "Bob"))
    assert session.roller() == roller


def test_a_new_banker_is_typed_and_kept_for_the_next_game(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.say("more"))
    hand.tap(desk.key("setting", "banker"))
    hand.enter("ZOE")
    hand.go_back()
    for number in (1, 2):
        hand.start()
        assert desk.table.session.game_number == number
        assert desk.table.session.setup.banker == "Zoe"
        play_again(desk.table)
        desk.frames()


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
