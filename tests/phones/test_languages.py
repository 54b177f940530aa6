"""Phones in several languages at once: each is answered in its own."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.phones.app import Server
from companion.phones.bank_client import Unreachable
from companion.phones.seats import COOKIE
from companion.text import language, set_language_of_task
from companion.text.phones import PHONE
from tests.phones.evening import seat as marker_of

HERE = "http://127.0.0.1"
GAME = "game"
CODES = ("de", "es")


class Waiting:
    """A bank that answers no message before each of ``count`` phones has sent one."""

    def __init__(self, count: int) -> None:
        self._barrier = asyncio.Barrier(count)

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        await self._barrier.wait()
        raise Unreachable


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server(tmp_path, lambda: HERE)
    monkeypatch.setattr(type(server.live), "key", property(lambda live: GAME))
    return server


def in_language(code: str, key: str) -> str:
    """The text of a key in a language."""

    async def find() -> str:
        set_language_of_task(code)
        return PHONE[key]

    return asyncio.run(find())


async def post(server: Server, path: str, code: str, seat: str = "", **sent: Any) -> str:
    headers = {"origin": HERE, "accept-language": code}
    if seat:
        headers["cookie"] = f"{COOKIE}={marker_of(server.phones, GAME, seat)}"
    transport = httpx.ASGITransport(server.app)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        return (await client.post(path, headers=headers, **sent)).text


@pytest.mark.parametrize(
    ("path", "seat", "sent"),
    [
        ("/wish", "Ann", {"json": {"move": "Ann buys", "since": 0, "request": "a"}}),
        ("/join", "", {"data": {"code": "x", "seat": "Ann"}}),
    ],
)
def test_two_phones_that_wait_together_are_refused_each_in_its_language(
    server: Server, path: str, seat: str, sent: dict[str, Any]
) -> None:
    async def run() -> list[str]:
        server.live.socket = Waiting(2)  # type: ignore[assignment]
        return await asyncio.gather(*(post(server, path, code, seat, **sent) for code in CODES))

    before = language()
    for code, answer in zip(CODES, asyncio.run(run()), strict=True):
        assert in_language(code, "not reached") in answer
        assert seat or f'<html lang="{code}">' in answer
    assert language() == before
