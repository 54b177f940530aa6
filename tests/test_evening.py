"""An evening at a real table: the program as its own process, dice from a tray, a finger on the
screen, and the plug pulled in the middle."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.engine import Game, board, edition, parse_move, play
from companion.engine.moves import Buy
from companion.engine.state import Setup, start
from companion.table.settings import FILE_NAME
from companion.text.tray import TRAY
from hardware import FakeTray
from hardware.frames import Rolling, Throw, encode
from tests.real_table import Bank, Screen, companion, until, until_it_rests

pytestmark = [pytest.mark.gui, pytest.mark.timeout(300)]
PLAYERS = "Ann,Bob,Cy"


@pytest.fixture
def tray(tmp_path: Path) -> Iterator[FakeTray]:
    with FakeTray(link=tmp_path / "tray") as tray:
        yield tray


class Evening:
    """The people at the table. They know the rules, so they know whose dice are awaited; what the
    bank thinks they only see by its lamp and its screen."""

    def __init__(self, screen: Screen, tray: FakeTray, data: Path) -> None:
        self.screen, self.tray, self.data = screen, tray, data
        table = Setup(tuple(PLAYERS.split(",")), edition.load("1961"), board.load("atlantic-city"))
        self.game: Game = start(table)
        self.moves = self.thrown = 0
        data.mkdir()
        # What flies and slides takes two thirds of the processor time of an evening.
        (data / FILE_NAME).write_text(json.dumps({"motion": "reduced"}), encoding="utf-8")
        self.bank = Bank(screen, data, tray.path, "--players", PLAYERS)

    def happened(self, line: str) -> None:
        """Notes what the table has just done, which has to be legal."""
        self.game = play(self.game, parse_move(line, self.game.setup))
        self.moves += 1

    def throws(self, player: str, a: int, b: int) -> None:
        """Dice into the tray, once its lamp asks for just this move; and they are booked."""
        self.dice_are_awaited()
        assert self.tray.throw(a, b)
        self.thrown += 1
        until(f"{player}'s throw is acknowledged", lambda: not self.tray.waiting)
        verb = "opens" if self.game.turn.number == 0 else "throws"
        self.happened(f"{player} {verb} {a} {b} by tray")

    def dice_are_awaited(self) -> None:
        wanted = ("ready", self.moves + 1)
        until(f"the lamp asks for move {wanted[1]}", lambda: self.lamp() == wanted)

    def lamp(self) -> tuple[str, int]:
        return self.tray.lamp.state, self.tray.lamp.number

    def answers(self, line: str) -> None:
        """Tap the button for a move of the table."""
        self.bank.tap(parse_move(line, self.game.setup))
        self.happened(line)

    def undoes(self) -> None:
        self.bank.tap("undo")
        self.happened("undo")

    def expect_dice_with(self, player: str) -> None:
        assert self.game.turn.player == player
        self.dice_are_awaited()

    def what_is_asked(self) -> list[str]:
        return [button.move for button in self.bank.seen().buttons if button.move != "None"]


def opening(table: Evening) -> None:
    table.throws("Ann", 4, 2)
    table.throws("Bob", 6, 5)
    table.throws("Cy", 3, 1)
    table.expect_dice_with("Bob")


def first_round(table: Evening) -> None:
    """A purchase, an auction under the hammer, a rent collected."""
    table.throws("Bob", 3, 5)
    table.answers("Bob buys")  # Vermont Avenue
    table.throws("Cy", 2, 4)
    table.answers("Cy declines")  # Oriental Avenue
    table.answers("Ann bids $50")
    table.answers("Bob bids $60")
    table.answers("sold")
    table.throws("Ann", 3, 5)
    table.answers("Bob collects rent from Ann")
    assert (table.game.players["Bob"].cash, table.game.players["Ann"].cash) == (1346, 1494)


def second_round(table: Evening) -> None:
    """Two rents on one street: nobody asks for the first, which lapses."""
    table.throws("Bob", 1, 2)
    table.answers("Bob buys")  # St. Charles Place
    table.throws("Cy", 1, 4)
    table.throws("Ann", 1, 2)
    assert [claim.payer for claim in table.game.claims] == ["Cy", "Ann"]
    table.throws("Bob", 4, 5)
    assert [claim.payer for claim in table.game.claims] == ["Ann"], "Cy's rent has lapsed"
    table.answers("Bob collects rent from Ann")


def third_round(table: Evening) -> None:
    """By hand, for once; and the corner that sends to jail."""
    table.dice_are_awaited()
    for key in enumerate((2, 3)):
        table.bank.tap(key)
    table.happened("Cy throws 2 3")
    table.answers("Cy buys")  # St. James Place
    table.throws("Ann", 3, 1)
    table.answers("Ann buys")  # Pennsylvania Railroad
    table.throws("Bob", 4, 6)
    assert table.game.players["Bob"].jail_turn == 1


def last_round(table: Evening) -> None:
    """A turn sat out in jail, the fine, and a mistake taken back."""
    table.throws("Ann", 1, 2)
    table.answers("Ann buys")  # Tennessee Avenue
    table.throws("Bob", 1, 2)
    assert table.game.players["Bob"].jail_turn == 2
    table.throws("Cy", 3, 2)
    table.answers("Cy buys")  # Illinois Avenue
    table.throws("Ann", 2, 3)
    table.answers("Ann buys")  # Indiana Avenue
    table.expect_dice_with("Bob")
    table.answers("Bob pays fine")
    table.undoes()
    table.answers("Bob pays fine")
    table.throws("Bob", 4, 3)


def test_an_evening_with_the_plug_pulled(screen: Screen, tray: FakeTray, tmp_path: Path) -> None:
    table = Evening(screen, tray, tmp_path / "data")
    opening(table)
    first_round(table)
    second_round(table)
    third_round(table)
    plug_pulled_between_a_throw_and_its_answer(table)
    last_round(table)
    assert table.moves >= 30
    until_it_rests(table.bank.seen)
    assert table.bank.close() == 0
    the_books_agree(table)


def plug_pulled_between_a_throw_and_its_answer(table: Evening) -> None:
    """The tray's cable goes just as the throw is through, so its acknowledgement is lost; then the
    power goes. The throw is repeated to the bank that starts again, and counts once."""
    table.dice_are_awaited()
    table.tray.unplug(after=throw_on_the_line(table, 1, 2))
    table.tray.throw(1, 2)
    table.happened("Cy throws 1 2 by tray")
    until("New York Avenue is offered", lambda: table.bank.buttons(Buy("Cy")))
    assert table.tray.waiting, "the throw is not acknowledged"
    until("the lost tray is said", lambda: TRAY["lost"] in table.bank.words())
    before = table.what_is_asked()
    table.bank.kill()
    table.tray.replug()
    table.bank = Bank(table.screen, table.data, table.tray.path)
    until("the repeated throw is acknowledged", lambda: not table.tray.waiting)
    until("the same is asked on the same screen", lambda: table.what_is_asked() == before)
    table.answers("Cy buys")


def throw_on_the_line(table: Evening, a: int, b: int) -> int:
    """How many bytes it takes the tray to say that it rolls and what it shows."""
    boot, number = table.tray.boot, table.moves + 1
    return len(encode(Rolling()) + encode(Throw(boot, table.thrown + 1, (a, b), number)))


def the_books_agree(table: Evening) -> None:
    """Sound books, and a record that replays to what the table knows."""
    audited = companion("audit", "--all", "--data", table.data)
    assert audited.returncode == 0, audited.stdout + audited.stderr
    record = table.data / "evening.game"
    exported = companion("export", 1, "--notation", "-o", record, "--data", table.data)
    assert exported.returncode == 0, exported.stderr
    replayed = companion("check", "--json", record)
    assert replayed.returncode == 0, replayed.stderr
    cash = {player["name"]: player["cash"] for player in json.loads(replayed.stdout)["players"]}
    assert cash == {name: player.cash for name, player in table.game.players.items()}
    with closing(sqlite3.connect(f"file:{table.data}/ledger.db?mode=ro", uri=True)) as books:
        moves = books.execute("select count(*) from moves where number > 0").fetchone()
        balances = dict(books.execute("select account, dollars from balances"))
    assert moves == (table.moves,)
    assert sum(balances.values()) == 0
    assert {name: balances[name] for name in cash} == cash
