"""``companion play --browser``: the whole program, without a window and without a toolkit."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from companion.cli.play import NO_WINDOW
from companion.engine.notation import format_move
from companion.ledger.ledger import Ledger
from companion.table.session import Session
from tests.browser.program import PATIENCE, OpenPage, Program
from tests.tree import ROOT


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "data", "--players", "Ann,Bob")
    yield program
    if program.process.poll() is None:
        program.kill()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that is asked for what no page asks for: it reports nothing of it at its end."""
    program = Program(tmp_path_factory.mktemp("shared"), "--players", "Ann,Bob")
    yield program
    assert program.close() == ""


def moves_in(folder: Path) -> list[str]:
    """The moves of the game that is played."""
    ledger = Ledger.open(folder)
    number = ledger.latest_unfinished()
    assert number
    session = Session.resume(ledger, number)
    moves = [format_move(played.move, session.game.board) for played in session.history]
    ledger.close()
    return moves


def test_moves_of_a_page_are_in_the_ledger(program: Program, tmp_path: Path) -> None:
    page = OpenPage(program.address)
    page.tap_dice(5, 6)
    page.tap_dice(1, 2)
    page.tap_dice(4, 5)
    page.tap("Buy for $120")
    while page.painted.layers["nodes"].get("cash:Ann", [[]] * 6)[5][0] != ["$1,380"]:
        page.read()
    page.close()
    assert program.close() == ""
    assert moves_in(tmp_path / "data") == [
        "Ann opens 5 6",
        "Bob opens 1 2",
        "Ann throws 4 5",
        "Ann buys",
    ]


def test_two_pages_see_the_same(program: Program) -> None:
    one, other = OpenPage(program.address), OpenPage(program.address, 480, 800)
    one.tap("Board")
    for page in (one, other):
        while page.painted.page != "board":
            page.read()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "elsewhere.example"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": ""}, 403),
        ({}, 200),
    ],
)
def test_only_its_own_page_is_answered(
    shared: Program, headers: dict[str, str], status: int
) -> None:
    page = OpenPage(shared.address)
    message = json.dumps({"secret": page.secret, "number": 1, "fingers": []})
    own = {"Origin": shared.address} | headers
    answer = httpx.post(f"{shared.address}/fingers", content=message, headers=own)
    assert answer.status_code == status
    page.close()


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"secret": 1}',
        b'{"secret": []}',
        b'{"secret": "%s", "number": "x", "fingers": []}',
        b'{"secret": "%s", "number": 1e999, "fingers": []}',
        b'{"secret": "%s", "number": 1, "fingers": [["buy"]]}',
        b'{"secret": "%s", "number": 1, "fingers": {"down": 1}}',
        b'{"secret": "%s", "number": 1, "fingers": 5}',
        b'{"secret": "%s", "number": 1, "fingers": [["down", 1, 1, 1, 1e999, NaN]]}',
        b"[" * 2000,
        b"x" * 5000,
    ],
)
def test_what_no_page_sends_is_one_refusal(shared: Program, message: bytes) -> None:
    page = OpenPage(shared.address)
    sent = message.replace(b"%s", page.secret.encode())
    headers = {"Origin": shared.address}
    answer = httpx.post(f"{shared.address}/fingers", content=sent, headers=headers)
    assert answer.status_code == 400, answer.text
    assert page.tell().status_code == 200, "the page goes on"
    page.close()


def test_whoever_does_not_know_a_page_moves_no_finger_on_it(shared: Program) -> None:
    message = json.dumps({"secret": "guessed", "number": 1, "fingers": []})
    headers = {"Origin": shared.address}
    answer = httpx.post(f"{shared.address}/fingers", content=message, headers=headers)
    assert answer.status_code == 410


def test_a_table_is_shown_on_so_many_pages(program: Program) -> None:
    pages = [OpenPage(program.address) for _ in range(12)]
    refused = httpx.get(f"{program.address}/table?width=800&height=480")
    assert refused.status_code == 429
    assert "many screens" in refused.text
    pages.pop().close()
    with httpx.Client(base_url=program.address, timeout=PATIENCE) as client:
        while client.get("/", headers={"Connection": "close"}).status_code != 200:
            pass


@pytest.mark.parametrize("size", ["", "?width=800", "?width=x&height=1", "?width=nan&height=5"])
def test_a_page_has_a_size(shared: Program, size: str) -> None:
    assert httpx.get(f"{shared.address}/table{size}").status_code == 400


@pytest.mark.parametrize("options", [("--browser",), ()])
def test_the_program_needs_no_toolkit(tmp_path: Path, options: tuple[str, ...]) -> None:
    """It shows the table in a browser by itself, and says so, if there is none."""
    code = "import sys; sys.modules['kivy'] = None; from companion.__main__ import main; main()"
    command = [sys.executable, "-c", code, "play", *options, "--no-tray", "--port", "0"]
    program = Program(tmp_path, command=command)
    page = OpenPage(program.address)
    page.tap("Ann")
    page.close()
    assert (NO_WINDOW in program.before) is (not options)
    assert program.close() == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_without_a_word_though_a_page_is_open(
    program: Program, number: signal.Signals
) -> None:
    OpenPage(program.address)
    program.process.send_signal(number)
    _, said = program.process.communicate(timeout=PATIENCE)
    assert (program.process.returncode, said) == (0, "")


def test_it_ends_when_the_bank_is_closed_at_the_table(program: Program) -> None:
    page = OpenPage(program.address)
    page.tap("Menu")
    page.tap("Close the bank")
    while "Cancel" not in page.painted.labels:
        page.read()
    page.tap("Close the bank")
    _, said = program.process.communicate(timeout=PATIENCE)
    assert (program.process.returncode, said) == (0, "")


def test_a_taken_port_is_one_sentence(shared: Program, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "play", "--browser", "--data", str(tmp_path)]
    ran = subprocess.run(
        [*command, "--port", str(shared.port)], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 1
    assert "--port 0" in ran.stderr
