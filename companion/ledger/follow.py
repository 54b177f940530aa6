"""Follow the feed of a running bank: see ``feed``.

A line counts once it is complete. A file with another identity begins a new game. The hashes find
lines that were changed or are missing; then the follower waits for the next file.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from companion import foreign
from companion.engine import codec
from companion.engine.decide import apply
from companion.engine.events import Event
from companion.engine.limits import ForeignError
from companion.engine.moves import Move
from companion.engine.notation import parse_move, read_header
from companion.engine.state import Game, Setup, start
from companion.ledger import mirror
from companion.ledger.mirror import InvalidLine
from companion.ledger.problems import Why
from companion.ledger.records import BEGINNING, Entry, GameHead, Row
from companion.ledger.replay import DAMAGE

_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class FollowedMove:
    """Move of the feed with its events, and the positions before and after it."""

    entry: Entry
    move: Move
    events: tuple[Event, ...]
    before: Game
    after: Game


class FollowedGame:
    """Game of a feed, as far as its lines have been read."""

    def __init__(self, head: GameHead) -> None:
        """Begin with the row of the game. Raises ForeignError if its header cannot be used."""
        self.number, self.key = head.number, head.hash
        self.setup: Setup = read_header(head.header)
        self.position: Game = start(self.setup)
        self.moves: list[FollowedMove] = []
        self._link = head.hash
        self._next = 0

    @property
    def last_number(self) -> int:
        """Number of the last move; 0 before the first."""
        return len(self.moves)

    def take(self, entry: Entry) -> None:
        """Apply the next move.

        Raises InvalidLine if another one is missing before it, and NotationError if its text is no
        move.
        """
        follows = (entry.game, entry.number, entry.previous_hash)
        if follows != (self.number, self._next, self._link):
            raise InvalidLine(Why.LINES_MISSING)
        self._next += 1
        self._link = entry.hash
        if entry.number:
            events = tuple(map(codec.loads, entry.events))
            before, self.position = self.position, apply(self.position, events)
            move = parse_move(entry.text, before.setup)
            self.moves.append(FollowedMove(entry, move, events, before, self.position))


class FeedReader:
    """Reader of the rows in the feed at ``path``; a subclass says what to do with them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._rest = b""
        self._place = BEGINNING
        self._is_broken = False

    def read(self) -> bool:
        """Read what was written since; return True if there was any of it, or a file is gone."""
        changed = self._reopen() if self.is_replaced() else False
        if self._file is None or self._is_broken:
            return changed
        try:
            for line in self._lines():
                self._take(line)
                changed = True
        except (InvalidLine, ForeignError, OSError, *DAMAGE):
            self._is_broken = True
            self._forget()
            return True
        return changed

    def close(self) -> None:
        """Close the file of the feed."""
        if self._file:
            self._file.close()
        self._file = None

    def _forget(self) -> bool:
        """Forget the rows so far; return True if there were any."""
        raise NotImplementedError

    def _apply(self, row: Row) -> None:
        """Take the next row. Raises InvalidLine if it does not follow."""
        raise NotImplementedError

    def is_replaced(self) -> bool:
        """Return True if another file is in place of the one that is read, or none."""
        try:
            there = os.stat(self._path)
        except OSError:
            return self._file is not None
        if self._file is None:
            return True
        here = os.fstat(self._file.fileno())
        return (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino)

    def _reopen(self) -> bool:
        """Begin anew with the file that is there now; return True if rows were forgotten."""
        self.close()
        had_rows = self._forget()
        self._rest, self._place, self._is_broken = b"", BEGINNING, False
        with suppress(ForeignError):
            self._file = foreign.open_file(self._path)
        return had_rows

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines that are complete; the beginning of another one is kept."""
        assert self._file
        while chunk := os.read(self._file.fileno(), _CHUNK):
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            for line in lines:
                yield line + b"\n"
            if len(self._rest) > foreign.LONGEST_LINE:
                raise InvalidLine(Why.NOT_A_LINE)

    def _take(self, line: bytes) -> None:
        after, row = mirror.from_line(line)
        if self._place.after(row) != after:
            raise InvalidLine(Why.LINES_MISSING)
        self._place = after
        self._apply(row)


class FeedFollower(FeedReader):
    """Reader of the game in the feed. ``game`` is None while there is no game to show."""

    game: FollowedGame | None = None

    def _forget(self) -> bool:
        had_game, self.game = self.game is not None, None
        return had_game

    def _apply(self, row: Row) -> None:
        if isinstance(row, GameHead) and self.game is None:
            self.game = FollowedGame(row)
        elif isinstance(row, Entry) and self.game is not None:
            self.game.take(row)
        else:
            raise InvalidLine(Why.NOT_A_LINE)
