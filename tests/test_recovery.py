"""Books that do not hold: the program opens, says so, and waits for a finger."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.ledger.checks import NEWEST
from companion.ledger.ledger import Ledger
from companion.ui.session import Session
from tests.ledger.gaming import SETUP, play
from tests.ledger.tampering import forge
from tests.real_table import Bank, Screen, companion, until, until_it_rests

pytestmark = [pytest.mark.gui, pytest.mark.timeout(180)]
WAY_OUT, TITLE = "#2b3947", (0, 0, 400, 60)
FIRST, SECOND = (300, 250), (300, 370)


@pytest.fixture
def screen() -> Iterator[Screen]:
    screen = Screen()
    yield screen
    screen.close()


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
    audited = gone(screen, data, FIRST, 1)
    assert audited.startswith(f"Game 1: sound, {2 * NEWEST} moves")
    kept = companion("audit", data / "ledger-damaged-1.db").stdout
    assert "Move 20 of game 1: is not as it was booked" in kept


def ways(screen: Screen) -> int:
    """How many large buttons are there."""
    return len([box for box in screen.blocks(WAY_OUT) if box[2] - box[0] > 600])


def gone(screen: Screen, data: Path, place: tuple[int, int], ways_out: int, *options: str) -> str:
    """What an audit says after that button was tapped; nothing has happened before."""
    damaged = (data / "ledger.db").read_bytes()
    bank = Bank(screen, data, "socket://localhost:9", *options)
    until("the ways out are shown", lambda: ways(screen) == ways_out, 60)
    assert (data / "ledger.db").read_bytes() == damaged
    assert [path.name for path in data.glob("ledger*")] == ["ledger.db"]
    until_it_rests(screen.look)
    screen.tap(place)
    kept = data / "ledger-damaged-1.db"

    # While a button is held down it has another color: that the ways are gone is not enough.
    def is_done() -> bool:
        return kept.exists() and (data / "ledger.db").exists() and ways(screen) == 0

    until("the game is gone on with", is_done, 60)
    assert bank.is_running()
    assert bank.close() == 0
    assert kept.read_bytes() == damaged
    return companion("audit", "--data", data).stdout


def test_it_is_restored_from_the_second_copy(screen: Screen, data: Path) -> None:
    stick = data.parent / "stick"
    audited = gone(screen, data, FIRST, 2, "--mirror", str(stick))
    assert audited.startswith("Game 1: sound, 30 moves")
    assert f"moves 0 to 30 were restored from {stick}/ledger.mirror" in audited


def test_it_is_gone_on_with_from_the_last_sound_move(screen: Screen, data: Path) -> None:
    audited = gone(screen, data, SECOND, 1)
    assert audited.startswith("Game 1: sound, 19 moves")
    kept = data / "ledger-damaged-1.db"
    assert f"moves 0 to 19 were restored from {kept}, game 1" in audited
    assert "Move 20 of game 1: is not as it was booked" in companion("audit", kept).stdout
