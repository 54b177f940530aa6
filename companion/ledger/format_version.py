"""Whether a file is a ledger, and one that this program can write in."""

from pathlib import Path

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.ledger import schema
from companion.ledger.copies import write
from companion.ledger.errors import Damaged, LedgerError


def check(db: Database, path: Path) -> None:
    """Raises LedgerError when the file is another program's, or a newer version's."""
    application_id = db.execute("PRAGMA application_id").fetchone()[0]
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    found = version(db)
    if application_id != schema.APPLICATION_ID and (application_id or found or tables):
        raise LedgerError(
            Sentence(
                "{path} is another program's database. Move it away, then start again.", path=path
            )
        )
    if found > schema.VERSION:
        raise LedgerError(
            Sentence(
                "{path} was written by a newer version of this program (ledger version {found};"
                " this one knows up to {known}). Update the program, then start again.",
                **{"path": path, "found": found, "known": schema.VERSION},
            )
        )


def version(db: Database) -> int:
    """The version of a ledger, 0 when there is nothing in it yet."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def bring_up(db: Database, path: Path) -> None:
    """Makes the tables of a new ledger, and those that an older one lacks.

    A copy of the older one stays beside it, in case somebody goes back.
    """
    found = version(db)
    if 0 < found < schema.VERSION:
        write(db, path.with_name(f"ledger-version-{found}.db"))
    if found < schema.VERSION:
        schema.upgrade(db)


def check_parts(db: Database, path: Path) -> None:
    """Raises Damaged when tables or triggers are not the ones that the program made."""
    if found := schema.faults(db):
        raise Damaged(
            f"{path} was changed by another program: {found[0]}. Nothing more is booked in it."
        )
