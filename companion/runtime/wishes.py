"""Socket of the bank for the phones' server: one message, one answer.

Messages are parsed on a thread of their own, which does nothing else, and handled on the UI thread
in the order of the queue. A connection is read again once its answer is sent, and all of them
together at most ``PER_SECOND`` times a second, so a server that floods the bank waits itself. New
connections count, too.
"""

import os
import pwd
import selectors
import socket
import struct
from contextlib import suppress
from pathlib import Path
from queue import Full
from threading import Thread
from time import monotonic
from typing import Any

from companion.engine.limits import ForeignError
from companion.runtime import log
from companion.table.thread_queue import ThreadQueue
from companion.table.wish_input import WishInput
from companion.text.screens.phones import text_of
from companion.wishes import MOST_BYTES, SOCKET_NAME, Message, encode, parse

SERVER_USER = "companion-phones"
"""User of the server on a kiosk."""
MOST_CONNECTIONS = 4
PER_SECOND, BURST = 40.0, 40.0
_PEER = struct.Struct("3i")


class WishSocket:
    """Socket ``wishes`` in ``folder``, which is this bank's; ``close`` removes it."""

    def __init__(self, folder: Path, wishes: WishInput, inputs: ThreadQueue) -> None:
        """Listen. Raises OSError if the socket cannot be made."""
        self._path = folder / SOCKET_NAME
        self._wishes = wishes
        self._handle = inputs.hop_if_room(self._answer)
        self._users = _allowed_users()
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with suppress(FileNotFoundError):
            self._path.unlink()
        self._listening.bind(str(self._path))
        self._path.chmod(0o660)
        self._stat = self._path.stat()
        self._listening.listen(MOST_CONNECTIONS)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._stop_here, self._stop_there = socket.socketpair()
        self._selector.register(self._stop_here, selectors.EVENT_READ)
        self._open: set[socket.socket] = set()
        self._waiting: set[socket.socket] = set()
        """Connections whose last message has no answer yet."""
        self._allowance, self._counted_at = BURST, monotonic()
        self._thread = Thread(target=self._run, name="wishes", daemon=True)
        self._thread.start()

    @property
    def is_here(self) -> bool:
        """True if the socket can be found under its path."""
        with suppress(OSError):
            return os.path.samestat(self._stat, self._path.stat())
        return False

    def close(self) -> None:
        """Stop listening, and close every connection."""
        self._stop_there.send(b".")
        self._thread.join()
        for end in (*self._open, self._listening, self._stop_here, self._stop_there):
            end.close()
        self._selector.close()
        if self.is_here:
            with suppress(OSError):
                self._path.unlink()

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                ready: Any = key.fileobj
                if ready is self._stop_here:
                    return
                if ready is self._listening:
                    self._accept()
                else:
                    self._read(ready)
            if self._wait():
                return

    def _wait(self) -> bool:
        """Let time pass while too many messages come; return True if the bank closes."""
        now = monotonic()
        grown = self._allowance + (now - self._counted_at) * PER_SECOND
        self._allowance, self._counted_at = min(BURST, grown), now
        if self._allowance >= 1:
            return False
        # Unlike epoll, poll needs no file descriptor: there may be none left.
        with selectors.PollSelector() as closing:
            closing.register(self._stop_here, selectors.EVENT_READ)
            return bool(closing.select((1 - self._allowance) / PER_SECOND))

    def _accept(self) -> None:
        # Without file descriptors the connection cannot be accepted, and waits on: see ``_wait``.
        self._allowance -= 1
        try:
            connection, _ = self._listening.accept()
        except OSError:
            return
        peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size)
        _, user, _ = _PEER.unpack(peer)
        if user not in self._users or len(self._open) >= MOST_CONNECTIONS:
            log.warning("phones-refused", user=user)
            connection.close()
            return
        connection.setblocking(False)
        self._open.add(connection)
        self._selector.register(connection, selectors.EVENT_READ)

    def _read(self, connection: socket.socket) -> None:
        self._allowance -= 1
        try:
            data = connection.recv(MOST_BYTES + 1)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(connection)
            self._open.discard(connection)
            self._waiting.discard(connection)
            connection.close()
            return
        try:
            message = parse(data)
            if connection in self._waiting:
                raise Full
            self._waiting.add(connection)
            self._forward(connection, message)
        except (ForeignError, Full) as error:
            key = "busy" if isinstance(error, Full) else "unreadable"
            self._send(connection, {"said": str(text_of(key))})

    def _forward(self, connection: socket.socket, message: Message) -> None:
        try:
            self._handle(connection, message)
        except Full:
            self._waiting.discard(connection)
            raise

    def _answer(self, connection: socket.socket, message: Message) -> None:
        try:
            answer = self._wishes.answer(message)
        finally:
            self._waiting.discard(connection)
        self._send(connection, answer)

    def _send(self, connection: socket.socket, answer: dict[str, Any]) -> None:
        # Whoever does not read the answers loses them.
        with suppress(OSError):
            connection.send(encode(answer), socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)


def _allowed_users() -> set[int]:
    users = {os.getuid()}
    with suppress(KeyError):
        users.add(pwd.getpwnam(SERVER_USER).pw_uid)
    return users
