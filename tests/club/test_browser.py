"""The wall in Chromium: it never shows what is old as if it were new.

Needs Chromium, which Playwright drives.
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.app import Pages
from companion.club.rounds import POINTS
from companion.club.season import season, season_html
from companion.club.wall import TURN_SECONDS
from companion.ledger.copies import snapshot
from tests.club.engine import free_port
from tests.club.walls import NOW, alive, scene, shown
from tests.club.walls import directed as directed_tables
from tests.phones.evening import until
from tests.report.evening import record
from tests.tree import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]


@contextmanager
def directed(folder: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    """Run a director, whose server is not there: its wall says so, and has a clock."""
    words = ["director", "Cup", "--server", f"nats://127.0.0.1:{free_port()}"]
    words += ["--folder", str(folder), "--port", str(port)]
    command = [sys.executable, "-m", "companion", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline()
            yield process
        finally:
            process.kill()


def test_a_wall_without_news_says_since_when_and_goes_on_by_itself(
    chromium: Any, tmp_path: Path
) -> None:
    port = free_port()
    page = chromium.new_page(viewport={"width": 1280, "height": 720})

    def is_stale() -> bool:
        return bool(page.locator("#stale").is_visible())

    def follows() -> bool:
        return not is_stale() and page.evaluate("performance.now() - window.heard < 3000")

    with directed(tmp_path, port) as director:
        until(lambda: opened(page, port))
        # Another stream tells that the page gets news.
        page.evaluate(
            "new EventSource('/stream').addEventListener('alive',"
            " () => { window.heard = performance.now(); })"
        )
        until(follows)
        director.send_signal(signal.SIGSTOP)
        clock = page.locator("[data-clock]").inner_text()
        until(is_stale)
        assert clock in page.locator("#stale").inner_text()
        director.send_signal(signal.SIGCONT)
        until(follows)
    until(is_stale)
    with directed(tmp_path, port):
        until(follows)
    page.close()


def opened(page: Any, port: int) -> bool:
    try:
        return bool(page.goto(f"http://127.0.0.1:{port}/").ok)
    except Exception:  # The director does not listen yet.
        return False


def test_a_season_shows_every_column_on_a_telephone(chromium: Any, tmp_path: Path) -> None:
    for evening in range(9):
        record(tmp_path, moves=80, players=6, seed=evening)
    with snapshot(tmp_path) as reader:
        found = season(reader)
    assert found
    path = tmp_path / "season.html"
    path.write_text(season_html(found, ""), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 360, "height": 800})
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(CELLS_OUTSIDE) == []
    loaded = (
        "[...document.fonts].filter(one => one.status == 'loaded').map(one => one.family).sort()"
    )
    assert {*page.evaluate(f"document.fonts.ready.then(() => {loaded})")} == {
        "Roboto Condensed",
        "Charis SIL",
    }
    page.set_viewport_size({"width": 900, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 900
    assert page.locator(".season td").count() == len(found.persons) * (5 + len(found.evenings))
    page.close()


CELLS_OUTSIDE = """[...document.querySelectorAll("td")].filter(
    cell => cell.getBoundingClientRect().right > innerWidth).map(cell => cell.textContent)"""


@pytest.mark.parametrize(("tables", "eight"), [(2, 2), (6, 2), (16, 3), (24, 3), (50, 3)])
def test_a_wall_is_read_on_a_telephone_and_no_line_of_it_is_cut_off(
    chromium: Any, tables: int, eight: int
) -> None:
    with scene(tables, (eight,), "paper") as address:
        page = chromium.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(address)
        assert page.evaluate(LINES_CUT_OFF) == []
        assert page.evaluate(ALERTS_CUT_OFF) == []
        assert page.evaluate(PIECES_OF_NAMES) == []
        if tables < 50:
            for width in (360, 390):
                page.set_viewport_size({"width": width, "height": 844})
                page.reload()
                assert page.evaluate("document.documentElement.scrollWidth") == width
                assert page.evaluate(SMALLEST) >= 14
        page.close()


def test_a_thousand_tables_are_searched_while_the_wall_goes_on(
    chromium: Any, tmp_path: Path
) -> None:
    director, rounds = directed_tables(tmp_path, 6, (4,))
    now = NOW

    def clock() -> datetime:
        return now

    for number in range(7, 1001):
        one = copy(director.tables[number % 6 + 1])
        one.number = number
        director.tables[number], director.alive[number] = one, alive()
    director.clock = clock
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    cards = page.locator(".card h2")
    search = page.get_by_role("searchbox")
    with shown(Pages(director, rounds, "Autumn Cup", points=POINTS)) as address:
        page.goto(address)
        assert page.evaluate(LINES_CUT_OFF) == []
        assert page.evaluate(ALERTS_CUT_OFF) == []
        first = cards.first.inner_text()
        search.fill("99")
        now += timedelta(seconds=TURN_SECONDS)
        until(lambda: cards.first.inner_text() != first)
        assert search.input_value() == "99"
        search.press("Enter")
        until(lambda: cards.all_inner_texts() == ["99"])
        assert page.evaluate("document.documentElement.scrollWidth") == 1920
    page.close()


SMALLEST = """Math.min(...[...document.querySelectorAll("main *")].filter(
    one => one.textContent.trim() && !one.children.length).map(
    one => parseFloat(getComputedStyle(one).fontSize)))"""
LINES_CUT_OFF = """[...document.querySelectorAll(".line")].filter(line => {
    const card = line.closest(".lines").getBoundingClientRect();
    return line.getBoundingClientRect().bottom > card.bottom + 1;
}).map(line => line.textContent)"""
ALERTS_CUT_OFF = """[...document.querySelectorAll(".trouble")].filter(one => {
    const lines = one.nextElementSibling.getBoundingClientRect();
    return one.getBoundingClientRect().bottom > lines.top || one.scrollWidth > one.clientWidth ||
        one.lastElementChild.scrollWidth > one.lastElementChild.clientWidth;
}).map(one => one.textContent)"""
PIECES_OF_NAMES = """[...document.querySelectorAll(".stem")].filter(one => {
    const letters = one.textContent.length;
    return one.clientWidth < one.scrollWidth * Math.min(1, 5 / letters) - 1;
}).map(one => one.textContent)"""
"""Names of which not even four letters are shown before the dots."""
