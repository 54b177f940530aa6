"""The log of the bank: lines on stderr for the journal of a kiosk."""

import logging
import re
import threading
from pathlib import Path

import pytest

from companion.ledger.ledger import Ledger
from companion.runtime import log
from hardware import FakeTray
from tests.real_table import Bank, Screen, until
from tests.ui.driver import Desk

PLAYERS = ("Wilhelmina", "Bartholomew")
LINE = re.compile(r"(INFO|WARNING|ERROR|CRITICAL) ([a-z-]+)((?: \w+=(?:\"[^\"]*\"|\S+))*)")


def events(path: Path) -> list[tuple[str, dict[str, str]]]:
    """Parse the log into (id, facts); every line must have that form."""
    found = []
    for line in path.read_text().splitlines():
        matched = LINE.fullmatch(line)
        assert matched, line
        found.append((matched[2], dict(re.findall(r"(\w+)=(\"[^\"]*\"|\S+)", matched[3]))))
    return found


@pytest.mark.gui
def test_the_bank_logs_what_happens_and_no_name(screen: Screen, tmp_path: Path) -> None:
    path = tmp_path / "bank.log"

    def has(event: str) -> bool:
        return event in [name for name, _ in events(path)]

    with FakeTray() as tray:
        bank = Bank(screen, tmp_path / "data", tray.path, "--players", ",".join(PLAYERS))
        until("the tray is found", lambda: path.exists() and has("tray-found"))
        until("the first frame", lambda: has("first-frame"))
        tray.throw(3, 4)
        until("the move is logged", lambda: has("move"))
        tray.unplug()
        until("the tray is lost", lambda: has("tray-lost"))
        assert bank.close() == 0
    ids = [name for name, _ in events(path)]
    facts = dict(reversed(events(path)))
    assert ids[:2] == ["start", "ledger-opened"]
    assert ids[-1] == "stop"
    assert {"first-frame", "game-begun"} <= {*ids}
    assert facts["start"].keys() == {"version", "kiosk"}
    assert facts["game-begun"] == {"game": "1", "moves": "0"}
    assert facts["move"] == {"number": "1", "kind": "RollForStart", "source": "tray"}
    assert not [name for name in PLAYERS if name in path.read_text()]


def test_names_are_logged_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.runtime.game_log import GameLog

    monkeypatch.setenv("COMPANION_LOG_NAMES", "1")
    with Desk(tmp_path) as desk, log.log_to_stderr():
        GameLog(desk.table)
        desk.sit_down("Ann Bob", "Ann throws 4 5")
    logged = capsys.readouterr().err
    assert "players=Ann,Bob" in logged
    assert "player=Ann" in logged


def test_an_unhandled_exception_is_logged_with_its_stack(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended, log.log_to_stderr():
        raise ZeroDivisionError
    assert ended.value.code == 1
    first, *stack = capsys.readouterr().err.splitlines()
    assert first == "CRITICAL unhandled-exception type=ZeroDivisionError"
    assert any(Path(__file__).name in line for line in stack)


def test_an_exception_of_a_thread_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    with log.log_to_stderr():
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
    assert "unhandled-exception type=ZeroDivisionError" in capsys.readouterr().err


def test_a_failed_commit_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    import sqlite3

    from companion.ledger.errors import LedgerError

    with (
        Ledger.open(tmp_path) as ledger,
        pytest.raises(LedgerError),
        caplog.at_level(logging.ERROR),
        ledger.transaction(),
    ):
        raise sqlite3.OperationalError
    assert "storage-failed" in caplog.text


def test_a_fact_with_spaces_is_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    with log.log_to_stderr():
        log.info("start", version="1 (a)", folder=Path("/x"), empty="")
    assert capsys.readouterr().err == 'INFO start version="1 (a)" folder=/x\n'
