"""A ledger with two recorded evenings, the report of the first, and the same ledger to ask."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.ledger.atomic_file import write_copy
from companion.ledger.copies import snapshot
from companion.report import report_html
from tests.report.evening import record
from tests.report.pages import Page


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    record(folder)
    record(folder, moves=120, players=3, edition_name="1935", seed=8)
    return folder


@pytest.fixture(scope="session")
def html(recorded: Path) -> str:
    with snapshot(recorded) as books:
        return report_html(books, 1)


@pytest.fixture(scope="session")
def page(html: str) -> Page:
    return Page(html)


@pytest.fixture(scope="session")
def sql(recorded: Path) -> Iterator[sqlite3.Connection]:
    with snapshot(recorded) as books:
        books.query(lambda db: write_copy(db, recorded / "copy.db"))
    with closing(sqlite3.connect(recorded / "copy.db")) as conn:
        yield conn
