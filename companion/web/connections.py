"""Connections of browsers to the servers of the program: few from one address, none that is mute.

uvicorn counts connections, but not whose they are, and waits for ever for a request that was begun.
So one visitor could keep everybody else out, or a few together. Only a share of all connections is
for strangers: while it is full, a new one takes the place of another, of the address that has most.
An application that knows a visitor keeps the connection: it calls the extension ``companion.keep``
in the scope of the request.
"""

import asyncio
from collections import Counter
from itertools import count
from typing import Any, Self

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS_OF_ADDRESS = 40
"""Largest number of one address: a browser opens six, and a second router hides several phones."""
MOST_OF_STRANGERS = 120
"""Largest number of connections that no application keeps."""
MOST_CONNECTIONS, LARGEST_HEAD = 200, 1 << 14
"""Largest number of all connections, and of bytes in the head of a request."""
HEAD_SECONDS = 10.0
"""Time in which a request, once it may come, has to be read up to its body."""


class Connection(H11Protocol):
    """Connection of a browser, for uvicorn."""

    is_kept = False
    """True if its visitor is no stranger."""
    _deadline: asyncio.TimerHandle | None = None
    _numbers = count()

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless its address has too many."""
        super().connection_made(transport)
        self._number = next(self._numbers)
        if self._addresses()[self._address] > CONNECTIONS_OF_ADDRESS:
            transport.abort()
            return
        self._expect_request()
        strangers = [one for one in self._all() if not one.is_kept]
        if len(strangers) > MOST_OF_STRANGERS:
            has = self._addresses()
            crowd = max(strangers, key=lambda one: (has[one._address], -one._number))
            crowd.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on; a request that is complete up to its body has all the time it needs."""
        super().data_received(data)
        self._forget_deadline()
        if self.scope:
            # The application runs after this.
            self.scope["extensions"] = {"companion.keep": {"call": self._keep}}

    def _keep(self) -> None:
        self.is_kept = True

    def on_response_complete(self) -> None:
        """Give the next request its time, which begins now."""
        super().on_response_complete()
        self._expect_request()
        self._forget_deadline()

    def shutdown(self) -> None:
        """End the connection, also that of a stream, which would never end by itself."""
        if self.cycle and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock of a connection that has ended."""
        super().connection_lost(exc)
        if self._deadline:
            self._deadline.cancel()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _all(self) -> list[Self]:
        """Return every connection that is open."""
        found: Any = self.connections
        return [one for one in found if not one.transport.is_closing()]

    def _addresses(self) -> Counter[str]:
        """Return the number of connections of each address."""
        return Counter(one._address for one in self._all())

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.timeout_keep_alive_handler)

    def _forget_deadline(self) -> None:
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering and self._deadline:
            self._deadline.cancel()


class WebServer(uvicorn.Server):
    """Server that ends at a signal, and returns: uvicorn's own would raise the signal again."""

    def __init__(self, app: Any) -> None:
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # Nobody is believed who says that another one asks.
            http=Connection,
            ws="none",
            limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=LARGEST_HEAD,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)

    def handle_exit(self, *_: object) -> None:
        """Stop at a signal."""
        self.stop()

    def stop(self) -> None:
        """Stop soon; may be called from any thread."""
        self.should_exit = True
