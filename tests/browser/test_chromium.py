"""The page in Chromium: lost and found again, beside another one, turned.

``test_evenings.py`` plays on it. Needs Chromium, which Playwright drives.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.program import Program
from tests.browser.tab import Tab

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "data")
    yield program
    if program.process.poll() is None:
        program.kill()


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
    tab.check()


def test_a_page_can_be_installed(chromium: Any, program: Program) -> None:
    tab = Tab(chromium, program, (800, 480))
    devtools = tab.page.context.new_cdp_session(tab.page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    told = json.loads(found["data"])
    assert (told["display"], told["start_url"]) == ("fullscreen", "/")
    for icon in told["icons"]:
        answer = tab.page.request.get(f"{program.address}{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
    tab.check()


def test_the_screen_stays_on_while_the_page_is_seen(chromium: Any, program: Program) -> None:
    asked = (
        "window.asked = []; navigator.wakeLock.request = async (kind) => window.asked.push(kind)"
    )
    tab = Tab(chromium, program, (800, 480), before=asked)
    tab.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert tab.page.evaluate("window.asked") == ["screen", "screen"]
    tab.check()


@pytest.mark.parametrize(
    "script",
    ["delete Navigator.prototype.wakeLock", "navigator.wakeLock.request = () => Promise.reject()"],
)
def test_a_page_does_without_what_keeps_the_screen_on(
    chromium: Any, program: Program, script: str
) -> None:
    Tab(chromium, program, (800, 480), before=script).check()
