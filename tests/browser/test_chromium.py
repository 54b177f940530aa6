"""The page in Chromium: a game by mouse, by touch and by keys, beside what the viewer says.

Needs Chromium, which Playwright drives.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.program import PATIENCE, Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]
SIZES = [(480, 320), (800, 480), (480, 800), (1024, 600), (1280, 800), (720, 1280), (1920, 1080)]
SEEN = "document.documentElement.dataset.picture > 0"
FAULTS = Path(__file__).with_name("too_wide.js").read_text("utf-8")
"""Script that finds texts that are wider than the layout has measured them."""


class Tab:
    """A page in Chromium, and what its console says."""

    def __init__(self, chromium: Any, program: Program, size: tuple[int, int], **kind: Any) -> None:
        width, height = size
        viewport = {"width": width, "height": height}
        self.page = chromium.new_context(viewport=viewport, **kind).new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.said: list[str] = []
        self.page.on("console", lambda line: self.said.append(line.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(program.address)
        self.until(SEEN)

    def until(self, holds: str) -> None:
        """Wait for a condition; the page's policy forbids the driver's own way."""
        for _ in range(600):
            if self.page.evaluate(holds):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"waited in vain: {holds}; {self.labels}; {self.said}")

    def place(self, key: str) -> tuple[float, float]:
        """The middle of what is called so."""
        found = self.page.locator(f'[aria-label="{key}"]').last
        found.wait_for(state="attached")
        box = found.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def until_it_shows(self, key: str) -> None:
        self.page.locator(f'[aria-label="{key}"]').last.wait_for(state="attached")

    def tap(self, key: str, by_touch: bool = False, then: str = "") -> None:
        """Tap until it has an effect: what came just now takes no touch yet."""
        for _ in range(50):
            self.page.wait_for_timeout(450)
            x, y = self.place(key)
            if by_touch:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y, delay=60)
            self.page.wait_for_timeout(150)
            if not then or self.page.locator(f'[aria-label="{then}"]').count():
                return
        raise AssertionError(f"{key} did not lead to {then}: {self.labels}")

    @property
    def labels(self) -> list[str]:
        found = self.page.query_selector_all("button, [role=button]")
        return [each.get_attribute("aria-label") for each in found]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "data")
    yield program
    if program.process.poll() is None:
        program.kill()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_a_game_is_played(chromium: Any, program: Program, size: tuple[int, int]) -> None:
    by_touch = size[0] % 3 == 0
    tab = Tab(chromium, program, size, has_touch=by_touch)
    tab.tap("Ann", by_touch, then="Clear the table")
    tab.tap("Bob", by_touch, then="Start")
    tab.tap("Start", by_touch, then="Menu")
    tab.page.keyboard.press("5")
    tab.page.wait_for_timeout(450)
    tab.page.keyboard.press("6")
    assert tab.page.evaluate(FAULTS) == []
    for word in ("Properties", "Board", "Menu"):
        if word in tab.labels:
            tab.tap(word, by_touch, then="Back")
            assert tab.page.evaluate(FAULTS) == []
            tab.tap("Back", by_touch, then="Menu")
    assert tab.said == []


def test_keys_alone_begin_a_game(chromium: Any, program: Program) -> None:
    tab = Tab(chromium, program, (800, 480))
    for name in ("Ann", "Bob", "Start"):
        for _ in range(60):
            tab.page.keyboard.press("Tab")
            tab.page.wait_for_timeout(60)
            if tab.page.evaluate("document.activeElement.getAttribute('aria-label')") == name:
                break
        tab.page.wait_for_timeout(450)
        tab.page.keyboard.press("Enter")
    tab.until_it_shows("Menu")
    assert tab.said == []


def test_a_page_comes_back_to_a_table_that_was_killed(
    chromium: Any, program: Program, tmp_path: Path
) -> None:
    tab = Tab(chromium, program, (800, 480))
    tab.tap("Ann", then="Clear the table")
    tab.tap("Bob", then="Start")
    tab.tap("Start", then="Menu")
    program.kill()
    tab.page.wait_for_selector("#lost", state="visible", timeout=6000)
    again = Program(tmp_path / "data", port=program.port)
    tab.page.wait_for_selector("#lost", state="hidden")
    tab.until_it_shows("Menu")
    again.kill()


def test_two_pages_show_the_same_at_once(chromium: Any, program: Program) -> None:
    one, other = Tab(chromium, program, (800, 480)), Tab(chromium, program, (480, 800))
    one.tap("menu", then="Close the bank")
    other.until_it_shows("Close the bank")
    assert one.said == other.said == []


def test_a_page_that_is_turned_is_laid_out_anew(chromium: Any, program: Program) -> None:
    tab = Tab(chromium, program, (800, 480))
    tab.page.set_viewport_size({"width": 480, "height": 800})
    tab.until("document.querySelector('#page .Ground').style.height === '800px'")
    assert tab.page.evaluate(FAULTS) == []
