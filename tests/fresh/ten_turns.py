"""Ten turns by touch, from the empty set-up screen: ``python -m tests.fresh.ten_turns``.

It starts ``bin/play`` as it stands in the README, on a virtual screen, and ends with an error when
the ledger does not have just the moves that were made.
"""

import os
import subprocess

from tests.real_table import ANSWERS, DICE_KEYS, GREEN, RED, UNDO, Screen, companion, on, until
from tests.tree import ROOT

ANN, BOB, START = (51, 106), (246, 106), (703, 38)
"""Where the set-up screen has them."""
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
COLORS = {"buys": RED, "collects rent from Bob": GREEN}


class Newcomer:
    """Somebody who has never seen the program."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.moves: list[str] = []

    def sits_down(self) -> None:
        """The names, and Start."""
        until("the set-up screen", lambda: self.screen.blocks(GREEN), UNTIL_IT_OPENS)
        for place in (ANN, BOB, START):
            self.screen.tap(place)
        until("the game has begun", lambda: not self.screen.blocks(GREEN))

    def makes(self, move: str) -> None:
        """A move by touch, which then is in the ledger."""
        _, _, rest = move.partition(" ")
        match rest.split():
            case ["opens" | "throws", *faces]:
                for face in faces:
                    self.screen.tap(DICE_KEYS[int(face)])
            case []:
                self.screen.tap(UNDO)
            case _:
                self._answers(COLORS[rest], move)
        self.moves.append(move)
        until(f"'{move}' is in the ledger", lambda: booked() == self.moves)

    def _answers(self, color: str, move: str) -> None:
        until(f"a button for '{move}'", lambda: self.screen.blocks(color, ANSWERS))
        self.screen.tap(on(self.screen.blocks(color, ANSWERS)[0]))


def booked() -> list[str]:
    """The moves in the ledger, as a record has them."""
    record = companion("export", 1, "--notation").stdout
    return record.partition("\n\n")[2].split("\n")[:-1]


def main() -> None:
    """Sits down, and plays."""
    screen = Screen()
    bank = subprocess.Popen([ROOT / "bin/play"], env={**os.environ, "DISPLAY": screen.display})
    try:
        newcomer = Newcomer(screen)
        newcomer.sits_down()
        for move in GAME.strip().splitlines():
            newcomer.makes(move.strip())
        print(f"{len(newcomer.moves)} moves by touch, and all of them are in the ledger.")
    finally:
        bank.terminate()
        bank.wait(20)
        screen.close()


if __name__ == "__main__":
    main()
