"""Limits of connections: one visitor of the network keeps nobody else out."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import coroutine
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from companion.phones.app import Server
from companion.web import http
from companion.web.connections import (
    CONNECTIONS_OF_ADDRESS,
    HEAD_SECONDS,
    MOST_OF_STRANGERS,
    Connection,
)
from tests.phones.attacks import HALF, STRANGER, WHOLE
from tests.phones.evening import PATIENCE, seat
from tests.phones.evening import Server as ServerProcess

# --- the time of a request, by the test's own clock -----------------------------------------------


@coroutine
def pause() -> Iterator[None]:
    yield


class Timer:
    """Timer that fires when the test lets time pass."""

    def __init__(self, at: float, act: Callable[[], object]) -> None:
        self.at, self.act, self.is_cancelled = at, act, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Hours:
    """Clock of a loop, whose tasks run until they have to wait."""

    def __init__(self) -> None:
        self.now, self.timers = 0.0, list[Timer]()
        self.waiting = list[Any]()

    def call_later(self, seconds: float, act: Callable[[], object]) -> Timer:
        self.timers.append(Timer(self.now + seconds, act))
        return self.timers[-1]

    def create_task(self, work: Any, **_: object) -> Any:
        with suppress(StopIteration):
            work.send(None)
            self.waiting.append(work)
        return Mock()

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        for timer in self.timers:
            if timer.at <= self.now and not timer.is_cancelled:
                timer.cancel()
                timer.act()


class Wire(asyncio.Transport):
    """Connection to a visitor who sends and reads what the test says."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 80)})
        self.is_open = True

    def is_closing(self) -> bool:
        return not self.is_open

    def close(self) -> None:
        self.is_open = False

    abort = close

    def write(self, data: Any) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


Accept = Callable[[str], tuple[Connection, Wire]]


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def accept(hours: Hours) -> Accept:
    """Connect an address to a server with its own clock."""

    async def respond(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/stream":
            await pause()
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})

    config, state = Config(respond, lifespan="off", log_level="critical"), ServerState()
    config.load()

    def accept(address: str) -> tuple[Connection, Wire]:
        connection, wire = Connection(config, state, {}, hours), Wire(address)  # type: ignore[arg-type]
        connection.connection_made(wire)
        return connection, wire

    return accept


@pytest.mark.parametrize("sent", [b"", HALF])
def test_a_request_that_is_never_finished_ends_the_connection(
    hours: Hours, accept: Accept, sent: bytes
) -> None:
    connection, wire = accept(STRANGER)
    if sent:
        connection.data_received(sent)
    hours.pass_time(HEAD_SECONDS - 1)
    connection.data_received(b"y")  # One byte at a time does not help.
    assert wire.is_open
    hours.pass_time(1)
    assert not wire.is_open


def test_the_answer_to_a_whole_request_takes_as_long_as_it_takes(
    hours: Hours, accept: Accept
) -> None:
    connection, wire = accept(STRANGER)
    connection.data_received(WHOLE.replace(b"/", b"/stream", 1))
    assert hours.waiting
    hours.pass_time(100 * HEAD_SECONDS)
    assert wire.is_open


def test_the_second_request_has_no_more_time_than_the_first(hours: Hours, accept: Accept) -> None:
    connection, wire = accept(STRANGER)
    connection.data_received(WHOLE)
    hours.pass_time(1)
    connection.data_received(HALF)
    assert wire.is_open
    hours.pass_time(HEAD_SECONDS - 1)
    assert not wire.is_open


def test_one_address_has_so_many_connections_and_others_have_theirs(
    accept: Accept,
) -> None:
    wires = [accept(STRANGER)[1] for _ in range(CONNECTIONS_OF_ADDRESS + 1)]
    assert [wire.is_open for wire in wires] == [True] * CONNECTIONS_OF_ADDRESS + [False]
    assert accept("127.0.200.4")[1].is_open


def test_a_crowd_makes_room_for_whoever_comes_and_not_for_whoever_is_known(
    accept: Accept,
) -> None:
    known, wire_of_known = accept("127.0.200.9")
    known.is_kept = True
    first = accept("127.0.200.8")[1]
    crowded = 3 * CONNECTIONS_OF_ADDRESS
    crowd = [accept(f"127.0.203.{number % 3}")[1] for number in range(crowded)]
    late = [accept(f"127.0.204.{number}")[1] for number in range(MOST_OF_STRANGERS // 2)]
    assert wire_of_known.is_open
    assert first.is_open
    assert all(wire.is_open for wire in late)
    assert sum(wire.is_open for wire in (first, *crowd, *late)) == MOST_OF_STRANGERS
    assert not crowd[0].is_open, "the oldest ones go first"


def test_a_body_that_never_ends_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "BODY_SECONDS", 0)
    server = Server(tmp_path, lambda: "http://127.0.0.1")
    token = seat(server.phones, server.live.key, "Ann")

    async def for_ever() -> Any:
        yield b"{"
        await asyncio.Event().wait()

    async def send() -> int:
        transport = httpx.ASGITransport(server.app)
        headers = {"origin": "http://127.0.0.1", "cookie": f"wallet={token}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return (await client.post("/wish", content=for_ever(), headers=headers)).status_code

    assert asyncio.run(asyncio.wait_for(send(), PATIENCE)) == 400


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_without_a_word_though_a_page_follows_it(
    tmp_path: Path, number: signal.Signals
) -> None:
    server = ServerProcess(tmp_path / "run", tmp_path)
    with httpx.stream("GET", f"{server.address}/stream", timeout=PATIENCE) as stream:
        next(stream.iter_lines())
        server.process.send_signal(number)
        assert server.process.wait(PATIENCE) == 0
    server.close()
    assert (tmp_path / "phones.log").read_text() == ""
