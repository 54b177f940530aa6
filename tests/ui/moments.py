"""Moments to test: of a record's last line, and of a table with its own clock."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from companion.engine.bots import STYLES, answer
from companion.engine.decide import outcome
from companion.engine.moves import Move, Roll, RollForStart
from companion.engine.notation import parse_move
from companion.engine.phases import CardThrow, Opening, Over, ToThrow
from companion.engine.problems import Problem
from companion.engine.state import Game, Setup, start
from companion.ledger.ledger import Ledger, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.screens.registry import SCREENS
from companion.table.button_input import ButtonInput
from companion.table.moments import Moment, moment_of
from companion.table.prompts import Answer
from companion.table.session import Played, Source
from companion.table.shuffle import Packs
from companion.table.table import Table
from tests.clock import StillClock
from tests.ui.driver import setup
from tests.ui.positions import at, read

OWNED = "ruling: Bob owns Tennessee Avenue; Bob owns New York Avenue; Bob owns St. James Place"
HOUSES = f"{OWNED}; Tennessee Avenue carries 2 houses; New York Avenue carries 2 houses"
NEAR = "ruling: Ann stands on Electric Company"


def told(*lines: str, game: Game | None = None) -> Moment:
    """The moment of the last line."""
    *before, last = lines
    position = at(*before, game=game)
    move = read(position, last)
    events, after = outcome(position, move)
    by = getattr(move, "player", "")
    played = Played(7, datetime.now(UTC), by, Source.TOUCH, move, events, "", after.setup.players)
    return moment_of(position, played, after)


def moments_of_a_game(seed: int, most: int = 600) -> Iterator[Moment]:
    """Yield the moments of a game that four scripted players play."""
    chosen, random = setup("Ann Bob Cy Dee"), Random(seed)
    game, packs = start(replace(chosen, first="")), Packs(chosen, str(seed))
    for number in range(most):
        if isinstance(game.phase, Over):
            return
        move = next_move(game, packs, random)
        events, after = outcome(game, move)
        by = getattr(move, "player", "")
        at, seated = datetime.now(UTC), after.setup.players
        played = Played(number, at, by, Source.TOUCH, move, events, "", seated)
        yield moment_of(game, played, after)
        game = after


class TimedTable:
    """A table with its own clock, and somebody who tells it moves."""

    def __init__(self, folder: Path) -> None:
        self.ledger, self.clock = Ledger.open(folder), StillClock()
        self.table = Table(self.ledger, self.clock, SCREENS)
        self.buttons = ButtonInput(self.table)

    @property
    def game(self) -> Game:
        return self.table.session.game

    @property
    def shown(self) -> Moment | None:
        return self.table.moments.shown

    def begin(self, chosen: Setup) -> None:
        self.table.begin(chosen)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.make(parse_move(line, self.table.session.setup))

    def make(self, move: Move) -> None:
        """``move`` as a touch."""
        number = self.table.number
        self.table.submit(Answer("", move, ""), number, uuid4().hex)
        self.table.confirm(number, uuid4().hex)  # if that opened a sheet
        assert self.table.number == number + 1, (move, self.table.notice)

    def tray(self, a: int, b: int) -> None:
        self.table.tray_input.on_throw(uuid4().hex, (a, b), int(self.table.awaited))


class Seated(TimedTable):
    """A table where Ann has the dice; ``acknowledged`` holds what the tray was told."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.acknowledged: list[str] = []
        self.table.tray_input.acknowledge = self.acknowledged.append
        self.begin(setup("Ann Bob"))

    @property
    def moves(self) -> list[Move]:
        return [played.move for played in self.table.session.history]


def fail(*_: object) -> None:
    """Book nothing, because the disk is full."""
    raise LedgerError(LedgerProblem.NOT_BOOKED, why=Problem(Why.DISK_FULL))


def failing_in_the_act(book: Callable[..., Any]) -> Callable[..., None]:
    """Return what books, and fails nevertheless."""

    def fails(*arguments: Any) -> None:
        book(*arguments)
        fail()

    return fails


def next_move(game: Game, packs: Packs, random: Random) -> Move:
    """The next move of scripted players, with dice and cards."""
    styles = dict(zip(game.players, [*STYLES.values()] * len(game.players), strict=False))
    if move := answer(game, styles, random.choice):
        return packs.filled_in(game, move)
    dice = random.randint(1, 6), random.randint(1, 6)
    if isinstance(game.phase, Opening):
        return RollForStart(game.phase.waiting[0], dice)
    assert isinstance(game.phase, ToThrow | CardThrow)
    return Roll(game.phase.player, dice)
