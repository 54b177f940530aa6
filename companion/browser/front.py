"""Browsers as the front end of the bank: no window, and no toolkit."""

import asyncio
from collections.abc import Callable
from socket import socket

from companion.browser.app import TableServer
from companion.browser.clock import LoopClock
from companion.browser.glass import Glass
from companion.browser.voice import PagesSpeaker
from companion.table.reached import Reached, reached
from companion.table.table import Table
from companion.web.connections import WebServer

PANEL = 800, 480
"""Size in pixels that stands for that of the pages, which have many."""


class BrowserFront:
    """Server of the table's page, on the thread of the table."""

    size = PANEL

    def __init__(self, listening: socket, watch: bool = False, lan: bool = False) -> None:
        """Serve on a socket; if asked to ``watch`` only, no page takes fingers.

        In a ``lan``, other devices may ask for the table, too.
        """
        self._listening, self._watch = listening, watch
        self.pages = self if lan else None
        self._loop = asyncio.new_event_loop()
        self.clock = LoopClock(self._loop)
        self.speaker = PagesSpeaker(self.clock, self._open_pages)
        self._first: list[Callable[[], object]] = []
        self._pages: TableServer | None = None
        self._server: WebServer | None = None

    def play(self, sound: str, volume: float) -> None:
        """Play a sound on every page."""
        if self._pages:
            self._pages.play(sound, volume)

    def _open_pages(self) -> list[Glass]:
        return [*self._pages.glasses.values()] if self._pages else []

    def on_first_frame(self, call: Callable[[], object]) -> None:
        """Call once, as soon as the address answers."""
        self._first.append(call)

    def run(self, table: Table) -> None:
        """Serve a table until ``stop``."""
        self._pages = TableServer(table, self._watch)
        self._server = WebServer(self._pages.app)
        table.bind(on_close=lambda *_: self.stop())
        for call in self._first:
            self.clock.later(0, call)
        try:
            self._loop.run_until_complete(self._server.serve(sockets=[self._listening]))
        finally:
            self._loop.close()

    def start(self) -> None:
        """Do nothing: it serves anyway."""

    def found(self) -> Reached:
        """Return its address for other devices, or the key of the reason why there is none."""
        return reached(self._listening.getsockname()[1])

    def stop(self) -> None:
        """End the server; may be called from any thread."""
        if self._server:
            self._server.stop()
