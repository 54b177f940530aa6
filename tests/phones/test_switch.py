"""The switch of the server on a kiosk: a file that systemd watches, and the word to end."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from companion.phones.bank_client import LiveGame
from companion.system.server_switch import FILE_NAME, WATCHER, server_switch
from tests.tree import ROOT


@pytest.fixture
def units(tmp_path: Path) -> Path:
    units = tmp_path / "units"
    units.mkdir()
    (units / WATCHER).touch()
    return units


def test_the_switch_is_a_file_in_the_folder_of_the_service(tmp_path: Path, units: Path) -> None:
    switch = server_switch({"STATE_DIRECTORY": str(tmp_path)}, (tmp_path, units))
    assert switch
    for on in (False, True, True, False, False):
        switch.turn(on)
        assert switch.is_on is on
        assert (tmp_path / FILE_NAME).exists() is on


@pytest.mark.parametrize("there", ["folder", "unit", "neither"])
def test_where_nothing_watches_there_is_no_switch(tmp_path: Path, units: Path, there: str) -> None:
    if there != "unit":
        (units / WATCHER).unlink()
    folder = {"STATE_DIRECTORY": str(tmp_path)} if there == "folder" else {}
    assert server_switch(folder, (units,)) is None


def test_the_unit_watches_the_file_that_the_bank_makes() -> None:
    unit = (ROOT / "systemd" / WATCHER).read_text("utf-8")
    assert f"PathExists=/var/lib/companion/{FILE_NAME}\n" in unit
    assert "Unit=companion-phones.service\n" in unit


@pytest.mark.parametrize(
    ("told", "ends"), [(True, True), (False, False), (None, False), (1, False)]
)
def test_the_server_ends_only_when_it_is_told_to(tmp_path: Path, told: Any, ends: bool) -> None:
    live, ended = LiveGame(tmp_path), []

    answer = {"game": 0, "markers": {}, "language": "en", "stop": told}

    async def ask(message: dict[str, Any]) -> dict[str, Any]:
        return answer

    async def run() -> None:
        live.socket.ask = ask  # type: ignore[method-assign]
        reports = asyncio.create_task(
            live.report(dict, lambda answer: None, lambda: ended.append(True))
        )
        await live.changed(0, 10)
        reports.cancel()

    asyncio.run(run())
    assert bool(ended) is ends
