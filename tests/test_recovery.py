"""A damaged ledger: the program opens, says so, and waits for a finger."""

from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.checks import NEWEST, row_name
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play
from tests.ledger.tampering import forge
from tests.ledger.unplugged import FILES, Unplugged
from tests.problems import sentence
from tests.real_table import Bank, Screen, companion, until

pytestmark = [pytest.mark.gui, pytest.mark.timeout(180)]
CHANGED = sentence(LedgerProblem.ROW_FAULT, row=row_name(1, 20), fault=Problem(Why.HASH_DIFFERS))
WAY_OUT = "way"
RESTORE = 0
"""The second copy is the first way out, where there is one; the last one is to go on."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A ledger with a second copy beside it, and a move that somebody changed."""
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    with Ledger.open(data, stick) as ledger:
        play(Session.begin(ledger, SETUP), 30, Random(5))
    forge(data, "UPDATE moves SET text = 'Eve buys' WHERE entry = 21")
    return data


def test_a_change_deep_in_the_shelf_is_said_after_the_first_frame(
    screen: Screen, tmp_path: Path
) -> None:
    """It is in a game that nobody plays, and older than what is looked at before."""
    data = tmp_path / "data"
    with Ledger.open(data) as ledger:
        play(Session.begin(ledger, SETUP), 30, Random(5))
        play(Session.begin(ledger, SETUP), 2 * NEWEST, Random(6))
    forge(data, "UPDATE moves SET text = 'Eve buys' WHERE entry = 21")
    audited = gone(screen, data, ways_out=2, way=1)
    assert audited.startswith(f"Game 1: sound, {2 * NEWEST} moves")
    assert CHANGED in companion("audit", data / "ledger-damaged-1.db").stdout


def gone(screen: Screen, data: Path, ways_out: int, way: int, *options: str) -> str:
    """Return the output of an audit after that way out was tapped; before, nothing happened."""
    damaged = files(data)
    bank = Bank(screen, data, "socket://localhost:9", *options)
    until("the ways out are shown", lambda: len(bank.buttons(WAY_OUT)) == ways_out, 60)
    assert files(data) == damaged
    bank.tap(WAY_OUT, which=way)
    made = [data / "ledger-damaged-1.db", data / "ledger.db"]
    until("a new ledger is there", lambda: all(path.exists() for path in made), 60)
    until("the game is gone on with", lambda: not bank.has(WAY_OUT), 60)
    assert bank.is_running()
    assert bank.close() == 0
    beside = {name.replace("ledger", "ledger-damaged-1"): damaged[name] for name in damaged}
    assert beside.items() <= files(data).items()
    return companion("audit", "--all", "--data", data).stdout


def files(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in data.glob("ledger*.db*")}


def restored(data: Path) -> list[tuple[int, int, str]]:
    """Moves of the last game that came from another file."""
    with snapshot(data) as books:
        (*_, last) = audit_all(books)
    return [(one.first, one.last, one.source) for one in last.restored]


def test_it_is_restored_from_the_second_copy(screen: Screen, data: Path) -> None:
    stick = data.parent / "stick"
    audited = gone(screen, data, 3, RESTORE, "--mirror", str(stick))
    assert audited.startswith("Game 1: sound, 30 moves")
    assert restored(data) == [(0, 30, f"{stick}/ledger.mirror")]


def test_it_is_gone_on_with_from_the_last_sound_move(screen: Screen, data: Path) -> None:
    audited = gone(screen, data, ways_out=2, way=1)
    assert audited.startswith("Game 1: sound, 19 moves")
    kept = data / "ledger-damaged-1.db"
    assert restored(data) == [(0, 19, f"{kept}, game 1")]
    assert CHANGED in companion("audit", kept).stdout


@pytest.mark.parametrize(
    ("rot", "left"),
    [
        pytest.param(1, 30, id="one bit"),
        pytest.param(512, 14, id="a sector"),
    ],
)
def test_all_games_that_can_be_read_are_kept_when_the_log_is_damaged(
    screen: Screen, tmp_path: Path, rot: int, left: int
) -> None:
    """Lose all of 30 moves that only the log has, by one bit that can be turned back."""
    ledger = Unplugged(tmp_path / "unplugged", moves=30)
    log = bytearray(ledger.whole[FILES[1]])
    middle = len(log) // 2
    for at in range(middle, middle + rot):
        log[at] ^= 1
    ledger.store(FILES[1], bytes(log))
    gone(screen, ledger.data, ways_out=2, way=0)
    with snapshot(ledger.data) as books:
        audits = [(one.game, one.verdict, one.moves) for one in audit_all(books)]
    assert audits == [(1, Verdict.SOUND, 10), (2, Verdict.SOUND, left)]
    assert restored(ledger.data) == [(0, left, str(ledger.data / "ledger-damaged-1.db"))]
