"""However much is open beside the move, every answer can be touched, on every window."""

from itertools import combinations
from pathlib import Path

import pytest

from companion import text
from companion.engine.moves import CollectRent, Undo
from tests.ui.driver import DOTS_PER_MM, FINGER_MM, Desk
from tests.ui.scene_records import COUNTS, LONGEST, POSITIONS, WINDOWS, A, B
from tests.ui.touch import Hand

pytestmark = pytest.mark.gui

FINGER = FINGER_MM * DOTS_PER_MM - 1
OFFER = f"{A} offers {B} $100 for Oriental Avenue"


def too_small(desk: Desk) -> list[str]:
    """Answers, or the lists that they are scrolled in, that are less than a finger."""
    lists = [one for one in desk.sights("list") if one.value]
    parts = [*lists, *desk.all_keys("answer")]
    return [f"{part.text} is {part.box}" for part in parts if min(part.box.w, part.box.h) < FINGER]


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(code, marks=pytest.mark.slow) for code in ("de", "es"))]
)
@pytest.mark.parametrize(
    "count", [8, *(pytest.param(count, marks=pytest.mark.slow) for count in COUNTS if count != 8)]
)
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
        for key in [key for key in desk.all_keys("answer") if not key.reason]:
            Hand(desk).make(key.move)
            Hand(desk).make(Undo())
            assert not over_each_other(desk)


def over_each_other(desk: Desk) -> list[tuple[str, str]]:
    """Keys that lie over each other."""
    pairs = combinations(desk.all_keys(), 2)
    return [(one.text, other.text) for one, other in pairs if one.box.overlaps(other.box, by=1)]


def over_the_players(desk: Desk) -> bool:
    """Whether what is faced lies over the players."""
    rows, keys = desk.sights("player"), desk.all_keys("die")
    return any(key.box.overlaps(row.box) for row in rows for key in keys)


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
    with Desk(tmp_path, echo=0.0, size=window) as desk:
        desk.sit_down(" ".join(LONGEST[:4]), *SIX, rent="shown")
        desk.frames(6)
        rows = desk.sights("claim")
        assert len(rows) == 6
        others = [key for key in desk.all_keys("answer") if not isinstance(key.move, CollectRent)]
        parts = [part.box for part in (*rows, *others, *desk.all_keys("die"))]
        boxes = [box for box in parts if min(box.w, box.h) > 1]
        meet = [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1], by=1)]
        assert not meet
        assert all(box.x >= 0 and box.bottom <= window[1] for box in boxes)
