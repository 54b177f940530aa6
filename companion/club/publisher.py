"""Send the rows of one table's ledger to its stream at an event.

The publisher remembers nothing. After every connection it asks the stream for the table's last
line, finds it in its own ledger and goes on after it: first from a snapshot of the ledger, then
from the bank's feed. Each line names the sequence of the one before, so that the server refuses a
line that was sent twice. The bank does not know of it and never waits for it.

While bids are sealed (HOUSE-17), their lines wait: the club sees them when the table does. A line
has one row in the form of the second copy (``ledger.mirror``). Games and moves are sent,
throws only with the move that they became; ``after`` counts what was sent.
"""

import asyncio
import json
import logging
import shutil
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from nats.aio.msg import Msg

from companion.club import stream
from companion.club.stream import (
    Access,
    Link,
    Lost,
    NoAnswer,
    NotStored,
    Overtaken,
    Refused,
    Stored,
)
from companion.engine import codec
from companion.engine.events import BidSealed, BidsOpened, GameEnded, Reversed
from companion.ledger import audit, mirror, paths
from companion.ledger.copies import snapshot
from companion.ledger.disk_space import MOVE
from companion.ledger.errors import LedgerError
from companion.ledger.feed import FILE_NAME as FEED
from companion.ledger.follow import FeedReader
from companion.ledger.mirror import InvalidLine
from companion.ledger.problems import Why
from companion.ledger.reader import LedgerReader
from companion.ledger.records import BEGINNING, Entry, GameHead, Position, Row
from companion.report import report_html
from companion.system.board import temperature
from companion.version import version

READ_EVERY = 0.2
ALIVE_EVERY = 10.0
RETRY_AFTER = 1.0
LOOKS = 5
"""Number of looks into the ledger for a row of the feed before it counts as another's."""
UNNOTICED = 20.0
"""Seconds after which a ledger that changed without its feed is read again."""
ANOTHER_LEDGER = "another ledger"
FOREIGN_FEED = "feed of another ledger"
NOT_STORED = "server stores nothing"
log = logging.getLogger(__name__)

_PLACE = """
SELECT coalesce(max(game), 0), coalesce(max(entry), 0),
       (SELECT count(*) FROM moves JOIN tray_throws AS throw
        ON throw.game = moves.game AND throw.move = moves.number WHERE entry <= ?1)
FROM moves WHERE entry <= ?1
"""


class AnotherLedger(Exception):
    """Raised if the stream has a line under this table's name that its ledger does not have."""


class FeedRows(FeedReader):
    """Rows of the feed that nobody has taken yet.

    ``is_foreign`` is set once a row is not in the ledger; another file clears it.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.rows: list[Row] = []
        self.is_foreign = False

    def _forget(self) -> bool:
        self.rows.clear()
        self.is_foreign = False
        return False

    def _apply(self, row: Row) -> None:
        if not isinstance(row, GameHead | Entry):
            raise InvalidLine(Why.NOT_A_LINE)
        self.rows.append(row)


class Publisher:
    """Publisher of the ledger in ``data``, whose bank writes its feed into ``runtime``."""

    def __init__(self, access: Access, table: int, data: Path, runtime: Path) -> None:
        self.access, self.table = access, table
        self._data, self._runtime = data, runtime
        self._feed = FeedRows(runtime / FEED)
        self._place = BEGINNING
        self._last: Row | None = None
        """Row that was sent last."""
        self._held: list[Row] = []
        """Rows that wait for sealed bids to be opened."""
        self._sequence = 0
        self._booked = BEGINNING
        """Games and moves in the ledger, sent or not."""
        self._cut_off = ""
        self._trouble = ""
        self._why = ""
        """Reason for the last loss of the link; it is logged once, however long that lasts."""

    async def run(self) -> None:
        """Publish for ever. Raises AnotherLedger, or Refused if the server does not permit it."""
        while True:
            try:
                link = await Link.open(self.access)
                try:
                    await self._publish(link)
                finally:
                    await link.close()
            except (Lost, Overtaken) as error:
                if str(error) != self._why:
                    self._why = str(error)
                    log.info("club-link-lost why=%r", self._why)
                if isinstance(error, NotStored):
                    await asyncio.sleep(ALIVE_EVERY)
            await asyncio.sleep(RETRY_AFTER)

    async def _publish(self, link: Link) -> None:
        """Publish until the link is lost."""
        self._feed = FeedRows(self._runtime / FEED)
        tasks: list[asyncio.Task[Any]] = []
        try:
            await link.listen(self.access.subject(self.table, "ask"), self._answer)
            try:
                self._count()
            finally:
                # The director makes the stream of a table that it hears.
                await self._tell(link)
            await self._find_place(await self._last_stored(link))
            tasks += [asyncio.create_task(self._stay_alive(link))]
            tasks += [asyncio.create_task(self._follow(link))]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (AnotherLedger, NotStored) as error:
            trouble = NOT_STORED if isinstance(error, NotStored) else ANOTHER_LEDGER
            if trouble == NOT_STORED and self._trouble != NOT_STORED:
                log.error("club-not-stored moves=%d why=%r", self._unsent, str(error))
            self._trouble = trouble
            with suppress(Lost, Refused):
                await self._tell(link)
            raise
        finally:
            self._feed.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # --- lines ------------------------------------------------------------------------------------

    @property
    def _unsent(self) -> int:
        return max(0, self._booked.moves - self._place.moves - len(self._held))

    def _count(self) -> None:
        """Count the moves of the ledger, if there is one."""
        if (self._data / paths.FILE_NAME).exists():
            with self._ledger() as reader:
                self._booked = reader.place()

    @contextmanager
    def _ledger(self) -> Iterator[LedgerReader]:
        """Open a snapshot of the ledger. Raises Lost if it cannot be read, and remembers why."""
        try:
            with snapshot(self._data) as reader:
                yield reader
        except LedgerError as error:
            self._trouble = error.problem.reason.name.lower().replace("_", " ")
            raise Lost(str(error)) from error

    async def _last_stored(self, link: Link) -> Stored | None:
        """Return the table's last line. Raises NotStored if the server is there, but no stream.

        The director may be about to make it: nobody answers until then.
        """
        subject, loop = self.access.subject(self.table, "line"), asyncio.get_running_loop()
        end = loop.time() + 2 * stream.PATIENCE
        while loop.time() < end:
            with suppress(NoAnswer):
                return await link.last(subject, stream.PATIENCE / 5)
            await asyncio.sleep(READ_EVERY)
        raise NotStored("there is no stream")

    async def _find_place(self, last: Stored | None) -> None:
        """Find the last line of the stream in the ledger. Raises AnotherLedger if it is not there.

        Waits for a ledger that cannot be read, which is none of this table's games.
        """
        self._sequence, self._place = last.sequence if last else 0, BEGINNING
        self._last, self._held = None, []
        if last is None:
            return
        try:
            _, row = mirror.from_line(last.data)
        except InvalidLine as error:
            raise AnotherLedger from error
        with self._ledger() as reader:
            if not mirror.is_booked(reader, row):
                raise AnotherLedger
            self._place, self._last = _place_of(reader, row), row

    async def _follow(self, link: Link) -> None:
        """Send everything that comes after the place, until the link is lost."""
        loop = asyncio.get_running_loop()
        had_trouble = bool(self._trouble)
        # Looked at before the ledger is read: what is booked meanwhile is a change.
        seen = self._stamp()
        await self._catch_up(link)
        self._why = ""
        if had_trouble:
            await self._tell(link)
        since = loop.time()
        while not link.is_lost:
            before, now = self._place, self._stamp()
            await self._send_feed(link)
            if self._place != before:
                seen, since = now, loop.time()
            elif loop.time() - since > UNNOTICED:
                # The bank plays without a feed, or its feed has ended.
                if now != seen:
                    await self._catch_up(link)
                    seen = now
                since = loop.time()
            await asyncio.sleep(READ_EVERY)
        raise Lost("the connection ended")

    async def _send_feed(self, link: Link) -> None:
        """Send the new rows of the feed, unless it belongs to another ledger."""
        self._feed.read()
        rows, self._feed.rows = self._feed.rows, []
        for row in rows:
            if self._feed.is_foreign:
                return
            if self._is_next(row):
                await self._send(link, row)
            elif _is_after(row, self._place):
                self._feed.is_foreign = await self._is_foreign(link, row)
                if self._feed.is_foreign:
                    log.error("club-feed-refused why=%r", self._foreign())
                    await self._tell(link)

    async def _is_foreign(self, link: Link, row: Row) -> bool:
        """Return True if a row of the feed is not in the ledger.

        A bank that is just beginning may not have its ledger yet, and an earlier one may have left
        its feed: such a bank gets some seconds to book the row, or to replace the feed.
        """
        for _ in range(LOOKS):
            if self._feed.is_replaced() or await self._catch_up(link, row):
                return False
            await asyncio.sleep(RETRY_AFTER)
        return True

    async def _catch_up(self, link: Link, wanted: Row | None = None) -> bool:
        """Send what a snapshot of the ledger has after the place.

        Returns True if the ledger has the row ``wanted``. Raises AnotherLedger if it does not have
        what was sent last.
        """
        if not (self._data / paths.FILE_NAME).exists():
            return wanted is None
        with self._ledger() as reader:
            if self._last and not mirror.is_booked(reader, self._last):
                raise AnotherLedger
            interruptions = reader.interruptions()
            self._cut_off = interruptions[-1].at if interruptions else ""
            self._booked = reader.place()
            self._held = []
            for row in _rows_after(reader, self._place):
                await self._send(link, row)
            self._trouble = ""
            return wanted is None or mirror.is_booked(reader, wanted)

    def _foreign(self) -> str:
        return (
            f"The feed in {self._runtime} is not that of the ledger in {self._data}: name another"
            " folder with --runtime for each bank"
        )

    async def _send(self, link: Link, row: Row) -> None:
        """Send a row with those that waited, or let it wait for sealed bids to be opened."""
        self._held.append(row)
        if not _end_sealed(self._held):
            rows, self._held = self._held, []
            for one in rows:
                await self._append(link, one)

    async def _append(self, link: Link, row: Row) -> None:
        place = self._place.after(row)
        line, subject = mirror.to_line(row, place), self.access.subject(self.table, "line")
        self._sequence = await link.append(subject, line, self._sequence)
        self._place, self._last = place, row
        self._booked = max(self._booked, place)

    def _is_next(self, row: Row) -> bool:
        """Return True for the move that follows from the row that was taken last.

        Whatever else comes next is looked up in the ledger: a game that begins or goes on, or a
        move of another ledger, whose number fits.
        """
        last = self._held[-1] if self._held else self._last
        if not (isinstance(row, Entry) and isinstance(last, GameHead | Entry)):
            return False
        game = last.number if isinstance(last, GameHead) else last.game
        follows = (self._place.moves + len(self._held) + 1, game, last.hash)
        return (row.entry, row.game, row.previous_hash) == follows

    def _stamp(self) -> list[tuple[int, int]]:
        """Return what changes when the bank writes into its ledger."""
        found = []
        path = self._data / paths.FILE_NAME
        for file in (path, paths.log(path)):
            with suppress(OSError):
                stats = file.stat()
                found.append((stats.st_mtime_ns, stats.st_size))
        return found

    # --- signs of life, and answers ---------------------------------------------------------------

    async def _stay_alive(self, link: Link) -> None:
        while True:
            await self._tell(link)
            await asyncio.sleep(ALIVE_EVERY)

    async def _tell(self, link: Link) -> None:
        free = 0
        with suppress(OSError):
            free = shutil.disk_usage(self._data).free
        status = {
            "at": datetime.now(UTC).isoformat(),
            "version": version(),
            "games": self._booked.games,
            "moves": self._place.moves + self._unsent,
            "room": free // MOVE,
            "celsius": temperature(),
            "cut_off": self._cut_off,
            "trouble": self._trouble or (FOREIGN_FEED if self._feed.is_foreign else ""),
        }
        await link.send(self.access.subject(self.table, "alive"), json.dumps(status).encode())

    async def _answer(self, question: Msg) -> None:
        """Answer a question of the director; none of them changes a game."""
        asked = question.data[:20].decode("ascii", "replace")
        answer = await asyncio.to_thread(answer_to, asked, self._data)
        with suppress(Exception):  # The next question comes over another link.
            await question.respond(zlib.compress(answer))


def answer_to(asked: str, data: Path) -> bytes:
    """Return the answer to ``audit``, ``fingerprint`` or ``report``, about the last game."""
    try:
        with snapshot(data) as reader:
            numbers = reader.numbers()
            if not numbers:
                return b""
            if asked == "fingerprint":
                return reader.fingerprint(numbers[-1]).encode()
            if asked == "report":
                return report_html(reader, numbers[-1]).encode()
            if asked == "audit":
                found = audit.audit(reader, numbers[-1])
                return f"{found.verdict} {found.moves} {found.fingerprint}".encode()
    except LedgerError as error:
        return str(error).encode()
    return b""


def _place_of(reader: LedgerReader, row: Row) -> Position:
    """Return how much of a ledger was sent up to one of its rows."""
    last = row.entry if isinstance(row, Entry) else _first_entry(reader, row.number) - 1
    [found] = reader.rows(_PLACE, last)
    place = Position(*found)
    return place if isinstance(row, Entry) else place.after(row)


def _first_entry(reader: LedgerReader, game: int) -> int:
    [[first]] = reader.rows("SELECT min(entry) FROM moves WHERE game = ?", game)
    return int(first)


def _end_sealed(rows: Sequence[Row]) -> bool:
    """Return True if bids are sealed behind ``rows``, before the first of which none were."""
    sealed = 0
    for row in rows:
        for event in map(codec.loads, row.events) if isinstance(row, Entry) else ():
            match event:
                case BidSealed():
                    sealed += 1
                case BidsOpened(bids):
                    sealed -= len(bids)
                case Reversed(BidSealed()):
                    sealed -= 1
                case Reversed(BidsOpened(bids)):
                    sealed += len(bids)
                case GameEnded():
                    sealed = 0
    return sealed > 0 and isinstance(rows[-1], Entry)


def _rows_after(reader: LedgerReader, place: Position) -> Iterator[Row]:
    """Yield games and moves after ``place``, without throws that became no move."""
    throws = reader.last_number("tray_throws")
    return mirror.rows_after(reader, place._replace(throws=throws))


def _is_after(row: Row, place: Position) -> bool:
    if isinstance(row, GameHead):
        return row.number > place.games
    return isinstance(row, Entry) and row.entry > place.moves
