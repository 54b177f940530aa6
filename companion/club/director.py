"""Follow all tables of an event: their lines from their streams, and their signs of life.

Each table has a stream of its own. The director reads the streams in turn, a share of each, line by
line, and folds each line into its table. So a table that sends a great many lines delays no other.
A table that does not verify is read no further.

A stream is only a copy of a ledger: the director makes that of a table from which it hears, and
makes it again if the disk of the server is lost; the publisher fills it.
"""

import asyncio
import logging
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from nats.aio.msg import Msg

from companion.club.stream import Access, Link, Lost, NotStored, Refused, Stream, table_of
from companion.club.table import ClubTable
from companion.club.times import parse_time
from companion.engine.limits import excerpt, parse_json

LOOK_EVERY = 0.5
"""Seconds after which the streams are looked at again although nothing was heard."""
PAUSE = 0.05
"""Seconds between two looks, however many lines are heard."""
SHARE = 50
"""Number of lines that are read of a table before the next table has its turn."""
RETRY_AFTER = 1.0
CLOCK_OFF = timedelta(minutes=1)
"""Smallest difference of two clocks that is told."""
NOT_CONNECTED, NO_STREAM = "not connected", "no stream"
MOST_UNPACKED = 1 << 24
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Alive:
    """Sign of life of a table, and when the director ``heard`` it.

    ``ahead`` is how far the table's clock is ahead of the director's, ``moves`` how many its ledger
    had.
    """

    heard: datetime
    ahead: timedelta
    version: str
    room: int
    celsius: float | None
    cut_off: datetime | None
    trouble: str
    moves: int


class NoStream(Lost):
    """Raised if the server is there, but stores nothing."""


@dataclass
class Cursor:
    """Sequence of the ``next`` line that is read of a stream, and when that was ``made``."""

    made: str = ""
    next: int = 1


class Director:
    """All tables of an event."""

    def __init__(
        self, access: Access, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.access = access
        self.clock = clock
        self.tables: dict[int, ClubTable] = {}
        self.alive: dict[int, Alive] = {}
        self.trouble = NOT_CONNECTED
        """Reason why no lines come from the server: ``NOT_CONNECTED``, ``NO_STREAM`` or empty."""
        self._cursors: dict[int, Cursor] = {}
        self._why = ""
        self._link: Link | None = None
        self._wake = asyncio.Event()

    async def run(self) -> None:
        """Follow for ever."""
        while True:
            trouble = NOT_CONNECTED
            try:
                link = await Link.open(self.access)
                try:
                    await self._follow(link)
                finally:
                    self._link = None
                    await link.close()
            except Lost as error:
                if isinstance(error, NoStream):
                    trouble = NO_STREAM
                self._note_loss(error)
            except Refused as error:
                log.error("club-refused why=%r", str(error))
            except Exception:
                # A wall that follows nobody any more would look like one that does.
                log.exception("club-failed")
            self.trouble = trouble
            await asyncio.sleep(RETRY_AFTER)

    def _note_loss(self, error: Lost) -> None:
        """Log why something is lost, once, however long that lasts."""
        if str(error) != self._why:
            self._why = str(error)
            log.info("club-link-lost why=%r", self._why)

    async def ask(self, table: int, question: str) -> bytes:
        """Return a table's answer to ``audit``, ``fingerprint`` or ``report``.

        Raises Lost if the table does not answer, Refused if that is not permitted.
        """
        if self._link is None:
            raise Lost("not connected")
        subject = self.access.subject(table, "ask")
        answer = await self._link.ask(subject, question.encode(), patience=30)
        unpacking = zlib.decompressobj()
        try:
            return unpacking.decompress(answer.data, MOST_UNPACKED)
        except zlib.error as error:
            raise Lost("the answer cannot be read") from error

    # --- the streams ------------------------------------------------------------------------------

    async def _follow(self, link: Link) -> None:
        # Signs of life come through a server that stores nothing, too.
        await link.listen(self.access.subject("*", "alive"), self._hear_alive)
        self._link = link
        self._wake.set()
        while not link.is_lost:
            if self._wake.is_set():
                self._wake.clear()
                # One line is enough: the server sends no others of a table that sends many.
                await link.listen(self.access.subject("*", "line"), self._hear_line, most=1)
            try:
                has_more = await self._read_all(link)
            except Lost as error:
                raise (error if link.is_lost else NoStream(str(error))) from error
            if not has_more:
                await asyncio.sleep(PAUSE)
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._wake.wait()
        raise Lost("the connection ended")

    async def _read_all(self, link: Link) -> bool:
        """Read a share of every table's lines; return True if a table has more of them."""
        streams, trouble = await link.streams(), ""
        for number in sorted({*self.alive} - {*streams}):
            try:
                await link.make_stream(number)
            except NotStored as error:
                # The others go on.
                trouble = NO_STREAM
                self._note_loss(error)
        self.trouble = trouble
        if not trouble:
            self._why = ""
        return any([await self._read(link, number, one) for number, one in streams.items()])

    async def _read(self, link: Link, number: int, stream: Stream) -> bool:
        """Read a share of a table's lines; return True if there are more of them."""
        cursor = self._cursors.setdefault(number, Cursor())
        if stream.made != cursor.made:
            # A new stream, or a new director: lines that are known already change nothing.
            cursor.made, cursor.next = stream.made, 1
        if not stream.last:
            return False
        table = self.tables.setdefault(number, ClubTable(number))
        subject, end = (
            self.access.subject(number, "line"),
            min(stream.last, cursor.next + SHARE - 1),
        )
        while cursor.next <= end and not table.fault:
            stored = await link.next(cursor.next, subject)
            if stored is None:
                break
            cursor.next = stored.sequence + 1
            self._take(subject, stored.data)
        table.stored = stream.last if table.fault else cursor.next - 1
        return cursor.next <= stream.last and not table.fault

    def _take(self, subject: str, line: bytes) -> None:
        number = table_of(subject)
        if not number:
            return
        table = self.tables.setdefault(number, ClubTable(number))
        had_fault = table.fault is not None
        if table.take(line):
            self._compare_clocks(table)
            self._compare_moves(table)
        elif table.fault and not had_fault:
            log.warning("club-line-refused table=%d why=%r", number, str(table.fault))

    def _compare_clocks(self, table: ClubTable) -> None:
        """Find out how wrong the times of a table's moves are.

        A move that its ledger did not have yet at the last sign of life was made since then.
        """
        alive, game, now = self.alive.get(table.number), table.current, self.clock()
        if alive and game and table.moves > alive.moves:
            is_right = alive.heard - CLOCK_OFF <= game.last_at <= now + CLOCK_OFF
            table.ahead = timedelta() if is_right else game.last_at - now

    def _compare_moves(self, table: ClubTable) -> None:
        """Notice that a table's ledger has more moves than came here."""
        alive = self.alive.get(table.number)
        if alive is None or table.moves >= alive.moves:
            table.lacks_since = None
        elif table.lacks_since is None:
            table.lacks_since = alive.heard

    async def _hear_line(self, _: Msg) -> None:
        # Only what the stream has stored counts; this is the time to look.
        self._wake.set()

    async def _hear_alive(self, message: Msg) -> None:
        number = table_of(message.subject)
        found = _alive(message.data, self.clock())
        if found and number:
            self.alive[number] = found
            self._compare_moves(self.tables.setdefault(number, ClubTable(number)))


def _alive(data: bytes, now: datetime) -> Alive | None:
    """Parse a sign of life; None if it is none."""
    try:
        fields: dict[str, Any] = parse_json(data[:4096])
        celsius = fields["celsius"]
        return Alive(
            now,
            parse_time(fields["at"]) - now,
            excerpt(str(fields["version"])),
            _count(fields["room"]),
            None if celsius is None else float(celsius),
            parse_time(fields["cut_off"]) if fields["cut_off"] else None,
            excerpt(str(fields["trouble"])),
            _count(fields["moves"]),
        )
    except (ValueError, TypeError, LookupError, OverflowError):
        return None


def _count(value: object) -> int:
    """Return a count that a table wrote. Raises ValueError if it is none."""
    if type(value) is not int or value < 0:
        raise ValueError("not a count")
    return value
