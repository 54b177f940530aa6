"""The screens of holdings, debts and deals: nothing is clipped, nothing too small for a finger."""

import pytest

from tests.app.desk import Desk
from tests.app.test_gui_fits import LONGEST, A, B, faults

pytestmark = pytest.mark.gui

OWNED = "ruling: " + "; ".join(
    [
        *(f"{A} owns {lot} Avenue" for lot in ("Oriental", "Vermont", "Connecticut")),
        *(f"{A} owns {lot}" for lot in ("Boardwalk", "Park Place", "Mediterranean Avenue")),
        *(f"{A} owns {lot}" for lot in ("North Carolina Avenue", "Pennsylvania Railroad")),
        *(f"{B} owns {lot}" for lot in ("Pacific Avenue", "Water Works", "Short Line")),
        *("Boardwalk carries hotel", "Park Place carries hotel"),
        *("Water Works is mortgaged", f"{A} holds chance jail card"),
    ]
)


def sit_down(desk: Desk, count: int, *lines: str) -> None:
    names = " ".join(LONGEST[:count])
    rich = "; ".join(f"{name.replace('_', ' ')} has $12345" for name in LONGEST[:count])
    rules = "1961" if count <= 8 else "1934"
    desk.sit_down(names, f"ruling: {rich}", OWNED, *lines, rules=rules, rent="shown")


@pytest.mark.parametrize("count", [2, 4, 8, 12])
def test_holdings_fit(desk: Desk, count: int) -> None:
    sit_down(desk, count)
    holdings, found = desk.table.holdings, []
    for name, act in {
        "deeds": lambda: holdings.open(A),
        "a deed": lambda: holdings.choose("boardwalk"),
        "a bare deed": lambda: holdings.choose("mediterranean-avenue"),
        "a plan": lambda: holdings.touch("vermont-avenue", 5),
        "a sale": lambda: holdings.touch("boardwalk", 1),
        "no deeds": lambda: holdings.open(LONGEST[-1] if count == 12 else B),
    }.items():
        act()
        desk.frames(6)
        found += [f"{name}: {fault}" for fault in faults(desk)]
    assert not found, "\n".join(found)


def owing(desk: Desk, count: int, *lines: str) -> list[str]:
    due = [f"ruling: {A} has $20; {A} stands on Park Place; {B} owns Boardwalk", *lines]
    sit_down(desk, count, *due, f"{A} throws 1 1", f"{B} collects rent")
    desk.frames(4)
    assert desk.table.screen == "debt"
    return faults(desk)


@pytest.mark.parametrize("count", [2, 4, 8, 12])
def test_a_debt_fits(desk: Desk, count: int) -> None:
    short = owing(desk, count, "ruling: Boardwalk carries nothing; Park Place carries nothing")
    assert not short, "\n".join(short)
