"""Bad surroundings get one sentence: no home, a narrow locale, a faulty file of the program."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from click.testing import CliRunner

from companion.cli.rule_sets import boards_command, editions_command
from companion.engine import board, edition
from companion.engine.data_file import DataFileError
from companion.engine.problems import InputProblem
from tests.tree import ROOT

STRANGER = ("setpriv", "--reuid=54321", "--clear-groups")
"""A user without an entry, who may still read the interpreter."""


def companion(
    *arguments: str, under: tuple[str, ...] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*under, sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="latin-1",
    )


def may_read_the_checkout() -> bool:
    """Return True if root may become somebody else, who may read the checkout."""
    if os.geteuid() != 0 or not which("setpriv"):
        return False
    return not subprocess.run([*STRANGER, "test", "-r", ROOT / "companion"]).returncode


@pytest.mark.skipif(not may_read_the_checkout(), reason="needs root, and a checkout for everybody")
@pytest.mark.parametrize("command", [("games",), ("doctor",), ("stats",), ("audit",)], ids=str)
def test_a_user_without_a_home_gets_one_sentence(command: tuple[str, ...]) -> None:
    done = companion(*command, under=STRANGER, PATH=os.environ["PATH"])
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("Error: ")
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_named_needs_no_home(tmp_path: Path) -> None:
    done = companion("games", "--data", str(tmp_path), PATH=os.environ["PATH"])
    assert done.stderr.count("Error: ") == 1
    assert str(tmp_path) in done.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_letter_that_the_locale_lacks_is_replaced(tmp_path: Path, encoding: str) -> None:
    home = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONIOENCODING": encoding}
    done = companion("doctor", "--data", str(tmp_path), **home)
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("command", "module", "name"),
    [(boards_command, board, "london"), (editions_command, edition, "1935")],
)
def test_a_faulty_file_of_the_program_hides_no_other(
    monkeypatch: pytest.MonkeyPatch, command: object, module: object, name: str
) -> None:
    load = module.load  # type: ignore[attr-defined]

    def faulty(wanted: str) -> object:
        if wanted == name:
            raise DataFileError(InputProblem.NOT_TOML, f"{name}.toml", why="a slip")
        return load(wanted)

    monkeypatch.setattr(module, "load", faulty)
    done = CliRunner().invoke(command, [])  # type: ignore[arg-type]
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == len(module.names())  # type: ignore[attr-defined]
    assert f"{name}.toml" in done.stderr
