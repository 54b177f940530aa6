"""Routes of the table's page, and what every request must satisfy.

Whoever asks must be on this machine or in a private network, and name this server by an address of
one, so that no web page elsewhere can speak to it under a name of its own. Only the page itself may
send fingers.
"""

import asyncio
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from companion import text, wishes
from companion.browser.glass import Glass
from companion.icons import ICONS
from companion.resources import font_file, sound_file
from companion.screens.figures import GLYPHS
from companion.table.table import Table
from companion.templates import make_environment
from companion.text.browser import BROWSER
from companion.typefaces import FONTS
from companion.web import (
    Guard,
    body,
    event,
    is_from_here,
    is_near,
    page,
    static_files,
    static_route,
    version_of,
)

STATIC = Path(__file__).parent / "static"
SHARED = Path(__file__).parents[1] / "phones/static"
SIGN_OF_LIFE = 1.2
"""Seconds between two signs that the stream is alive."""
MOST_PAGES = 12
"""Pages that may show the table at the same time."""
SOUNDS = sorted(sound_file("coin").parent.glob("*.wav"))


class TableServer:
    """Pages of one table, as an application for an ASGI server."""

    def __init__(self, table: Table, watch: bool = False) -> None:
        """Serve ``table``; whoever may only ``watch`` sees it without touching it."""
        self._table, self._watch = table, watch
        self.glasses: dict[str, Glass] = {}
        """Open pages, by their secret."""
        style = _environment().get_template("table.css").render()
        scripts = [STATIC / "table.js", *(SHARED / name for name in ("sounds.js", "stream.js"))]
        files = static_files(style, font_file(FONTS["figures"]), *scripts, *SOUNDS)
        self._version = version_of(files)
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/table", self._stream),
                Route("/fingers", self._fingers, methods=["POST"]),
                static_route(files),
            ],
            middleware=[Middleware(Guard, refused=_refused)],
        )

    def play(self, sound: str, volume: float) -> None:
        """Play a sound on every page."""
        for glass in self.glasses.values():
            glass.sound(sound, volume)

    async def _page(self, request: Request) -> Response:
        template = _environment().get_template("table.html")
        facts = {"icons": ICONS, "glyphs": GLYPHS, "version": self._version}

        def render(nonce: str) -> str:
            return template.render(
                nonce=nonce,
                version=self._version,
                language=text.language(),
                facts=facts,
            )

        return page(render)

    async def _stream(self, request: Request) -> Response:
        try:
            width, height = (float(request.query_params[side]) for side in ("width", "height"))
            glass = Glass(self._table, width, height, not self._watch)
        except (KeyError, ValueError, OverflowError):
            return PlainTextResponse(BROWSER["not understood"], 400)
        if len(self.glasses) >= MOST_PAGES:
            glass.leave()
            return PlainTextResponse(BROWSER["too many"], 429)
        self.glasses[glass.secret] = glass
        return StreamingResponse(self._events(glass), media_type="text/event-stream")

    async def _events(self, glass: Glass) -> AsyncIterator[bytes]:
        """Yield each picture, and signs of life between."""
        try:
            yield event("secret", glass.secret)
            while True:
                yield event("news", glass.news())
                while not glass.changed.is_set():
                    try:
                        await asyncio.wait_for(glass.changed.wait(), SIGN_OF_LIFE)
                    except TimeoutError:
                        yield event("alive")
        finally:
            glass.leave()
            self.glasses.pop(glass.secret, None)

    async def _fingers(self, request: Request) -> Response:
        try:
            match wishes.parse_object(await body(request)):
                case {"secret": str(secret), "number": int(number), "fingers": list(fingers)}:
                    glass = self.glasses.get(secret)
                    if glass:
                        glass.hear(number, fingers)
                case _:
                    raise ValueError
        except (ClientDisconnect, TimeoutError, TypeError, ValueError):
            return PlainTextResponse(BROWSER["not understood"], 400)
        if glass is None:
            return PlainTextResponse(BROWSER["gone"], 410)
        return JSONResponse({})


def _refused(request: Request) -> Response | None:
    """Return the answer to a request that is not allowed; None if it is."""
    if not is_near(request):
        return PlainTextResponse(BROWSER["not here"], 403)
    if request.method == "POST" and not is_from_here(request):
        return PlainTextResponse(BROWSER["not understood"], 403)
    return None


@cache
def _environment() -> Environment:
    return make_environment("companion.browser", fonts=FONTS, label=BROWSER)
