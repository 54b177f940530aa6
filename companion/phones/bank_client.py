"""The bank, as the server reaches it: its feed to read, its socket for wishes."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from companion import wishes
from companion.engine.limits import ForeignError
from companion.engine.phases import Auction
from companion.engine.state import Game
from companion.ledger.feed import FILE_NAME as FEED
from companion.ledger.follow import FeedFollower, FollowedMove
from companion.ledger.records import Source
from companion.table.markers import agree
from companion.table.session import Played

READ_EVERY = 0.1
STATUS_EVERY, STATUS_OFTEN = 2.0, 0.25
"""Seconds between two reports; the second while a phone waits to be let in."""
ASK_PATIENCE = 1.0
"""Seconds for which a phone waits until the bank has been asked."""
PATIENCE = 3.0
"""Seconds to wait for an answer of the bank."""


class Unreachable(Exception):
    """Raised if a message cannot be sent to the bank."""


class BankSilent(Unreachable):
    """Raised if the bank has a message and has not answered it."""


class BankSocket:
    """Connection to the socket of wishes; one message at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None
        self._turn = asyncio.Lock()

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and return the answer. Raises Unreachable, or NoAnswer once it is sent.

        The wait for other messages counts: a bank that hangs is noticed in time by each of them.
        """
        is_sent = False
        try:
            async with asyncio.timeout(PATIENCE), self._turn:
                try:
                    await self._send(wishes.encode(message))
                    is_sent = True
                    return await self._receive()
                except BaseException:
                    self.close()  # A late answer must not be taken for the next one.
                    raise
        except (OSError, TimeoutError, ForeignError) as error:
            raise (BankSilent if is_sent else Unreachable) from error

    async def _send(self, data: bytes) -> None:
        loop = asyncio.get_running_loop()
        if self._socket is None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._socket.setblocking(False)
            await loop.sock_connect(self._socket, str(self._path))
        await loop.sock_sendall(self._socket, data)

    async def _receive(self) -> dict[str, Any]:
        assert self._socket
        loop = asyncio.get_running_loop()
        answer = await loop.sock_recv(self._socket, 2 * wishes.MOST_BYTES)
        if not answer:
            raise ConnectionResetError
        return wishes.parse_object(answer)

    async def hang_up(self) -> None:
        """Close the connection between two messages."""
        async with self._turn:
            self.close()

    def close(self) -> None:
        """Close the connection; the next message opens it again."""
        if self._socket:
            self._socket.close()
        self._socket = None


class LiveGame:
    """Game in hand, as far as it is known, and if the bank answers.

    ``changed`` waits for news; ``version`` counts them.
    """

    def __init__(self, folder: Path) -> None:
        self.answer: dict[str, Any] = {}
        """Last answer of the bank to a report."""
        self._follower = FeedFollower(folder / FEED)
        self.socket = BankSocket(folder / wishes.SOCKET_NAME)
        self.version = 0
        self.is_reachable = False
        self.language = ""
        self.history: list[Played] = []
        self._news = asyncio.Condition()
        self._asked = self._answered = 0

    @property
    def key(self) -> str:
        """Hash of the game's row; empty if there is no game."""
        return self._follower.game.key if self._follower.game else ""

    @property
    def position(self) -> Game | None:
        """Position of the game; None if there is none."""
        return self._follower.game.position if self._follower.game else None

    @property
    def last_number(self) -> int:
        """Number of the last move."""
        return self._follower.game.last_number if self._follower.game else 0

    async def follow(self) -> None:
        """Read the feed for ever."""
        while True:
            if self._follower.read():
                self._take()
                await self.tell()
            await asyncio.sleep(READ_EVERY)

    async def report(
        self,
        status: Callable[[], dict[str, Any]],
        note: Callable[[dict[str, Any]], object],
        stop: Callable[[], object],
    ) -> None:
        """Tell the bank ``status`` for ever, and ``note`` its answers; ``stop`` if it says so.

        The bank is told at once when a game begins: it has a code of its own.
        """
        while True:
            before, key, asked = (self.is_reachable, self.answer), self.key, self._asked
            try:
                self.answer = await self.socket.ask(status())
                self.is_reachable = True
                self._note(self.answer)
                note(self.answer)
                if self.answer.get("game") != self.key:
                    # Another bank may write the feed by now: find the socket of that bank.
                    await self.socket.hang_up()
                if self.answer.get("stop") is True:
                    stop()
            except Unreachable:
                self.is_reachable = False
            if before != (self.is_reachable, self.answer):
                await self.tell()
            async with self._news:
                self._answered = asked
                self._news.notify_all()
            # However many phones ask, the bank is not asked more often than its feed is read.
            await asyncio.sleep(READ_EVERY)
            pause = STATUS_OFTEN if self.answer.get("asking") else STATUS_EVERY
            await self._wait(lambda: (self.key, self._asked) != (key, asked), pause)  # noqa: B023

    async def ask_again(self) -> None:
        """Have the bank asked at once, and wait a moment for its answer."""
        async with self._news:
            self._asked += 1
            wanted = self._asked
            self._news.notify_all()
        await self._wait(lambda: self._answered >= wanted, ASK_PATIENCE)

    async def changed(self, version: int, patience: float) -> None:
        """Wait until there is a newer version, at most ``patience`` seconds."""
        await self._wait(lambda: self.version != version, patience)

    async def _wait(self, holds: Callable[[], bool], patience: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience), self._news:
                await self._news.wait_for(holds)

    def close(self) -> None:
        """Close feed and socket."""
        self._follower.close()
        self.socket.close()

    async def tell(self) -> None:
        """Wake every stream, so that each renders its page again."""
        async with self._news:
            self.version += 1
            self._news.notify_all()

    def _note(self, answer: dict[str, Any]) -> None:
        markers, language = answer.get("markers"), answer.get("language")
        if isinstance(markers, dict) and all(type(seat) is int for seat in markers.values()):
            agree(markers)
        self.language = language if isinstance(language, str) else ""

    def _take(self) -> None:
        game = self._follower.game
        if game is None:
            self.history = []
            return
        if len(self.history) > len(game.moves) or self._is_another(game.moves):
            self.history = []
        new = game.moves[len(self.history) :]
        self.history += map(_played, new)

    def _is_another(self, moves: list[FollowedMove]) -> bool:
        if not self.history:
            return False
        last = moves[len(self.history) - 1].entry
        return last.at != self.history[-1].at.isoformat(timespec="microseconds")


def _played(followed: FollowedMove) -> Played:
    entry = followed.entry
    phase = followed.before.phase
    item = phase.deed if isinstance(phase, Auction) else ""
    return Played(
        entry.number,
        datetime.fromisoformat(entry.at),
        entry.by,
        Source(entry.source),
        followed.move,
        followed.events,
        item,
        followed.after.setup.players,
    )
