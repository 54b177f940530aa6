"""The pictures in docs/images show the screens as they are; ``bin/screenshots`` draws them anew."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.screenshots import IMAGES, SCREENS, draw

pytestmark = pytest.mark.gui

LARGEST = 150_000
"""Bytes of one picture: a README is read on a telephone, too."""
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


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_shows_the_screen_as_it_is(tmp_path: Path, name: str) -> None:
    draw(SCREENS[name], tmp_path / "now.png")
    assert differs(IMAGES / f"{name}.png", tmp_path / "now.png") < A_WORD, "run bin/screenshots"


@pytest.mark.parametrize("path", sorted(IMAGES.glob("*.png")), ids=lambda path: path.stem)
def test_a_picture_is_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST
