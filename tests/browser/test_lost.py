"""A page without a connection, in Chromium: it says so in time, covers nothing, and comes back."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.program import Program
from tests.browser.tab import Tab
from tests.phones.lost_host import Network

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]
SIZES = [(800, 480), (480, 800), (480, 320), (1280, 800)]
SAID = 4000
"""Milliseconds after which a page says that it has no connection."""
LOST = "!document.getElementById('lost').hidden"
WATCH = """
window.heard = performance.now();
const add = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, act) {
  add.call(this, name, (event) => { window.heard = performance.now(); act(event); });
};
new MutationObserver(() => {
  const lost = document.getElementById("lost");
  if (lost && !lost.hidden && !window.said) window.said = performance.now() - window.heard;
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Script that notes when the page last heard anything, and how long after that it said so."""
COVERED = Path(__file__).with_name("covered.js").read_text("utf-8")
"""Script that lists the words, other than the actions, that are below what it says."""


class Line:
    """A program, and a network between it and the browsers whose plug can be pulled."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.program = Program(folder, "--players", "Ann,Bob")
        self.network = Network(self.program.port)
        self.address = f"http://127.0.0.1:{self.network.port}"

    def restart(self) -> None:
        """The host comes back."""
        self.program.kill()
        self.program = Program(self._folder, port=self.program.port)


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    line = Line(tmp_path / "data")
    yield line
    line.network.close()
    line.program.kill()


def open_tab(chromium: Any, line: Line, size: tuple[int, int]) -> Tab:
    return Tab(chromium, line, size, before=WATCH)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("page", ["play", "menu"])
def test_a_host_that_dies_without_a_word_is_noticed_and_comes_back(
    chromium: Any, line: Line, size: tuple[int, int], page: str
) -> None:
    tab = open_tab(chromium, line, size)
    if page == "menu":
        tab.tap("Menu" if "Menu" in tab.labels else "menu", then="Back")
    line.network.cut()
    tab.until(LOST)
    assert tab.page.evaluate("window.said") < SAID
    assert tab.page.evaluate(COVERED) == []
    before = tab.page.evaluate("document.documentElement.dataset.picture")
    tab.page.mouse.click(size[0] / 2, size[1] / 2)
    assert tab.page.evaluate("document.documentElement.dataset.picture") == before
    line.restart()
    tab.until(f"!({LOST})")
    assert tab.page.evaluate("document.getElementById('page').style.transform") == ""
