"""One byte of the file is changed, anywhere: it changes nothing, or it is found to be damage."""

import resource
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from random import Random
from shutil import copyfile

import pytest

from companion.ledger import checks
from companion.ledger.errors import Damaged, LedgerError
from companion.runtime.inspection import InspectionResult
from companion.runtime.ledger_session import LedgerSession
from companion.table.session import Session
from tests.ledger import pages
from tests.ledger.shelves import fill
from tests.sizes import sizes

MOVES, FULL, PAGE = 1_000, 200_000, 4096
A_MINUTE, PATIENCE = 60.0, 900.0
"""Seconds for an inspection, and until one is given up, on a machine with other work."""
KINDS = {
    "header": "opening",
    "page headers": "background",
    "inner pages": "background",
    "schema": "opening",
    "index entries": "background",
    "move rows": "background",
    "event rows": "background",
    "other rows": "opening",
    "overflow": "background",
    "list of free pages": "background",
    "free pages": "harmless",
}
"""Time by which most of what a change of each kind does is found."""
ANYWHERE = "anywhere"
FEW, MANY = 3, 400

MIGRATIONS = "_sqlite_migrations"
"""The table in which sqlite-utils notes what it did to the file, and when. Its SQL is that of the
version of sqlite-utils; nothing reads the time."""

Look = Callable[[LedgerSession], InspectionResult]


def change(path: Path, at: int, random: Random) -> None:
    """Any other byte in place of the one that is there."""
    with path.open("r+b") as file:
        file.seek(at)
        old = file.read(1)[0]
        file.seek(at)
        file.write(bytes([old ^ random.randrange(1, 256)]))


def discovery(folder: Path, look: Look) -> str:
    """Return when a fault is reported: at opening, with the game in hand, or by ``look``."""
    with LedgerSession(folder, None) as books:
        if books.ledger is None:
            assert books.damage, books.trouble
            return "opening"
        try:
            game = books.ledger.latest_unfinished()
            assert game
            Session.resume(books.ledger, game)
        except Damaged:
            return "game in hand"
        found = look(books)
    if isinstance(found, Damaged):
        return "background"
    assert found is None, found
    return ""


def contents(path: Path) -> str:
    """A digest of all that a ledger says, however SQLite looks for it; "" if SQLite complains."""
    digest = sha256()
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as conn:
            conn.execute("PRAGMA cell_size_check = ON")
            if not _is_whole(conn):
                return ""
            for row in _all(conn):
                digest.update(repr(row).encode())
    except (sqlite3.Error, UnicodeError):
        return ""
    return digest.hexdigest()


def _is_whole(conn: sqlite3.Connection) -> bool:
    """Return True if SQLite finds no fault; with views there, it may pass over free pages."""
    alone = bytearray(conn.serialize())
    alone[18:20] = b"\1\1"  # no log beside it
    with closing(sqlite3.connect(":memory:")) as copy:
        copy.deserialize(bytes(alone))
        copy.execute("PRAGMA writable_schema = ON")
        copy.execute("DELETE FROM sqlite_schema WHERE type = 'view'")
        copy.commit()
        copy.execute("PRAGMA writable_schema = RESET")
        whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return whole and conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def _all(conn: sqlite3.Connection) -> Iterator[object]:
    for pragma in ("application_id", "user_version", "encoding"):
        yield pragma, conn.execute(f"PRAGMA {pragma}").fetchall()
    parts = conn.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    ).fetchall()
    yield from (part for part in parts if part[2] != MIGRATIONS)
    yield conn.execute(f"SELECT migration_set, name FROM {MIGRATIONS} ORDER BY rowid").fetchall()
    for table in (name for kind, name, *_ in parts if kind == "table" and name != MIGRATIONS):
        for row in conn.execute(f"SELECT rowid, * FROM {table} NOT INDEXED ORDER BY rowid"):
            # Once as the pages have the rows, and once as each is found by its number.
            yield row
            found = conn.execute(f"SELECT rowid, * FROM {table} WHERE rowid = ?", row[:1])
            yield found.fetchone() == row


class Unnoticed(Exception):
    """The byte at this place was changed, and nothing was said."""


class Shelf:
    """A ledger whose bytes are changed, one at a time."""

    def __init__(self, root: Path, moves: int) -> None:
        fill(root / "whole", moves)
        self.whole, self.folder = root / "whole" / "ledger.db", root / "changed"
        self.folder.mkdir()
        self.path = self.folder / "ledger.db"
        self.contents = contents(self.whole)
        self.places = pages.kinds(self.whole)
        assert {*self.places} == {*KINDS}
        assert self.contents

    def discovery(self, at: int, random: Random, look: Look) -> str:
        """Return when a change of the byte is found; "harmless" if it changed nothing."""
        for path in self.folder.iterdir():
            path.unlink()
        copyfile(self.whole, self.path)
        change(self.path, at, random)
        changed = self.path.read_bytes()
        if found := discovery(self.folder, look):
            return found
        # As it was before it was opened, which may write to it.
        self.path.write_bytes(changed)
        if contents(self.path) != self.contents:
            raise Unnoticed(at)
        return "harmless"


def look(books: LedgerSession) -> InspectionResult:
    """Do the work of the background process, which would take most of the time here."""
    books.close()
    try:
        return checks.check_copy(books.folder / "ledger.db", None)
    except LedgerError as error:
        return error


@pytest.fixture(scope="module")
def shelf(scratch: Path) -> Shelf:
    return Shelf(scratch / "small", MOVES)


def test_a_free_page_that_is_in_use_is_found(shelf: Shelf) -> None:
    """The next moves would be written over the ones on that page."""
    [listed] = shelf.places["list of free pages"]
    used = shelf.places["move rows"][0].start // PAGE + 1
    copyfile(shelf.whole, shelf.path)
    with shelf.path.open("r+b") as file:
        file.seek(listed.start + 8)
        file.write(used.to_bytes(4, "big"))
    assert discovery(shelf.folder, look) == "background"


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("count", sizes(FEW, slow=40, hours=MANY))
@pytest.mark.parametrize("kind", [*KINDS, ANYWHERE])
def test_a_byte_that_was_changed_is_found_or_changes_nothing(
    shelf: Shelf, kind: str, count: int
) -> None:
    places = shelf.places.get(kind) or [range(shelf.whole.stat().st_size)]
    random = Random(f"{kind} {count}")
    draws = (pages.anywhere(random, places) for _ in range(count))
    found = Counter(shelf.discovery(at, random, look) for at in draws)
    print(f"{kind}: {dict(found)}")
    assert found.total() == count
    if count == MANY and kind != ANYWHERE:
        # Pages have room left, in which a change is harmless.
        assert found[KINDS[kind]] > (count - found["harmless"]) / 2


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize("size", sizes(slow=20_000, hours=FULL))
def test_in_a_full_shelf_it_is_found_within_a_minute(scratch: Path, size: int) -> None:
    """As the bank finds it, in a process in the background."""
    shelf, random, longest = Shelf(scratch / f"full {size}", size), Random(size), 0.0
    whole = [range(shelf.whole.stat().st_size)]
    for places in (*(24 * [whole]), *(2 * [*shelf.places.values()])):
        begun = processor_seconds()
        shelf.discovery(pages.anywhere(random, places), random, inspected)
        longest = max(longest, processor_seconds() - begun)
    print(f"the longest took {longest:.1f} s")
    assert longest < A_MINUTE


def processor_seconds() -> float:
    """Return the processor time of this process and its inspections."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def inspected(books: LedgerSession) -> InspectionResult:
    """Return the result of the background process."""
    found: SimpleQueue[InspectionResult] = SimpleQueue()
    books.inspection.start(found.put)
    return found.get(timeout=PATIENCE)


def test_without_the_check_of_the_columns_changes_are_lost(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault that the test above must see."""
    monkeypatch.setattr("companion.ledger.replay.Columns._columns_agree", lambda *_: None)
    random, rows = Random(4), shelf.places["event rows"]
    with pytest.raises(Unnoticed):
        [shelf.discovery(pages.anywhere(random, rows), random, look) for _ in range(60)]


def test_the_judge_sees_a_change_of_every_table(shelf: Shelf, tmp_path: Path) -> None:
    from tests.ledger.tampering import forge

    for script in (
        "UPDATE events SET why = 'gift' WHERE rowid = (SELECT max(rowid) FROM events)",
        "UPDATE games SET program = '9' WHERE number = 1",
        "UPDATE _sqlite_migrations SET name = 'v0' WHERE id = 1",
        "PRAGMA user_version = 2",
        "DROP VIEW deeds",
    ):
        path = Path(copyfile(shelf.whole, tmp_path / "ledger.db"))
        forge(path, script)
        assert contents(path) != shelf.contents
