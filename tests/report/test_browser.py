"""The report in a real browser: nothing is asked for, nothing sticks out, and it prints."""

import re
import shutil
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from companion import text
from companion.ledger.copies import snapshot
from companion.look.palette import EVENING, PAPER
from companion.report import report_html
from companion.report.html import environment
from companion.report.statistics import statistics
from companion.report.statistics_html import statistics_html
from tests.report.evening import NAMES, record

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]

SCREEN = 800
"""Pixels of a telephone's screen, from top to bottom."""
WIDTH = "document.documentElement.scrollWidth"
HEIGHT = "document.documentElement.scrollHeight"
CUT_OFF = """(document.querySelectorAll("details").forEach(one => one.open = true),
    [...document.querySelectorAll(".wide")].filter(
        one => one.scrollWidth > one.clientWidth).map(one => one.firstChild.id).join(" "))"""
PLAYERS = {name: number for number, name in enumerate(NAMES)}


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    tab = chromium.new_page()
    yield tab
    tab.close()


@pytest.fixture
def report(html: str, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(html, encoding="utf-8")
    return path


def told(tab: Any, report: Path, width: int, question: str) -> Any:
    """Run a script in a page of this width that has its fonts, and return its result."""
    tab.set_viewport_size({"width": width, "height": SCREEN})
    tab.goto(report.as_uri())
    tab.evaluate("document.fonts.ready.then(() => 0)")
    return tab.evaluate(question)


def test_no_request_leaves_the_page(tab: Any, report: Path) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(report.as_uri())
    assert asked == [report.as_uri()]


@pytest.mark.parametrize("code", ["en", "de", "es"])
@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_of_report_and_statistics_sticks_out_of_a_window_or_is_cut_off(
    tab: Any, recorded: Path, tmp_path: Path, code: str, width: int
) -> None:
    path = tmp_path / "page.html"
    text.set_language(code)
    with snapshot(recorded) as books:
        pages = report_html(books, 1), statistics_html(statistics(books), PLAYERS)
    text.set_language("en")
    for page in pages:
        path.write_text(page, encoding="utf-8")
        assert told(tab, path, width, WIDTH) == width
        assert told(tab, path, width, CUT_OFF) == ""


SHOWN = """[...document.querySelectorAll(".charts>div")].map(
    one => getComputedStyle(one).display == "none" ? "" : one.className).join(" ").trim()"""
SWITCHED = f"""(document.querySelector("#show-worth").click(), {SHOWN})"""
TARGETS = """[...document.querySelectorAll("nav a")].filter(one => one.offsetWidth)
    .map(one => document.querySelector(one.hash).id).join("/")"""
BAR_CUT_OFF = """[...document.querySelectorAll("nav a")].filter(
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
        (360, WIDTH, 360),
    ],
)
def test_a_telephone_shows_one_chart_and_a_bar(
    tab: Any, rated: Path, width: int, question: str, shown: str | int
) -> None:
    assert told(tab, rated, width, question) == shown


def test_it_is_dark_where_dark_is_liked_and_light_on_paper(tab: Any, report: Path) -> None:
    for scheme, look in (("light", PAPER), ("dark", EVENING)):
        tab.emulate_media(color_scheme=scheme)
        tab.goto(report.as_uri())
        with Image.open(BytesIO(tab.screenshot())) as picture:
            assert picture.convert("RGB").getpixel((3, 3)) == ImageColor.getrgb(look.ground)


def sheets(tab: Any, report: Path, **paper: str) -> int:
    tab.goto(report.as_uri())
    return len(re.findall(rb"/Type\s*/Page\b", tab.pdf(prefer_css_page_size=True, **paper)))


TWELVE = """like = "1961"
players = [2, 12]
about = "Twelve at one table."
"""


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("players", range(2, 13))
def test_it_is_five_screens_of_a_telephone_and_four_sheets(
    tab: Any, tmp_path: Path, players: int, seed: int
) -> None:
    own, report = tmp_path / "twelve.toml", tmp_path / "report.html"
    own.write_text(TWELVE, encoding="utf-8")
    record(tmp_path, moves=4000, players=players, edition_name=str(own), seed=seed, gift=0)
    with snapshot(tmp_path) as books:
        report.write_text(report_html(books, 1), encoding="utf-8")
    assert told(tab, report, 360, HEIGHT) <= 5 * SCREEN
    assert sheets(tab, report) <= 4


LONG = ("Maximilian-Alexs", "Theodora Susanne", "Anne-Marie Louis", "Bartholomew Finn")
LONG += ("Konstantin Felix", "Großmutter Wilma", "Josephine-Marie", "Sebastian Martin")
LONG += ("Wilhelmina Grete", "Christopher John", "Isabella Sophie", "Friedrich August")


@pytest.mark.parametrize("players", [8, 12])
def test_long_names_make_no_page_wider_or_longer(
    tab: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    monkeypatch.setattr("tests.report.evening.NAMES", LONG)
    own, report = tmp_path / "twelve.toml", tmp_path / "report.html"
    own.write_text(TWELVE, encoding="utf-8")
    edition = "1961" if players == 8 else str(own)
    record(tmp_path, moves=4000, players=players, edition_name=edition, seed=11, gift=0)
    for code in ("en", "de", "es"):
        text.set_language(code)
        with snapshot(tmp_path) as books:
            report.write_text(report_html(books, 1), encoding="utf-8")
        assert told(tab, report, 360, WIDTH) == 360
        assert told(tab, report, 360, HEIGHT) <= 5 * SCREEN
        assert sheets(tab, report) <= 4
    text.set_language("en")


def test_every_move_is_printed_if_asked_for(tab: Any, recorded: Path, report: Path) -> None:
    few = sheets(tab, report)
    with snapshot(recorded) as books:
        report.write_text(report_html(books, 1, moves=True), encoding="utf-8")
    assert sheets(tab, report) > few


NAMES_CUT_OFF = """[...document.querySelectorAll(".worth .name")].filter(one => one.offsetWidth &&
    (one.scrollWidth > one.clientWidth || !one.lastElementChild.offsetWidth ||
    one.lastElementChild.getBoundingClientRect().right > one.getBoundingClientRect().right + 1)
    ).map(one => one.textContent)"""
SHOWN_NAMES = """[...document.querySelectorAll(".worth .name")].filter(one => one.offsetWidth &&
    one.getBoundingClientRect().right <= innerWidth).length"""
BARS_OVER_FAIR_ONES = """[...document.querySelectorAll(".dice .bar")].filter(bar => {
    const fair = bar.nextElementSibling;
    return !fair.classList.contains("fair") ||
        fair.getBoundingClientRect().left < bar.getBoundingClientRect().right;
}).length"""


def test_the_name_of_each_line_is_at_its_end(tab: Any, rated: Path) -> None:
    assert told(tab, rated, 1280, NAMES_CUT_OFF) == []
    assert told(tab, rated, 1280, SHOWN_NAMES) == 6
    assert told(tab, rated, 360, SHOWN_NAMES) == 3


def test_each_sum_of_the_dice_is_beside_that_of_fair_ones(tab: Any, rated: Path) -> None:
    opened = 'document.querySelectorAll("details").forEach(one => one.open = true)'
    assert told(tab, rated, 360, f"({opened}, {BARS_OVER_FAIR_ONES})") == 0


RED, GREEN, BLUE = (
    (0.367322, 0.860646, -0.227968, 0),
    (0.280085, 0.672501, 0.047413, 0),
    (-0.011820, 0.042940, 0.968881, 0),
)
"""Colours as somebody sees them who cannot tell red from green (Machado and others, 2009)."""
LINEAR = [255 * (i / 255 / 12.92 if i <= 10 else ((i / 255 + 0.055) / 1.055) ** 2.4)
          for i in range(256)]  # fmt: skip
DIFFERENCE = 12
"""Smallest mean difference of two bars, of 255, that the eye finds without looking for it."""


def test_parts_of_a_bar_differ_for_the_colour_blind(tab: Any, tmp_path: Path) -> None:
    bars = "".join(f"{{{{ part_of_bar({n}, 100) }}}}" for n in range(len(PLAYERS)))
    page = environment().from_string(
        '{% from "parts.html" import part_of_bar with context %}'
        '<style>{% include "style.css" %} i { display: block; height: 19px }</style>'
        f'{{% include "shapes.html" %}}<div class="earned">{bars}</div>'
    )
    path = tmp_path / "bars.html"
    path.write_text(page.render(markers=PLAYERS), encoding="utf-8")
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        tab.goto(path.as_uri())
        seen = [as_the_colour_blind_see(bar.screenshot()) for bar in tab.locator("i").all()]
        assert len(seen) == len(PLAYERS)
        for one, other in combinations(seen, 2):
            assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) > DIFFERENCE


def as_the_colour_blind_see(picture: bytes) -> Image.Image:
    """Return the left end of a bar, in linear light, without the difference of red and green."""
    with Image.open(BytesIO(picture)) as image:
        linear = image.convert("RGB").crop((0, 0, 64, 19)).point([round(x) for x in LINEAR] * 3)
    return linear.convert("RGB", RED + GREEN + BLUE)
