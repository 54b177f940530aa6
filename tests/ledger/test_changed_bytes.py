"""One byte of the file is changed, anywhere: it changes nothing, or it is found to be damage."""

from collections import Counter
from pathlib import Path
from random import Random
from shutil import copyfile

import pytest

from companion.ledger import checks
from companion.ledger.errors import LedgerError
from companion.runtime.inspection import InspectionResult
from companion.runtime.ledger_session import LedgerSession
from tests.ledger import changed_bytes, pages
from tests.ledger.changed_bytes import change, contents, discovery
from tests.ledger.shelves import fill

MOVES, PAGE = 2_000, 4096
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
    "unused": "harmless",
    "free pages": "harmless",
}
"""Time by which most changes of each kind are found."""
ANYWHERE = "anywhere"
FEW, MANY = 3, 400


class Unnoticed(Exception):
    """The byte at this place was changed, and nothing was said."""


class Shelf:
    """A ledger whose bytes are changed, one at a time."""

    def __init__(self, root: Path) -> None:
        fill(root / "whole", MOVES)
        self.whole, self.folder = root / "whole" / "ledger.db", root / "changed"
        self.folder.mkdir()
        self.path = self.folder / "ledger.db"
        self.contents = contents(self.whole)
        self.places = pages.kinds(self.whole)
        assert {*self.places} == {*KINDS}
        assert self.contents

    def discovery(self, at: int, random: Random) -> str:
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
    return Shelf(scratch)


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
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", [*KINDS, ANYWHERE])
def test_a_byte_that_was_changed_is_found_or_changes_nothing(
    shelf: Shelf, kind: str, count: int
) -> None:
    places = shelf.places.get(kind) or [range(shelf.whole.stat().st_size)]
    random = Random(f"{kind} {count}")
    found = Counter(shelf.discovery(pages.anywhere(random, places), random) for _ in range(count))
    print(f"{kind}: {dict(found)}")
    assert found.total() == count
    if count == MANY and kind != ANYWHERE:
        assert found[KINDS[kind]] > count / 3


def test_without_the_check_of_the_columns_changes_are_lost(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault that the test above must see."""
    monkeypatch.setattr("companion.ledger.replay.Columns._columns_agree", lambda *_: None)
    random, rows = Random(4), shelf.places["event rows"]
    with pytest.raises(Unnoticed):
        [shelf.discovery(pages.anywhere(random, rows), random) for _ in range(60)]


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
        assert changed_bytes.contents(path) != shelf.contents
