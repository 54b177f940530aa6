"""The pictures in docs/images show the screens as they are; ``bin/screenshots`` draws them anew."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.browser.app import IOS_ICON
from tools.screenshots import A_WORD, IMAGES, SCREENS, differs, draw, draw_icon

needs_chromium = pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium")
LARGEST = 150_000
"""Bytes of one picture: a README is read on a telephone, too."""


@needs_chromium
@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_shows_the_screen_as_it_is(chromium: Any, tmp_path: Path, name: str) -> None:
    draw(SCREENS[name], chromium, tmp_path / "now.png")
    assert differs(IMAGES / f"{name}.png", tmp_path / "now.png") < A_WORD, "run bin/screenshots"


@needs_chromium
def test_the_icon_of_ios_is_the_same_as_that_of_others(chromium: Any, tmp_path: Path) -> None:
    draw_icon(chromium, tmp_path / "now.png")
    assert differs(IOS_ICON, tmp_path / "now.png") < A_WORD, "run bin/screenshots icon"


@pytest.mark.parametrize("path", sorted(IMAGES.glob("*.png")), ids=lambda path: path.stem)
def test_a_picture_is_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST
