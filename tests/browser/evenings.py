"""Whole evenings in a real browser: ``python -m tests.browser.evenings``.

Somebody sits down, plays, and looks at other pages now and then; by mouse, by touch or by keys
alone. On every page that is seen no text may be wider than its room, and the console says nothing.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import click

from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.text.screens.setup import SETUP
from tests.browser.player import Player
from tests.browser.program import Program
from tests.browser.tab import BETWEEN, WAYS, Tab

SIZES = [(480, 320), (800, 480), (480, 800), (1024, 600), (1280, 800), (1080, 1920), (1920, 1080)]
MOVES = 40
BESIDE = ("Properties", "Board", "Menu")
"""Pages that somebody looks at now and then."""
BACK = "Back"
OFTEN = 8
"""Answers between two looks at another page."""
LONGEST = 900.0
"""Seconds within which an evening is over."""


def stored(folder: Path) -> int:
    """Return the number of moves in a ledger that a program writes."""
    try:
        with snapshot(folder) as reader:
            return reader.count_moves()
    except LedgerError:
        return 0


def evening(
    browser: Any, folder: Path, size: tuple[int, int], way: str, moves: int = MOVES, **kind: Any
) -> str:
    """Play an evening from the empty set-up page on; return what the program said at its end."""
    program = Program(folder)
    try:
        tab = Tab(browser, program, size, way, **kind)
        _play(tab, folder, moves)
        tab.check()
        tab.close()
        return program.close()
    finally:
        if program.process.poll() is None:
            program.kill()


def _play(tab: Tab, folder: Path, moves: int) -> None:
    tab.tap("Ann", then=SETUP["clear"])
    tab.tap("Bob", then="Start")
    tab.tap("Start", then="Menu")
    player, answers, end = Player(moves), 0, monotonic() + LONGEST
    while stored(folder) < moves:
        assert monotonic() < end, f"the evening does not end: {tab.labels}"
        tab.page.wait_for_timeout(BETWEEN)
        tab.check()
        for button in player.answer(tab.buttons()):
            tab.press(button)
            answers += 1
            if answers % OFTEN == 0:
                _look_at(tab, BESIDE[answers // OFTEN % len(BESIDE)])


def _look_at(tab: Tab, word: str) -> None:
    """Open another page and come back, as long as there is a way to it."""
    while not tab.shows(BACK):
        tab.page.wait_for_timeout(BETWEEN)
        if not (found := [button for button in tab.buttons() if button.label == word]):
            return
        tab.press(found[0])
        tab.page.wait_for_timeout(BETWEEN)
    tab.check()
    tab.tap(BACK, then="Menu")


@contextmanager
def opened(name: str) -> Iterator[Any]:
    """Open a browser of Debian's packages."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        if name == "firefox":
            browser = driver.firefox.launch(
                executable_path=which("firefox-esr"), channel="moz-firefox"
            )
        else:
            browser = driver.chromium.launch(
                executable_path=which("chromium"), args=["--no-sandbox"]
            )
        yield browser
        browser.close()


@click.command()
@click.option("--size", multiple=True, help="One size; may be repeated (default: all).")
@click.option("--way", multiple=True, type=click.Choice(WAYS), help="One way (default: all).")
@click.option("--browser", type=click.Choice(("chromium", "firefox")), default="chromium")
def main(size: tuple[str, ...], way: tuple[str, ...], browser: str) -> None:
    """Play an evening at every size in every way, and print how long each took."""
    sizes = [tuple(map(int, one.split("x"))) for one in size] or SIZES
    failed = 0
    with opened(browser) as there:
        for (width, height), chosen in product(sizes, way or WAYS):
            began, name = monotonic(), f"{browser} {width}x{height} by {chosen}"
            try:
                with TemporaryDirectory() as folder:
                    said = evening(there, Path(folder, "data"), (width, height), chosen)
                assert said == "", said
            except AssertionError as fault:
                failed += 1
                click.echo(f"{name}: {fault}")
            else:
                click.echo(f"{name}: {MOVES} moves in {monotonic() - began:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
