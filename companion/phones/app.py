"""Routes of the server, and what every request must satisfy.

Whoever asks must be in a private network, name this server by an address of one (so that no web
page elsewhere can speak to it under a name of its own), and not ask too often. Only the page itself
may send wishes. Nothing is stored by browsers but a cookie, which scripts cannot read.
"""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion import wishes
from companion.engine.limits import ForeignError, decode
from companion.phones import pages
from companion.phones.bank import LiveGame, Unreachable
from companion.phones.seats import COOKIE, LASTS, Phone, Phones, Visitors
from companion.resources import font_file, sound_file
from companion.text import set_language
from companion.text.phones import PHONE, text_of

STATIC = Path(__file__).parent / "static"
SIGN_OF_LIFE = 1.2
"""Seconds between two signs that the stream is alive."""
MOST_STREAMS, STREAMS_OF_ONE = 80, 8
SECONDS_OF_A_STREAM = 3600
FONTS = (
    "CharisSIL-Bold",
    "Icons",
    "RobotoCondensed-Bold",
    "RobotoCondensed-Medium",
    "RobotoCondensed-Regular",
)
SOUNDS = ("turn", *(f"claim-{owner}" for owner in range(12)))
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Not "no-referrer": with it a browser would hide the origin of the form to join.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; font-src 'self';"
    " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)


class Server:
    """The pages of one bank, as an application for an ASGI server."""

    def __init__(self, folder: Path, address: str) -> None:
        """Serve the bank in the runtime folder ``folder``; ``address`` is told to the table."""
        self.live = LiveGame(folder)
        self.phones = Phones()
        self._address = address
        self._visitors = Visitors(per_second=20, burst=80)
        self._joins = Visitors(per_second=0.1, burst=6)
        self._streams = 0
        self._static = _static_files()
        self._version = _version(self._static)
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/board", self._page),
                Route("/deed/{key}", self._page),
                Route("/trade", self._page),
                Route("/j/{code}", self._offer_to_join),
                Route("/join", self._join, methods=["POST"]),
                Route("/wish", self._wish, methods=["POST"]),
                Route("/stream", self._stream),
                Route("/static/{name}", self._static_file),
            ],
            middleware=[Middleware(_Guard, server=self)],
            lifespan=self._running,
        )

    @asynccontextmanager
    async def _running(self, _: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(self.live.follow()),
            asyncio.create_task(self.live.report(self._status)),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.live.close()

    def _status(self) -> dict[str, Any]:
        return {"address": self._address, "phones": self.phones.connected(self.live.number)}

    # --- what every request must satisfy ----------------------------------------------------------

    def refused(self, request: Request) -> Response | None:
        """Return the answer to a request that is not allowed; None if it is."""
        client = request.client.host if request.client else ""
        if not is_private(client) or not _names_an_address(request.headers.get("host", "")):
            return PlainTextResponse(PHONE["not here"], 403)
        if not self._visitors.may_ask(client):
            return PlainTextResponse(PHONE["too fast"], 429)
        if request.method == "POST" and not _is_from_here(request):
            return PlainTextResponse(PHONE["not understood"], 403)
        return None

    def language(self, request: Request) -> str:
        """Return the language of a request."""
        accepted = request.headers.get("accept-language", "")
        return pages.chosen_language(accepted, self.live.language)

    def _phone(self, request: Request) -> Phone | None:
        return self.phones.find(request.cookies.get(COOKIE, ""), self.live.number)

    # --- pages ------------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        return self._document(self._main(request, self._phone(request)), live=True)

    def _main(self, request: Request, phone: Phone | None, page: str = "") -> str:
        game = self.live.position
        if game is None:
            return pages.notice(PHONE["no game"], PHONE["wait"])
        if phone is None:
            return pages.notice(PHONE["not seated"])
        if phone.is_replaced:
            title = text_of("replaced", player=phone.seat)
            return pages.notice(title, PHONE["ask code"])
        address = page or request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return pages.main(
            pages.parse_address(address),
            game,
            self.live.history,
            phone.seat,
            self.live.last_number,
        )

    def _document(self, main: str, *, live: bool) -> Response:
        nonce = secrets.token_urlsafe(16)
        html = pages.document(main, nonce, self._version, live=live)
        return HTMLResponse(html, headers={"Content-Security-Policy": POLICY.format(nonce=nonce)})

    async def _stream(self, request: Request) -> Response:
        phone = self._phone(request)
        is_full = self._streams >= MOST_STREAMS or (phone and phone.streams >= STREAMS_OF_ONE)
        if is_full:
            return PlainTextResponse(PHONE["too fast"], 429)
        page = request.query_params.get("page", "/")[: pages.LONGEST_PAGE]
        return StreamingResponse(self._events(request, phone, page), media_type="text/event-stream")

    async def _events(
        self, request: Request, phone: Phone | None, page: str
    ) -> AsyncIterator[bytes]:
        """Yield the page whenever it has changed, and signs of life between."""
        loop = asyncio.get_running_loop()
        end = loop.time() + SECONDS_OF_A_STREAM
        shown, version = "", -1
        self._count(phone, 1)
        try:
            while loop.time() < end:
                is_news, version = version != self.live.version, self.live.version
                if not self.live.is_reachable:
                    yield _event("away")
                elif phone is None and self._phone(request):
                    yield _event("gone")
                    return
                else:
                    if is_news:
                        set_language(self.language(request))
                        current = self._current(request, phone)
                        main = self._main(request, current, page)
                        if main != shown:
                            shown = main
                            yield _event("page", main)
                    yield _event("alive")
                await self.live.changed(version, SIGN_OF_LIFE)
        finally:
            self._count(phone, -1)

    def _current(self, request: Request, phone: Phone | None) -> Phone | None:
        return phone and self._phone(request)

    def _count(self, phone: Phone | None, change: int) -> None:
        self._streams += change
        if phone:
            phone.streams += change

    # --- joining ----------------------------------------------------------------------------------

    async def _offer_to_join(self, request: Request) -> Response:
        """Show a button: a preview that opens the address must not use up the code."""
        code = request.path_params["code"][: wishes.LONGEST_ID]
        return self._document(
            pages.notice(PHONE["join"], PHONE["join about"], code or "-"), live=False
        )

    async def _join(self, request: Request) -> Response:
        client = request.client.host if request.client else ""
        if not self._joins.may_ask(client):
            return PlainTextResponse(PHONE["too fast"], 429)
        try:
            body = decode(await _body(request), "form")
            [code] = parse_qs(body, max_num_fields=4, strict_parsing=True)["code"]
        except (ForeignError, ClientDisconnect, KeyError, ValueError):
            return PlainTextResponse(PHONE["not understood"], 400)
        try:
            answer = await self.live.socket.ask({"code": code[: wishes.LONGEST_ID]})
        except Unreachable:
            return self._document(pages.notice(PHONE["not reached"]), live=False)
        game, seat = answer.get("game"), answer.get("seat")
        if not isinstance(game, int) or not isinstance(seat, str):
            return self._document(pages.notice(PHONE["ask code"]), live=False)
        token = self.phones.join(game, seat)
        await self.live.tell()
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, token, max_age=LASTS, httponly=True, samesite="strict")
        return response

    # --- wishes -----------------------------------------------------------------------------------

    async def _wish(self, request: Request) -> Response:
        phone = self._phone(request)
        if phone is None or phone.is_replaced or not phone.seat:
            return _said("not seated", 403)
        if not phone.wishes.take(asyncio.get_running_loop().time()):
            return _said("too fast", 429)
        try:
            fields = wishes.parse_object(await _body(request))
            wish = {"game": phone.game, "seat": phone.seat}
            message = wish | {key: fields[key] for key in ("move", "seen", "request")}
            wishes.parse(wishes.encode(message))
        except (ForeignError, ClientDisconnect, KeyError, ValueError):
            return _said("not understood", 400)
        try:
            answer = await self.live.socket.ask(message)
        except Unreachable:
            return _said("not reached", 200)
        return JSONResponse(answer)

    # --- files ------------------------------------------------------------------------------------

    async def _static_file(self, request: Request) -> Response:
        found = self._static.get(request.path_params["name"])
        if found is None:
            return PlainTextResponse("", 404)
        headers = {"Cache-Control": "private, max-age=86400"}
        if isinstance(found, Path):
            return FileResponse(found, headers=headers)
        return Response(found, media_type="text/css", headers=headers)


class _Guard:
    """Answer what is not allowed, and add the headers to every answer."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self._app, self._server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope, receive)
        set_language(self._server.language(request))
        answer: ASGIApp = self._server.refused(request) or self._app
        await answer(scope, receive, send_with_headers)


def _static_files() -> dict[str, Path | str]:
    fonts = {f"{name}.ttf": font_file(name) for name in FONTS}
    sounds = {f"{name}.wav": sound_file(name) for name in SOUNDS}
    scripts = {name: STATIC / name for name in ("idiomorph.min.js", "phone.js")}
    return {**fonts, **sounds, **scripts, "style.css": pages.style_sheet()}


def _version(files: dict[str, Path | str]) -> str:
    """Return a short hash of the script and the style sheet, so that no browser keeps old ones."""
    text = str(files["style.css"]).encode() + (STATIC / "phone.js").read_bytes()
    return hashlib.sha256(text).hexdigest()[:12]


async def _body(request: Request) -> bytes:
    """Return the body of a request. Raises ForeignError if it is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > wishes.MOST_BYTES:
            wishes.parse_object(bytes(body))
    return bytes(body)


def _said(key: str, status: int) -> Response:
    return JSONResponse({"said": PHONE[key]}, status)


def _event(kind: str, data: str = "") -> bytes:
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"event: {kind}\n{lines}\n".encode()


def is_private(address: str) -> bool:
    """Return True for an address of a private network or of this machine."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    return found.is_private or found.is_loopback or found.is_link_local


def _names_an_address(host: str) -> bool:
    """Return True if a Host header names a private address, not a domain."""
    with suppress(ValueError):
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname or "", parts.port  # A wrong port raises ValueError.
        return name == "localhost" or is_private(name)
    return False


def _is_from_here(request: Request) -> bool:
    """Return True if a page of this server sent the request."""
    return request.headers.get("origin") == f"http://{request.headers.get('host', '')}"
