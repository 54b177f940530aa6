"""A game as the product plays it, each thing said aloud as soon as the screen could show it.

player.py FOLDER COUNT [PLANT]: goes on with the game in FOLDER, or begins one, up to move COUNT,
and lets go of the ledger. What a move is hangs on its number alone, so that whoever goes on after
an interruption asks for the very move, by the very request, that was interrupted. PLANT names a
mistake in the opening: what is lost by one of ``PLANTS`` shows that a loss would be seen.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from companion.ledger import connection, hashing
from companion.ledger.ledger import Ledger
from companion.ledger.reader import LedgerReader
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play

Say = Callable[[str], object]
GAME = 1
FOLDER = "data"
COPY = "copy"
"""Where there is a folder of that name beside the ledger's, the second copy is in it."""


def open_ledger(folder: Path) -> Ledger:
    """The ledger in ``folder``, with a second copy where there is a place for it."""
    copy = folder.parent / COPY
    return Ledger.open(folder, mirror=copy if copy.is_dir() else None)


def play_up_to(count: int, ledger: Ledger, say: Say) -> None:
    """The game goes on up to move ``count``. Raises LedgerError."""
    session = sit_down(ledger, say)
    while session.next_number <= count:
        step(ledger, session, say)


def sit_down(ledger: Ledger, say: Say) -> Session:
    """The game that is there, or the first one, and all that can be seen of it."""
    begun = ledger.numbers()
    session = Session.resume(ledger, GAME) if begun else Session.begin(ledger, SETUP)
    for text in told(ledger):
        say(text)
    return session


def step(ledger: Ledger, session: Session, say: Say) -> None:
    """The next move, by tray or touch; before some a throw that the tray could not read."""
    number = session.next_number
    random = Random(number)
    if number % 5 == 0:
        session.note_fault(f"fault {number}")
        say(f"throw fault {number}")
    if session.roller() and number % 2:
        dice = random.randint(1, 6), random.randint(1, 6)
        session.tray_roll(f"tray {number}", dice, number)
    else:
        play(session, 1, random)
    say(f"move {number} {ledger.fingerprint(GAME)}")


def told(books: LedgerReader) -> Iterator[str]:
    """Whatever was ever said, according to the ledger."""
    for game in books.numbers():
        yield f"game {game}"
        for move in (entry for entry in books.entries(game) if entry.number):
            yield f"move {move.number} {hashing.fingerprint(move.hash)}"
    for row in books.throws():
        if row.move is None:
            yield f"throw {row.throw.identity}"


def _delete_without_exclusive() -> None:
    """What SQLite does by itself, and who opened the file before us may have left so."""
    connection._LOCKING = ("locking_mode", "NORMAL", "normal")
    _set("journal_mode", "DELETE", "delete")
    _set("synchronous", "FULL", 2)


def _wal_normal() -> None:
    _set("synchronous", "NORMAL", 1)


def _off() -> None:
    _set("synchronous", "OFF", 0)


def _powersafe_overwrite() -> None:
    kept = connection._closed_on_error
    connection._closed_on_error = lambda path, parameters, named=None: kept(
        path, parameters.replace("psow=0", "psow=1"), named
    )


def _set(pragma: str, value: str, expected: Any) -> None:
    connection._SETTINGS = tuple(
        (pragma, value, expected) if setting[0] == pragma else setting
        for setting in connection._SETTINGS
    )


PLANTS = {
    "DELETE, FULL, not EXCLUSIVE": _delete_without_exclusive,
    "WAL, NORMAL": _wal_normal,
    "WAL, OFF": _off,
    "powersafe overwrite": _powersafe_overwrite,
}


def say_aloud(text: str) -> None:
    """One line, in one call."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    for plant in sys.argv[3:]:
        PLANTS[plant]()
    with open_ledger(Path(sys.argv[1])) as ledger:
        play_up_to(int(sys.argv[2]), ledger, say_aloud)
