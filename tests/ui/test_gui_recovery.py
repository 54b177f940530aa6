"""The way out of damaged books: it fits, it waits for a finger, and the game goes on after it."""

from pathlib import Path
from typing import Any

import pytest

from companion.engine.moves import Rule
from companion.engine.rulings import SetCash
from companion.ui.session import Source
from tests.ui.driver import Desk, setup
from tests.ui.test_gui_fits import faults

pytestmark = pytest.mark.gui

DAMAGE = (
    "/home/somebody/.local/share/companion/ledger.db cannot be continued: Move 412 of game 17:"
    " is not as it was booked: its hash does not fit."
)
FILE = "/media/somebody/A_STICK_WITH_A_LONG_NAME/ledger.mirror"


def ways(taken: list[str]) -> list[Any]:
    from companion.text.screens.recovery import RECOVERY
    from companion.ui.recovery.state import WayOut

    kept = RECOVERY["kept"].format(file="ledger-damaged-12.db")
    restore = RECOVERY["about_restore"].format(file=FILE, entries=37196, kept=kept)
    go_on = RECOVERY["go_on"].format(move=411, game=17)
    return [
        WayOut(RECOVERY["restore"], restore, 1, lambda _: taken.append("restore")),
        WayOut(go_on, RECOVERY["about_go_on"].format(kept=kept), 0, lambda _: taken.append("go")),
    ]


def recover(desk: Desk, taken: list[str]) -> None:
    from companion.ui.recovery.state import RecoveryState

    done = lambda: desk.table.show_screen("menu")  # noqa: E731
    desk.table.recovery = RecoveryState(DAMAGE, ways(taken), desk.inputs.hop, done)
    desk.table.show_screen("recovery")
    desk.frames(6)


@pytest.mark.usefixtures("language")
def test_the_way_out_of_damage_fits(desk: Desk) -> None:
    recover(desk, [])
    assert faults(desk) == []


@pytest.mark.usefixtures("language")
def test_a_trouble_fits_in_the_menu(desk: Desk) -> None:
    desk.sit_down()
    desk.table.trouble = (
        "The disk was full and the reserve is in use: about 3900 more moves fit. Make room before"
        f" the next game. The second copy has stopped: {FILE} is not there any more."
    )
    desk.table.show_screen("menu")
    desk.frames(6)
    assert desk.table.fingerprint in " ".join(desk.texts())
    assert faults(desk) == []


def test_a_button_does_what_it_says_once(desk: Desk) -> None:
    from companion.ui.recovery.screen import WayOutButton

    taken: list[str] = []
    recover(desk, taken)
    desk.frames(20)
    assert taken == []
    desk.tap(desk.seen(WayOutButton)[1])
    desk.until(lambda: desk.table.screen == "menu")
    assert taken == ["go"]


def test_a_way_that_fails_is_said_and_another_can_be_taken(desk: Desk) -> None:
    from companion.ui.recovery.screen import WayOutButton
    from companion.ui.recovery.state import RecoveryState, WayOut
    from companion.ui.session import LedgerError

    def fail(_: object) -> None:
        raise LedgerError("Line 7 of ledger.mirror is not as it was written.")

    desk.table.recovery = RecoveryState(DAMAGE, [WayOut("A", "B", 1, fail)], desk.inputs.hop, print)
    desk.table.show_screen("recovery")
    desk.frames(6)
    desk.tap(desk.seen(WayOutButton)[0])
    desk.until(lambda: desk.table.recovery.problem)
    desk.frames(4)
    assert "Line 7 of ledger.mirror is not as it was written." in desk.texts()
    assert not desk.table.recovery.busy


def test_books_that_are_damaged_in_the_middle_of_a_game(desk: Desk, tmp_path: Path) -> None:
    from companion.runtime.bank import Bank
    from companion.runtime.ledger_session import LedgerSession

    data = tmp_path / "data"
    with LedgerSession(data, None) as books:
        bank = Bank(books)
        bank.table.begin(setup("Ann Bob"))
        for amount in range(12):
            play(bank.table, amount)
        books.ledger._storage.fail()
        forged = (data / "ledger.db").read_bytes().replace(b"Ann has $9", b"Ann has $8")
        (data / "ledger.db").write_bytes(forged)
        play(bank.table, 12)
        assert bank.table.screen == "recovery"
        (way,) = bank.table.recovery.ways
        assert way.text == "Go on from move 9 of game 1"
        bank.table.recovery.take(way)
        desk.until(lambda: bank.table.screen == "play", 30)
        assert len(bank.table.session.history) == 9
        play(bank.table, 99)
        assert bank.table.session.game.players["Ann"].cash == 99
        assert (data / "ledger-damaged-1.db").read_bytes() == forged


def play(table: Any, amount: int) -> None:
    move = Rule((SetCash("Ann", amount),))
    table.ledger_guard.play(lambda: table.session.play(move, Source.TOUCH, f"touch {amount}"))
