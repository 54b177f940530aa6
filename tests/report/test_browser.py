"""The report in a real browser: nothing is asked for, nothing sticks out, and it prints."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion import text
from companion.ledger.copies import snapshot
from companion.palette import EVENING, PAPER
from companion.report import report_html
from companion.report.statistics import statistics
from companion.report.statistics_html import statistics_html
from tests.report.evening import NAMES, record

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]

QUIET = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--allow-file-access-from-files",
)
AROUND = """<title>?</title><iframe src="report.html" style="border:0;width:{width}px;height:800px">
</iframe><script>onload = () => {{
    const page = document.querySelector("iframe").contentWindow;
    document.title = "is " + ({told});
}}</script>"""
WIDTH = "page.document.documentElement.scrollWidth"
UNFOLDED = 'page.document.querySelectorAll("details").forEach(one => one.open = true)'
CUT_OFF = f"""({UNFOLDED}, [...page.document.querySelectorAll(".wide")]).filter(
    one => one.scrollWidth > one.clientWidth).map(one => one.firstChild.id).join(" ")"""
ASKED = 'page.performance.getEntriesByType("resource").map(one => one.name).join(" ")'


@pytest.fixture
def report(html: str, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(html, encoding="utf-8")
    return path


def browse(page: Path, *arguments: str) -> str:
    profile = f"--user-data-dir={page.parent / 'profile'}"
    command = ("chromium", *QUIET, profile, *arguments, page.as_uri())
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=100).stdout


def asked(report: Path) -> list[str]:
    """What the page made the browser ask for, besides itself."""
    return told(report, 800, ASKED).split()


def test_no_request_leaves_the_page(report: Path) -> None:
    assert asked(report) == []


def test_a_request_would_be_seen(report: Path) -> None:
    there = "http://127.0.0.1:9/spy.png"
    page = report.read_text(encoding="utf-8")
    report.write_text(page.replace("<main>", f"<main><img src={there}>"), encoding="utf-8")
    assert asked(report) == [there]


def told(report: Path, width: int, question: str) -> str:
    """Run a script in a page of this width, and return its result."""
    around = report.with_name("around.html")
    around.write_text(AROUND.format(width=width, told=question))
    dom = browse(around, "--virtual-time-budget=2000", "--dump-dom")
    [answer] = re.findall("<title>is (.*)</title>", dom)
    return answer


@pytest.fixture(params=["en", "de", "es"])
def translated(request: pytest.FixtureRequest, recorded: Path, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "report.html"
    text.set_language(request.param)
    with snapshot(recorded) as books:
        path.write_text(report_html(books, 1), encoding="utf-8")
    yield path
    text.set_language("en")


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_sticks_out_of_a_window(translated: Path, width: int) -> None:
    assert told(translated, width, WIDTH) == str(width)


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_no_table_is_cut_off(translated: Path, width: int) -> None:
    assert told(translated, width, CUT_OFF) == ""


@pytest.fixture(params=["en", "de", "es"])
def counted(request: pytest.FixtureRequest, recorded: Path, tmp_path: Path) -> Iterator[Path]:
    """The page of statistics."""
    path = tmp_path / "report.html"
    text.set_language(request.param)
    with snapshot(recorded) as books:
        path.write_text(statistics_html(statistics(books), PLAYERS), encoding="utf-8")
    yield path
    text.set_language("en")


PLAYERS = {name: number for number, name in enumerate(NAMES)}


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_of_the_statistics_is_cut_off(counted: Path, width: int) -> None:
    assert (told(counted, width, WIDTH), told(counted, width, CUT_OFF)) == (str(width), "")


SHOWN = """[...page.document.querySelectorAll(".charts>div")].map(
    one => getComputedStyle(one).display == "none" ? "" : one.className).join(" ").trim()"""
SWITCHED = f"""(page.document.querySelector("#show-worth").click(), {SHOWN})"""
TARGETS = """[...page.document.querySelectorAll("nav a")].filter(one => one.offsetWidth)
    .map(one => page.document.querySelector(one.hash).id).join("/")"""
BAR_CUT_OFF = """[...page.document.querySelectorAll("nav a")].filter(
    one => one.scrollWidth > one.clientWidth).map(one => one.textContent).join(" ")"""


@pytest.fixture(scope="module")
def rated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a game that was played to its end."""
    folder = tmp_path_factory.mktemp("rated")
    record(folder, moves=4000, players=3, seed=3, gift=0)
    path = folder / "report.html"
    with snapshot(folder) as books:
        path.write_text(report_html(books, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("width", "question", "shown"),
    [
        (360, SHOWN, "of-chance"),
        (360, SWITCHED, "of-worth"),
        (1280, SHOWN, "of-chance of-worth"),
        (360, TARGETS, "chances/turned/deeds/dice/moves"),
        (1280, TARGETS, ""),
        (360, BAR_CUT_OFF, ""),
        (360, CUT_OFF, ""),
        (360, WIDTH, "360"),
    ],
)
def test_a_telephone_shows_one_chart_and_a_bar(
    rated: Path, width: int, question: str, shown: str
) -> None:
    assert told(rated, width, question) == shown


def test_it_is_dark_where_dark_is_liked_and_light_on_paper(report: Path) -> None:
    grounds = []
    for dark in ((), ("--blink-settings=preferredColorScheme=0",)):
        shot = report.with_name("shot.png")
        browse(report, *dark, "--window-size=1280,900", f"--screenshot={shot}")
        with Image.open(shot) as picture:
            grounds.append(picture.convert("RGB").getpixel((3, 3)))
    assert grounds == [rgb(PAPER.ground), rgb(EVENING.ground)]


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color.removeprefix("#")))


def sheets(report: Path) -> int:
    pdf = report.with_suffix(".pdf")
    browse(report, "--blink-settings=preferredColorScheme=0", f"--print-to-pdf={pdf}")
    return len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes()))


HEIGHT = "page.document.documentElement.scrollHeight"
TWELVE = """like = "1961"
players = [2, 12]
about = "Twelve at one table."
"""


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("players", range(2, 13))
def test_it_is_five_screens_of_a_telephone_and_four_sheets(
    tmp_path: Path, players: int, seed: int
) -> None:
    own, report = tmp_path / "twelve.toml", tmp_path / "report.html"
    own.write_text(TWELVE, encoding="utf-8")
    record(tmp_path, moves=4000, players=players, edition_name=str(own), seed=seed, gift=0)
    with snapshot(tmp_path) as books:
        report.write_text(report_html(books, 1), encoding="utf-8")
    assert (int(told(report, 360, HEIGHT)) / SCREEN <= 5, sheets(report) <= 4) == (True, True)


SCREEN = 800
"""Pixels of a telephone's screen, from top to bottom."""


def test_every_move_is_printed_if_asked_for(recorded: Path, report: Path) -> None:
    few = sheets(report)
    with snapshot(recorded) as books:
        report.write_text(report_html(books, 1, moves=True), encoding="utf-8")
    assert sheets(report) > few
