"""Who follows the wall: one visitor takes no place from another."""

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.app import MOST_STREAMS, STREAMS_OF_ONE, Pages
from companion.club.rounds import POINTS, Rounds
from tests.club.engine import PATIENCE
from tests.club.walls import new_director, shown
from tests.phones.evening import until


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    return Pages(new_director(), Rounds(tmp_path), "Cup", points=POINTS)


@pytest.fixture
def port(pages: Pages) -> Iterator[int]:
    with shown(pages) as address:
        yield urlsplit(address).port or 0


def ask(port: int, source: str) -> socket.socket:
    """Ask for the stream from an address, and do not wait for an answer."""
    end = socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=(source, 0))
    end.sendall(f"GET /stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    return end


def status(end: socket.socket) -> int:
    with end.makefile("rb") as lines:
        return int(lines.readline().split()[1])


def test_a_visitor_with_many_streams_stops_no_other(port: int) -> None:
    with ExitStack() as stack:
        # All are asked for before the first has sent anything.
        greedy = [stack.enter_context(closing(ask(port, "127.0.0.2"))) for _ in range(45)]
        assert Counter(map(status, greedy)) == {200: STREAMS_OF_ONE, 429: 45 - STREAMS_OF_ONE}
        other = stack.enter_context(closing(ask(port, "127.0.0.3")))
        assert status(other) == 200
        with other.makefile("rb") as lines:
            assert b"event: page\n" in iter(lines.readline, b"")


def test_the_director_has_room_when_all_places_are_taken(
    pages: Pages, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_own(request: Request) -> bool:
        return request.client is not None and request.client.host == own

    own = "127.0.0.9"
    monkeypatch.setattr("companion.club.app._is_own", is_own)
    with ExitStack() as stack:
        for number in range(MOST_STREAMS):
            source = f"127.0.1.{number // STREAMS_OF_ONE}"
            assert status(stack.enter_context(closing(ask(port, source)))) == 200
        assert status(stack.enter_context(closing(ask(port, "127.0.0.8")))) == 429
        assert status(stack.enter_context(closing(ask(port, own)))) == 200


def test_a_stream_that_ended_gives_its_place_back(pages: Pages, port: int) -> None:
    for _ in range(3):
        with ExitStack() as stack:
            for _ in range(STREAMS_OF_ONE):
                end = stack.enter_context(closing(ask(port, "127.0.0.2")))
                assert status(end) == 200
        until(lambda: not pages._streams)
