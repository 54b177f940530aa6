"""Commands that are ended in the middle: no copy of the ledger stays behind, and a closed pipe is
not taken for a fault in the ledger."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.cli import CLOSED_PIPE
from companion.ledger.ledger import Ledger
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play
from tests.real_table import PATIENCE, until

HOLD = """
import sys, time
from importlib import import_module
from pathlib import Path
from companion.__main__ import main
from companion.ledger import copies

def wait(*_):
    Path({mark!r}).touch()
    time.sleep(60)

copies._MEMORY = Path({memory!r})
setattr(import_module({module!r}), {name!r}, wait)
sys.argv = ["companion", *{arguments!r}]
main()
"""
"""The program, held where it has just made its copy."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ended") / "data"
    with Ledger.open(folder) as ledger:
        for game in range(2):
            play(Session.begin(ledger, SETUP), 20, Random(game))
    return folder


def copies(folder: Path) -> list[Path]:
    return [path for path in folder.glob("companion*/**/*") if path.is_file()]


COMMANDS = {
    "audit --all --data DATA": "companion.ledger.checks.first_fault_of_file",
    "doctor --data DATA": "companion.ledger.checks.first_fault_of_file",
    "export 1 --bundle OUT/game.zip --data DATA": "companion.export.game_table.read",
    "backup OUT/copy.db --data DATA": "companion.ledger.checks.first_fault_of_file",
    "datasette -o OUT/books --data DATA": "companion.export.datasette.write_for_datasette",
}
"""Commands that make a copy, and the function that each calls with it first."""
SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def endings() -> list[object]:
    """Every command ended by every signal; in the ordinary run each command by one of them."""
    return [
        pytest.param(
            arguments,
            number,
            id=f"{arguments.split()[0]}-{number.name}",
            marks=() if (row - column) % len(SIGNALS) == 0 else pytest.mark.slow,
        )
        for row, arguments in enumerate(COMMANDS)
        for column, number in enumerate(SIGNALS)
    ]


@pytest.mark.parametrize(("arguments", "number"), endings())
def test_no_copy_stays_when_a_command_is_ended(
    data: Path, tmp_path: Path, arguments: str, number: signal.Signals
) -> None:
    mark, memory = tmp_path / "mark", tmp_path / "memory"
    memory.mkdir()
    module, _, name = COMMANDS[arguments].rpartition(".")
    filled = arguments.replace("DATA", str(data)).replace("OUT", str(tmp_path)).split()
    script = HOLD.format(
        module=module, name=name, mark=str(mark), memory=str(memory), arguments=filled
    )
    where = {**os.environ, "TMPDIR": str(tmp_path)}
    # Whoever runs the tests may ignore a signal, as nohup does; the command would inherit that.
    inherited = signal.signal(number, signal.default_int_handler)
    process = subprocess.Popen([sys.executable, "-c", script], env=where)
    signal.signal(number, inherited)
    with process:
        until("the copy is made", lambda: mark.exists() or process.poll() is not None)
        assert process.poll() is None
        assert copies(memory)
        process.send_signal(number)
        process.wait(PATIENCE)
    assert copies(memory) == copies(tmp_path) == []
    assert process.returncode == (1 if number == signal.SIGINT else 128 + number)


@pytest.mark.parametrize(
    "arguments",
    [("audit", "--all"), ("export", "1", "--notation"), ("audit", "--help")],
    ids=" ".join,
)
def test_a_closed_pipe_has_an_exit_status_of_its_own(
    data: Path, arguments: tuple[str, ...]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    where = {**os.environ, "COMPANION_DATA": str(data)}
    command = [sys.executable, "-m", "companion", *arguments]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=where, check=False)
    os.close(writer)
    assert done.returncode == CLOSED_PIPE
    assert b"Broken" not in done.stderr
    assert b"Traceback" not in done.stderr


def test_what_is_ignored_stays_ignored(data: Path) -> None:
    """As under nohup."""
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN);"
        "from companion.runtime.signals import exit_on_signals; exit_on_signals();"
        "signal.raise_signal(signal.SIGHUP)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
