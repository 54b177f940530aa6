"""The screens of holdings, debts and deals: nothing is clipped, nothing too small for a finger."""

import pytest

from companion.engine.moves import PayDebt
from tests.ui.driver import Desk
from tests.ui.layout import faults
from tests.ui.test_gui_fits import COUNTS, LONGEST, A, B

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("language")]

OWNED = "ruling: " + "; ".join(
    [
        *(f"{A} owns {lot} Avenue" for lot in ("Oriental", "Vermont", "Connecticut")),
        *(f"{A} owns {lot}" for lot in ("Boardwalk", "Park Place", "Mediterranean Avenue")),
        *(f"{A} owns {lot}" for lot in ("North Carolina Avenue", "Pennsylvania Railroad")),
        *(f"{B} owns {lot}" for lot in ("Pacific Avenue", "Water Works", "Short Line")),
        "Boardwalk carries hotel",
        "Park Place carries hotel",
        "Water Works is mortgaged",
    ]
)
BARE = "ruling: Boardwalk carries nothing; Park Place carries nothing"


def sit_down(desk: Desk, count: int, *lines: str) -> None:
    names = " ".join(LONGEST[:count])
    rich = "; ".join(f"{name.replace('_', ' ')} has $12345" for name in LONGEST[:count])
    rules = "1961" if count <= 8 else "1934"
    desk.sit_down(names, f"ruling: {rich}", OWNED, *lines, rules=rules, rent="shown")


def key_in(desk: Desk, side: int, digits: str, *, done: bool = True) -> None:
    """Key in the cash of one side of a deal."""
    desk.does(("cash", side), *(("digit", digit) for digit in digits))
    if done:
        desk.does(("cash", side))


def owing(desk: Desk, count: int, *lines: str) -> list[str]:
    due = [f"ruling: {A} has $20; {A} stands on Park Place; {B} owns Boardwalk", *lines]
    sit_down(desk, count, *due, f"{A} throws 1 1", f"{B} collects rent")
    desk.frames(4)
    assert desk.table.screen == "debt"
    return faults(desk)


@pytest.mark.parametrize("count", COUNTS)
def test_a_debt_fits(desk: Desk, count: int) -> None:
    short = owing(desk, count, BARE)
    assert not short, "\n".join(short)


def test_lots_instead_of_cash_fit(desk: Desk) -> None:
    due = f"ruling: {A} has $20; {A} stands on Park Place; {A} owns Baltic Avenue"
    owned = f"ruling: {B} owns Boardwalk; {A} owns North Carolina Avenue"
    lines = (due, owned, f"{A} throws 1 1", f"{B} collects rent")
    desk.sit_down(" ".join(LONGEST[:4]), *lines, rules="1935", rent="shown")
    desk.frames(4)
    assert len([key for key in desk.all_keys("answer") if not isinstance(key.move, PayDebt)]) >= 4
    found = faults(desk)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("count", COUNTS)
def test_a_deal_fits(desk: Desk, count: int) -> None:
    sit_down(desk, count, BARE, f"ruling: {A} holds chance jail card")
    found = []
    desk.table.open_screen("trade")
    for deed in ("pennsylvania-railroad", "north-carolina-avenue", "boardwalk", "chance"):
        desk.does(("thing", 0, deed))
    desk.does(("thing", 1, "water-works"), ("thing", 1, "pacific-avenue"))
    for number in (0, 1):
        desk.does(("side", number))
        desk.frames(6)
        found += [f"who: {fault}" for fault in faults(desk)]
        desk.does(("side", number))
        key_in(desk, number, "12000", done=False)
        desk.frames(6)
        found += [f"cash: {fault}" for fault in faults(desk)]
        desk.does(("cash", number))
    desk.frames(6)
    found += [f"draft: {fault}" for fault in faults(desk)]
    offers = [key for key in desk.all_keys("answer") if key.move.player == A]
    desk.tap(offers[0])
    assert desk.table.session.game.offer
    desk.frames(6)
    found += [f"open: {fault}" for fault in faults(desk)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("count", COUNTS)
def test_an_open_offer_fits_beside_the_game(desk: Desk, count: int) -> None:
    gives = "Boardwalk, Park Place, North Carolina Avenue, $12000"
    offer = f"{A} offers {B} {gives} for Pacific Avenue, Short Line, $12000"
    claim = f"ruling: {B} owns St. Charles Place", f"{A} throws 5 6"
    sit_down(desk, count, BARE, *claim, offer)
    desk.frames(6)
    found = faults(desk)
    assert not found, "\n".join(found)
