"""An evening as it is recorded: scripted players, a tray that is not always used, slips of the hand
that are taken back, rulings, throws that nobody wanted, and a pause."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.engine import board, edition, rulings
from companion.engine.bots import STYLES, answer
from companion.engine.decide import refusal
from companion.engine.moves import Rule, Undo
from companion.engine.phases import Over
from companion.engine.state import Setup
from companion.ledger import ledger as books
from companion.ledger.ledger import Ledger, ThrowOutcome, TrayThrow
from companion.table.session import Session, Source
from companion.table.shuffle import Packs

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo")


class Clock:
    """A quarter of a minute for every entry, and now and then a break of twenty minutes."""

    def __init__(self, evenings: int) -> None:
        self.now = datetime(2026, 3, 14, 19, 30, tzinfo=UTC) + timedelta(days=evenings)
        self.asked = 0

    def __call__(self) -> datetime:
        self.asked += 1
        self.now += timedelta(minutes=20) if self.asked % 200 == 0 else timedelta(seconds=15)
        return self.now


def record(
    folder: Path,
    moves: int = 900,
    players: int = 4,
    edition_name: str = "1961",
    seed: int = 5,
    gift: int = 10,
) -> None:
    """Play one more game of at most ``moves`` moves into the ledger of ``folder``.

    Rulings give the poorest at least ``gift`` dollars, so that with large ones nobody goes out.
    """
    table = Setup(NAMES[:players], edition.load(edition_name), board.load("atlantic-city"))
    with pytest.MonkeyPatch.context() as patch, Ledger.open(folder) as ledger:
        patch.setattr(books, "utc_now", Clock(ledger.place().games))
        with ledger.transaction():
            Evening(ledger, table, Random(seed), gift).play(moves)


class Evening:
    """One game, and the hands that play it."""

    def __init__(self, ledger: Ledger, setup: Setup, random: Random, gift: int) -> None:
        self.session = Session.begin(ledger, setup)
        self._ledger, self._random, self._gift = ledger, random, gift
        self._packs = Packs(setup, str(random.random()))
        tempers = [*STYLES.values()] * len(setup.players)
        self._styles = dict(zip(setup.players, tempers, strict=False))

    def play(self, moves: int) -> None:
        for number in range(1, moves + 1):
            if isinstance(self.session.game.phase, Over):
                return
            if number % 41 == 0:
                self._take_back(1 + number % 3)
            elif number % 67 == 0:
                self._rule()
            else:
                self._go_on()

    def _go_on(self) -> None:
        move = answer(self.session.game, self._styles, self._random.choice)
        if move:
            self.session.play(self._packs.filled_in(self.session.game, move), Source.TOUCH)
        else:
            self._throw()

    def _throw(self) -> None:
        dice = self._random.randint(1, 6), self._random.randint(1, 6)
        number = self.session.next_number
        if self._random.random() < 0.3:
            by_hand = self.session.roll_move(dice, by_tray=False)
            assert by_hand
            self.session.play(by_hand, Source.TOUCH)
            return
        identity = f"t1/boot{self._ledger.place().games}{number // 150}/{number}"
        if self._random.random() < 0.1:
            odd = self._random.choice([ThrowOutcome.REFUSED, ThrowOutcome.DISCARDED])
            self._ledger.record_throw(TrayThrow(f"{identity}.1", dice, odd))
        if self._random.random() < 0.05:
            self._ledger.record_throw(TrayThrow(f"{identity}.2", None, ThrowOutcome.FAULT))
        self.session.use_roll(identity, dice)

    def _take_back(self, count: int) -> None:
        self.session.play(Undo(count), Source.TOUCH)

    def _rule(self) -> None:
        game = self.session.game
        poorest = min(game.in_play(), key=lambda name: game.players[name].cash)
        ruling = Rule((rulings.MoveCash("bank", poorest, self._gift),), "<spilled> & agreed")
        if refusal(game, ruling) is None:
            self.session.play(ruling, Source.TOUCH)
