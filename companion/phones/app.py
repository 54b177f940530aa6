"""Routes of the server; what every request must satisfy is in ``companion.web.visitors``."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from signal import SIGTERM, raise_signal
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from companion import wishes
from companion.phones import pages
from companion.phones.address import LONGEST_PAGE, parse_address
from companion.phones.bank_client import PATIENCE, BankSilent, LiveGame, Unreachable
from companion.phones.seats import COOKIE, WATCHING, Phone, Phones
from companion.resources import sound_file
from companion.system.network import name_in_network
from companion.text import set_language_of_task
from companion.text.phones import PHONE, text_of
from companion.web.http import (
    Guard,
    address_of,
    body,
    event,
    form,
    keep,
    page,
    running,
    static_files,
    static_route,
    version_of,
)
from companion.web.visitors import Gate, PageStream, Streams, new_token, remember

STATIC = Path(__file__).parent / "static"
TOKEN = re.compile("[A-Za-z0-9_-]{8,40}")
"""Name of the folder of a shared game."""
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
SCRIPTS = ("idiomorph.min.js", "sounds.js", "stream.js", "phone.js")
SIGN_OF_LIFE = 1.2
"""Seconds between two signs that the stream is alive."""
SECONDS_OF_A_STREAM = 3600
SOUNDS = ("turn", *(f"claim-{owner}" for owner in range(12)))


class Server:
    """The pages of one bank, as an application for an ASGI server."""

    def __init__(
        self,
        folder: Path,
        address: Callable[[], str],
        stop: Callable[[], object] = lambda: raise_signal(SIGTERM),
    ) -> None:
        """Serve the bank in the runtime folder ``folder``; the table is told its ``address``.

        The address may change: a machine often starts before its network. ``stop`` ends the
        server, when the table switches it off.
        """
        self.live = LiveGame(folder)
        self._folder = folder / wishes.SHARED
        self.phones = Phones()
        self._address, self._stop = address, stop
        self._gate = Gate(PHONE, lambda: self.live.language)
        self._streams = Streams()
        scripts = [STATIC / name for name in SCRIPTS]
        files = static_files(pages.style_sheet(), *scripts, *map(sound_file, SOUNDS))
        self._version = version_of(files)
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/board", self._page),
                Route("/deed/{key}", self._page),
                Route("/trade", self._page),
                Route("/pay", self._page),
                Route("/claims", self._page),
                Route("/j/{code}", self._offer_to_join),
                Route("/join", self._join, methods=["POST"]),
                Route("/wish", self._wish, methods=["POST"]),
                Route("/stream", self._stream),
                Route("/s/{token}", self._shared),
                Route("/s/{token}/report", self._shared_report),
                static_route(files),
            ],
            middleware=[Middleware(Guard, refused=self._gate.refused)],
            lifespan=self._running,
        )

    @asynccontextmanager
    async def _running(self, _: Starlette) -> AsyncIterator[None]:
        try:
            async with running(
                self.live.follow(), self.live.report(self._status, self._note, self._stop)
            ):
                yield
        finally:
            self.live.close()

    def _status(self) -> dict[str, Any]:
        return {
            "address": self._address(),
            "name": name_in_network(),
            "phones": self._connected(),
        }

    def _connected(self) -> list[str]:
        """Return the players with an open page."""
        return self.phones.seats_of(self._streams.owners())

    def _note(self, answer: dict[str, Any]) -> None:
        """Take the seats of phones from an answer of the bank."""
        game, code, markers = (answer.get(key) for key in ("game", "code", "markers"))
        if not isinstance(game, str) or not isinstance(code, str) or not isinstance(markers, dict):
            return
        players = {marker: name for name, marker in markers.items() if type(marker) is int}
        refused = answer.get("refused")
        self.phones.update(
            game,
            code,
            _players(answer.get("seats"), players),
            _asking(answer.get("asking"), players),
            [one for one in refused if isinstance(one, str)] if isinstance(refused, list) else (),
        )

    def _phone(self, request: Request) -> Phone | None:
        """Return the phone of a request; the connection of one with a seat is kept."""
        phone = self.phones.find(request.cookies.get(COOKIE, ""), self.live.key)
        if phone and phone.seat != WATCHING and not phone.is_replaced:
            keep(request)
        return phone

    # --- pages ------------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        return self._document(self._main(request, self._phone(request)), live=True)

    def _main(self, request: Request, phone: Phone | None, page: str = "") -> str:
        game = self.live.position
        if game is None:
            return pages.notice(PHONE["no game"], PHONE["wait"])
        token = request.cookies.get(COOKIE, "")
        if phone is None and (asking := self.phones.asked_by(token)):
            return pages.knocking(game, asking)
        if phone is None and (asking := self.phones.refused_by(token)):
            return pages.knocking(game, asking, is_refused=True)
        if phone is None:
            return pages.notice(PHONE["not seated"])
        if phone.is_replaced:
            title = text_of("replaced", player=phone.seat)
            return pages.notice(title, PHONE["ask code"])
        address = page or request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return pages.main(
            parse_address(address),
            game,
            self.live.history,
            phone.seat,
            self.live.last_number,
        )

    def _document(self, main: str, *, live: bool) -> Response:
        return page(lambda nonce: pages.document(main, nonce, self._version, live=live))

    def _notice(self, key: str) -> Response:
        return self._document(pages.notice(PHONE[key]), live=False)

    async def _stream(self, request: Request) -> Response:
        phone = self._phone(request)
        has_seat = phone is not None and phone.seat != WATCHING
        owner = phone.key if phone and has_seat else address_of(request)
        stream = self._streams.open(owner, is_known=has_seat)
        if stream is None:
            return self._gate.refusal("too fast", 429)
        page = request.query_params.get("page", "/")[:LONGEST_PAGE]
        events = self._events(request, phone, page, stream)
        return StreamingResponse(events, media_type="text/event-stream")

    async def _events(
        self, request: Request, phone: Phone | None, page: str, stream: PageStream
    ) -> AsyncIterator[bytes]:
        """Yield the page whenever it has changed, and signs of life between."""
        loop = asyncio.get_running_loop()
        end = loop.time() + SECONDS_OF_A_STREAM
        shown, version = "", -1
        try:
            while loop.time() < end and not stream.is_over:
                is_news, version = version != self.live.version, self.live.version
                if not self.live.is_reachable:
                    yield event("away")
                elif phone is None and self._phone(request):
                    yield event("gone")
                    return
                else:
                    if is_news:
                        set_language_of_task(self._gate.language(request))
                        main = self._main(request, phone and self._phone(request), page)
                        if main != shown:
                            shown = main
                            yield event("page", main)
                    yield event("alive")
                await self.live.changed(version, SIGN_OF_LIFE)
        finally:
            self._streams.close(stream)

    # --- joining ----------------------------------------------------------------------------------

    async def _offer_to_join(self, request: Request) -> Response:
        """Show the players to choose from; a phone that has a seat goes home."""
        if self._has_seat(request):
            return RedirectResponse("/", 303)
        code = request.path_params["code"][: wishes.LONGEST_ID]
        if not self.phones.is_code(code):
            # The table may have shown a new code this very second.
            await self.live.ask_again()
        game = self.live.position
        if game is None or not self.phones.is_code(code):
            return self._notice("ask code")
        return self._document(pages.joining(game, code, self._connected()), live=False)

    async def _join(self, request: Request) -> Response:
        if self._has_seat(request):
            return RedirectResponse("/", 303)
        if not self._gate.knocks.may_ask(address_of(request)):
            return self._gate.refusal("too fast", 429)
        try:
            fields = await form(request)
            code, seat = fields["code"], fields["seat"]
        except (ClientDisconnect, TimeoutError, KeyError, ValueError):
            return self._gate.refusal("not understood", 400)
        if seat == WATCHING:
            token = code if self.phones.is_code(code) else ""
            refusal = "" if token else PHONE["ask code"]
        else:
            token, refusal = await self._ask_for(request, code, seat)
        if refusal:
            return self._document(pages.notice(refusal), live=False)
        # From now on the bank is asked often: somebody waits to be let in.
        await self.live.ask_again()
        await self.live.tell()
        return remember(RedirectResponse("/", 303), COOKIE, token)

    async def _ask_for(self, request: Request, code: str, seat: str) -> tuple[str, str]:
        """Ask the bank for a seat; return the secret of the phone, and why it may not."""
        token = request.cookies.get(COOKIE, "")
        if not (self.phones.asked_by(token) or self.phones.refused_by(token)):
            token = new_token()
        message = {
            "code": code[: wishes.LONGEST_ID],
            "seat": seat[: wishes.LONGEST_NAME],
            "phone": wishes.digest(token),
            "address": address_of(request)[: wishes.LONGEST_ID],
        }
        try:
            answer = await self.live.socket.ask(message)
        except Unreachable:
            return "", PHONE["not reached"]
        if answer.get("asked") != seat:
            said = answer.get("said")
            return "", said if isinstance(said, str) else PHONE["ask code"]
        self.phones.note_asking(token, seat, message["code"])
        return token, ""

    # --- sharing ----------------------------------------------------------------------------------

    async def _shared(self, request: Request) -> Response:
        """Show the pictures of a shared game, and the way to its report."""
        token = request.path_params["token"]
        if not self._find(token, wishes.REPORT):
            return self._notice("not shared")
        found = [
            (self._find(token, name + wishes.PICTURE), self._find(token, name + wishes.WORDS))
            for name in wishes.PICTURES
        ]
        pictures = [(picture, words.decode()) for picture, words in found if picture]
        return self._document(pages.shared(token, pictures), live=False)

    async def _shared_report(self, request: Request) -> Response:
        """Show the report of a shared game, which loads nothing and runs nothing."""
        if not (report := self._find(request.path_params["token"], wishes.REPORT)):
            return self._notice("not shared")
        return HTMLResponse(report, headers={"Content-Security-Policy": REPORT_POLICY})

    def _find(self, token: str, name: str) -> bytes:
        """Return a file of a shared game; nothing if it is not there, or not shared any more."""
        if not TOKEN.fullmatch(token):
            return b""
        with suppress(OSError):
            return (self._folder / token / name).read_bytes()
        return b""

    def _has_seat(self, request: Request) -> bool:
        phone = self._phone(request)
        return bool(phone and phone.seat and not phone.is_replaced)

    # --- wishes -----------------------------------------------------------------------------------

    async def _wish(self, request: Request) -> Response:
        phone = self._phone(request)
        if phone is None or phone.is_replaced or not phone.seat:
            return _said("not seated", 403)
        if not phone.wishes.take(asyncio.get_running_loop().time()):
            return _said("too fast", 429)
        try:
            fields = wishes.parse_object(await body(request))
            wish = {
                "game": self.live.key,
                "seat": phone.seat,
                "until": monotonic() + PATIENCE,
            }
            message = wish | {key: fields[key] for key in ("move", "since", "request")}
            wishes.parse(wishes.encode(message))
        except (ClientDisconnect, TimeoutError, KeyError, ValueError):
            return _said("not understood", 400)
        try:
            answer = await self.live.socket.ask(message)
        except BankSilent:
            return _said("not known", 200)
        except Unreachable:
            return _said("not reached", 200)
        return JSONResponse(answer)


def _players(phones: object, players: dict[int, str]) -> dict[str, str]:
    """Return players by phone, of which ``phones`` has the markers."""
    if not isinstance(phones, dict):
        return {}
    return {
        phone: players[marker]
        for phone, marker in phones.items()
        if type(marker) is int and marker in players
    }


def _asking(phones: object, players: dict[int, str]) -> dict[str, tuple[str, str]]:
    """Return the player whom each phone asks to be, and the digits that it shows."""
    found: dict[str, tuple[str, str]] = {}
    for phone, asked in phones.items() if isinstance(phones, dict) else ():
        match asked:
            case [int(marker), int(digits)] if marker in players:
                found[phone] = players[marker], f"{digits}"
    return found


def _said(key: str, status: int) -> Response:
    return JSONResponse({"said": PHONE[key]}, status)
