"""An evening of forty moves at each size, by mouse, by touch or by keys, and in each browser."""

import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.browser.evenings import MOVES, SIZES, evening, opened, stored
from tests.browser.tab import WAYS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
OLD = "delete window.PointerEvent"
"""Script that makes a browser as old as those of tablets that know touches and no pointers."""
FEWER = 12


@pytest.fixture(scope="module")
def firefox() -> Iterator[Any]:
    with opened("firefox") as browser:
        yield browser


needs_chromium = pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium")
needs_firefox = pytest.mark.skipif(not shutil.which("firefox-esr"), reason="there is no firefox")


@needs_chromium
@pytest.mark.parametrize(
    ("size", "way"),
    [
        pytest.param(size, way, marks=pytest.mark.hours if number >= len(WAYS) else ())
        for number, (size, way) in enumerate(zip(SIZES, cycle(WAYS)))
    ],
)
def test_an_evening_is_played(
    chromium: Any, tmp_path: Path, size: tuple[int, int], way: str
) -> None:
    folder = tmp_path / "data"
    assert evening(chromium, folder, size, way) == ""
    assert stored(folder) >= MOVES


@needs_firefox
@pytest.mark.parametrize(("size", "way"), [((1024, 600), "mouse"), ((800, 480), "keys")])
def test_an_evening_is_played_in_firefox(
    firefox: Any, tmp_path: Path, size: tuple[int, int], way: str
) -> None:
    folder = tmp_path / "data"
    assert evening(firefox, folder, size, way) == ""
    assert stored(folder) >= MOVES


@needs_chromium
def test_an_old_tablet_plays_by_touches(chromium: Any, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert evening(chromium, folder, (1024, 768), "touch", moves=FEWER, before=OLD) == ""
    assert stored(folder) >= FEWER
