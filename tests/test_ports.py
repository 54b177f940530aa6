"""Ports that are taken: a sentence with the option that helps."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.network import free_port
from tests.commands import companion
from tests.ledger.gaming import play_evening


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


@pytest.mark.parametrize(
    "command",
    [
        ("director", "--server", "nats://127.0.0.1:9"),
        ("phones", "--host", "127.0.0.1"),
        ("datasette",),
    ],
    ids=lambda command: command[0],
)
def test_a_taken_port_is_named_with_the_option_that_helps(
    command: tuple[str, ...], taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    play_evening(tmp_path, 1)
    where = ["--folder", tmp_path] if command[0] == "director" else []
    found = companion(*command, *where, "--port", taken, status=1)
    assert f" {taken}: " in found
    assert "--port 0" in found
    assert found.count("\n") == 1


def test_an_address_of_another_machine_is_refused_with_the_option_that_helps() -> None:
    assert "--host" in companion("phones", "--host", "192.0.2.7", "--port", 0, status=1)


def test_a_wanted_port_is_used_if_it_is_free_and_another_if_it_is_not(taken: int) -> None:
    found = free_port("127.0.0.1", taken)
    assert found not in (0, taken)
    assert free_port("127.0.0.1", found) == found
