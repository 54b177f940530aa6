"""Write the feed: the game in hand as lines, for programs that show it, such as the phones.

The file begins with the row of the game and has a line for each move, in the form of the second
copy (``mirror.to_line``); ``after`` counts the rows of this file. A game that begins, is continued
or is read again after a failure gets a new file, which is renamed into place complete. Each booked
move is then one write after its transaction. Nothing is flushed: the feed is for programs that run
beside the bank, and lost with them. ``follow`` reads it.

No game waits for its feed. Any failure ends the file until the next game, with one line in the log.
"""

import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from companion.ledger import mirror
from companion.ledger.records import BEGINNING, Entry, GameHead, Row

FILE_NAME = "feed"
log = logging.getLogger(__name__)


class FeedFile:
    """File with the rows of one game; only ``publish`` puts it into place.

    Without a path, and after a failure, nothing is written.
    """

    def __init__(self, path: Path | None, head: GameHead) -> None:
        self.game = head.number
        self._path = path
        self._place = BEGINNING
        self._file = -1
        self.stat: os.stat_result | None = None
        """Identity of the file."""
        if path:
            try:
                self._draft = path.with_name(f"{path.name}.new")
                with suppress(FileNotFoundError):
                    self._draft.unlink()
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
                self._file = os.open(self._draft, flags, 0o640)
                self.stat = os.fstat(self._file)
            except OSError as error:
                self._stop(error)
        self.write([head])

    def write(self, rows: Iterable[Row]) -> None:
        """Append ``rows`` in one write."""
        if self._file < 0:
            return
        lines = []
        for row in rows:
            self._place = self._place.after(row)
            lines.append(mirror.to_line(row, self._place))
        data = b"".join(lines)
        try:
            if os.write(self._file, data) < len(data):
                raise OSError("the disk is full")
        except OSError as error:
            self._stop(error)

    def publish(self) -> None:
        """Put the file into place, over the file of an earlier game."""
        if self._file >= 0 and self._path:
            try:
                self._draft.replace(self._path)
            except OSError as error:
                self._stop(error)

    def close(self) -> None:
        """Close the file; nothing more is written."""
        if self._file >= 0:
            with suppress(OSError):
                os.close(self._file)
        self._file = -1

    def _stop(self, error: OSError) -> None:
        log.warning("feed-stopped reason=%r", error.strerror or str(error))
        self.close()


class Feed:
    """Feed of an open ledger; without a ``path`` there is none."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._current: FeedFile | None = None
        self._stat: os.stat_result | None = None
        """Identity of the file that was put into place last."""

    def add(self, rows: Iterable[Row]) -> None:
        """Write the moves that were just booked; the row of a game begins a new file."""
        if self.path is None:
            return
        moves: list[Row] = []
        for row in rows:
            if isinstance(row, GameHead):
                moves.clear()
                self.publish(self.draft(row))
            elif isinstance(row, Entry) and self._current and row.game == self._current.game:
                moves.append(row)
        if moves and self._current:
            self._current.write(moves)

    def draft(self, head: GameHead) -> FeedFile:
        """Return a file for a game whose moves are about to be read."""
        return FeedFile(self.path, head)

    def publish(self, file: FeedFile) -> None:
        """Put a draft into place: its game is the one in hand."""
        self.end()
        self._current, self._stat = file, file.stat
        file.publish()

    def end(self) -> None:
        """Close the file of the game in hand."""
        if self._current:
            self._current.close()
        self._current = None

    def remove(self) -> None:
        """Close and delete the file, unless another bank's is in its place."""
        self.end()
        if self.path:
            with suppress(OSError):
                if self._stat is None or os.path.samestat(self._stat, self.path.stat()):
                    self.path.unlink()
