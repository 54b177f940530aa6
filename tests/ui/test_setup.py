"""Options of a new game: each makes a set-up, and none contradicts another."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from companion.engine import board, edition
from companion.engine.notation import (
    NotationError,
    format_card,
    format_header,
    parse_card,
    parse_header,
)
from companion.engine.problems import InputProblem
from companion.export.rules_page import rules_html
from companion.table.setup import deal_out, house_rules, options, rules_cards, view
from companion.table.setup.preparation import (
    Preparation,
    begun,
    seated_since,
    setup_of,
    started,
    tapped,
)
from companion.text.screens.setup import house_rule

RULES = edition.load("1961")
NOW = datetime.fromisoformat("2026-01-01T19:44")


POT, DOUBLE, BY_DICE = "free parking pot", "double salary on go", "double salary by dice only"


def chosen(**others: str) -> dict[str, str]:
    return options.defaults() | others


@pytest.mark.parametrize("name", RULES.house_rules)
def test_every_house_rule_can_be_turned_and_is_read_back(name: str) -> None:
    turned = house_rules.turn(RULES, {}, name)
    assert name in turned
    dealt = options.deal(["Ann", "Bob"], chosen(), turned)
    setup = options.setup_of(["Ann", "Bob"], chosen(), turned, NOW, dealt)
    assert house_rules.read(RULES, setup.house_rules) == turned
    assert name not in house_rules.turn(RULES, turned, name)


def test_house_rules_that_contradict_each_other_turn_each_other_off() -> None:
    turned = house_rules.turn(RULES, {"no auction": None, "round up": None}, "round down")
    assert turned == {"no auction": None, "round down": None}


def test_a_sum_is_stepped_and_never_less_than_nothing() -> None:
    turned = {"starting cash": 1500}
    sums = []
    for up in (True, False, False, False, False, False, False):
        turned = house_rules.step(RULES, turned, "starting cash", up)
        sums.append(turned["starting cash"])
    assert sums == [1600, 1500, 1400, 1300, 1200, 1100, 1000]
    assert house_rules.step(RULES, {POT: 0}, POT, False) == {POT: 0}


def test_a_rule_brings_the_one_that_it_needs_and_goes_with_it() -> None:
    both = house_rules.turn(RULES, {}, BY_DICE)
    assert both == {DOUBLE: None, BY_DICE: None}
    assert house_rules.turn(RULES, both, DOUBLE) == {}


def test_a_count_is_stepped_by_one_within_its_limits() -> None:
    name = "deeds dealt"
    turned = {name: 2}
    counts = [turned := house_rules.step(RULES, turned, name, False) for _ in range(2)]
    assert [one[name] for one in counts] == [1, 1]
    assert house_rules.step(RULES, {name: 14}, name, True) == {name: 14}


BY_PLAYERS, FREE = "deeds dealt by players", "deeds dealt free"


def test_only_an_edition_with_rows_deals_by_the_number_of_players() -> None:
    """HOUSE-11."""
    offering = [name for name in edition.names() if BY_PLAYERS in edition.load(name).house_rules]
    assert offering == ["italian"]
    assert options.available_rules(chosen(edition="1973"), {BY_PLAYERS: None}) == {}


@pytest.mark.parametrize(
    ("count", "deeds", "cash"),
    [(2, 7, 3500), (3, 6, 3000), (4, 5, 2500), (5, 4, 2000), (6, 3, 1500)],
)
def test_the_row_of_who_is_seated_is_dealt(count: int, deeds: int, cash: int) -> None:
    names, values = [f"P{i}" for i in range(count)], chosen(edition="italian", board="italy")
    setup = options.setup_of(
        names, values, {BY_PLAYERS: None}, NOW, options.deal(names, values, {BY_PLAYERS: None})
    )
    assert len(setup.dealt) == deeds * count
    assert setup.edition.starting_cash == cash
    assert parse_header(format_header(setup)) == setup


def test_a_deal_by_rows_says_what_those_who_are_seated_get() -> None:
    sheet = edition.load("italian")
    said = {
        players: str(one.line)
        for players in (0, 3, 8)
        for one in house_rules.switches(sheet, {BY_PLAYERS: None}, "€", "properties", players)
        if one.name == BY_PLAYERS
    }
    assert "6" in said[3]
    assert "€3,000" in said[3]
    assert said[0] == said[8] == house_rule(BY_PLAYERS)[1]


def test_the_page_of_a_card_says_the_rows_for_everybody() -> None:
    values = chosen(edition="italian", board="italy")
    card = rules_cards.card_of("Natale", values, {BY_PLAYERS: None})
    assert parse_card(format_card(card)) == card
    page = rules_html(card, rules_cards.in_words(card))
    rows = card.setup.edition.deal_by_players
    assert all(f"{deeds}, €{cash:,}" in page for _, deeds, cash in rows)


def test_a_deal_by_rows_goes_with_free_deeds_and_with_no_other_deal_or_cash() -> None:
    sheet = edition.load("italian")
    both = house_rules.turn(sheet, house_rules.turn(sheet, {}, BY_PLAYERS), FREE)
    assert both == {BY_PLAYERS: None, FREE: None}
    assert house_rules.turn(sheet, both, BY_PLAYERS) == {}
    assert house_rules.turn(sheet, both, "starting cash") == {"starting cash": 1500}
    assert house_rules.turn(sheet, both, "deeds dealt") == {FREE: None, "deeds dealt": 3}


def test_more_than_the_rows_are_for_are_too_many(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('like = "italian"\nplayers = [2, 8]\ndeal_by_players = [[3, 2, 900]]\n')
    values, rules = chosen(edition=str(own)), {BY_PLAYERS: None}
    said = {n: bool(options.seats_problem(n, values, rules)) for n in (2, 3, 4)}
    assert said == {2: True, 3: False, 4: True}
    assert not options.seats_problem(4, values, {})


def test_a_deal_that_somebody_could_not_pay_for_is_dealt_anew() -> None:
    names, poor = ["Ann", "Bob"], replace(RULES, starting_cash=200)
    streets = board.load("atlantic-city")
    for seed in range(20):
        dealt = deal_out.deal(names, streets, poor, 1, Random(seed))
        assert max(streets.deeds[deed].price for _, deed in dealt) <= 200


def test_a_sum_begins_with_what_the_edition_has() -> None:
    assert house_rules.turn(RULES, {}, "starting cash") == {"starting cash": 1500}
    tax = "flat income tax"
    assert house_rules.turn(RULES, {}, tax) == {tax: 200}


def test_why_a_table_cannot_begin_is_said_in_the_tables_words() -> None:
    with pytest.raises(NotationError) as refused:
        options.setup_of(["Ann"], chosen(edition="1935"), {}, NOW)
    assert refused.value.reason is InputProblem.WRONG_NUMBER_OF_PLAYERS
    said = str(options.error_text(chosen(edition="1935"), refused.value))
    assert said[0].isupper()
    assert said.endswith(".")


def test_why_a_table_cannot_begin_is_never_nothing() -> None:
    assert str(options.error_text(chosen(), ValueError("else"))) == "Else."


@pytest.mark.parametrize("game", options.GAMES)
@pytest.mark.parametrize("sheet", edition.names())
def test_every_way_to_play_is_a_set_up_that_its_header_says_again(game: str, sheet: str) -> None:
    names = ["Ann", "Bob", "Cy"]
    values = chosen(edition=sheet, game=game, until="21:30")
    setup = options.setup_of(names, values, {}, NOW, options.deal(names, values, {}))
    again = parse_header(format_header(setup))
    assert (again.game, again.until, again.dealt) == (setup.game, setup.until, setup.dealt)
    assert len(setup.dealt) == (6 if game in ("time-limit", "short") else 0)


def test_nobody_is_dealt_a_deed_that_somebody_else_has() -> None:
    names = [f"P{i}" for i in range(12)]
    dealt = deal_out.deal(names, board.load("atlantic-city"), RULES, 2, Random(1))
    assert len({deed for _, deed in dealt}) == 24
    streets = board.load("atlantic-city")
    assert len(deal_out.undealt_tiles(dealt, streets)) == 4


def test_an_hour_is_counted_from_the_start() -> None:
    values = chosen(game="time-limit")
    assert options.end_time(values, NOW) == "20:44"
    assert options.end_time(values | {"until": "22:00"}, NOW) == "22:00"
    assert options.end_time(values, datetime.fromisoformat("2026-01-01T23:30")) == "00:30"


@pytest.mark.parametrize(
    ("until", "minutes", "then"),
    [
        ("20:44", 15, "20:45"),
        ("20:45", 15, "21:00"),
        ("20:44", -15, "20:15"),
        ("23:45", 15, "00:00"),
        ("00:00", -15, "23:45"),
    ],
)
def test_the_end_moves_in_full_quarters(until: str, minutes: int, then: str) -> None:
    assert options.add_minutes(until, minutes) == then


def test_an_edition_without_a_house_rule_forgets_it() -> None:
    turned = {"no auction": None, "our own rule": None}
    assert options.available_rules(chosen(), turned) == {"no auction": None}


def test_every_house_rule_is_in_one_chapter() -> None:
    listed = [
        switch.name
        for chapter in house_rules.CHAPTERS
        for switch in house_rules.switches(RULES, {}, "$", chapter)
    ]
    assert sorted(listed) == sorted(RULES.house_rules)


@pytest.mark.parametrize(
    ("count", "sheet", "fits"),
    [
        (1, "1961", False),
        (2, "1961", True),
        (8, "1961", True),
        (9, "1961", False),
        (9, "1934", True),
    ],
)
def test_how_many_may_play(count: int, sheet: str, fits: bool) -> None:
    assert (options.seats_problem(count, chosen(edition=sheet), {}) == "") is fits


def test_every_option_has_a_page_and_a_line_about_it() -> None:
    for setting in view.settings(chosen(), {}, "", ""):
        assert setting.value
        assert setting.about
    for key in ("edition", "board", "game", "cards", "dice", "rent"):
        listed = view.choice(key, chosen()).options
        assert [option.name for option in listed if option.chosen] == [chosen()[key]]
        assert all(option.about for option in listed)


def test_people_are_found_by_how_their_name_begins() -> None:
    assert view.suggestions(["Sofia", "Tom", "Sam"], ["Sam"], "s") == ["Sofia"]


# --- the value -----------------------------------------------------------------------------------


def after(prep: Preparation, *dos: tuple[object, ...]) -> Preparation:
    """The preparation after some taps."""
    for do in dos:
        prep = tapped(prep, do)
    return prep


def sitting(*names: str) -> Preparation:
    return after(begun(), *(("enter", name) for name in names))


LAST = options.setup_of(["May", "Tom"], chosen(edition="1935"), {"starting cash": 2000}, NOW)


def lit(prep: Preparation) -> list[str]:
    return [plan.key for plan in view.plans(prep.chosen, prep.enabled) if plan.chosen]


def test_the_last_table_is_preset_with_its_rules() -> None:
    prep = begun(last=LAST)
    assert prep.names == ("May", "Tom")
    assert format_header(setup_of(prep, NOW)) == format_header(LAST)


GONE = [do for name in ("May", "Tom") for do in (("seat", name), ("take out",))]


@pytest.mark.parametrize("gone", [[("clear",)], GONE])
def test_whoever_was_taken_out_comes_back_with_one_tap(gone: list[tuple[str, ...]]) -> None:
    prep = after(begun(last=LAST), *gone)
    assert prep.names == ()
    assert after(prep, ("clear",)).names == ("May", "Tom")


def test_the_same_people_come_back_with_their_edition() -> None:
    twelve = replace(LAST, players=tuple(f"P{number}" for number in range(12)))
    twelve = replace(twelve, edition=edition.load("1934"))
    prep = after(started(begun(), twelve), ("clear",), ("take out",), ("clear",))
    assert (len(prep.names), prep.chosen["edition"], prep.missing) == (12, "1934", "")
    fresh = replace(begun(), last=twelve)
    assert after(fresh, ("clear",)).chosen["edition"] == "1934"


def test_a_table_that_was_cleared_by_mistake_comes_back() -> None:
    prep = after(sitting("Ann", "Bob", "Cy"), ("clear",), ("clear",))
    assert prep.names == ("Ann", "Bob", "Cy")


def test_a_game_of_another_evening_leaves_no_hour_behind() -> None:
    hour = chosen(game="time-limit", until="21:30")
    quick = options.setup_of(["May", "Tom"], hour, {}, NOW, options.deal(["May", "Tom"], hour, {}))
    prep = begun(last=quick)
    assert lit(prep) == ["hour"]
    assert setup_of(after(prep, ("deal out",)), NOW).until == "20:44"


def test_names_join_and_are_remembered() -> None:
    prep = after(begun(known=("May", "Tom")), ("name", "May"), ("enter", "Zoe"))
    assert prep.names == ("May", "Zoe")
    prep = after(prep, ("seat", "Zoe"), ("take out",))
    assert (prep.page, prep.offered) == ("table", ("Tom", "Zoe"))


def test_names_are_suggested_while_nobody_has_played() -> None:
    assert begun().offered[:2] == ("Ann", "Bob")
    assert begun(known=("May",)).offered == ("May",)


def test_the_thirteenth_is_told_why() -> None:
    prep = sitting(*(f"P{number}" for number in range(13)))
    assert len(prep.names) == 12
    assert prep.problem


def test_the_button_says_what_is_missing() -> None:
    assert begun().refusal
    assert sitting("Ann").refusal
    assert not sitting("Ann", "Bob").refusal


def test_a_deal_that_cannot_be_paid_is_refused_with_its_reason() -> None:
    keys = ("mayfair", "park-lane", "bond-street", "oxford-street", "regent-street")
    prep = chosen_of(sitting("Ann", "Bob"), board="london", game="short")
    rich = replace(prep, page="deal", dealt=tuple(("Ann", key) for key in keys))
    assert "£1,500" in str(rich.refusal)


def chosen_of(prep: Preparation, **values: str) -> Preparation:
    """The preparation with other options."""
    return replace(prep, chosen={**prep.chosen, **values})


def test_players_change_seats() -> None:
    ann = sitting("Ann", "Bob", "Cy")
    over = after(ann, ("over", ("person", "Cy"), ("at", 0)))
    assert (over.names, over.carried) == (ann.names, ("Cy", "Ann", "Bob"))
    assert after(over, ("over", ("person", "Cy"), None)) == ann
    assert after(over, ("drop", ("person", "Cy"), ("at", 0))).names == ("Cy", "Ann", "Bob")
    assert after(ann, ("over", ("person", "Ann"), ("at", 2))).carried == ("Bob", "Cy", "Ann")


def test_a_name_takes_the_seat_that_it_is_dragged_to() -> None:
    dee = ("person", "Dee")
    prep = after(sitting("Cy", "Ann"), ("over", dee, ("at", 1)), ("drop", dee, ("at", 1)))
    assert prep.names == ("Cy", "Dee", "Ann")
    assert after(begun(), ("drop", dee, ("table",))).names == ("Dee",)


def test_of_two_people_who_are_carried_at_once_each_comes_alone() -> None:
    dee, eve = ("person", "Dee"), ("person", "Eve")
    prep = after(sitting("Cy", "Ann"), ("over", eve, ("at", 1)), ("over", dee, ("at", 1)))
    assert after(prep, ("drop", eve, ("at", 1))).names == ("Cy", "Ann", "Eve")
    both = after(
        sitting("Cy", "Ann"), ("over", eve, ("at", 1)), ("drop", ("person", "Cy"), ("at", 0))
    )
    assert both.names == ("Cy", "Ann")


def test_three_large_choices() -> None:
    prep = begun(last=LAST)
    assert lit(prep) == ["own"]
    prep = after(prep, ("plan", "classic"))
    assert lit(prep) == ["classic"]
    prep = after(prep, ("plan", "hour"))
    assert lit(prep) == ["hour"]
    prep = after(prep, ("plan", "own"))
    assert (lit(prep), prep.page) == (["hour", "own"], "table")
    assert after(prep, ("plan", "own")).page == "house"


def test_own_rules_are_chosen_first_where_there_are_none() -> None:
    prep = after(begun(), ("plan", "own"))
    assert prep.page == "house"
    assert lit(after(prep, ("switch", "no auction"), ("back", "table"))) == ["own"]


def test_a_second_finger_means_nothing_that_is_gone() -> None:
    prep = after(sitting("Ann"), ("seat", "Ann"), ("take out",), ("take out",))
    assert prep.names == ()
    assert after(prep, ("step", "plus", "starting cash")) == prep


@pytest.mark.parametrize(("banker", "since"), [("Bob", ""), ("Gran", "Gran"), ("Ann", "Ann")])
def test_whoever_sat_there_at_the_end_plays_the_next_game(banker: str, since: str) -> None:
    last = replace(LAST, players=("Ann", "Bob"), banker=banker)
    prep = begun(last=seated_since(last, ("Ann", "Eve", "Cy")))
    assert (prep.names, prep.banker) == (("Ann", "Eve", "Cy"), since)
