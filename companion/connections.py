"""Connections of browsers to the servers of the program: few from one address, none that is mute.

uvicorn counts connections, but not whose they are, and waits for ever for a request that was begun.
So one visitor could keep everybody else out.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS_OF_ADDRESS = 40
"""Largest number of one address: a browser opens six, and a second router hides several phones."""
HEAD_SECONDS = 10.0
"""Time in which a request, once it may come, has to be read up to its body."""


class Connection(H11Protocol):
    """Connection of a browser, for uvicorn."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless its address has too many."""
        super().connection_made(transport)
        if sum(map(self._is_of_same_address, self.connections)) > CONNECTIONS_OF_ADDRESS:
            transport.abort()
        else:
            self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Read on; a request that is complete up to its body has all the time it needs."""
        super().data_received(data)
        self._forget_deadline()

    def on_response_complete(self) -> None:
        """Give the next request its time, which begins now."""
        super().on_response_complete()
        self._expect_request()
        self._forget_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock of a connection that has ended."""
        super().connection_lost(exc)
        if self._deadline:
            self._deadline.cancel()

    def _is_of_same_address(self, other: object) -> bool:
        client = getattr(other, "client", None)
        return bool(self.client and client and client[0] == self.client[0])

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.timeout_keep_alive_handler)

    def _forget_deadline(self) -> None:
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering and self._deadline:
            self._deadline.cancel()
