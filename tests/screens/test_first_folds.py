"""Each page of the end says who won, why, and when it turned, before anything is opened."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.ledger.copies import snapshot
from companion.report import report_html
from companion.report.timeline import load_timeline
from companion.report.turning_points import why, worths
from companion.screens import podium, story
from companion.screens.layout import place
from companion.screens.parts import Part, Room, Words
from companion.screens.picture import HEIGHT, WIDTH, picture
from companion.table.prompts import now
from companion.table.story.evening import Evening, evening_of
from tests.report.evening import record

WINDOWS = [(800, 480), (720, 1280), (1280, 800)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of 2, 4 and 6 players that have a winner."""
    folder = tmp_path_factory.mktemp("evenings")
    for players, seed in ((4, 5), (2, 8), (6, 2)):
        record(folder, moves=4000, players=players, seed=seed, gift=0)
    return folder


@pytest.fixture(scope="module", params=[1, 2, 3])
def table(request: pytest.FixtureRequest, folder: Path) -> Iterator[Any]:
    with snapshot(folder) as books:
        course = load_timeline(books, request.param)
        yield SimpleNamespace(
            course=course,
            values={"story": evening_of(course)},
            now=now(course.end),
            signed="",
            session=None,
            html=report_html(books, request.param),
        )


def retold(table: Any) -> Any:
    """The same table, told in the language of now; what was computed is kept."""
    before = table.values["story"]
    if before.odds:
        told = why(table.course, before.odds.course.values)
        story = replace(before, odds=replace(before.odds, why=told))
    else:
        story = replace(
            before, facts=replace(before.facts, why=why(table.course, worths(table.course)))
        )
    return SimpleNamespace(
        **{**vars(table), "now": now(table.course.end), "values": {"story": story}}
    )


def said(part: Part, width: float, height: float) -> str:
    nodes = place(part, width, height, 1.0)
    return " ".join(
        line for node in nodes.values() if isinstance(node.look, Words) for line in node.look.lines
    )


def answers(evening: Evening) -> list[str]:
    """The winner, and the sentence that has the turn since which it was so."""
    told = str(evening.why)
    assert any(letter.isdigit() for letter in told)
    return [evening.ranks[0].name, told]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("size", WINDOWS)
def test_on_the_table(table: Any, size: tuple[int, int]) -> None:
    told, room = retold(table), Room(*size)
    for page in (podium.page, story.page):
        seen = said(page(told, room), *size)
        assert all(answer in seen for answer in answers(told.values["story"])), (page, seen)


def test_on_the_picture(table: Any) -> None:
    seen = said(picture(table.values["story"], table.now.title, ""), WIDTH, HEIGHT)
    assert all(answer in seen for answer in answers(table.values["story"])), (
        seen,
        answers(table.values["story"]),
    )


def test_in_the_report(table: Any) -> None:
    unopened = table.html.partition("<details")[0]
    assert all(answer in unopened for answer in answers(table.values["story"]))
