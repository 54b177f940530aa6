"""Real faults under a table: a disk that fills up, a file that cannot grow, a folder that is gone.

Whatever could not be booked is said and not shown; and the game goes on when the medium does.
"""

import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from companion.engine.problems import Problem
from companion.ledger.audit import Verdict, audit
from companion.ledger.errors import Damaged
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.screens.registry import SCREENS
from companion.table.session import Session
from companion.table.table import Table
from companion.text.screens.play import text_of
from tests.clock import StillClock
from tests.ledger.gaming import stuff
from tests.problems import sentence
from tests.ui.driver import setup

UNSAVED = str(text_of("not_booked", why="")).strip()
"""Sentence after the reason when a move was not booked and the ledger opens again."""


def stopped(reason: Enum, again: Enum, path: Path) -> str:
    """Return the sentences while the ledger cannot be opened: at first, and at later touches."""
    return str(
        text_of("stopped", why=sentence(reason, path=path), still=sentence(again, path=path))
    )


class Playing:
    """A table that is played at by rulings, which are legal at any time."""

    def __init__(self, data: Path, ballast: int = 0, mirror: Path | None = None) -> None:
        self.data = data
        self.ledger = Ledger.open(data, mirror, ballast)
        self.said: list[str] = []
        self.table = Table(self.ledger, StillClock(), SCREENS)
        self.table.bind(notice=lambda sentence: sentence and self.said.append(sentence))
        self.table.begin(setup("Ann Bob"))
        self.amount = 1000

    def move(self) -> str:
        """One more move; what was said to it."""
        from companion.engine.moves import Rule
        from companion.engine.rulings import SetCash
        from companion.table.session import Source

        self.amount += 1
        self.table.notice = ""
        self.said.clear()
        move = Rule((SetCash("Ann", self.amount),))
        request = f"touch {self.amount}"
        self.table.ledger_guard.play(lambda: self.table.session.play(move, Source.TOUCH, request))
        return " ".join(map(str, self.said))

    def shown(self) -> list[Any]:
        table = self.table
        return [list(table.rows), list(table.lines), table.number, table.fingerprint, table.now]

    def until_refused(self, most: int = 5000) -> tuple[list[Any], str]:
        """Plays until something is not booked: what was shown before, and what was said."""
        for _ in range(most):
            before = self.shown()
            said = self.move()
            if UNSAVED in said:
                return before, said
        raise AssertionError("the medium never failed")

    def agrees(self) -> None:
        """Check that the screen shows the booked game, and that the ledger is sound."""
        session = Session.resume(self.ledger, 1)
        assert session.game == self.table.session.game
        assert session.fingerprint == self.table.fingerprint
        found = audit(self.ledger, 1)
        assert (found.verdict, found.first_fault) == (Verdict.SOUND, None)


@contextmanager
def playing(data: Path, **options: Any) -> Iterator[Playing]:
    made = Playing(data, **options)
    yield made
    made.ledger.close()


def test_a_full_disk_is_said_and_nothing_of_the_move_is_shown(small_disk: Path) -> None:
    with playing(small_disk / "data") as table:
        table.move()
        stuffing = stuff(small_disk, leave=100_000)
        before, said = table.until_refused()
        full = Problem(Why.SQLITE, why=Problem(Why.DISK_FULL), code="SQLITE_FULL")
        assert said == str(text_of("not_booked", why=sentence(LedgerProblem.NOT_BOOKED, why=full)))
        assert table.shown() == before
        stuffing.unlink()
        assert table.move() == ""
        assert table.shown() != before
        table.agrees()


def test_a_file_that_cannot_grow_is_said(
    tmp_path: Path, no_file_beyond: Callable[[int], None]
) -> None:
    with playing(tmp_path) as table:
        table.move()
        largest = max(path.stat().st_size for path in tmp_path.iterdir())
        no_file_beyond(largest + 50_000)
        before, said = table.until_refused()
        no_file_beyond(resource.RLIM_INFINITY)
        code = said.partition("(")[2].partition(")")[0]
        failed = Problem(Why.SQLITE, why=Problem(Why.DISK_FAILED), code=code)
        assert said == str(
            text_of("not_booked", why=sentence(LedgerProblem.NOT_BOOKED, why=failed))
        )
        assert table.shown() == before
        table.move()
        table.agrees()


def test_a_folder_that_is_taken_away_is_said_at_every_touch_until_it_is_back(
    tmp_path: Path,
) -> None:
    data, gone = tmp_path / "data", tmp_path / "gone"
    with playing(data) as table:
        table.move()
        before = table.shown()
        data.rename(gone)
        path = data / "ledger.db"
        assert table.move() == stopped(LedgerProblem.GONE, LedgerProblem.NOT_THERE, path)
        again = text_of(
            "stopped",
            why=text_of("still_stopped"),
            still=sentence(LedgerProblem.NOT_THERE, path=path),
        )
        for _ in range(3):
            assert table.move() == str(again)
        assert table.shown() == before
        assert not data.exists()
        gone.rename(data)
        assert table.move() == ""
        assert table.shown() != before
        table.agrees()


def test_a_deleted_ledger_is_not_played_into(tmp_path: Path) -> None:
    """What is written to a file without a name is gone when the program ends."""
    data = tmp_path / "data"
    with playing(data) as table:
        table.move()
        shutil.copytree(data, tmp_path / "copy")
        before = table.shown()
        shutil.rmtree(data)
        data.mkdir()
        path = data / "ledger.db"
        assert table.move() == stopped(LedgerProblem.GONE, LedgerProblem.NOT_THERE, path)
        assert list(data.iterdir()) == []
        assert table.shown() == before


def test_another_ledger_in_its_place_is_not_played_into(tmp_path: Path) -> None:
    data, gone = tmp_path / "data", tmp_path / "gone"
    with playing(tmp_path / "other") as other:
        other.move()
    with playing(data) as table:
        table.move()
        before = table.shown()
        data.rename(gone)
        (tmp_path / "other").rename(data)
        assert sentence(LedgerProblem.GONE, path=data / "ledger.db") in table.move()
        assert sentence(LedgerProblem.ANOTHER_LEDGER) in table.move()
        assert table.shown() == before
        with Ledger.open(gone) as ledger:
            assert ledger.game(1).moves == 1


def test_a_medium_that_becomes_read_only_is_said(
    tmp_path: Path, make_read_only: Callable[[Path], None]
) -> None:
    data = tmp_path / "data"
    with playing(data) as table:
        table.move()
        before = table.shown()
        table.ledger._storage.fail()  # An open file keeps the right to be written.
        make_read_only(data)
        path = data / "ledger.db"
        assert sentence(LedgerProblem.NOT_WRITABLE_HERE, path=path) in table.move()
        assert table.shown() == before


def test_books_that_are_damaged_while_they_are_closed_are_not_gone_on_with(tmp_path: Path) -> None:
    """As when a card fails under the game, and takes a page with it."""
    data = tmp_path / "data"
    with playing(data) as table:
        for _ in range(30):
            table.move()
        before, told = table.shown(), []
        table.table.bind(on_damaged=told.append)
        table.ledger._storage.fail()
        page = bytearray((data / "ledger.db").read_bytes())
        page[8192 : 8192 + 2048] = bytes(2048)
        (data / "ledger.db").write_bytes(page)
        table.move()
        assert len(told) == 1
        assert isinstance(told[0], Damaged)
        assert table.shown() == before
        assert (data / "ledger.db").read_bytes() == page


def test_what_was_booked_in_the_act_of_failing_shows_when_the_medium_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, gone = tmp_path / "data", tmp_path / "gone"
    with playing(data) as table:
        table.move()
        append = table.ledger.append

        def fails_in_the_act(*arguments: Any) -> None:
            append(*arguments)
            table.ledger._storage.fail()
            data.rename(gone)
            append(*arguments)

        monkeypatch.setattr(table.ledger, "append", fails_in_the_act)
        before = table.shown()
        assert sentence(LedgerProblem.NOT_THERE, path=data / "ledger.db") in table.move()
        assert table.shown() == before
        monkeypatch.undo()
        gone.rename(data)
        assert table.move() == str(text_of("booked_after_all"))
        assert table.shown() != before
        assert table.ledger.game(1).moves == 2
        table.agrees()
