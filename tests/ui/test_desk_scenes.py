"""Every scene on every window, whoever plays: nothing is cut off, or too small for a finger."""

from pathlib import Path

import pytest

from companion import text
from companion.engine import board, edition
from companion.engine.moves import PayDebt
from companion.engine.state import Setup
from tests.ui.driver import Desk
from tests.ui.layout import faults
from tests.ui.scene_records import COUNTS, LONGEST, WINDOWS, A, B
from tests.ui.scenes import SCENES, show

pytestmark = pytest.mark.timeout(600)

ORDINARY = [((800, 480), 8, "de"), ((480, 800), 8, "de")]
"""The panels that the screens are drawn for, the most players of most rules, and long words."""
WITH_EACH = [
    (window, COUNTS[(row + column) % len(COUNTS)], language)
    for row, window in enumerate(WINDOWS)
    for column, language in enumerate(text.languages())
]
"""Every window with every language, and with most numbers of players."""


@pytest.mark.parametrize(
    ("window", "count", "language"),
    [
        pytest.param(*each, marks=() if each in ORDINARY else pytest.mark.slow)
        for each in [*ORDINARY, *WITH_EACH]
    ],
    ids=str,
)
def test_every_scene_fits(
    tmp_path: Path, window: tuple[int, int], count: int, language: str
) -> None:
    found = []
    with Desk(tmp_path, size=window) as desk:
        desk.table.time = "21:45"
        desk.table.speak(language)
        for name, scene in SCENES.items():
            show(desk, scene, count)
            found += [f"{name}: {fault}" for fault in faults(desk)]
        desk.table.speak("en")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("where", "dice"),
    [
        ("atlantic-city", "3 4"),
        ("london", "1 1"),
        pytest.param("atlantic-city", "1 1", marks=pytest.mark.slow),
        pytest.param("london", "3 4", marks=pytest.mark.slow),
    ],
)
def test_the_cards_of_every_pack_fit(desk: Desk, where: str, dice: str) -> None:
    setup = Setup(("Ann", "Bob", "Cy"), edition.load("1961"), board.load(where), first="Ann")
    desk.table.begin(setup)
    a, b = map(int, dice.split())
    desk.table.roll(a, b, desk.table.number, "roll")
    desk.frames(6)
    assert desk.table.now.kind == "draw"
    assert faults(desk) == []


def test_lots_instead_of_cash_fit(desk: Desk) -> None:
    due = f"ruling: {A} has $20; {A} stands on Park Place; {A} owns Baltic Avenue"
    owned = f"ruling: {B} owns Boardwalk; {A} owns North Carolina Avenue"
    lines = (due, owned, f"{A} throws 1 1", f"{B} collects rent")
    desk.sit_down(" ".join(LONGEST[:4]), *lines, rules="1935", rent="shown")
    desk.frames(4)
    assert len([key for key in desk.all_keys("answer") if not isinstance(key.move, PayDebt)]) >= 4
    found = faults(desk)
    assert not found, "\n".join(found)
