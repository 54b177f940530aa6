"""The README's picture is what the screen looks like now; ``bin/pictures`` draws it anew."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.pictures import RECORDS, draw, picture_of

pytestmark = pytest.mark.gui

LARGEST = 150_000
"""Bytes: a README is read over a telephone, too."""
A_SHADE, A_WORD = 64, 1 / 2000
"""How far a pixel may be off, and which share of them further: another graphics driver smooths
edges otherwise, and draws the same words."""


def differs(one: Path, other: Path) -> float:
    """The share of pixels that are not the same, other than by a shade."""
    pictures = [Image.open(path).convert("RGB") for path in (one, other)]
    if pictures[0].size != pictures[1].size:
        return 1.0
    off = ImageChops.difference(*pictures).convert("L").point(lambda by: 255 * (by > A_SHADE))
    return off.histogram()[255] / (off.width * off.height)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_picture_shows_the_screen_as_it_is(tmp_path: Path, record: Path) -> None:
    draw(record, tmp_path / "now.png")
    assert differs(picture_of(record), tmp_path / "now.png") < A_WORD, "run bin/pictures"
    assert picture_of(record).stat().st_size < LARGEST


def test_a_picture_of_another_move_is_seen(tmp_path: Path) -> None:
    record = tmp_path / "earlier.game"
    record.write_text("\n".join(RECORDS[0].read_text().splitlines()[:-1]))
    draw(record, tmp_path / "earlier.png")
    assert differs(picture_of(RECORDS[0]), tmp_path / "earlier.png") >= A_WORD
