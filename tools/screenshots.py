"""Draw the pictures of the documents: ``bin/screenshots`` runs this.

Screens are drawn by the table's page at a position of ``docs/images/evening.game``. If one changes,
tests/browser/test_documents.py fails until that is done.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from PIL import Image

from companion.browser.app import ICON, IOS_ICON
from companion.engine.notation import Record, parse_record
from companion.ledger import copies, ledger
from companion.ledger.reader import LedgerReader
from companion.report import report_html
from companion.report.statistics import statistics
from companion.report.statistics_html import statistics_html
from companion.system.networks import Network
from companion.system.versions import ARCHITECTURES, Versions
from companion.table.markers import newest_markers
from companion.table.network import NetworkPage
from companion.table.recovery import WayOut
from companion.table.session import Session, Source
from companion.text import counted
from companion.text.screens.past_games import at
from companion.text.screens.recovery import RECOVERY
from tests.browser.beside import difference
from tests.browser.evenings import opened
from tests.browser.still_page import StillPage
from tests.tree import ROOT, read
from tests.ui import scenes
from tests.ui.driver import PANEL, Desk

IMAGES = ROOT / "docs/images"
LAST_MOVE = datetime(2026, 1, 17, 21, 44, 30)
"""Time of the last move, on the local clock, so that a picture is the same wherever it is made."""
BETWEEN_MOVES = timedelta(seconds=25)


def markers(books: LedgerReader) -> dict[str, int]:
    """Return the markers of all players."""
    return newest_markers(row.players for row in books.games())


PAGES: dict[str, tuple[Callable[[LedgerReader], str], str]] = {
    "report": (lambda books: report_html(books, 1), "1000,1150"),
    "report-phone": (lambda books: report_html(books, 1), "500,1150"),
    "statistics": (lambda books: statistics_html(statistics(books), markers(books)), "1000,1150"),
}
"""Pages by the name of their picture, with the size of the browser's window in pixels."""


RUNS, NEWER = "0.3.0-3fcdf17b35e5", "0.4.0-7f3e3bcf99b7"
"""Versions of a flashed card: the one that runs, and the one on the stick."""


def on_a_card(desk: Desk, last: str = "", tap: str = "") -> None:
    """Open *This machine* of a flashed card, and tap one of its keys.

    ``last`` is the shelf's note about the version that was tried last.
    """
    from companion.table.states.bank_cards import BankCardActions
    from companion.table.states.device import DeviceActions, DeviceState
    from companion.table.states.dice import DiceActions

    shelf, stick = desk.ledger.folder / "versions", desk.ledger.folder / "stick"
    for folder in (shelf, stick):
        folder.mkdir()
    (shelf / "kept").write_text(f"{RUNS}\n\n")
    (shelf / "last").write_text(last)
    for architecture in ARCHITECTURES.values():
        (stick / f"companion_{NEWER}_{architecture}.raw").touch()
    versions = Versions(shelf, shelf=shelf, reports=(shelf / "told",), drives=lambda: [stick])
    number, _, name = RUNS.partition("-")
    actions = DeviceActions(
        f"{number} ({name})", kiosk=True, may_switch=lambda what: True, versions=versions
    )
    device = desk.table.device = DeviceState(actions, desk.clock)
    desk.table.dice.actions = DiceActions(*[lambda *_: None] * 4)
    desk.table.bank_cards.actions = BankCardActions(*[lambda *_: None] * 3)
    scenes.switched(desk, "on")
    desk.until(lambda: device.value.may_switch and device.value.versions.note)
    if tap:
        desk.does(("versions",))
    if tap == "back":
        desk.does(("ask", "back"))


def games_on_a_stick(desk: Desk) -> None:
    """Show the question of a new card that has found the games of another one."""
    ways = [
        WayOut(RECOVERY[key], RECOVERY[f"about_{about}"], 1, print)
        for key, about in (("take", "take"), ("not now", "not_now"))
    ]
    sentence = RECOVERY["left"].format(games=counted(31, "game"), at=at(LAST_MOVE.astimezone()))
    desk.table.device.kiosk = True
    desk.table.recovery.offer("games", sentence, ways, print)


def wifi(desk: Desk) -> None:
    """Show the networks in reach."""
    names = {"Sunflower": 87, "Neighbors": 52, "Café": 30}
    networks = tuple(
        Network(name, signal, is_protected=name != "Café", is_joined=name == "Sunflower")
        for name, signal in names.items()
    )
    desk.table.show_screen("network")
    desk.table.network.value = NetworkPage(
        networks=networks, problem="", known="Sunflower", host="companion"
    )


@dataclass(frozen=True)
class Picture:
    """One screen: the record is played up to its line ``last`` ("": to its end)."""

    last: str = ""
    then: Callable[[Desk], object] = lambda desk: None


SCREENS = {
    "play": Picture(),
    "auction": Picture("Ann bids $87"),
    "trade": Picture(
        "Cy offers Dee St. James Place, $150 for Connecticut Avenue",
        lambda desk: desk.table.open("trade"),
    ),
    "card-games": Picture(then=games_on_a_stick),
    "card-machine": Picture(then=on_a_card),
    "card-wifi": Picture(then=wifi),
    "card-version": Picture(then=lambda desk: on_a_card(desk, tap="version")),
    "card-left": Picture(
        then=lambda desk: on_a_card(desk, f"left {NEWER} hangs", tap="version"),
    ),
    "card-back": Picture(then=lambda desk: on_a_card(desk, tap="back")),
}
"""Pictures of screens, by the name of their file."""


def record(name: str) -> Record:
    """Read a record in docs/images."""
    return parse_record(read(IMAGES / f"{name}.game"), name)


@contextmanager
def clock(moves: int) -> Iterator[None]:
    """Let the ledger believe that ``moves`` moves were made one after the other."""
    began = LAST_MOVE.astimezone() - moves * BETWEEN_MOVES
    times = (began + number * BETWEEN_MOVES for number in count())
    with patch.object(ledger, "utc_now", lambda: next(times)):
        yield


def draw(picture: Picture, chromium: Any, to: Path) -> None:
    """Write the screen at the position of ``picture`` to a PNG file."""
    played = record("evening")
    lines = [line.text for line in played.lines]
    if picture.last:
        lines = lines[: lines.index(picture.last) + 1]
    with TemporaryDirectory() as folder, clock(len(lines)), Desk(Path(folder)) as desk:
        desk.table.begin(played.setup)
        desk.play(*lines)
        picture.then(desk)
        desk.table.time = f"{LAST_MOVE:%H:%M}"
        desk.frames()
        page = StillPage(chromium, desk.table, PANEL)
        page.draw(desk.viewer.picture, to)
        page.close()
    compress(to)


A_WORD = 1 / 5000
"""Share of pixels that may be far off in blurred pictures, less than a digit: another browser
smooths edges otherwise, and draws the same words."""


def differs(one: Path, other: Path) -> float:
    """Return the share of pixels that are not the same, other than at edges."""
    pictures = [Image.open(path).convert("RGB") for path in (one, other)]
    same_size = pictures[0].size == pictures[1].size
    return difference(*pictures) / 100 if same_size else 1.0


ICON_SIDE = 180
"""Pixels of a side of the largest icon that iOS asks for."""
SPLASH = ROOT / "systemd/image/splash"
PANELS = ((800, 480), (1024, 600), (1280, 720), (1024, 768), (1280, 800), (1920, 1080))
"""Usual panels, for each of which there is a splash, named by the shorter side."""


def splash(panel: tuple[int, int]) -> Path:
    """Return the path of the picture for a panel."""
    return SPLASH / f"dice-{min(panel)}.png"


def draw_splash(panel: tuple[int, int], to: Path) -> None:
    """Write the dice of the opening picture of a panel to a PNG file, without the ground around."""
    # No other picture needs Kivy, and it is imported only after it was prepared.
    from companion.ui.start import Display, prepare

    prepare(Display())
    from kivy.base import EventLoop
    from kivy.graphics import Color, Rectangle

    from companion.look.palette import EVENING
    from companion.ui import opening
    from companion.ui.painting import rgba

    EventLoop.ensure_window()
    width, height = panel
    side = min(panel) * opening.DIE
    picture = opening.dice(side, (width / 2, height / 2))
    picture.size = ceil(side * 9 / 4), ceil(side)
    picture.pos = (width - picture.width) // 2, (height - picture.height) // 2
    with picture.canvas.before:
        Color(*rgba(EVENING.ground))
        Rectangle(pos=picture.pos, size=picture.size)
    EventLoop.idle()
    picture.export_to_png(str(to))
    compress(to)


def draw_splashes() -> None:
    """Write the dice of the opening picture for every panel."""
    with TemporaryDirectory() as folder:
        for panel in PANELS:
            drawn = Path(folder, "dice.png")
            draw_splash(panel, drawn)
            shutil.copy(drawn, splash(panel))


def draw_page(name: str, to: Path) -> None:
    """Write the top of a page about a whole game to a PNG file. Needs chromium."""
    played = record("report")
    moves = [*played.moves()]
    make, size = PAGES[name]
    with TemporaryDirectory() as scratch, clock(len(moves)):
        folder = Path(scratch)
        with ledger.Ledger.open(folder) as books, books.transaction():
            session = Session.begin(books, played.setup)
            for move in moves:
                session.play(move, Source.IMPORT)
        with copies.snapshot(folder) as books:
            page = folder / "page.html"
            page.write_text(make(books), encoding="utf-8")
        browse(folder, f"--window-size={size}", f"--screenshot={to}", page.as_uri())
    compress(to)


def draw_icon(chromium: Any, to: Path) -> None:
    """Write the picture of the installed page to a PNG file."""
    page = chromium.new_page(viewport=dict.fromkeys(("width", "height"), ICON_SIDE))
    page.goto(ICON.as_uri())
    page.screenshot(path=to)
    page.close()
    compress(to)


WALLS: dict[str, tuple[int, tuple[int, ...], str]] = {
    "wall": (16, (4,), "paper"),
    "wall-50": (50, (4, 19, 33), "evening"),
}
"""Walls by the name of their picture: number of tables, those of eight players, and the theme."""


WALL_COLORS = 48
"""A wall is the largest picture, of few colours: those of the players and of the theme."""


def draw_wall(name: str, to: Path) -> None:
    """Write the wall of a club's evening to a PNG file. Needs chromium."""
    from tests.club.walls import scene  # The others need no extra of the club.

    with TemporaryDirectory() as folder, scene(*WALLS[name]) as address:
        browse(Path(folder), "--window-size=1920,1080", f"--screenshot={to}", address)
    compress(to, WALL_COLORS)


def browse(folder: Path, *arguments: str) -> None:
    """Run chromium with a profile of its own in ``folder``."""
    quiet = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    command = ("chromium", *quiet, f"--user-data-dir={folder / 'profile'}", *arguments)
    subprocess.run(command, check=True, capture_output=True, timeout=100)


def compress(path: Path, colors: int = 256) -> None:
    """Make the file small: flat colours need no more than a palette."""
    Image.open(path).convert("RGB").quantize(colors, dither=Image.Dither.NONE).save(
        path, optimize=True
    )


def main(names: Iterable[str]) -> None:
    """Draw the pictures of these names, or all of them, and print their paths."""
    wanted = [*names] or [*SCREENS, *PAGES, *WALLS, "icon", "splash"]
    with opened("chromium") as chromium:
        for name in wanted:
            path = IMAGES / f"{name}.png"
            if name == "icon":
                path = IOS_ICON
                draw_icon(chromium, path)
            elif name == "splash":
                path = SPLASH
                draw_splashes()
            elif name in SCREENS:
                draw(SCREENS[name], chromium, path)
            elif name in WALLS:
                draw_wall(name, path)
            else:
                draw_page(name, path)
            print(path.relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
