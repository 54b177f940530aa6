"""Ten turns by touch, from the empty set-up screen: ``python -m tests.fresh.ten_turns``.

It starts ``bin/play`` as it stands in the README, on a virtual screen, and ends with an error when
the ledger does not have just the moves that were made.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.engine import Game, board, edition, parse_move, play
from companion.engine.state import Setup, start
from companion.text.screens.setup import SETUP
from tests.real_table import Bank, Screen, companion, until
from tests.tree import ROOT

PLAYERS = ("Ann", "Bob")
UNTIL_IT_OPENS = 120.0

GAME = """
    Ann opens 5 5
    Bob opens 1 2
    Ann throws 4 5
    Ann buys
    Bob throws 5 4
    Ann collects rent from Bob
    Ann throws 2 4
    Ann buys
    Bob throws 4 2
    Ann collects rent from Bob
    Ann throws 3 2
    Bob throws 3 2
    Ann throws 1 3
    Ann buys
    Bob throws 1 3
    Ann collects rent from Bob
    Ann throws 4 2
    Bob throws 3 4
    Bob buys
    undo
    Bob buys
"""


class Newcomer:
    """Somebody who has never seen the program."""

    def __init__(self, bank: Bank, data: Path) -> None:
        self.bank, self.data = bank, data
        self.game: Game = start(Setup(PLAYERS, edition.load("1961"), board.load("atlantic-city")))
        self.moves: list[str] = []

    def sits_down(self) -> None:
        """The names, and Start."""
        for word in (*PLAYERS, SETUP["start"]):
            self.bank.tap(word, UNTIL_IT_OPENS)

    def makes(self, line: str) -> None:
        """A move by touch, which then is in the ledger."""
        match line.split():
            case [_, "opens" | "throws", *faces]:
                for key in enumerate(map(int, faces)):
                    self.bank.tap(key)
            case ["undo"]:
                self.bank.tap("UndoButton")
            case _:
                self.bank.tap(parse_move(line, self.game.setup))
        self.game = play(self.game, parse_move(line, self.game.setup))
        self.moves.append(line)
        until(f"'{line}' is in the ledger", lambda: self.booked() == self.moves)

    def booked(self) -> list[str]:
        """The moves in the ledger, as a record has them."""
        record = companion("export", 1, "--notation", "--data", self.data).stdout
        return record.partition("\n\n")[2].split("\n")[:-1]


def main() -> None:
    """Sits down, and plays."""
    with TemporaryDirectory() as home:
        screen, data = Screen(), Path(home, "data")
        bank = Bank(screen, data, "socket://localhost:9", program=[ROOT / "bin/play"])
        try:
            newcomer = Newcomer(bank, data)
            newcomer.sits_down()
            for line in GAME.strip().splitlines():
                newcomer.makes(line.strip())
            print(f"{len(newcomer.moves)} moves by touch, and all of them are in the ledger.")
        finally:
            bank.close()
            screen.close()


if __name__ == "__main__":
    main()
