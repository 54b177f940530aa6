"""``companion play --browser --lan``: other devices ask in the terminal, and once is enough."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.door import LET_IN, NOBODY, REFUSED
from companion.text.screens.phones import PHONES
from tests.browser.guests import Device
from tests.browser.program import Program
from tests.tree import ROOT


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "data", "--lan", "--players", "Ann,Bob")
    yield program
    if program.process.poll() is None:
        program.kill()


def said(program: Program) -> str:
    """The next line in the terminal."""
    assert program.process.stdout
    return program.process.stdout.readline()


def type_in(program: Program, line: str) -> None:
    assert program.process.stdin
    program.process.stdin.write(f"{line}\n")
    program.process.stdin.flush()


def test_who_knows_the_digits_lets_in_and_the_next_evening_nobody_asks(
    program: Program, tmp_path: Path
) -> None:
    device = Device(program.address)
    said(program)
    assert not device.sees_the_table()
    digits = device.knock()
    assert digits in said(program)
    type_in(program, "00")
    assert digits in said(program)
    assert not device.sees_the_table()
    type_in(program, digits)
    assert said(program) == f"{LET_IN}\n"
    page = device.open()
    page.tap("Menu")
    program.kill()
    again = Program(tmp_path / "data", "--lan", port=program.port)
    assert device.sees_the_table()
    page = device.open()
    page.tap("Menu")
    page.close()
    assert again.close() == ""


def test_a_no_in_the_terminal_sends_it_away(program: Program) -> None:
    device = Device(program.address)
    said(program)
    device.knock()
    said(program)
    type_in(program, "no")
    assert said(program) == f"{REFUSED}\n"
    assert PHONES["said no"] in device.get("/").text
    type_in(program, "no")
    assert said(program) == f"{NOBODY}\n"


def test_the_browser_of_this_machine_asks_nobody(program: Program) -> None:
    assert Device(program.address, "127.0.0.1").sees_the_table()


def test_lan_needs_pages() -> None:
    command = [sys.executable, "-m", "companion", "play", "--lan"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 2
    assert "--browser" in ran.stderr
