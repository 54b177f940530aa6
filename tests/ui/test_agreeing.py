"""What a table may agree on: every choice makes a set-up, and none of them a contradiction."""

from datetime import datetime
from random import Random

import pytest

from companion.engine import board, edition
from companion.engine.notation import NotationError, format_header, parse_header
from companion.ui.setup import deal_out, house_rules, options
from companion.ui.setup.state import SetupState

RULES = edition.load("1961")


def chosen(**others: str) -> dict[str, str]:
    return options.defaults() | others


@pytest.mark.parametrize("name", RULES.house_rules)
def test_every_house_rule_can_be_turned_and_is_read_back(name: str) -> None:
    turned = house_rules.turn(RULES, {}, name)
    setup = options.setup_of(["Ann", "Bob"], chosen(), turned)
    assert house_rules.read(setup.house_rules) == turned
    assert house_rules.turn(RULES, turned, name) == {}


def test_house_rules_that_contradict_each_other_turn_each_other_off() -> None:
    turned = house_rules.turn(RULES, {"no auction": None, "round up": None}, "round down")
    assert turned == {"no auction": None, "round down": None}


def test_a_sum_is_stepped_and_never_less_than_nothing() -> None:
    turned = {"starting cash": 1500}
    sums = []
    for up in (True, False, False, False, False, False, False):
        turned = house_rules.step(turned, "starting cash", up)
        sums.append(turned["starting cash"])
    assert sums == [1600, 1500, 1400, 1300, 1200, 1100, 1000]
    assert house_rules.step({"free parking pot": 0}, "free parking pot", False) == {
        "free parking pot": 0
    }


def test_a_sum_begins_with_what_the_edition_has() -> None:
    assert house_rules.turn(RULES, {}, "starting cash") == {"starting cash": 1500}
    assert house_rules.turn(RULES, {}, "flat income tax") == {"flat income tax": 200}


def why_not(names: list[str], dealt: deal_out.Dealt = (), **others: str) -> str:
    with pytest.raises(NotationError) as refused:
        options.setup_of(names, chosen(**others), {}, dealt)
    return options.error_text(chosen(**others), refused.value)


def test_why_a_table_cannot_begin_is_said_in_the_tables_words() -> None:
    assert why_not(["Ann"], edition="1935") == "Edition 1935 is for 2 to 6 players, not 1."
    keys = ("mayfair", "park-lane", "bond-street", "oxford-street", "regent-street")
    rich = tuple(("Ann", key) for key in keys)
    said = why_not(["Ann", "Bob"], rich, board="london", game="short")
    assert said == "Ann cannot pay for all these deeds with £1,500."


def test_why_a_table_cannot_begin_is_never_nothing() -> None:
    assert options.error_text(chosen(), ValueError("something else")) == "something else."


@pytest.mark.parametrize("game", options.GAMES)
@pytest.mark.parametrize("sheet", edition.names())
def test_every_way_to_play_is_a_set_up_that_its_header_says_again(game: str, sheet: str) -> None:
    names = ["Ann", "Bob", "Cy"]
    values = chosen(edition=sheet, game=game, until="21:30")
    setup = options.setup_of(names, values, {}, options.deal(names, values))
    again = parse_header(format_header(setup))
    assert (again.game, again.until, again.dealt) == (setup.game, setup.until, setup.dealt)
    assert len(setup.dealt) == (6 if game in deal_out.QUICK else 0)


def test_nobody_is_dealt_a_deed_that_somebody_else_has() -> None:
    names = [f"P{i}" for i in range(12)]
    dealt = deal_out.deal(names, board.load("atlantic-city"), Random(1))
    assert len({deed for _, deed in dealt}) == 24
    streets = board.load("atlantic-city")
    assert len(deal_out.undealt_tiles(dealt, streets)) == 4


@pytest.mark.parametrize(
    ("now", "hour"), [("19:03", "21:00"), ("19:44", "21:30"), ("22:30", "00:30")]
)
def test_the_hour_proposed_is_a_full_quarter_two_hours_from_now(now: str, hour: str) -> None:
    assert options.in_two_hours(datetime.fromisoformat(f"2026-01-01T{now}")) == hour


def test_the_hour_goes_around_the_clock() -> None:
    assert options.add_minutes("23:45", 15) == "00:00"
    assert options.add_minutes("00:00", -15) == "23:45"


def test_an_edition_without_a_house_rule_forgets_it() -> None:
    turned = {"no auction": None, "our own rule": None}
    assert options.available_rules(chosen(), turned) == {"no auction": None}


def test_the_table_of_last_time_comes_back_with_its_house_rules() -> None:
    last = options.setup_of(["May", "Tom"], chosen(edition="1935"), {"starting cash": 2000})
    begun = []
    seating = SetupState(lambda setup, by_tray: begun.append(setup), last=lambda: last)
    assert seating.offer == "The same as last time: May, Tom · 1935 · Atlantic City"
    seating.again()
    seating.start()
    assert [format_header(setup) for setup in begun] == [format_header(last)]


def test_the_last_table_is_offered_until_somebody_sits_down() -> None:
    last = options.setup_of(["May", "Tom"], chosen(), {})
    seating = SetupState(lambda setup, by_tray: None, last=lambda: last)
    assert (bool(seating.offer), len(seating.chips)) == (True, 8)
    seating.add("Ann")
    assert (bool(seating.offer), len(seating.chips)) == (False, 12)


def test_a_second_finger_means_nothing_that_is_gone() -> None:
    seating = SetupState(lambda setup, by_tray: None)
    seating.add("Ann")
    seating.remove("Ann")
    seating.remove("Ann")
    seating.postpone(15)
    seating.step("starting cash", True)
    assert (list(seating.names), seating.until) == ([], "")
    assert not any(switch.on for switch in seating.switches)
