"""The page in Chromium, without a program behind it: it shows whatever picture it is given."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from httpx import ASGITransport, AsyncClient, Response
from PIL import Image

from companion.browser import wire
from companion.browser.app import TableServer
from companion.browser.glass import NEVER_SEEN
from companion.screens.viewer import Picture
from companion.table.table import Table
from companion.web.http import event
from tests.browser.tab import SEEN

ADDRESS = "http://127.0.0.1:8070"


class StillPage:
    """Page in Chromium that shows one picture."""

    def __init__(self, chromium: Any, table: Table, size: tuple[int, int]) -> None:
        """Open the page of ``table``, of a size in pixels."""
        width, height = size
        self._here = ASGITransport(TableServer(table).app, client=("127.0.0.1", 1))
        self._stream = b""
        self._page = chromium.new_page(viewport={"width": width, "height": height})
        self._page.route("**/*", self._answer)

    def _answer(self, route: Any) -> None:
        path = urlsplit(route.request.url).path
        if path == "/table":
            route.fulfill(body=self._stream, content_type="text/event-stream")
            return
        with ThreadPoolExecutor(1) as beside:  # The driver of Chromium has this thread's loop.
            answer = beside.submit(asyncio.run, self._get(path)).result()
        route.fulfill(headers=dict(answer.headers), body=answer.content)

    async def _get(self, path: str) -> Response:
        async with AsyncClient(transport=self._here, base_url=ADDRESS) as client:
            return await client.get(path)

    def draw(self, picture: Picture, path: Path) -> Image.Image:
        """Draw a picture of a viewer at rest."""
        told = wire.difference(NEVER_SEEN, picture._replace(flights=()), {})
        news = wire.encode(told | {"picture": 1, "less": True})
        self._stream = event("secret", "none") + event("news", news)
        self._page.goto(ADDRESS)
        while not self._page.evaluate(f"{SEEN} && document.fonts.status === 'loaded'"):
            self._page.wait_for_timeout(20)
        self._page.screenshot(path=path)
        return Image.open(path).convert("RGB")

    def close(self) -> None:
        """Close the page."""
        self._page.close()
