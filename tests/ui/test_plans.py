"""A plan grows and shrinks under the finger, and is always one move that the rules know."""

import pytest

from companion.engine import moves, play
from companion.engine.state import Game
from companion.table.properties.plan import NOTHING, Building, Plan, Selling, plan_answer, tap_slot
from tests.ui.positions import at, table
from tests.words import plain

LIGHT_BLUE = ("oriental-avenue", "vermont-avenue", "connecticut-avenue")
OWNED = "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue; Ann owns Connecticut Avenue"
DARK_BLUE = "ruling: Ann owns Park Place; Ann owns Boardwalk"


def built(count: str) -> str:
    lots = ("Oriental", "Vermont", "Connecticut")
    return "ruling: " + "; ".join(f"{lot} Avenue carries {count}" for lot in lots)


def street(name: str) -> str:
    return f"{name}-avenue" if f"{name}-avenue" in LIGHT_BLUE else name


def touch(game: Game, places: str, plan: Plan = NOTHING) -> Plan:
    """The plan after touches of places, such as ``vermont 2, oriental 1``."""
    for place in places.split(", "):
        name, rank = place.split()
        plan = tap_slot(game, plan, street(name), int(rank))
    return plan


@pytest.mark.parametrize(
    ("places", "line"),
    [
        ("oriental 1", "oriental"),
        ("vermont 1, oriental 1", "vermont/oriental"),
        ("vermont 2", "vermont/oriental/connecticut/vermont"),
        ("oriental 1, oriental 1", ""),
        ("oriental 1, boardwalk 1", "oriental/boardwalk"),
        ("vermont 2, oriental 1", "vermont/connecticut"),
    ],
)
def test_touched_places_are_a_line_of_buildings(places: str, line: str) -> None:
    built = tuple(street(name) for name in line.split("/") if name)
    assert touch(at(OWNED, DARK_BLUE), places) == Building(built)


def test_two_touches_build_five_houses_on_a_group() -> None:
    game = at(OWNED)
    plan = touch(game, "oriental 2, vermont 2")
    answer = plan_answer(game, "Ann", plan)
    assert plain(answer.text) == "Build 5 houses \N{MINUS SIGN}$250"
    assert [(change.before, change.after) for change in answer.changes] == [(1500, 1250)]
    after = play(game, answer.move)
    assert [after.rank(key) for key in LIGHT_BLUE] == [2, 2, 1]


def test_a_lower_place_plans_a_sale_and_the_others_follow() -> None:
    game = at(OWNED, built("3 houses"))
    plan = touch(game, "vermont 2")
    assert plan == Selling("light_blue", (3, 2, 3))
    assert plan_answer(game, "Ann", plan).move == moves.Sell("Ann", "vermont-avenue")
    plan = touch(game, "vermont 1")
    assert plan == Selling("light_blue", (2, 1, 2))
    answer = plan_answer(game, "Ann", plan)
    assert answer.move == moves.SellDown("Ann", "light_blue", (2, 1, 2))
    assert plain(answer.text) == "Sell 4 houses +$100"
    assert answer.open


def test_a_sale_goes_on_where_it_was() -> None:
    game = at(OWNED, built("2 houses"))
    plan = touch(game, "vermont 1, vermont 1, oriental 1")
    assert plan == Selling("light_blue", (0, 0, 1))


def test_a_sale_that_is_taken_back_is_nothing() -> None:
    game = at(OWNED, built("2 houses"))
    assert touch(game, "vermont 2, vermont 2") == NOTHING


def test_building_and_selling_are_never_in_one_plan() -> None:
    game = at(OWNED, built("2 houses"))
    plan = touch(game, "oriental 3, vermont 1")
    assert plan == Selling("light_blue", (2, 1, 2))
    assert touch(game, "oriental 3", plan=plan) == Building(("oriental-avenue",))


def test_all_hotels_of_a_group_are_one_sale() -> None:
    game = at(OWNED, built("hotel"))
    answer = plan_answer(game, "Ann", Selling("light_blue", (0, 0, 0)))
    assert answer.move == moves.SellHotels("Ann", "light_blue")
    assert plain(answer.text) == "Sell 12 houses and 3 hotels +$375"


def test_the_short_game_has_its_hotel_after_three_houses() -> None:
    game = at(OWNED, built("3 houses"), game=table(game="short"))
    answer = plan_answer(game, "Ann", touch(game, "oriental 4"))
    assert plain(answer.text) == "Build 1 hotel \N{MINUS SIGN}$50"
    assert answer.open


def test_what_a_ruling_left_uneven_is_planned_one_way_only() -> None:
    game = at(DARK_BLUE, "ruling: Park Place carries 4 houses")
    assert touch(game, "park-place 4") == Selling("dark_blue", (3, 0))
    assert touch(game, "boardwalk 1") == Building(("boardwalk",))
    assert touch(game, "boardwalk 1, boardwalk 1") == NOTHING
