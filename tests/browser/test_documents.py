"""The pictures in docs/images show the screens as they are; ``bin/screenshots`` draws them anew."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.screenshots import A_WORD, IMAGES, SCREENS, differs, draw

LARGEST = 150_000
"""Bytes of one picture: a README is read on a telephone, too."""


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium")
@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_shows_the_screen_as_it_is(chromium: Any, tmp_path: Path, name: str) -> None:
    draw(SCREENS[name], chromium, tmp_path / "now.png")
    assert differs(IMAGES / f"{name}.png", tmp_path / "now.png") < A_WORD, "run bin/screenshots"


@pytest.mark.parametrize("path", sorted(IMAGES.glob("*.png")), ids=lambda path: path.stem)
def test_a_picture_is_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST
