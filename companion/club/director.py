"""Follow all tables of an event: their lines from their streams, and their signs of life.

Each table has a stream of its own. The director pulls the lines of all of them, a batch of each, as
they are stored, and folds each line into its table. Of tables that have many lines, a few are read
at once, the others in turn; so a table that sends a great many lines delays no other. A table that
does not verify is read no further.

A stream is only a copy of a ledger: the director makes that of a table from which it hears, and
makes it again if the disk of the server is lost; the publisher fills it.
"""

import asyncio
import logging
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from nats.aio.msg import Msg

from companion.club.stream import (
    BATCH,
    PULL_SECONDS,
    Access,
    Link,
    Lost,
    NotStored,
    Pulled,
    Refused,
    table_of,
)
from companion.club.table import ClubTable
from companion.club.times import parse_time
from companion.engine.limits import excerpt, parse_json

LOOK_EVERY = 0.5
"""Seconds between two looks for tables that nobody reads yet."""
UNANSWERED = 10.0
"""Seconds without an answer about the streams after which the server stores nothing.

The servers of a cluster need some to agree who answers when one of them is gone.
"""
GRACE = 2.0
"""Seconds after its time for which a pull may be silent before its consumer counts as gone."""
AT_ONCE = 16
"""Tables behind that are read at one time."""
OPENED_AT_ONCE = 256
"""Tables of which the server is asked for stream and consumer at one time.

Of a cluster in which a server has just failed, nobody answers for some: it gives new consumers to
that server, too, and has no leader for some seconds.
"""
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
    """Place of the director in a stream: when that was ``made``, and the ``next`` line.

    ``consumer`` brings the lines, and has brought ``count``. Its pull may bring ``left`` more, and
    is over at ``due``. A table is ``behind`` while its stream has lines that were not read.
    """

    made: str = ""
    next: int = 1
    consumer: str = ""
    count: int = 0
    left: int = 0
    due: float = 0.0
    behind: bool = False


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
        self._failure: Exception | None = None
        """Fault of the program while it took a line; the client would tell nobody."""
        self._reading: set[int] = set()
        """Tables behind that are read now; the others wait for their turn."""
        self._turns: deque[int] = deque()

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
        await link.hear_pulled(self._hear_pulled)
        for cursor in self._cursors.values():
            cursor.consumer, cursor.due = "", 0.0
        self._reading.clear()
        self._turns.clear()
        self._link, self._failure = link, None
        clock = asyncio.get_running_loop().time
        answered = clock()
        while not link.is_lost:
            try:
                await self._look(link)
                answered = clock()
            except Lost as error:
                if clock() - answered > UNANSWERED:
                    raise NoStream(str(error)) from error
            await asyncio.sleep(LOOK_EVERY)
            if self._failure:
                raise self._failure
        raise Lost("the connection ended")

    async def _look(self, link: Link) -> None:
        """Begin to read the streams of tables that nobody reads; make those that are not there."""
        now = asyncio.get_running_loop().time()
        found = []
        for number in sorted({*await link.tables(), *self.alive}):
            cursor = self._cursors.setdefault(number, Cursor())
            if (
                cursor.consumer
                and cursor.due + GRACE < now
                and not self._is_waited_for(link, number)
            ):
                self._forget(number)
            if not cursor.consumer and cursor.due < now:
                found.append(number)
        trouble, few = "", asyncio.Semaphore(OPENED_AT_ONCE)
        for error in await asyncio.gather(*(self._open(link, number, few) for number in found)):
            if isinstance(error, NotStored):
                # The others go on.
                trouble = NO_STREAM
                self._note_loss(error)
        self.trouble = trouble
        if not trouble:
            self._why = ""

    async def _open(self, link: Link, number: int, few: asyncio.Semaphore) -> Lost | None:
        """Begin to read a table's stream, with ``few`` others; return why that is not possible."""
        cursor, table = self._cursors[number], self.tables.get(number)
        await few.acquire()
        try:
            stream = await link.make_stream(number)
            if table and table.fault:
                table.stored = stream.last
                cursor.due = asyncio.get_running_loop().time() + UNANSWERED
                return None
            if stream.made != cursor.made:
                # A new stream, or a new director: lines that are known already change nothing.
                cursor.made, cursor.next = stream.made, 1
            cursor.consumer = await link.make_consumer(number, cursor.next)
            cursor.count, cursor.behind = 0, stream.last >= cursor.next
            await self._go_on(link, number)
        except Lost as error:
            return error
        finally:
            few.release()
        return None

    def _is_waited_for(self, link: Link, number: int) -> bool:
        """Return True if it is not a table's turn, or if nobody has heard yet what came."""
        return link.has_unheard or number in self._turns

    def _forget(self, number: int) -> None:
        """Forget a consumer that is gone; the next look makes another one."""
        self._cursors[number].consumer = ""
        self._cursors[number].due = 0.0
        self._reading.discard(number)

    async def _go_on(self, link: Link, number: int) -> None:
        """Pull the next lines of a table, at once or when it is its turn."""
        self._reading.discard(number)
        if self._cursors[number].behind:
            self._turns.append(number)
        else:
            await self._pull(link, number)
        await self._take_turns(link)

    async def _take_turns(self, link: Link) -> None:
        while self._turns and len(self._reading) < AT_ONCE:
            number = self._turns.popleft()
            self._reading.add(number)
            await self._pull(link, number)

    async def _pull(self, link: Link, number: int) -> None:
        cursor = self._cursors[number]
        cursor.left, cursor.due = BATCH, asyncio.get_running_loop().time() + PULL_SECONDS
        await link.pull(number, cursor.consumer)

    async def _hear_pulled(self, found: Pulled) -> None:
        """Take what a pull brings, and pull more when it is over."""
        link, number = self._link, found.table
        cursor = self._cursors.get(number)
        if link is None or cursor is None or found.consumer != cursor.consumer:
            return
        try:
            is_over = self._take_pulled(cursor, found)
            with suppress(Lost, Refused):
                if cursor.consumer and is_over:
                    await self._go_on(link, number)
                elif not (cursor.consumer and cursor.behind):
                    self._reading.discard(number)
                    await self._take_turns(link)
        except Exception as error:
            self._failure = error
        # Many lines leave time for everything else.
        await asyncio.sleep(0)

    def _take_pulled(self, cursor: Cursor, found: Pulled) -> bool:
        """Take a line, if it is one; return True if the pull that brought it is over."""
        if not found.count:
            if found.is_gone:
                self._forget(found.table)
            return True
        if found.count != cursor.count + 1:
            # A line is missing between this one and the last.
            self._forget(found.table)
            return True
        table = self.tables.setdefault(found.table, ClubTable(found.table))
        self._take(self.access.subject(found.table, "line"), found.data)
        cursor.count, cursor.next = found.count, found.sequence + 1
        cursor.left, cursor.behind = cursor.left - 1, found.left > 0
        table.stored = found.sequence + (found.left if table.fault else 0)
        if table.fault:
            self._forget(found.table)
        return not cursor.left

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
