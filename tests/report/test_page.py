"""The report as a file: it needs nothing from anywhere, and reports what is invalid."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import text
from companion.engine.problems import Problem
from companion.ledger.checks import row_name
from companion.ledger.copies import snapshot
from companion.ledger.problems import LedgerProblem, Why
from companion.report import report_html
from companion.report.statistics import statistics
from companion.report.statistics_html import statistics_html
from companion.table.markers import newest_markers
from companion.text import translate_message
from companion.text.report import REPORT
from tests.commands import companion
from tests.ledger.tampering import cheating
from tests.problems import sentence
from tests.report.evening import record
from tests.report.pages import Page
from tests.report.translated import translated

REMOTE = re.compile(
    r"https?:|//|<script|<link|<iframe|<img|@import|url\((?!#)|\bsrc=|\bon\w+=|href=\"(?!#)", re.I
)
FONT = re.compile(r"url\(data:font/woff;base64,[\w+/=]+\)")
MOST_BYTES, MOST_OF_A_LONG_GAME = 350_000, 700_000
"""Most bytes of a page. Of 2,000 moves, two fifths are the links from figures to their moves."""
MEASURED = """
import re, sys, time
began = time.process_time()
from companion.cli import cli
cli.main(sys.argv[1:], standalone_mode=False)
status = open("/proc/self/status").read()
most = int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) // 1024
print(f"{time.process_time() - began:.2f} s, {most} MB")
"""
"""Of itself, not of the process that started it, as ``ru_maxrss`` would be."""


def test_a_report_asks_for_nothing_from_anywhere(html: str) -> None:
    assert REMOTE.findall(FONT.sub("", html)) == []
    assert len(html.encode()) < MOST_BYTES


@pytest.mark.parametrize(
    "line", ['<use href="https://x"/>', "<script>", "a{b:url(c)}", "<p onload=1>"]
)
def test_a_reference_would_be_seen(line: str) -> None:
    assert REMOTE.search(line)


def test_what_people_wrote_is_text_and_no_markup(html: str) -> None:
    assert "<spilled>" not in html
    assert "&lt;spilled&gt; &amp; agreed" in html


def test_the_fingerprint_is_the_one_that_the_table_saw(html: str, recorded: Path) -> None:
    with snapshot(recorded) as books:
        fingerprint = books.fingerprint(1)
    assert html.count(fingerprint) == 2
    assert REPORT["sound"] in html


def test_a_game_that_is_not_over_is_reported_as_far_as_it_is(recorded: Path) -> None:
    with snapshot(recorded) as books:
        page, again = (report_html(books, 2) for _ in range(2))
    assert page == again
    assert REPORT["open"] in page
    found = Page(page)
    assert len(found.lists["moves"]) == 120
    assert "sources" not in found.tables, "nobody is told the odds before the end"


def test_a_ledger_that_was_tampered_with_is_not_called_sound(tmp_path: Path) -> None:
    record(tmp_path, moves=60)
    with cheating(tmp_path) as db:
        db.execute("UPDATE moves SET text = 'Ann throws 6 6' WHERE game = 1 AND number = 40")
    out = tmp_path / "report.html"
    companion("report", 1, "-o", out, "--data", tmp_path)
    page = out.read_text(encoding="utf-8")
    assert REPORT["not sound"] in page
    changed = {"row": row_name(1, 40), "fault": Problem(Why.HASH_DIFFERS)}
    assert sentence(LedgerProblem.ROW_FAULT, **changed) in page
    assert len(Page(page).lists["moves"]) == 39


def test_a_report_speaks_the_language_that_is_asked_for(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "bericht.html"
    try:
        companion("report", 2, "-o", out, "--language", "de", "--data", recorded)
        heading = REPORT["who paid whom"]
    finally:
        text.set_language("en")
    page = out.read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert heading in page
    assert heading != REPORT["who paid whom"]


@pytest.mark.parametrize("arguments", [("9", "{there}/x.html"), ("2", "{there}/nowhere/x.html")])
def test_what_cannot_be_written_is_one_sentence(
    arguments: tuple[str, ...], recorded: Path, tmp_path: Path
) -> None:
    game, out = (word.format(there=tmp_path) for word in arguments)
    said = companion("report", game, "-o", out, "--data", recorded, status=2)
    assert said.count("\n") == 1
    problem = Problem(LedgerProblem.NO_SUCH_GAME, game=9)
    if game == "2":
        why = os.strerror(errno.ENOENT)
        problem = Problem(LedgerProblem.UNWRITABLE, path=out, why=why)
    assert translate_message(problem) in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_two_thousand_moves_are_reported_in_two_seconds(tmp_path: Path) -> None:
    """On the processor, for others may be at work on this machine; the program's start included."""
    record(tmp_path, moves=2000, players=6, gift=3000)
    out = tmp_path / "report.html"
    command = (sys.executable, "-c", MEASURED, "report", "1", "-o", out, "--data", tmp_path)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    print(f"{done.stdout.strip()}, {out.stat().st_size} bytes")
    *_, measured = done.stdout.splitlines()
    seconds, megabytes = map(float, re.findall(r"[\d.]+", measured))
    assert len(Page(out.read_text(encoding="utf-8")).lists["moves"]) == 2000
    assert out.stat().st_size < MOST_OF_A_LONG_GAME
    assert seconds < 2
    assert megabytes < 120


def test_no_browser_translates_the_name_of_a_player_or_a_property(recorded: Path) -> None:
    with snapshot(recorded) as books:
        setup = books.setup(1)
        names = {*setup.players} | {deed.name for deed in setup.board.deeds.values()}
        markers = newest_markers(row.players for row in books.games())
        for page in (report_html(books, 1), statistics_html(statistics(books), markers)):
            texts = translated(page)
            assert len(texts) > 50
            assert [one for one in texts if one in names] == []
