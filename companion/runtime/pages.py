"""Table's page beside a window: on other devices, by a server on a thread of its own."""

import asyncio
import errno
from threading import Thread
from typing import TYPE_CHECKING

from companion.runtime import log
from companion.runtime.front import Front
from companion.system.network import EVERYWHERE, listen
from companion.table.reached import Reached, reached
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.browser.app import TableServer
    from companion.web.connections import WebServer

TIMEOUT_S = 3.0
"""Seconds in which the server has to end."""


class WindowAndPages:
    """Window, and the pages that show the same table on other devices.

    The server begins when somebody asks for it, and imports its packages then, on its own thread:
    the window starts, and goes on, as if there were none.
    """

    def __init__(self, window: Front, port: int) -> None:
        self._window, self._port = window, port
        self.clock, self.on_first_frame = window.clock, window.on_first_frame
        self.stop, self.pages, self.speaker = window.stop, self, window.speaker
        self._table: Table | None = None
        self._thread: Thread | None = None
        self._problem = "starting"
        self._pages: TableServer | None = None
        self._server: WebServer | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""
        return self._window.size

    def play(self, sound: str, volume: float) -> None:
        """Play a sound, also on every page."""
        self._window.play(sound, volume)
        if self._pages:
            self._pages.play(sound, volume)

    def run(self, table: Table) -> None:
        """Show a table until the window is closed."""
        self._table = table
        try:
            self._window.run(table)
        finally:
            if self._server and self._thread:
                self._server.stop()
                self._thread.join(TIMEOUT_S)

    # --- pages ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to serve; nothing happens if it does already."""
        if self._table and not (self._thread and self._thread.is_alive()):
            self._thread = Thread(target=self._serve, args=[self._table], daemon=True)
            self._thread.start()

    def found(self) -> Reached:
        """Return the address, or the key of the reason why there is none."""
        return Reached(problem=self._problem) if self._problem else reached(self._port)

    def _serve(self, table: Table) -> None:
        try:
            listening = listen(EVERYWHERE, self._port)
            from companion.browser.app import TableServer
            from companion.web.connections import WebServer

            self._port = listening.getsockname()[1]
            self._pages = TableServer(table)
            self._server = WebServer(self._pages.app)
            self._problem = ""
            asyncio.run(self._server.serve(sockets=[listening]))
        except OSError as error:
            self._problem = "taken" if error.errno == errno.EADDRINUSE else "failed"
            log.warning("pages-unavailable", reason=error.strerror or error)
