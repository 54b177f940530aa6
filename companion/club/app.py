"""Routes of the director's pages: the wall, the results, and every table's files.

Everybody in the private network may look. Only the director's own machine may begin and end rounds.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from companion.club import wall
from companion.club.alerts import missing_moves
from companion.club.director import Director
from companion.club.keys import revoked
from companion.club.news import news_of, wall_html
from companion.club.pages import environment
from companion.club.remarks import Remark, remarks
from companion.club.rounds import (
    MOST_MINUTES,
    Result,
    Rounds,
    csv_of,
    results_of_round,
    totals,
)
from companion.club.stream import Lost, Refused
from companion.export.bundle import bundle
from companion.export.collection import restored, save_ledger
from companion.ledger.errors import LedgerError
from companion.ledger.records import Row
from companion.look.palette import THEMES
from companion.text import language, translate_message
from companion.text.club import WALL, text_of
from companion.web.http import (
    Guard,
    address_of,
    event,
    form,
    is_from_here,
    is_near,
    page,
    running,
    static_files,
    static_route,
    version_of,
)

TICK = 1.0
"""Seconds after which the times on the wall are new."""
MOST_STREAMS, STREAMS_OF_ONE = 40, 8
"""Walls that follow the event: all of them, and those at one address."""
DEFAULT_MINUTES = 90
log = logging.getLogger(__name__)
QUESTIONS = {"audit": "text/plain", "fingerprint": "text/plain", "report": "text/html"}
"""Questions to a table, with the type of the answer."""
SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
SCRIPTS = (
    Path(__file__).parent / "static/wall.js",
    *(
        Path(__file__).parents[1] / "phones/static" / name
        for name in ("idiomorph.min.js", "stream.js")
    ),
)


class Pages:
    """The pages of one event, as an application for an ASGI server."""

    def __init__(
        self,
        director: Director,
        rounds: Rounds,
        title: str,
        *,
        points: tuple[float, ...],
        tables: int = 0,
        theme: str = "",
        keys: Path | None = None,
    ) -> None:
        """Show ``director``; the tables' ledgers are saved beside ``rounds`` at the end.

        ``keys`` is the folder of the event's keys, if it is here.
        """
        self.director, self.rounds, self.title = director, rounds, title
        self._points, self._expected, self._theme, self._keys = points, tables, theme, keys
        self._streams: list[str] = []
        self._seen: tuple[int, wall.Overview] | None = None
        sheets = (environment().get_template(name) for name in ("fonts.css", "style.css"))
        style = "".join(sheet.render() for sheet in sheets)
        files = static_files(style, *SCRIPTS)
        self._version = version_of(files)
        self.app = Starlette(
            routes=[
                Route("/", self._wall),
                Route("/stream", self._stream),
                Route("/results", self._results),
                Route("/results.csv", self._csv),
                Route("/round", self._round, methods=["POST"]),
                Route("/table/{number:int}/bundle", self._bundle),
                Route("/table/{number:int}/ask/{question}", self._answer),
                static_route(files),
            ],
            middleware=[Middleware(Guard, refused=_refused)],
            lifespan=self._running,
        )

    @asynccontextmanager
    async def _running(self, _: Starlette) -> AsyncIterator[None]:
        try:
            async with running(self.director.run()):
                yield
        finally:
            self.save()

    # --- the wall ---------------------------------------------------------------------------------

    async def _wall(self, request: Request) -> Response:
        shown = wall.wall(wall.overview(self._scene()), request.query_params.get("find", ""))
        return self._document(request, wall_html(shown), live=True)

    def _scene(self) -> wall.WallScene:
        director = self.director
        return wall.WallScene(
            self.title,
            director.tables,
            director.alive,
            director.clock(),
            self.rounds.last,
            expected=self._expected,
            notices=self._notices(),
            revoked=revoked(self._keys) if self._keys else frozenset(),
        )

    def _notices(self) -> tuple[str, ...]:
        """Return sentences about what is wrong with the whole event."""
        found = [WALL[self.director.trouble]] if self.director.trouble else []
        if self.rounds.fault:
            found.append(text_of("rounds lost", why=translate_message(self.rounds.fault)))
        return tuple(found)

    def _document(self, request: Request, main: str, *, live: bool = False) -> Response:
        theme = request.query_params.get("theme", self._theme)
        context = {
            "main": main,
            "title": self.title,
            "theme": theme if theme in THEMES else "",
            "version": self._version,
            "live": live,
            "language": language(),
        }
        template = environment().get_template("document.html")
        return page(lambda nonce: template.render(**context, nonce=nonce))

    async def _stream(self, request: Request) -> Response:
        """Send the wall, and each new one. The director's own machine always has room."""
        address = address_of(request)
        is_full = len(self._streams) >= MOST_STREAMS and not _is_own(request)
        if is_full or self._streams.count(address) >= STREAMS_OF_ONE:
            return PlainTextResponse("", 429)
        self._streams.append(address)
        events = self._events(request.query_params.get("find", ""))
        return _Stream(events, lambda: self._streams.remove(address))

    async def _events(self, find: str) -> AsyncIterator[bytes]:
        before: wall.Wall | None = None
        while True:
            # News at most once a second, however fast the tables play.
            await asyncio.sleep(TICK)
            now = wall.wall(self._overview(), find)
            kind, news = news_of(now, before)
            before = now
            if news:
                yield event(kind, news)
            yield event("alive")

    def _overview(self) -> wall.Overview:
        """Return what all walls of this second have in common."""
        second = int(asyncio.get_running_loop().time() / TICK)
        if self._seen is None or self._seen[0] != second:
            self._seen = second, wall.overview(self._scene())
        return self._seen[1]

    def save(self) -> None:
        """Save the ledgers of all tables for the season; the names of incomplete ones say so."""
        folder = self.rounds.folder / "ledgers"
        for number, table in self.director.tables.items():
            if not table.rows:
                continue
            alive = self.director.alive.get(number)
            missing = max(0, alive.moves - table.moves) if alive else 0
            incomplete = folder / f"table-{number:02d}-incomplete.db"
            try:
                if missing:
                    save_ledger(table.rows, incomplete)
                    log.warning("club-saved-incomplete table=%d missing=%d", number, missing)
                else:
                    save_ledger(table.rows, folder / f"table-{number:02d}.db")
                    incomplete.unlink(missing_ok=True)
            except Exception as error:  # Whatever came from one table, the others are saved.
                log.error("club-not-saved table=%d why=%r", number, str(error))

    # --- rounds and results -----------------------------------------------------------------------

    def results(self) -> list[Result]:
        """Compute the results of all rounds; a running round has its present results."""
        now, tables = self.director.clock(), self.director.tables.values()
        return [
            one
            for played in self.rounds.rounds
            for one in results_of_round(tables, played, now, self._points)
        ]

    def remarks(self) -> list[Remark]:
        """Return what the results of all rounds leave out, and why."""
        scene = self._scene()
        return [
            one
            for played in self.rounds.rounds
            for one in remarks(
                scene.numbers,
                scene.tables,
                scene.alive,
                played,
                scene.now,
                is_last=played == scene.last_round,
            )
        ]

    async def _results(self, request: Request) -> Response:
        found, now, last = self.results(), self.director.clock(), self.rounds.last
        main = (
            environment()
            .get_template("results.html")
            .render(
                title=self.title,
                may_direct=_is_own(request),
                running=self.rounds.running(now),
                next=len(self.rounds.rounds) + 1,
                minutes=last.minutes if last else DEFAULT_MINUTES,
                totals=totals(found),
                rounds=self.rounds.rounds,
                results=found,
                remarks=self.remarks(),
                notices=self._notices(),
                tables=[
                    table
                    for _, table in sorted(self.director.tables.items())
                    if table.current or table.fault
                ],
                sentence=translate_message,
                missing=lambda one: missing_moves(one, self.director.alive.get(one.number), now),
            )
        )
        return self._document(request, main)

    async def _csv(self, _: Request) -> Response:
        name = re.sub(r"[^a-z0-9-]", "-", self.director.access.event)
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        said = {(one.round, one.table): one.text for one in self.remarks()}
        text = csv_of(self.results(), said)
        return Response(text, media_type="text/csv", headers=headers)

    async def _round(self, request: Request) -> Response:
        if not (_is_own(request) and is_from_here(request)):
            return PlainTextResponse(WALL["not here"], 403)
        try:
            fields = await form(request)
            minutes = int(fields.get("minutes", 0))
        except (ClientDisconnect, TimeoutError, ValueError):
            return PlainTextResponse("", 400)
        try:
            if fields.get("do") == "end":
                self.rounds.end(self.director.clock())
            elif 0 <= minutes <= MOST_MINUTES:
                self.rounds.start(minutes, self.director.clock())
        except LedgerError as error:
            said = text_of("not saved", why=translate_message(error))
            return PlainTextResponse(said, 500)
        return RedirectResponse("/results", 303)

    # --- files of a table -------------------------------------------------------------------------

    async def _bundle(self, request: Request) -> Response:
        table = self.director.tables.get(request.path_params["number"])
        if table is None or table.current is None:
            return PlainTextResponse(WALL["no game"], 404)
        try:
            data = await asyncio.to_thread(_bundle_of, list(table.rows), table.current.head.number)
        except LedgerError as error:
            return PlainTextResponse(translate_message(error), 500)
        name = f"table-{table.number:02d}-game-{table.current.head.number}.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/zip", headers=headers)

    async def _answer(self, request: Request) -> Response:
        """Show what the table's own publisher answers; a page of it may do nothing here."""
        question = request.path_params["question"]
        if question not in QUESTIONS:
            return PlainTextResponse("", 404)
        try:
            answer = await self.director.ask(request.path_params["number"], question)
        except (Lost, Refused):
            return PlainTextResponse(WALL["no answer"], 504)
        headers = {"Content-Security-Policy": SANDBOX}
        return Response(answer, media_type=QUESTIONS[question], headers=headers)


class _Stream(StreamingResponse):
    """Stream of events that calls ``ended``, even if its visitor left before the first one."""

    def __init__(self, events: AsyncIterator[bytes], ended: Callable[[], object]) -> None:
        super().__init__(events, media_type="text/event-stream")
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the visitor leaves."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


def _refused(request: Request) -> Response | None:
    """Return the answer to a request that is not allowed; None if it is."""
    return None if is_near(request) else PlainTextResponse(WALL["not here"], 403)


def _is_own(request: Request) -> bool:
    """Return True if the request comes from this machine."""
    return request.client is not None and ip_address(request.client.host).is_loopback


def _bundle_of(rows: list[Row], game: int) -> bytes:
    with TemporaryDirectory(prefix="companion-club-") as scratch:
        path = Path(scratch, "bundle.zip")
        with restored(rows, Path(scratch)) as reader:
            bundle(reader, game, path)
        return path.read_bytes()
