"""A ledger as an unplug leaves it: newest moves in the log alone, and a second copy beside it."""

import shutil
from pathlib import Path
from random import Random

from companion.ledger import checks, mirror, paths
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Ledger
from companion.ledger.reader import LedgerReader
from companion.ledger.records import BEGINNING, Row
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play

HEADER, FRAME = 32, 4120
FILES = ("data/ledger.db", "data/ledger.db-wal", "stick/ledger.mirror")


class Unplugged:
    """``moves`` moves are in the log; before those, one game is in the database.

    With ``restarts``, the log was put into the database and begun anew, so that frames of the older
    one lie behind those that count.
    """

    def __init__(self, root: Path, moves: int, restarts: bool = False) -> None:
        self.root, self.data, self.stick = root, root / "data", root / "stick"
        self.path, self.mirror = self.data / "ledger.db", self.stick / mirror.FILE_NAME
        self.log = paths.log(self.path)
        playing = root.with_name(f"{root.name}-playing")
        (playing / "stick").mkdir(parents=True)
        with Ledger.open(playing / "data") as ledger:
            play(Session.begin(ledger, SETUP), 10, Random(1))
        with Ledger.open(playing / "data", playing / "stick") as ledger:
            session = Session.begin(ledger, SETUP)
            while restarts and not _has_restarted(playing / "data"):
                play(session, 1, Random(session.next_number))
            play(session, moves, Random(2))
            self.rows = everything(ledger)
            shutil.copytree(playing, root)
        shutil.rmtree(playing)
        self.whole = {name: (root / name).read_bytes() for name in FILES}

    def store(self, name: str, content: bytes) -> None:
        """Puts every file back, except one, which has other content."""
        for path in self.data.iterdir():
            path.unlink()
        for other, whole in self.whole.items():
            (self.root / other).write_bytes(content if other == name else whole)

    def live(self) -> int:
        """Count the bytes of the log that SQLite reads."""
        log = self.whole[FILES[1]]
        at = HEADER
        while log[at + 8 : at + 16] == log[16:24]:
            at += FRAME
        return at

    def frames(self) -> list[tuple[int, int, int]]:
        """Place, page and size of each frame that SQLite reads."""
        log = self.whole[FILES[1]]
        return [
            (at, int.from_bytes(log[at : at + 4]), int.from_bytes(log[at + 4 : at + 8]))
            for at in range(HEADER, self.live(), FRAME)
        ]

    def last_transaction(self) -> int:
        """Where the frames of the last transaction begin."""
        frames = self.frames()
        ends = [number for number, (_, _, size) in enumerate(frames) if size]
        last = [end for end in ends if frames[end][1:] != frames[end - 1][1:]][-1]
        return frames[max(end for end in ends if end < last) + 1][0]

    def judged(self) -> str:
        """What becomes of a fault in the files: it is found, does no harm, or removes moves."""
        try:
            checks.check_all(self.path, None)
            with snapshot(self.data) as books:
                found = mirror.first_difference(books, self.mirror)
                rows = everything(books)
        except LedgerError:
            return "found"
        if found and self.mirror.read_bytes() != self.whole[FILES[2]]:
            return "found"
        return "harmless" if rows == self.rows else "removes moves"


def everything(books: LedgerReader) -> list[Row]:
    """Every row, as it was booked."""
    return list(mirror.rows_after(books, BEGINNING))


def _has_restarted(data: Path) -> bool:
    """Whether the log is longer than what counts of it."""
    log = (data / "ledger.db-wal").read_bytes()
    return log[HEADER + 8 : HEADER + 16] == log[16:24] != log[-FRAME + 8 : -FRAME + 16]


def turned(content: bytes, bit: int) -> bytes:
    """The same with one bit flipped."""
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
