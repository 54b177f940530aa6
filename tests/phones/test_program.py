"""The whole program with a phone: the bank's window, its server, and a browser, each a process."""

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import zxingcpp

from companion.engine.notation import parse_move
from companion.ledger.ledger import Ledger
from companion.table.session import Session, Source
from companion.text.screens.phones import PHONES
from companion.text.screens.play import WORDS
from tests.kiosk.kiosk import NO_TRAY
from tests.phones.evening import Phone, Server, moves
from tests.real_table import Bank, Screen, until
from tests.ui.driver import setup

PLAYERS = ("Ann", "Bob")
pytestmark = [pytest.mark.gui, pytest.mark.timeout(300)]


def leave_a_question(data: Path) -> None:
    """Play until somebody may buy a property, and leave the game."""
    with Ledger.open(data) as ledger:
        session = Session.begin(ledger, setup(" ".join(PLAYERS)))
        session.play(parse_move("Ann throws 1 2", session.setup), Source.TOUCH)


def test_a_tap_on_a_phone_is_booked_and_shown_by_the_bank(tmp_path: Path) -> None:
    data, run = tmp_path / "data", tmp_path / "run"
    leave_a_question(data)
    with closing(Screen()) as screen:
        bank = Bank(screen, data, NO_TRAY, "--runtime", str(run))
        bank.tap(WORDS["menu"])
        with (
            closing(Server(run, tmp_path)) as server,
            httpx.Client(base_url=server.address, timeout=60) as client,
        ):
            bank.tap(PHONES["title"])
            until("the server has reported", lambda: PHONES["hint"] in bank.words())
            codes: list[str] = []
            until("a code is shown", lambda: codes.extend(read(screen)) or codes)
            phone = Phone(client, server.address)
            code, origin = codes[0].rpartition("/")[2], {"origin": server.address}
            until(
                "the server knows the code", lambda: 'name="seat"' in phone.get(f"/j/{code}").text
            )
            form = {"code": code, "seat": "Ann"}
            assert client.post("/join", data=form, headers=origin).status_code == 303
            until("the table is asked", lambda: PHONES["asks"] in bank.words())
            bank.tap("let in")
            until("the phone has buttons", lambda: "Ann buys" in moves(phone.page()))
            assert phone.wish("Ann buys", 1).json() == {"booked": 2}
            until("the phone shows the move", lambda: 'data-seen="2"' in phone.page())
            until("the bank waits for the next", lambda: bank.seen().next_number == 3)
        assert bank.close() == 0
    assert not [*run.iterdir()], "the bank leaves no socket and no feed"
    with closing(sqlite3.connect(data / "ledger.db")) as books:
        assert books.execute("SELECT source FROM moves WHERE number = 2").fetchone() == ("phone",)


def read(screen: Screen) -> list[str]:
    """Return the codes on the screen."""
    return [
        code.text
        for code in zxingcpp.read_barcodes(
            screen.look().convert("L"), zxingcpp.BarcodeFormat.QRCode
        )
    ]
