"""Two banks of one user: one has the runtime folder, and no phone mistakes one for the other."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from companion import wishes
from companion.ledger.feed import FILE_NAME as FEED
from companion.runtime.ledger_session import LedgerSession
from companion.runtime.runtime_folder import RuntimeFolder
from companion.table.phones.judging import RefusedWish, granted
from companion.table.session import Session
from companion.text.phones import PHONE
from companion.text.screens.phones import PHONES
from companion.text.screens.play import WORDS
from tests.kiosk.kiosk import NO_TRAY
from tests.phones.evening import QuietBank, evening, moves
from tests.phones.test_program import leave_a_question
from tests.real_table import Bank, Screen, until
from tests.ui.driver import setup


def test_one_bank_has_the_folder_until_it_ends(tmp_path: Path) -> None:
    first, second = RuntimeFolder(tmp_path / "run"), RuntimeFolder(tmp_path / "run")
    assert first.claim()
    assert not second.claim()
    assert second.is_taken
    assert first.claim(), "it is still its own"
    first.release()
    assert second.claim()
    assert not second.is_taken
    second.release()


def test_a_folder_that_was_removed_is_made_again(tmp_path: Path) -> None:
    folder = RuntimeFolder(tmp_path / "run")
    assert folder.claim()
    folder.path.rmdir()
    assert not folder.is_here
    assert folder.claim()
    assert folder.is_here
    folder.release()


def test_a_folder_that_cannot_be_made_is_not_taken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    folder = RuntimeFolder(tmp_path / "file" / "run")
    assert not folder.claim()
    assert not folder.claim()
    assert not folder.is_taken
    assert len(caplog.records) == 1, "it is said once"


def test_a_second_ledger_writes_no_feed_into_the_folder_of_the_first(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with LedgerSession(tmp_path / "a", None, run) as first:
        assert first.ledger
        Session.begin(first.ledger, setup("Ann Bob"))
        feed = (run / FEED).read_bytes()
        with LedgerSession(tmp_path / "b", None, run) as second:
            assert second.ledger
            Session.begin(second.ledger, setup("Cy Dee"))
            assert (run / FEED).read_bytes() == feed
        assert (run / FEED).read_bytes() == feed
    assert not [*run.iterdir()]


def test_a_bank_that_closes_leaves_the_files_of_another(tmp_path: Path) -> None:
    bank = QuietBank(tmp_path)
    bank.begin()
    for name in (wishes.SOCKET_NAME, FEED):
        other = tmp_path / name
        other.write_text("another bank's")
        other.replace(bank.run / name)
    bank.close()
    assert {*os.listdir(bank.run)} == {wishes.SOCKET_NAME, FEED}


def test_a_phone_of_one_table_has_no_seat_at_another(tmp_path: Path) -> None:
    with evening(tmp_path / "one") as table:
        table.bank.begin("Ann Bob")
        ann = table.join("Ann")
        table.bank.play("Ann throws 1 2")
        table.seen_by(ann)
        table.bank.close()
        table.bank = QuietBank(tmp_path / "other", table.bank.run)
        table.bank.begin("Ann Bob")
        table.bank.play("Ann throws 2 4")
        assert table.bank.table.session.game_number == 1, "as the game of the first table"
        table.bank.until(lambda: PHONE["not seated"] in ann.page())
        assert ann.wish("Ann buys", 1).status_code == 403
        assert "Ann buys" in moves(table.seen_by(table.join("Ann")))


def test_a_wish_for_the_game_of_another_ledger_is_refused(tmp_path: Path) -> None:
    banks = [QuietBank(tmp_path / name) for name in ("one", "other")]
    for bank in banks:
        bank.begin("Ann Bob")
        bank.play("Ann throws 1 2")
    sessions = [bank.table.session for bank in banks]
    assert sessions[0].game_number == sessions[1].game_number
    wish = wishes.Wish(sessions[0].game_hash, "Ann", "Ann buys", 1, "a", 1e12)
    assert granted(sessions[0], wish)
    with pytest.raises(RefusedWish) as refused:
        granted(sessions[1], wish)
    assert str(refused.value) == PHONES["other game"]
    for bank in banks:
        bank.close()


# --- the whole program --------------------------------------------------------------------------


@pytest.mark.gui
@pytest.mark.timeout(300)
def test_the_second_bank_says_who_has_the_phones_and_takes_them_over(tmp_path: Path) -> None:
    run, places = tmp_path / "run", [tmp_path / name / "data" for name in ("one", "other")]
    for place in places:
        leave_a_question(place)
    with closing(Screen()) as screen, closing(Screen()) as other_screen:
        first = Bank(screen, places[0], NO_TRAY, "--runtime", str(run))
        until("the first bank listens", (run / wishes.SOCKET_NAME).exists)
        second = Bank(other_screen, places[1], NO_TRAY, "--runtime", str(run))
        second.tap(WORDS["menu"])
        second.tap(PHONES["title"])
        until("it is said", lambda: PHONES["taken"] in second.words())
        assert first.close() == 0
        until("the second bank has both", lambda: {*os.listdir(run)} == {wishes.SOCKET_NAME, FEED})
        for path in run.iterdir():
            path.unlink()
        run.rmdir()
        until("both are back", lambda: run.exists() and len(os.listdir(run)) == 2)
        assert second.close() == 0
    assert not [*run.iterdir()]
