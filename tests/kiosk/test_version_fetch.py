"""A newer version from a folder on the web: a real server, which behaves as badly as some do."""

import platform
import shutil
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli.version import version_command
from companion.system import version_fetch
from companion.system.version_fetch import LARGEST, FetchFailed, fetch
from companion.system.versions import ARCHITECTURES

MACHINE = ARCHITECTURES.get(platform.machine(), platform.machine())
NAME = f"companion_2.0_{MACHINE}.raw"
VERSION = bytes(range(256)) * 4096
LATEST = f"/latest_{MACHINE}"


class Web:
    """Answers of the server: headers and bytes by path. It counts the requests."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[dict[str, str], bytes]] = {}
        self.asked: list[str] = []
        self.has(LATEST, f"{NAME}\n".encode())
        self.has(f"/{NAME}", VERSION)

    def has(self, path: str, body: bytes, **headers: str) -> None:
        self.pages[path] = ({"Content-Length": str(len(body))} | headers, body)

    def says(self, length: str | None) -> None:
        """Say another length of the version than it has; None says none."""
        self.pages[f"/{NAME}"] = ({"Content-Length": length} if length else {}, VERSION)

    def answer(self, handler: Any) -> None:
        self.asked.append(handler.path)
        if handler.path not in self.pages:
            handler.send_error(404)
            return
        headers, body = self.pages[handler.path]
        handler.send_response(200)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        with suppress(OSError):  # whoever asked has gone
            handler.wfile.write(body)


@pytest.fixture
def web() -> Iterator[Any]:
    """A server with a good version; ``address`` is that of its folder."""
    web: Any = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            web.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    web.address = f"http://127.0.0.1:{server.server_port}"
    yield web
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_newest_version_comes_once_and_the_one_before_goes(web: Any, tmp_path: Path) -> None:
    folder, told = tmp_path / "download", []
    for _ in range(2):
        assert fetch(f"{web.address}/", MACHINE, folder, lambda *words: told.append(words))
        assert (folder / NAME).read_bytes() == VERSION
    assert web.asked == [LATEST, f"/{NAME}", LATEST]
    assert told[0] == ("copying", "2.0", 25)
    assert told[-1] == ("copying", "2.0", 100)
    newer = NAME.replace("2.0", "2.1")
    web.has(LATEST, newer.encode())
    web.has(f"/{newer}", VERSION)
    fetch(web.address, MACHINE, folder, lambda *words: None)
    assert [path.name for path in folder.iterdir()] == [newer]


BAD: dict[str, Any] = {
    "no name": lambda web: web.has(LATEST, b"<html>Welcome to the hotel"),
    "a path": lambda web: web.has(LATEST, f"../{NAME}".encode()),
    "bytes": lambda web: web.has(LATEST, b"\xff\xfe" * 500),
    "other machine": lambda web: web.has(LATEST, b"companion_2.0_riscv64.raw"),
    "nothing newest": lambda web: web.pages.pop(LATEST),
    "404": lambda web: web.pages.pop(f"/{NAME}"),
    "too large": lambda web: web.says(str(LARGEST + 1)),
    "no length": lambda web: web.says(None),
    "no figure": lambda web: web.says("many"),
    "less than nothing": lambda web: web.says("-1"),
    "cut off": lambda web: web.says(str(len(VERSION) + 1)),
    "scheme": lambda web: setattr(web, "address", "file:///etc"),
    "no host": lambda web: setattr(web, "address", "http://"),
    "half an address": lambda web: setattr(web, "address", "http://[half"),
    "a space": lambda web: setattr(web, "address", "http://my server"),
    "no port": lambda web: setattr(web, "address", "http://127.0.0.1:many"),
    "nobody there": lambda web: setattr(web, "address", "http://127.0.0.1:9"),
    "empty": lambda web: setattr(web, "address", ""),
}
ADDRESSES = ("scheme", "no host", "empty")


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_version_is_refused_and_nothing_is_offered(
    web: Any, tmp_path: Path, case: str
) -> None:
    BAD[case](web)
    with pytest.raises(FetchFailed) as failed:
        fetch(web.address, MACHINE, tmp_path, lambda *words: None)
    assert failed.value.what == ("address" if case in ADDRESSES else "server")
    assert not list(tmp_path.glob("*.raw"))


def test_a_full_card_takes_no_version(
    web: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = SimpleNamespace(free=version_fetch.RESERVE + len(VERSION) - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: full)
    with pytest.raises(FetchFailed) as failed:
        fetch(web.address, MACHINE, tmp_path, lambda *words: None)
    assert failed.value.what == "room"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("is_service", [False, True])
def test_the_command_says_in_a_sentence_what_came(
    web: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_service: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    if is_service:
        monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    told, data = tmp_path / "told", tmp_path / "data"

    def run() -> Any:
        words = ["fetch", web.address, "--data", str(data)]
        return CliRunner().invoke(version_command, words)

    done = run()
    assert (done.exit_code, done.output.count("\n")) == (0, 1), done.output
    assert (data / "download" / NAME).exists()
    assert told.exists() is is_service
    if is_service:
        assert told.read_text() == f"fetched {NAME}\n"
    web.pages.clear()
    done = run()
    assert (done.exit_code, done.output.count("\n")) == (1, 1), done.output
    assert "404" in done.output
    if is_service:
        assert told.read_text() == "refused server\n"
