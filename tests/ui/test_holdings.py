"""What somebody owns, as the holdings screen shows it."""

import pytest

from companion.engine import moves
from companion.engine.state import Game
from companion.table.properties.plan import NOTHING, Building
from companion.table.properties.view import HeldDeed, answers, held_deeds
from tests.ui.positions import at

pytestmark = pytest.mark.usefixtures("keys")

MINUS = "\N{MINUS SIGN}"
DARK_BLUE = "ruling: Ann owns Park Place; Ann owns Boardwalk"
RAILROADS = "ruling: Ann owns Reading Railroad; Ann owns Short Line"


def deed(game: Game, key: str, plan: Building = NOTHING) -> HeldDeed:
    return next(deed for deed in held_deeds(game, "Ann", plan) if deed.key == key)


def test_deeds_lie_by_group_in_board_order() -> None:
    game = at(DARK_BLUE, RAILROADS)
    held = [deed.names[0] for deed in held_deeds(game, "Ann")]
    assert held == ["Reading Railroad", "Short Line", "Park Place", "Boardwalk"]
    assert held_deeds(game, "Bob") == []


def test_each_says_what_it_earns_now() -> None:
    game = at(DARK_BLUE, RAILROADS, "ruling: Ann owns Water Works; Short Line is mortgaged")
    assert deed(game, "boardwalk").earns == "rent now(amount=$100)"
    assert deed(game, "reading-railroad").earns == "rent now(amount=$50)"
    assert deed(game, "water-works").earns == "rent now(amount=rolls(times=4))"
    assert deed(game, "short-line").earns == "mortgaged"
    assert deed(game, "short-line").mortgaged


def test_a_plan_says_what_each_would_earn() -> None:
    held = deed(at(DARK_BLUE), "boardwalk", Building(("boardwalk",)))
    assert (held.earns, held.after, held.amount) == ("rent now(amount=$100)", "$200", "$200")
    assert [place.state for place in held.places] == ["planned", "free", "free", "free", "free"]


def test_only_a_whole_group_has_places() -> None:
    assert deed(at("ruling: Ann owns Boardwalk"), "boardwalk").places == ()
    assert len(deed(at(DARK_BLUE), "boardwalk").places) == 5


def test_places_are_shut_while_nothing_can_be_built() -> None:
    game = at(DARK_BLUE, "ruling: Park Place is mortgaged")
    assert {place.state for place in deed(game, "boardwalk").places} == {"shut"}


def said(game: Game, key: str) -> dict[str, str]:
    return {answer.text: answer.reason for answer in answers(game, "Ann", NOTHING, key)}


def test_a_deed_says_what_can_be_done_with_it_and_why_not() -> None:
    game = at(DARK_BLUE, "ruling: Park Place carries 1 house; Boardwalk carries 1 house")
    found = said(game, "boardwalk")
    assert list(found) == [
        f"build(buildings=house(n=1), loss={MINUS}$200)",
        "sell(buildings=house(n=1), gain=+$100)",
        "sell(buildings=house(n=2), gain=+$200)",
        "mortgage(gain=+$200)",
    ]
    assert [bool(reason) for reason in found.values()] == [False, False, False, True]
    assert "GROUP_BUILT" in found["mortgage(gain=+$200)"]


def test_a_deed_without_its_group_says_what_is_missing() -> None:
    found = said(at("ruling: Ann owns Boardwalk; Bob owns Park Place"), "boardwalk")
    assert (
        "missing=Park Place, owner=Bob" in found[f"build(buildings=house(n=1), loss={MINUS}$200)"]
    )


def test_a_mortgage_is_lifted_with_its_tenth() -> None:
    game = at("ruling: Ann owns Water Works; Water Works is mortgaged")
    [lift] = answers(game, "Ann", NOTHING, "water-works")
    assert lift.text == f"lift(loss={MINUS}$83)"
    assert lift.move == moves.Unmortgage("Ann", "water-works")
    assert [(change.before, change.after) for change in lift.changes] == [(1500, 1417)]
