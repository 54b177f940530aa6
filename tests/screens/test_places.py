"""Places for a building that was won: all of them can be touched, however many there are."""

import pytest

from companion.engine.notation import parse_record
from companion.screens.registry import SCREENS
from companion.table.table import Table
from tests.screens.facts import facts
from tests.screens.faults import Page, faults, reachable
from tests.screens.seat import asked, met, seat
from tests.screens.states import EVERY, NAMES, crowd
from tests.screens.states import Table as Seats

FOUR = tuple(NAMES["long"].split(", ")[:4])
SETS = (
    ("Pacific", "North Carolina", "Pennsylvania"),
    ("Kentucky", "Indiana", "Illinois"),
    ("Mediterranean", "Baltic"),
    ("Oriental", "Vermont", "Connecticut"),
)
RIVALS = (
    "Boardwalk",
    "Tennessee Avenue",
    "New York Avenue",
    "St. James Place",
    "Atlantic Avenue",
    "Ventnor Avenue",
    "Marvin Gardens",
)
"""Lots of a rival with four houses each; with three on Park Place one house is left."""


def placing(sets: int, claims: int) -> Table:
    """Return a table at which a house may stand on any lot of some sets, beside open claims."""
    lots = [f"{name} Avenue" for names in SETS[:sets] for name in names]
    owned = [f"{{B}} owns {lot}" for lot in lots]
    built = [f"{{A}} owns {lot}; {lot} carries 4 houses" for lot in RIVALS]
    ruled = "; ".join((*owned, "{A} owns Park Place", *built, "Park Place carries 3 houses"))
    waived = ["{L} waives"] if claims > 1 else []
    won = "{B} builds on " + lots[0], *waived, "{A} claims", "{B} bids $5", "sold"
    return seat(parse_record(crowd(Seats(FOUR, 640), claims, f"ruling: {ruled}", *won)))


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(("sets", "claims"), [(1, 0), (2, 0), (4, 0), (2, 2), (3, 4)])
def test_every_place_can_be_touched(sets: int, claims: int) -> None:
    table = placing(sets, claims)
    places = [answer.move for answer in table.now.answers]
    assert len(places) == sum(map(len, SETS[:sets]))
    page = SCREENS[table.screen].page
    for window in EVERY:
        nodes = met(window.place(page(table, window.room)))
        hands = [node.hand.do for node in reachable(nodes) if node.hand]
        answered = [getattr(do[1], "move", do[1]) for do in hands if do and do[0] == "answer"]
        assert [move for move in answered if move in places] == places
        assert faults(Page(nodes, *window[:3]), asked(table.now), facts(table)) == []
