"""Routes of the table's page, and who may see and touch the table there.

A browser of this machine may do both. One on another device asks first: it shows two digits, and so
does the table. What every request must satisfy is in ``companion.web.visitors``. The table lives on
a thread of its own: whatever looks at it, or touches it, waits in its queue.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Full
from typing import Any, TypeVar

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from companion import text, wishes
from companion.browser.glass import Glass
from companion.look.icons import ICONS
from companion.look.typefaces import FONTS
from companion.resources import font_file, sound_file
from companion.screens.figures import GLYPHS
from companion.table.guests import Guest
from companion.table.table import Table
from companion.table.thread_queue import ThreadQueue
from companion.text.browser import BROWSER
from companion.text.screens.phones import PHONES
from companion.web.http import (
    Guard,
    address_of,
    body,
    event,
    is_of_this_machine,
    keep,
    page,
    static_files,
    static_route,
    version_of,
)
from companion.web.templates import make_environment
from companion.web.visitors import Gate, PageStream, Streams, new_token, remember

T = TypeVar("T")
STATIC = Path(__file__).parent / "static"
SHARED = Path(__file__).parents[1] / "phones/static"
ICON, IOS_ICON = STATIC / "icon.svg", STATIC / "icon.png"
"""Picture of the installed page, and the same for iOS, which takes no vectors."""
GROUND = "#10202f"
"""Colour of a page that is still empty."""
COOKIE = "table"
SIGN_OF_LIFE = 1.2
"""Seconds between two signs that the stream is alive."""
MOST_PAGES = 12
"""Pages that may show the table at the same time."""
SOUNDS = sorted(sound_file("coin").parent.glob("*.wav"))
DEVICES = {
    "television": r"TV|Tizen|Web0S|CrKey|BRAVIA",
    "tablet": r"iPad|Tablet|Silk|Android(?!.*Mobile)",
    "phone": r"iPhone|Mobile",
}
"""Kinds of devices, by words in the names of their browsers."""


class TableServer:
    """Pages of one table, as an application for an ASGI server."""

    def __init__(self, table: Table, watch: bool = False) -> None:
        """Serve ``table``; whoever may only ``watch`` sees it without touching it."""
        self._table, self._watch = table, watch
        self._state, self._queue = table.guests, ThreadQueue(table.clock)
        self._streams = Streams()
        self._gate = Gate(BROWSER, text.language, lambda request: bool(self._guest(request)))
        self.glasses: dict[str, Glass] = {}
        """Open pages, by their secret. Only the table's thread has them."""
        style = _environment().get_template("table.css").render()
        scripts = [STATIC / "table.js", *(SHARED / name for name in ("sounds.js", "stream.js"))]
        files = static_files(style, font_file(FONTS["figures"]), *scripts, *SOUNDS, ICON, IOS_ICON)
        files["table.json"] = manifest()
        self._version = version_of(files)
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/knock", self._knock, methods=["POST"]),
                Route("/table", self._stream),
                Route("/fingers", self._fingers, methods=["POST"]),
                static_route(files),
            ],
            middleware=[Middleware(Guard, refused=self._gate.refused)],
        )

    # --- on the table's thread --------------------------------------------------------------------

    def play(self, sound: str, volume: float) -> None:
        """Play a sound on every page."""
        for glass in self.glasses.values():
            glass.sound(sound, volume)

    def _open(self, glass: Callable[[], Glass]) -> Glass | None:
        """Begin a page; None if there are too many."""
        if len(self.glasses) >= MOST_PAGES:
            return None
        opened = glass()
        self.glasses[opened.secret] = opened
        self._tell_guests()
        return opened

    def _close(self, glass: Glass) -> None:
        glass.leave()
        self.glasses.pop(glass.secret, None)
        self._tell_guests()

    def _tell_guests(self) -> None:
        self._state.see({glass.owner for glass in self.glasses.values()})

    def _hear(self, owner: str, secret: str, number: int, fingers: list[Any]) -> bool:
        """Follow fingers on a page; return False if its owner has no such page any more."""
        glass = self.glasses.get(secret)
        if glass is None or glass.owner != owner:
            return False
        glass.hear(number, fingers)
        return True

    async def _at_table(self, call: Callable[..., T], *arguments: Any) -> T:
        """Return what a call on the table's thread returns.

        Raises its errors, and ``queue.Full`` if too many calls wait.
        """
        answer: Future[T] = Future()

        def run() -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(call(*arguments))
            except Exception as error:
                answer.set_exception(error)

        self._queue.hop_if_room(run)()
        return await asyncio.wrap_future(answer)

    # --- who asks ---------------------------------------------------------------------------------

    def _key(self, request: Request) -> str:
        """Return the digest of the secret in the cookie; empty if there is none."""
        token = request.cookies.get(COOKIE, "")
        return wishes.digest(token) if token else ""

    def _guest(self, request: Request) -> tuple[str, Guest] | None:
        """Return who sends a request, if it may see the table, with the digest of its secret."""
        if is_of_this_machine(request):
            return "", Guest("computer", True)
        key = self._key(request)
        guest = self._state.guests.passes.get(key)
        if guest is None:
            return None
        keep(request)
        return key, guest

    async def _page(self, request: Request) -> Response:
        if self._guest(request):
            facts = {"icons": ICONS, "glyphs": GLYPHS, "version": self._version}
            answer = self._document("table.html", facts=facts)
            if token := request.cookies.get(COOKIE):
                remember(answer, COOKIE, token)
            return answer
        return self._document("knock.html", **self._asked(self._key(request)))

    def _asked(self, key: str) -> dict[str, Any]:
        """Return what a browser that may not see the table is told."""
        guests = self._state.guests
        digits = next((f"{ask.digits}" for ask in guests.asks if ask.phone == key), "")
        return {"digits": digits, "refusal": PHONES["said no"] if key in guests.refused else ""}

    def _document(self, template: str, **values: Any) -> Response:
        def render(nonce: str) -> str:
            return (
                _environment()
                .get_template(template)
                .render(nonce=nonce, version=self._version, language=text.language(), **values)
            )

        return page(render)

    async def _knock(self, request: Request) -> Response:
        if not self._guest(request):
            address = address_of(request)
            if not self._gate.knocks.may_ask(address):
                return self._gate.refusal("too fast", 429)
            token = request.cookies.get(COOKIE, "")
            if not any(self._asked(self._key(request)).values()):
                token = new_token()
            device = device_of(request.headers.get("user-agent", ""))
            try:
                asking = device, wishes.digest(token), address
                refusal = await self._at_table(self._state.ask, *asking)
            except Full:
                refusal = "many ask"
            if refusal:
                return self._document("knock.html", digits="", refusal=PHONES[refusal])
            return remember(RedirectResponse("/", 303), COOKIE, token)
        return RedirectResponse("/", 303)

    # --- what a page shows ------------------------------------------------------------------------

    async def _stream(self, request: Request) -> Response:
        found = self._guest(request)
        owner = found[0] if found else address_of(request)
        stream = self._streams.open(owner or new_token(), is_known=bool(found))
        if stream is None:
            return self._gate.refusal("too fast", 429)
        if found is None:
            waiting = self._waiting(request, stream)
            return StreamingResponse(waiting, media_type="text/event-stream")
        changed, loop = asyncio.Event(), asyncio.get_running_loop()

        def wake() -> None:
            with suppress(RuntimeError):  # The server may have ended.
                loop.call_soon_threadsafe(changed.set)

        try:
            width, height = (float(request.query_params[side]) for side in ("width", "height"))
            may_touch = found[1].may_play and not self._watch
            facts = self._table, width, height, may_touch, owner, wake
            glass = await self._at_table(self._open, lambda: Glass(*facts))
        except (KeyError, ValueError, OverflowError, Full):
            self._streams.close(stream)
            return self._gate.refusal("not understood", 400)
        if glass is None:
            self._streams.close(stream)
            return self._gate.refusal("too many", 429)
        events = self._events(request, stream, glass, changed)
        return StreamingResponse(events, media_type="text/event-stream")

    async def _waiting(self, request: Request, stream: PageStream) -> AsyncIterator[bytes]:
        """Yield signs of life until the page of a browser that asks has become another."""
        shown = self._asked(self._key(request))
        try:
            while not (stream.is_over or self._guest(request)):
                if self._asked(self._key(request)) != shown:
                    break
                yield event("alive")
                await asyncio.sleep(SIGN_OF_LIFE / 4)
            yield event("gone")
        finally:
            self._streams.close(stream)

    async def _events(
        self, request: Request, stream: PageStream, glass: Glass, changed: asyncio.Event
    ) -> AsyncIterator[bytes]:
        """Yield each picture, and signs of life between."""
        try:
            yield event("secret", glass.secret)
            while not stream.is_over and self._guest(request):
                changed.clear()
                yield event("news", await self._at_table(glass.news))
                while not changed.is_set() and self._guest(request):
                    try:
                        async with asyncio.timeout(SIGN_OF_LIFE):
                            await changed.wait()
                    except TimeoutError:
                        yield event("alive")
            yield event("gone")
        finally:
            self._streams.close(stream)
            self._queue.hop(self._close)(glass)

    async def _fingers(self, request: Request) -> Response:
        found = self._guest(request)
        if found is None:
            return self._gate.refusal("gone", 403)
        try:
            match wishes.parse_object(await body(request)):
                case {"secret": str(secret), "number": int(number), "fingers": list(fingers)}:
                    told = found[0], secret, number, fingers
                    is_there = await self._at_table(self._hear, *told)
                case _:
                    raise ValueError
        except (ClientDisconnect, TimeoutError, TypeError, ValueError):
            return self._gate.refusal("not understood", 400)
        except Full:
            return self._gate.refusal("too fast", 429)
        return JSONResponse({}) if is_there else self._gate.refusal("gone", 410)


def device_of(browser: str) -> str:
    """Return the kind of device that a browser says it runs on."""
    found = (kind for kind, words in DEVICES.items() if re.search(words, browser))
    return next(found, "computer")


def manifest() -> str:
    """Return what a browser is told that installs the page as a program of its own."""
    icon = {"src": f"/static/{ICON.name}", "sizes": "any", "type": "image/svg+xml"}
    told = {
        "name": BROWSER["title"],
        "short_name": BROWSER["title"],
        "start_url": "/",
        "display": "fullscreen",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [icon],
    }
    return json.dumps(told)


@cache
def _environment() -> Environment:
    return make_environment("companion.browser", fonts=FONTS, label=BROWSER)
