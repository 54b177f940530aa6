"""However much is open beside the move, every answer can be touched, on every window."""

from pathlib import Path

import pytest

from companion import text
from companion.engine.moves import Undo
from tests.ui.driver import Desk
from tests.ui.layout import faults
from tests.ui.scene_records import LONGEST, POSITIONS, WINDOWS, A, B
from tests.ui.touch import Hand

OFFER = f"{A} offers {B} $100 for Oriental Avenue"


@pytest.mark.parametrize(
    ("language", "count"),
    [
        ("en", 8),
        *(
            pytest.param(language, count, marks=pytest.mark.slow)
            for language, count in (("de", 12), ("es", 4), ("de", 2))
        ),
    ],
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
        assert faults(desk) == []
        for key in [key for key in desk.all_keys("answer") if not key.reason]:
            Hand(desk).make(key.move)
            Hand(desk).make(Undo())
            assert faults(desk) == []


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
        assert len(desk.sights("claim")) == 6
        assert faults(desk) == []
