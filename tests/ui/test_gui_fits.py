"""Nothing is clipped and nothing is too small for a finger, whoever plays and whatever is faced."""

import pytest

from tests.ui.driver import Desk
from tests.ui.layout import faults

pytestmark = pytest.mark.gui

LONGEST = (
    "Wilhelmina_Maria",
    "Maximilian_Otto",
    "Bartholomew_Finn",
    "Anne-Marie_Louis",
    "Konstantin_Felix",
    "Theodora_Susanne",
    "Christopher_John",
    "Elisabeth_Regina",
    "Alexander_Moritz",
    "Magdalena_Sophie",
    "Sebastian_Martin",
    "Dr._Mrs._Wobbles",
)
COUNTS = [8, *(pytest.param(count, marks=pytest.mark.slow) for count in (2, 4, 12))]
"""Numbers of players, of which the ordinary run has the largest of the rules."""
A, B = (name.replace("_", " ") for name in LONGEST[:2])
CONNECTICUT = f"ruling: {B} owns Connecticut Avenue"
POSITIONS = {
    "roll": [f"ruling: {A} owns Boardwalk; {B} owns Baltic Avenue"],
    "buy": [f"{A} throws 4 5"],
    "cannot afford": [f"ruling: {A} has $40", f"{A} throws 4 5"],
    "claim": [CONNECTICUT, f"{A} throws 4 5"],
    "buy and claim": [
        CONNECTICUT,
        f"{A} throws 4 5",
        f"{B} throws 5 6",
    ],
    "buy and claims": [
        f"ruling: {B} owns Connecticut Avenue; {A} owns Vermont Avenue",
        f"{A} throws 4 5",
        f"ruling: {B} has the dice; {B} stands on GO",
        f"{B} throws 4 4",
        f"{B} throws 1 5",
    ],
    "auction": [f"{A} throws 4 5", f"{A} declines", f"{B} bids $1200"],
    "card": [f"{A} throws 3 4"],
    "jail": [f"ruling: {A} is in jail; {A} holds chance jail card; {A} has the dice"],
    "jail and claim": [
        CONNECTICUT,
        f"{A} throws 4 5",
        f"ruling: {B} is in jail; {B} holds chance jail card",
    ],
    "jail without a card": [
        CONNECTICUT,
        f"{A} throws 4 5",
        f"ruling: {B} is in jail",
    ],
    "jail and claims": [
        f"ruling: {B} owns Oriental Avenue; {B} owns Vermont Avenue; {B} owns St. Charles Place",
        f"{A} throws 3 3",
        f"{A} throws 1 1",
        f"{A} throws 1 2",
        f"ruling: {B} is in jail; {B} holds chance jail card",
    ],
    "throw for a card": [
        f"ruling: {B} owns Electric Company; {B} owns Water Works",
        f"{A} throws 3 4",
        f"{A} draws nearest-utility",
    ],
    "tax": [f"{A} throws 1 3"],
    "debt": [
        f"ruling: {A} has $20; {B} owns Boardwalk; {A} stands on Park Place",
        f"{A} throws 1 1",
        f"{B} collects rent",
    ],
}


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("count", COUNTS)
def test_everything_fits(desk: Desk, count: int) -> None:
    rules = "1961" if count <= 8 else "1934"
    names = " ".join(LONGEST[:count])
    rich = "; ".join(f"{name.replace('_', ' ')} has $12345" for name in LONGEST[:count])
    found = []
    for name, lines in POSITIONS.items():
        desk.sit_down(names, f"ruling: {rich}", *lines, rules=rules, rent="shown")
        desk.frames(4)
        found += [f"{name}: {fault}" for fault in faults(desk)]
    assert not found, "\n".join(found)


@pytest.mark.usefixtures("language")
def test_the_other_screens_fit(desk: Desk) -> None:
    found = []
    desk.does(*(("enter", name.replace("_", " ")) for name in LONGEST[:7]))
    desk.frames(6)
    found += faults(desk)
    desk.sit_down(" ".join(LONGEST[:4]), f"{A} throws 4 5")
    for screen in ("history", "menu", "setup"):
        desk.table.show_screen(screen)
        desk.frames(6)
        found += [f"{screen}: {fault}" for fault in faults(desk)]
    desk.table.show_screen("play")
    desk.table.tray_input.on_throw("uid/boot/1", (5, 6), 99)
    desk.table.undo(desk.table.number, "undo")
    desk.table.tray_input.on_throw("uid/boot/2", (5, 6), 99)
    desk.frames(6)
    assert desk.table.pending_rolls
    assert not found + faults(desk), "\n".join(found + faults(desk))
