"""The set-up screen by touch."""

from pathlib import Path
from typing import Any

import pytest

from tests.ui.driver import Desk
from tests.ui.window import Glass

pytestmark = pytest.mark.gui


def seen(desk: Desk, kind: str) -> list[Any]:
    """The widgets of a class on the screen."""
    from kivy.factory import Factory

    return desk.seen(Factory.get(kind))


class SetupHand:
    """A finger on the set-up screen, which counts its taps."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.taps = desk, 0

    def tap(self, what: Any) -> None:
        self.taps += 1
        self.desk.tap(what)

    def part(self, name: str) -> Any:
        """The part of the page with the table that has this id."""
        return self.page("TablePage").ids[name]

    def page(self, kind: str) -> Any:
        """The page of a class, which is on the screen."""
        [page] = seen(self.desk, kind)
        return page

    def value(self, kind: str, **wanted: object) -> Any:
        """The widget of a class whose value has these attributes."""
        for widget in seen(self.desk, kind):
            if all(getattr(widget.value, key) == value for key, value in wanted.items()):
                return widget
        raise AssertionError(f"no {kind} with {wanted} among {self.desk.texts()}")

    def chip(self, name: str) -> Any:
        return next(chip for chip in seen(self.desk, "NameChip") if chip.text == name)

    def seat(self, name: str) -> Any:
        return self.value("SeatPill", name=name)

    def sit_down(self, *names: str) -> None:
        for name in names:
            self.tap(self.chip(name))

    def go_back(self) -> None:
        self.tap(next(back for back in seen(self.desk, "BackButton") if not back.disabled))

    def choose(self, option: str, name: str) -> None:
        """A value of an option, and back to the table."""
        self.tap(self.part("more"))
        self.tap(self.value("SettingCard", key=option))
        self.tap(self.value("OptionRow", name=name))
        self.go_back()
        self.go_back()

    def type(self, keys: tuple[str, ...] | str) -> None:
        for key in keys:
            self.tap(self.value("LetterKey", text=key))

    def enter(self) -> None:
        self.tap(self.page("NamePage").ids.enter)

    def add(self, keys: tuple[str, ...] | str) -> None:
        """Somebody who never played here."""
        self.tap(self.part("names").new)
        self.type(keys)
        self.enter()

    def start(self) -> None:
        self.tap(self.part("start"))


@pytest.fixture
def hand(desk: Desk) -> SetupHand:
    return SetupHand(desk)


@pytest.fixture
def glass() -> Any:
    with Glass() as glass:
        yield glass


def names(desk: Desk) -> list[str]:
    return list(desk.table.setup.names)


def drag(desk: Desk, glass: Glass, widget: Any, to: tuple[float, float]) -> None:
    """A finger that comes down on a widget, slides in steps, and leaves the glass."""
    desk.clock.wait(1.0)
    x, y = widget.to_window(*widget.center)
    touch = glass.down(x, y)
    desk.frames()
    for step in range(1, 6):
        glass.moves(touch, x + (to[0] - x) * step / 5, y + (to[1] - y) * step / 5)
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
        SetupHand(second).tap(SetupHand(second).part("clear"))
        assert names(second) == []
        hand = SetupHand(second)
        hand.tap(hand.part("clear"))
        hand.start()
        assert second.table.session.setup.players == ("May", "Tom Lee")
        assert hand.taps == 2


def test_a_seated_player_is_taken_out_with_two_taps(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.seat("Ann"))
    hand.tap(hand.page("TokenPage").ids.out)
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
    hand.tap(hand.part("names").new)
    hand.type("L")
    hand.tap(next(chip for chip in seen(hand.desk, "SuggestedName") if chip.text == "Lou"))
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
    setup = hand.desk.table.setup
    for number in range(9):
        setup.add(f"P{number}")
    hand.desk.frames()
    assert setup.missing in hand.desk.texts()
    hand.start()
    assert hand.desk.table.session is None


# --- where they sit ------------------------------------------------------------------------------


def test_a_player_is_dragged_to_another_seat(hand: SetupHand, glass: Glass) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob", "Cy", "Dee")
    there = hand.seat("Cy").center
    drag(desk, glass, hand.seat("Ann"), there)
    assert names(desk) == ["Bob", "Cy", "Ann", "Dee"]
    assert hand.seat("Ann").center == pytest.approx(there, abs=40)
    assert desk.table.setup.page == "table", "what was dragged was not tapped"


def test_players_keep_their_token_when_they_move_or_others_leave(
    hand: SetupHand, glass: Glass
) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob", "Cy", "Dee")
    before = {seat.name: seat.seat for seat in desk.table.setup.seats}
    drag(desk, glass, hand.seat("Ann"), hand.seat("Cy").center)
    desk.table.setup.remove("Bob")
    after = {seat.name: seat.seat for seat in desk.table.setup.seats}
    assert after == {name: before[name] for name in ("Cy", "Ann", "Dee")}


def test_a_name_is_dragged_to_its_seat(hand: SetupHand, glass: Glass) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    drag(hand.desk, glass, hand.chip("Dee"), hand.seat("Bob").center)
    assert names(hand.desk)[1] == "Dee"
    assert len(names(hand.desk)) == 4


def test_what_is_put_down_elsewhere_stays_where_it_was(hand: SetupHand, glass: Glass) -> None:
    hand.sit_down("Ann", "Bob")
    far = hand.part("start").center
    drag(hand.desk, glass, hand.seat("Ann"), far)
    drag(hand.desk, glass, hand.chip("Cy"), far)
    assert names(hand.desk) == ["Ann", "Bob"]
    assert hand.desk.table.session is None


# --- tokens --------------------------------------------------------------------------------------


def tokens_seen(desk: Desk) -> list[int]:
    return [row.seat for row in desk.table.rows]


def take_token(hand: SetupHand, name: str, token: int) -> None:
    hand.tap(hand.seat(name))
    hand.tap(hand.value("TokenTile", seat=token))


def test_a_token_can_be_changed_for_one_that_is_free(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    take_token(hand, "Bob", 7)
    hand.start()
    assert tokens_seen(hand.desk) == [0, 7, 2]
    assert hand.desk.table.seat_of("Bob") == 7


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
    hand.tap(hand.value("PlanCard", key="own"))
    hand.tap(hand.value("SwitchButton", name="starting cash"))
    plus = [key for key in seen(desk, "StepKey") if key.icon == "plus" and not key.disabled]
    for _ in range(3):
        hand.tap(plus[0])
    hand.tap(hand.value("ChapterTab", key="play"))
    hand.tap(hand.value("SwitchButton", name="no auction"))
    hand.go_back()
    hand.go_back()
    hand.start()
    assert desk.table.session.setup.house_rules == ("starting cash $1800", "no auction")
    assert desk.cash("Ann") == 1800


def test_an_hour_shows_what_is_dealt_before_it_begins(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.value("PlanCard", key="hour"))
    hand.start()
    assert desk.table.session is None
    hand.tap(seen(desk, "HandDeed")[0])
    other = desk.table.setup.tiles[0]
    hand.tap(hand.value("DealDeed", key=other.key))
    hand.tap(hand.page("DealPage").ids.start)
    setup = desk.table.session.setup
    assert setup.game == "time-limit"
    assert setup.dealt[0] == ("Ann", other.key)
    assert [name for name, _ in setup.dealt] == ["Ann", "Ann", "Bob", "Bob"]


def test_the_end_of_an_hour_can_be_moved(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.part("more"))
    hand.tap(hand.value("SettingCard", key="game"))
    hand.tap(hand.value("OptionRow", name="time-limit"))
    setup = hand.desk.table.setup
    assert not setup.chosen["until"]
    plus = [key for key in seen(hand.desk, "StepKey") if key.icon == "plus"]
    hand.tap(plus[0])
    assert setup.chosen["until"][-2:] in ("00", "15", "30", "45")
    assert setup.chosen["until"] in hand.desk.texts()


def test_a_roll_to_try_the_tray_is_seen_and_does_not_count(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    hand.tap(hand.part("more"))
    hand.tap(hand.value("SettingCard", key="dice"))
    desk.table.tray_input.on_found()
    desk.frames()
    found = desk.table.setup.tray
    assert found in desk.texts()
    desk.table.tray_input.on_throw("uid/boot/1", (3, 4), 0)
    desk.frames()
    assert desk.table.setup.tray in desk.texts()
    assert desk.table.setup.tray != found
    assert list(desk.table.setup.test_throw) == [3, 4]
    hand.go_back()
    hand.go_back()
    hand.start()
    assert desk.moves == 0
    assert not desk.table.pending_throws


def test_somebody_may_start_without_the_opening_rolls(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    hand.tap(hand.part("more"))
    hand.tap(hand.value("SettingCard", key="first"))
    hand.tap(hand.value("FirstTile", key="Bob"))
    hand.go_back()
    hand.start()
    assert hand.desk.table.session.setup.first == "Bob"
    assert hand.desk.table.now.player == "Bob"


def test_whoever_got_up_again_does_not_start(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob", "Cy")
    setup = hand.desk.table.setup
    setup.choose_first("Ann")
    setup.turn_to("table")
    setup.remove("Ann")
    hand.desk.frames()
    hand.start()
    assert hand.desk.table.session.setup.first == ""


def open_bankers(hand: SetupHand) -> None:
    hand.tap(hand.part("more"))
    hand.tap(hand.value("SettingCard", key="banker"))


def test_somebody_who_does_not_play_may_be_the_banker(hand: SetupHand) -> None:
    hand.sit_down("Ann", "Bob")
    open_bankers(hand)
    hand.tap(hand.value("BankerTile", key="Dee"))
    assert hand.value("SettingCard", key="banker").value.value == "Dee"
    hand.go_back()
    hand.start()
    setup = hand.desk.table.session.setup
    assert (setup.banker, setup.players) == ("Dee", ("Ann", "Bob"))


def test_a_new_banker_is_typed_and_kept_for_the_next_game(hand: SetupHand) -> None:
    desk = hand.desk
    hand.sit_down("Ann", "Bob")
    open_bankers(hand)
    hand.tap(hand.page("BankerPage").ids.new)
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
    hand.tap(hand.value("BankerTile", key="Bob"))
    hand.go_back()
    hand.start()
    assert hand.desk.table.session.setup.banker == "Bob"
    assert hand.desk.table.session.thrower() == "Bob"


# --- ways out ------------------------------------------------------------------------------------


def test_the_menu_and_the_past_games_are_a_tap_away(hand: SetupHand) -> None:
    hand.tap(hand.part("past"))
    assert hand.desk.table.screen == "past_games"
    hand.desk.table.show_screen("setup")
    hand.desk.frames()
    hand.tap(hand.part("menu"))
    assert hand.desk.table.screen == "menu"


def test_there_is_a_way_back_while_a_game_is_on(hand: SetupHand) -> None:
    assert hand.part("back").disabled
    hand.desk.sit_down("Ann Bob")
    hand.desk.table.show_screen("setup")
    hand.desk.frames()
    hand.go_back()
    assert hand.desk.table.screen == "play"
