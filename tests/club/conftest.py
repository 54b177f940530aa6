"""A server of an event, and less patience with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from tests.club.engine import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter waits: each of them is only followed by another attempt."""
    monkeypatch.setattr("companion.club.stream.PATIENCE", 0.5)
    monkeypatch.setattr("companion.club.publisher.ALIVE_EVERY", 0.2)
    monkeypatch.setattr("companion.club.director.UNANSWERED", 0.5)
    for module in ("publisher", "director"):
        monkeypatch.setattr(f"companion.club.{module}.RETRY_AFTER", 0.1)
