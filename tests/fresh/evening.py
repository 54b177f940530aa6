"""An evening by touch, from the empty set-up screen: ``python -m tests.fresh.evening``.

It starts ``bin/play`` as it stands in the README, on a virtual screen, with a simulated dice tray,
and ends with an error when the ledger does not have exactly the moves that were made. With a size
and a file, such as ``1280x800 evening.jpg``, it leaves a sheet of pictures: the screen just after
each move, while its moment is on the stage. A number after them plays only the first moves.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw

from companion.engine import Game, board, edition, moves, parse_move, play
from companion.engine.moves import Move
from companion.engine.rulings import MoveCash
from companion.engine.state import Setup, start
from companion.text.screens.play import WORDS
from companion.text.screens.setup import SETUP
from companion.text.screens.trade import DEALS
from hardware import FakeTray
from tests.real_table import SIZE, Bank, Screen, companion, until
from tests.tree import ROOT

PLAYERS = ("Ann", "Bob", "Cy", "Dee")
UNTIL_IT_OPENS = 120.0
MIDDLE = 0.7
"""Seconds from a move to its picture: its dice have landed, and its moment is not over."""
COLUMNS, WIDTH, CAPTION, GAP = 5, 360, 20, 6
"""Pictures in a row of the sheet, and their width and the spaces between them in pixels."""
QUALITY = 45
"""Quality of the sheet if it is a JPEG."""

GAME = """
    Ann opens 6 5 by tray
    Bob opens 1 2 by tray
    Cy opens 2 3 by tray
    Dee opens 3 1 by tray
    Ann throws 3 3 by tray
    Ann buys
    Ann throws 1 2 by tray
    Ann buys
    Bob throws 5 3 by tray
    Bob declines
    Cy bids $50
    Bob bids $100
    sold
    Cy throws 4 2 by tray
    Dee throws 4 5 by tray
    Ann collects rent from Cy
    Ann collects rent from Dee
    Ann throws 2 4
    Ann buys
    Bob throws 6 4 by tray
    Bob buys
    Ann offers Bob Pennsylvania Railroad, $50 for Vermont Avenue
    Bob accepts
    Ann builds on Oriental Avenue, Vermont Avenue, Connecticut Avenue
    Cy throws 6 6 by tray
    Bob collects rent from Cy
    Cy throws 3 1 by tray
    Cy draws go-to-jail
    Dee throws 1 3 by tray
    Dee buys
    undo
    Dee buys
    Ann throws 5 6 by tray
    Ann buys
    Bob throws 2 2 by tray
    Bob draws advance-to-go
    Bob throws 5 4 by tray
    Ann collects rent from Bob
    Cy pays fine
    ruling: Cy receives $20 from Ann
"""


class Evening:
    """People who have never seen the program, with a finger and a dice tray."""

    def __init__(self, screen: Screen, bank: Bank, tray: FakeTray, data: Path) -> None:
        self.screen, self.bank, self.tray, self.data = screen, bank, tray, data
        self.game: Game = start(Setup(PLAYERS, edition.load("1961"), board.load("atlantic-city")))
        self.lines: list[str] = []
        self.pictures: list[tuple[str, Image.Image]] = []

    def sit_down(self) -> None:
        """Tap the names, and Start."""
        for word in (*PLAYERS, SETUP["start"]):
            self.bank.tap(word, UNTIL_IT_OPENS)

    def make(self, line: str) -> None:
        """Make a move, which then is in the ledger, and take its picture."""
        move, number = parse_move(line, self.game.setup), len(self.lines) + 1
        self._touch(move)
        until(f"'{line}' is booked", lambda: self.bank.seen().next_number > number)
        self._photograph(f"{number}. {line}")
        self.game = play(self.game, move)
        self.lines.append(line)
        until(f"'{line}' is in the ledger", lambda: self.booked() == self.lines)

    def _touch(self, move: Move) -> None:
        match move:
            case moves.RollForStart() | moves.Roll() if move.by_tray:
                self._throw(*move.dice)
            case moves.RollForStart() | moves.Roll():
                for key in enumerate(move.dice):
                    self.bank.tap(key)
            case moves.Undo():
                self.bank.tap("undo")
            case moves.OfferTrade():
                self._offer(move)
            case moves.Build():
                self._build(move)
            case moves.Rule(effects=(MoveCash() as payment,)):
                self._pay(payment)
            case _:
                self.bank.tap(move)

    def _throw(self, a: int, b: int) -> None:
        """Throw the dice into the tray, once its lamp asks for them."""
        wanted = ("ready", len(self.lines) + 1)
        until(
            "the lamp asks for dice",
            lambda: (self.tray.lamp.state, self.tray.lamp.number) == wanted,
        )
        assert self.tray.throw(a, b)
        until("the roll is acknowledged", lambda: not self.tray.waiting)

    def _offer(self, offer: moves.OfferTrade) -> None:
        """Seat the two players, tap what each of them gives, and send the offer."""
        self.bank.tap(WORDS["trade"])
        for number, name in enumerate((offer.player, offer.other)):
            until("there are two sides", lambda: self.bank.has("side"))
            if name not in self.bank.buttons("side")[number].words:
                self.bank.tap("side", which=number)
                self.bank.tap(("partner", name))
        for number, goods in enumerate((offer.gives, offer.wants)):
            for deed in goods.deeds:
                self.bank.tap(("thing", deed))
            if goods.cash:
                self.bank.tap("cash", which=number)
                self._key_in(goods.cash)
                self.bank.tap(DEALS["done"])
        self._photograph("the trade")
        self.bank.tap(offer)

    def _build(self, building: moves.Build) -> None:
        """Tap the first place of every lot, and pay for all of them with one button."""
        self.bank.tap(WORDS["properties"])
        self.bank.tap(("tab", building.player))
        for deed in building.deeds:
            self.bank.tap(("place", deed))
        self._photograph("the plan")
        self.bank.tap(building)

    def _pay(self, payment: MoveCash) -> None:
        """Tap who pays and who gets it, and key in the amount."""
        self.bank.tap(WORDS["pay"])
        self.bank.tap(("party", payment.payer))
        self.bank.tap(("party", payment.payee))
        self._key_in(payment.amount)
        self._photograph("the payment")
        self.bank.tap("answer")

    def _key_in(self, dollars: int) -> None:
        for digit in str(dollars):
            self.bank.tap(("digit", digit))

    def booked(self) -> list[str]:
        """Return the moves in the ledger, as a record has them."""
        record = companion("export", 1, "--notation", "--data", self.data).stdout
        return record.partition("\n\n")[2].split("\n")[:-1]

    # --- pictures -------------------------------------------------------------------------------

    def _photograph(self, caption: str) -> None:
        """Take a picture of what is seen a short time later: the middle of a moment."""
        time.sleep(MIDDLE)
        self.pictures.append((caption, self.screen.look()))


def sheet(pictures: Sequence[tuple[str, Image.Image]]) -> Image.Image:
    """Return the pictures in rows, each below its caption."""
    across, up = pictures[0][1].size
    height = WIDTH * up // across
    row = CAPTION + height + GAP
    whole = Image.new("RGB", (COLUMNS * (WIDTH + GAP) - GAP, -(-len(pictures) // COLUMNS) * row))
    draw = ImageDraw.Draw(whole)
    for number, (caption, picture) in enumerate(pictures):
        left, top = number % COLUMNS * (WIDTH + GAP), number // COLUMNS * row
        draw.text((left + 4, top + 3), caption, fill="white")
        small = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
        whole.paste(small, (left, top + CAPTION))
    return whole


def options() -> argparse.Namespace:
    """Return the size of the screen, where the sheet is left, and the number of moves.

    They have no dashes, which Kivy would take for options of its own.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", nargs="?", default=f"{SIZE[0]}x{SIZE[1]}")
    parser.add_argument("sheet", nargs="?", type=Path)
    parser.add_argument("moves", nargs="?", type=int)
    return parser.parse_args()


def main() -> None:
    """Sit down and play."""
    chosen = options()
    across, up = map(int, chosen.size.split("x"))
    screen = Screen((across, up))
    with TemporaryDirectory() as home, FakeTray() as tray:
        data = Path(home, "data")
        size = ["--size", chosen.size]
        bank = Bank(screen, data, tray.path, *size, program=[ROOT / "bin/play"])
        evening = Evening(screen, bank, tray, data)
        try:
            evening.sit_down()
            for line in GAME.strip().splitlines()[: chosen.moves]:
                evening.make(line.strip())
            print(
                f"{len(evening.lines)} moves by touch and tray, and all of them are in the ledger."
            )
        finally:
            bank.close()
            screen.close()
            if chosen.sheet and evening.pictures:
                sheet(evening.pictures).save(chosen.sheet, quality=QUALITY, optimize=True)


if __name__ == "__main__":
    main()
