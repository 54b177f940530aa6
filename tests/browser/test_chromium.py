"""The page in Chromium: lost and found again, beside another one, turned.

``test_evenings.py`` plays on it. Needs Chromium, which Playwright drives.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import text
from companion.look.icons import ICONS
from companion.text.speech import heard, speech
from tests.browser.program import Program
from tests.browser.tab import BETWEEN, PATIENT, Tab

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


NOTED_VOICE = """
window.said = [];
const speak = (one) => {
  if (!one.text) return;
  said.push([one.lang, one.volume, one.text]);
  window.last = one;
};
const cancel = () => said.push(["hush"]);
Object.defineProperty(window, "speechSynthesis", { value: { speak, cancel } });
"""
"""Script that notes what the page says, instead of saying it."""
SIGNS = "[...document.querySelectorAll('#page *')].map((one) => one.textContent)"
LOUDSPEAKER = f"{SIGNS}.includes('{ICONS['volume']}')"


@pytest.fixture
def speaking(tmp_path: Path) -> Iterator[Program]:
    """A table that says everything in German."""
    folder = tmp_path / "speaking"
    folder.mkdir()
    kept = {"voice": "everything", "voice_language": "de", "volume": 4}
    (folder / "settings.json").write_text(json.dumps(kept))
    program = Program(folder, "--players", "Ann, Bob")
    yield program
    program.kill()


def test_a_page_speaks_until_it_has_said_all_or_a_finger_hushes_it(
    chromium: Any, speaking: Program
) -> None:
    tab = Tab(chromium, speaking, (800, 480), before=NOTED_VOICE)

    def roll(number: int) -> list[Any]:
        """Tap two dice until that has an effect, and return the speech of that number."""
        said = "said.filter((one) => one.length === 3)"
        for _ in range(PATIENT):
            for key in ("die:0:4", "die:1:2"):
                for button in [one for one in tab.buttons() if one.key == key]:
                    tab.press(button)
                tab.page.wait_for_timeout(BETWEEN)
            if tab.page.evaluate(f"{said}.length") >= number:
                break
        return list(tab.page.evaluate(f"{said}[{number - 1}]"))

    language, volume, words = roll(1)
    with text.in_language("de"):
        called = heard([speech("turn", player="Bob")])
    assert (language, round(volume, 2)) == ("de", 0.8)
    assert words.endswith(called)
    tab.until(LOUDSPEAKER)
    tab.page.evaluate("last.onend()")
    tab.until(f"!({LOUDSPEAKER})")
    roll(2)
    tab.until(LOUDSPEAKER)
    tab.page.mouse.click(5, 475)
    tab.until(f"!({LOUDSPEAKER})")
    assert tab.page.evaluate("said[said.length - 1]") == ["hush"]
    tab.check()


def test_a_page_without_a_voice_plays_all_the_same(chromium: Any, program: Program) -> None:
    no_voice = "Object.defineProperty(window, 'speechSynthesis', { value: undefined })"
    tab = Tab(chromium, program, (800, 480), before=no_voice)
    tab.tap("Ann", then="Clear the table")
    tab.check()
