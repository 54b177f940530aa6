"""An evening with phones: a real ledger, table, queue and socket, and the server as a process.

The table has no window; ``tests/phones/test_program.py`` has the whole program.
"""

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from threading import Thread
from typing import Any

import httpx

from companion.engine.notation import format_move, parse_move
from companion.ledger.feed import FILE_NAME
from companion.ledger.ledger import Ledger
from companion.phones.seats import WATCHING, Phones
from companion.screens.registry import SCREENS
from companion.table.markers import agree
from companion.table.phones.judging import meant_since
from companion.table.phones.seats import FILE_NAME as SEATS
from companion.table.session import Source
from companion.table.wish_input import WishInput
from companion.wishes import digest
from tests.clock import StillClock
from tests.tree import ROOT
from tests.ui.driver import setup

PATIENCE = 60.0


def moves(html: str) -> list[str]:
    """The moves behind the buttons of a page, in the notation."""
    return re.findall(r'<(?:button|form)[^>]*data-move="([^"]*)"', html)


def since(html: str, move: str) -> int:
    """Return the number of the button, or of the form, with a move on a page."""
    found = dict(re.findall(r'data-move="([^"]*)" data-since="(\d+)"', unescape(html)))
    return int(found[move])


def until(holds: Callable[[], Any], turn: Callable[[], object] = lambda: None) -> Any:
    """Wait for a condition, and return what it found."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it did not come to that"
        turn()
        time.sleep(0.005)
    return found


def answer_phone(table: Any, player: str, answer: str) -> None:
    """Answer the phone that has waited longest to be a player: ``let in``, or ``refuse phone``."""
    seats = table.phones.seats
    ask = next(one for one in seats.asks if seats.player_of(one) == player)
    table.tap((answer, ask.number), table.number, "")


class QuietBank:
    """The bank without a window: everything behind the screens, and the socket for phones."""

    def __init__(self, folder: Path, run: Path | None = None) -> None:
        from companion.runtime.wishes import WishSocket
        from companion.table.states.phones import PhonesState
        from companion.table.table import Table
        from companion.table.thread_queue import ThreadQueue

        self.run = run or folder / "run"
        self.run.mkdir(parents=True, exist_ok=True)
        self.ledger = Ledger.open(folder / "data", feed=self.run / FILE_NAME)
        self.clock = StillClock()
        self.table = Table(self.ledger, self.clock, SCREENS)
        seats = folder / "data" / SEATS
        self.table.phones = PhonesState(lambda: self.table.session, self.clock, file=seats)
        self.inputs = ThreadQueue(self.clock)
        self.socket = WishSocket(self.run, WishInput(self.table), self.inputs)

    def frame(self) -> None:
        """Do what is due in a frame."""
        self.clock.frame()

    def until(self, holds: Callable[[], Any]) -> Any:
        """Run frames until something holds."""
        return until(holds, self.frame)

    def doing(self, work: Callable[[], Any], turn: Callable[[], object] | None = None) -> Any:
        """Run frames, or ``turn``, while another thread works, and return what it found."""
        found: list[Any] = []

        def run() -> None:
            try:
                found.append(work())
            except BaseException as error:
                found.append(error)

        thread = Thread(target=run)
        thread.start()
        if turn is None:
            self.until(lambda: not thread.is_alive())
        while turn and thread.is_alive():
            turn()
            time.sleep(0.001)
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

    def begin(self, players: str = "Ann Bob Cy", **chosen: Any) -> None:
        self.table.begin(setup(players, **chosen))

    def play(self, *lines: str) -> None:
        """Play lines of a record at the table."""
        session = self.table.session
        for line in lines:
            move = parse_move(line, session.setup)
            guard = self.table.ledger_guard
            assert guard.play(lambda move=move: session.play(move, Source.TOUCH)), line

    def since(self, move: str) -> int:
        """Return the number that a button with a move has now."""
        session = self.table.session
        return meant_since(session.game, session.history, parse_move(move, session.setup))

    def code(self) -> str:
        """The code on the screen of phones, once the server has told where it is."""

        def link() -> str:
            # Without frames for a while, the server counts as stopped until it is heard again.
            self.table.phones.show()
            return str(self.table.phones.value.link)

        return str(self.until(link).rpartition("/")[2])

    def let_in(self, player: str) -> None:
        """Let in the phone that asks to be a player, as a finger at the table does."""
        answer_phone(self.table, player, "let in")

    def moves(self) -> list[tuple[str, str]]:
        """Text and source of every booked move."""
        session = self.table.session
        board = session.setup.board
        return [(format_move(one.move, board), one.source.value) for one in session.history]

    def close(self) -> None:
        self.socket.close()
        self.ledger.close()
        agree({})


@dataclass
class Phone:
    """A phone: an HTTP client with its cookie."""

    client: httpx.Client
    address: str

    def get(self, path: str = "/") -> httpx.Response:
        return self.client.get(path)

    def page(self, path: str = "/") -> str:
        """The changing part of a page."""
        text = self.get(path).text
        return text[text.index("<main") : text.index("</main>")]

    def wish(self, move: str, since: int, request: str = "") -> httpx.Response:
        request = request or os.urandom(8).hex()
        fields = {"move": move, "since": since, "request": request}
        return self.client.post("/wish", json=fields, headers={"origin": self.address})


class Server:
    """The server of the phones, for a bank that uses the folder ``run``."""

    def __init__(self, run: Path, folder: Path, port: str = "0") -> None:
        command = [sys.executable, "-m", "companion", "phones", "--port", port]
        command += ["--host", "127.0.0.1", "--runtime", str(run)]
        self.log = (folder / "phones.log").open("w+")
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        assert self.process.stdout
        assert select.select([self.process.stdout], [], [], PATIENCE)[0], "the server is silent"
        self.address = self.process.stdout.readline().split()[-1]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        self.log.close()


class Evening:
    """A bank and its server."""

    def __init__(self, folder: Path) -> None:
        self.bank = QuietBank(folder)
        self._folder = folder
        self._server = Server(self.bank.run, folder)
        self.server, self.log = self._server.process, self._server.log
        self.address = self._server.address
        self._phones: list[Phone] = []

    def restart_server(self) -> None:
        """Start the server again at the same address, which forgets all it knew."""
        self._server.close()
        self._server = Server(self.bank.run, self._folder, self.address.rpartition(":")[2])

    def browser(self) -> Phone:
        """A browser that has not joined."""
        number = len(self._phones) + 2
        # Every phone has an address of its own, so that none is slowed down for another.
        own = httpx.HTTPTransport(local_address=f"127.0.{number // 250}.{number % 250 + 1}")
        client = httpx.Client(base_url=self.address, timeout=PATIENCE, transport=own)
        phone = Phone(client, self.address)
        self._phones.append(phone)
        return phone

    def ask(self, player: str, phone: Phone | None = None, code: str = "") -> Phone:
        """Scan the code, and tap who it is."""
        phone, code = phone or self.browser(), code or self.bank.code()

        def may_choose() -> bool:
            time.sleep(0.05)  # A phone may not ask as often as it could.
            return 'name="seat"' in self.bank.doing(lambda: phone.get(f"/j/{code}").text)

        self.bank.until(may_choose)
        headers, fields = {"origin": self.address}, {"code": code, "seat": player}
        joined = self.bank.doing(lambda: phone.client.post("/join", data=fields, headers=headers))
        assert joined.status_code == 303, joined.text
        return phone

    def join(self, player: str) -> Phone:
        """Scan the code, tap who it is, and be let in at the table."""
        phone = self.ask(player)
        if player != WATCHING:
            self.bank.let_in(player)
        self.seen_by(phone)
        return phone

    def wish(self, phone: Phone, move: str, since: int | None = None) -> dict[str, Any]:
        """Tap a button; what is told."""
        number = self.bank.since(move) if since is None else since
        answer = self.bank.doing(lambda: phone.wish(move, number))
        return dict(answer.json())

    def seen_by(self, phone: Phone, path: str = "/") -> str:
        """The page, once it shows the last move."""
        number = len(self.bank.table.session.history)

        def shown() -> str:
            page = phone.page(path)
            return page if f'data-seen="{number}"' in page else ""

        return str(self.bank.until(shown))

    def close(self) -> None:
        for phone in self._phones:
            phone.client.close()
        self._server.close()
        self.bank.close()


def seat(phones: Phones, game: int, *players: str) -> str:
    """Tell a server of phones in seats, as the bank does; return the secret of the last one."""
    seats = {digest(name): name for name in players if name}
    phones.update(game, digest("code"), seats, {})
    return players[-1] or "code"


@contextmanager
def evening(folder: Path) -> Iterator[Evening]:
    """An evening that ends with the test."""
    playing = Evening(folder)
    try:
        yield playing
    finally:
        playing.close()
