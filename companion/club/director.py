"""Follow all tables of an event: their lines from the stream, and their signs of life.

The director reads the stream message by message in its order and folds each line into its table.
The stream is only a copy of the ledgers: if its disk is lost, the director makes it again and the
publishers fill it.
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

from companion.club import MOST_TABLES
from companion.club.stream import Access, Link, Lost, Refused, table_of
from companion.club.table import ClubTable
from companion.club.times import parse_time
from companion.engine.limits import excerpt, parse_json

LOOK_EVERY = 0.5
"""Seconds after which the stream is asked again although nothing was heard."""
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
    """Raised if the server is there, but no stream on it."""


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
        self._made = ""
        self._why = ""
        self._next = 1
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
                if str(error) != self._why:
                    self._why = str(error)
                    log.info("club-link-lost why=%r", self._why)
            except Refused as error:
                log.error("club-refused why=%r", str(error))
            except Exception:
                # A wall that follows nobody any more would look like one that does.
                log.exception("club-failed")
            self.trouble = trouble
            await asyncio.sleep(RETRY_AFTER)

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

    # --- the stream -------------------------------------------------------------------------------

    async def _follow(self, link: Link) -> None:
        # Signs of life come through a server that stores nothing, too.
        await link.listen(self.access.subject("*", "alive"), self._hear_alive)
        try:
            made = await link.make_stream()
        except Lost as error:
            raise (error if link.is_lost else NoStream(str(error))) from error
        if made != self._made:
            # A new stream, or a new director: lines that are known already change nothing.
            self._made, self._next = made, 1
        await link.listen(self.access.subject("*", "line"), self._hear_line)
        self._link, self.trouble, self._why = link, "", ""
        lines = self.access.subject("*", "line")
        while not link.is_lost:
            self._wake.clear()
            while stored := await link.next(self._next, lines):
                self._next = stored.sequence + 1
                self._take(stored.subject, stored.data)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._wake.wait()
        raise Lost("the connection ended")

    def _take(self, subject: str, line: bytes) -> None:
        number = table_of(subject)
        if not 0 < number <= MOST_TABLES:
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
        if found and 0 < number <= MOST_TABLES:
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
