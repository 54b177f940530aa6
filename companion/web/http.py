"""HTTP of the pages that the program serves: the phones and a club's wall.

A page loads nothing from elsewhere, runs no script but its own, and is not stored. A server answers
only under an address of a private network, so that no web page elsewhere can speak to it under a
name of its own. Server-sent events bring a page up to date.
"""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.resources import font_file
from companion.system.network import name_in_network

FONTS = (
    "CharisSIL-Bold",
    "Icons",
    "RobotoCondensed-Bold",
    "RobotoCondensed-Medium",
    "RobotoCondensed-Regular",
)

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
    " connect-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)

MOST_BYTES = 2048
"""Largest number of bytes in the body of a request."""
BODY_SECONDS = 10.0
"""Longest time for the body of a request."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Middleware that answers what is not allowed, and adds the headers to every answer.

    ``refused`` returns the answer to a request that is not allowed, None if it is.
    """

    app: ASGIApp
    refused: Callable[[Request], Response | None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request that is allowed."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer: ASGIApp = self.refused(Request(scope, receive)) or self.app
        await answer(scope, receive, send_with_headers)


def page(render: Callable[[str], str]) -> Response:
    """Return the page that ``render`` makes; it gets the nonce for scripts and style sheets."""
    nonce = secrets.token_urlsafe(16)
    policy = {"Content-Security-Policy": POLICY.format(nonce=nonce)}
    return HTMLResponse(render(nonce), headers=policy)


def static_files(style: str, *files: Path) -> dict[str, Path | str]:
    """Return what a server gives out by name: the fonts, ``style`` as style.css, and ``files``.

    What is not a file is its text.
    """
    fonts = {f"{name}.ttf": font_file(name) for name in FONTS}
    return {**fonts, **{file.name: file for file in files}, "style.css": style}


def version_of(files: Mapping[str, Path | str]) -> str:
    """Return a short hash of scripts and style sheet, so that no browser keeps old ones."""
    found = hashlib.sha256()
    for file in files.values():
        if isinstance(file, str):
            found.update(file.encode())
        elif file.suffix == ".js":
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def static_route(files: Mapping[str, Path | str]) -> Route:
    """Return the route of ``files``, by name."""
    headers = {"Cache-Control": "private, max-age=86400"}

    async def answer(request: Request) -> Response:
        match files.get(name := request.path_params["name"]):
            case None:
                return PlainTextResponse("", 404)
            case Path() as path:
                return FileResponse(path, headers=headers)
            case written:
                return Response(written, media_type=guess_type(name)[0], headers=headers)

    return Route("/static/{name}", answer)


@asynccontextmanager
async def running(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do work beside the server until the end of the block."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def event(kind: str, data: str = "") -> bytes:
    """Return a server-sent event."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"event: {kind}\n{lines}\n".encode()


async def body(request: Request) -> bytes:
    """Return the body of a request.

    Raises ValueError if it is too large, TimeoutError if it takes too long, and ClientDisconnect if
    its sender leaves.
    """
    found = bytearray()
    async with asyncio.timeout(BODY_SECONDS):
        async for chunk in request.stream():
            found += chunk
            if len(found) > MOST_BYTES:
                raise ValueError("the body is too large")
    return bytes(found)


async def form(request: Request) -> dict[str, str]:
    """Return the fields of a form.

    Raises the errors of ``body``, and ValueError if the body is no form or has a field twice.
    """
    # Starlette's own reader of forms needs python-multipart, for the files that no form here has.
    text = (await body(request)).decode()
    fields = parse_qs(text, keep_blank_values=True, strict_parsing=True, max_num_fields=4)
    return {name: value for name, [value] in fields.items()}


def address_of(request: Request) -> str:
    """Return the address of a visitor; empty if it is not known."""
    return request.client.host if request.client else ""


def keep(request: Request) -> None:
    """Keep the connection of a visitor who is known, however many strangers come."""
    if extension := request.scope.get("extensions", {}).get("companion.keep"):
        extension["call"]()


def is_near(request: Request) -> bool:
    """Return True for a visitor of a private network who names the server as others there do."""
    return is_private(address_of(request)) and names_this_machine(request.headers.get("host", ""))


def is_of_this_machine(request: Request) -> bool:
    """Return True for a visitor on the machine of the server."""
    return address_of(request) in ("127.0.0.1", "::1")


def is_private(address: str) -> bool:
    """Return True for an address of a private network or of this machine."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    return found.is_private or found.is_loopback or found.is_link_local


def names_this_machine(host: str) -> bool:
    """Return True if a Host header names a private address or what Avahi calls this machine.

    A domain is refused: somebody else may let it lead here (DNS rebinding).
    """
    with suppress(ValueError):
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname or "", parts.port  # A wrong port raises ValueError.
        if name.endswith(".local"):
            return name == name_in_network().lower()
        return name == "localhost" or is_private(name)
    return False


def is_from_here(request: Request) -> bool:
    """Return True if a page of this server sent the request."""
    return request.headers.get("origin") == f"http://{request.headers.get('host', '')}"
