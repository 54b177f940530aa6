"""However much is open beside the move, every answer can be touched, on every window."""

from itertools import combinations
from pathlib import Path

import pytest

from companion import text
from companion.engine.moves import Undo
from tests.ui.driver import DOTS_PER_MM, FINGER_MM, Desk
from tests.ui.layout import Box, box
from tests.ui.test_gui_fits import COUNTS, LONGEST, POSITIONS, A, B
from tests.ui.test_gui_pictures import WINDOWS
from tests.ui.touch import Hand

pytestmark = pytest.mark.gui

FINGER = FINGER_MM * DOTS_PER_MM - 1
OFFER = f"{A} offers {B} $100 for Oriental Avenue"


def too_small(desk: Desk) -> list[str]:
    """Answers, or the lists that they are scrolled in, that are less than a finger."""
    from companion.ui.widgets.buttons import AnswerButton
    from companion.ui.widgets.lists import AutoScroll

    parts = [part for part in desk.seen(AutoScroll) if part.viewport_size[1]]
    parts += desk.seen(AnswerButton)
    return [f"{part} is {part.size}" for part in parts if min(part.size) < FINGER]


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(code, marks=pytest.mark.slow) for code in ("de", "es"))]
)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_beside_much_open_rent_and_an_offer_everything_can_be_touched(
    tmp_path: Path, window: tuple[int, int], count: int, language: str
) -> None:
    text.set_language(language)
    with Desk(tmp_path, echo=0.0, size=window) as desk:
        rules = "1961" if count <= 8 else "1934"
        lines = (*POSITIONS["jail and claims"], OFFER)
        desk.sit_down(" ".join(LONGEST[:count]), *lines, rules=rules, rent="shown")
        desk.frames(6)
        assert too_small(desk) == []
        assert not over_the_players(desk)
        for answer in [button.meaning() for button in Hand(desk).answers()]:
            if answer.open:
                Hand(desk).make(answer.move)
                Hand(desk).make(Undo())


def over_the_players(desk: Desk) -> bool:
    """Whether what is faced lies over the players."""
    from companion.ui.widgets.dice import DieKey
    from companion.ui.widgets.players import PlayerTile

    rows, keys = (list(map(box, desk.seen(kind))) for kind in (PlayerTile, DieKey))
    return any(
        key[0] < row[2] and row[0] < key[2] and key[1] < row[3] and row[1] < key[3]
        for row in rows
        for key in keys
    )


C = LONGEST[2].replace("_", " ")
SIX = (
    f"ruling: {C} owns Oriental Avenue; {C} owns Vermont Avenue; {C} owns St. Charles Place",
    *(f"{name} throws {throw}" for name in (A, B) for throw in ("3 3", "1 1", "1 2")),
    f"ruling: {C} is in jail; {C} holds chance jail card",
)
"""Two players with two doubles each owe three rents each, and their owner is in jail."""


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_six_claims_and_a_jail_lie_beside_each_other(
    tmp_path: Path, window: tuple[int, int]
) -> None:
    from companion.ui.widgets.buttons import AnswerButton
    from companion.ui.widgets.claims import ClaimRow
    from companion.ui.widgets.dice import DieKey

    with Desk(tmp_path, echo=0.0, size=window) as desk:
        desk.sit_down(" ".join(LONGEST[:4]), *SIX, rent="shown")
        desk.frames(6)
        rows = desk.seen(ClaimRow)
        assert len(rows) == 6
        inside = [part for row in rows for part in row.walk()]
        others = [part for part in desk.seen(AnswerButton) if part not in inside]
        parts = [*rows, *others, *desk.seen(DieKey)]
        boxes = [box(part) for part in parts if min(part.size) > 1]
        meet = [pair for pair in combinations(boxes, 2) if over(*pair)]
        assert not meet
        assert all(low[0] >= 0 and low[1] >= 0 for low in boxes)


def over(one: Box, other: Box) -> bool:
    """Return True if two boxes lie over each other by more than a pixel."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and up > 1
