"""``companion simulate``: scripted players play whole games, and every law is looked at.

With ``--referee`` the play is random instead, and a second reading of the rules judges every move.

It measures, too: turns a second and, beside them, how many additions a second a loop that never
changes makes, so that the figures of two machines can be compared.
"""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Protocol

import click

from companion.engine import (
    Game,
    Setup,
    invariants,
    legal_moves,
    play,
    replay,
    start,
)
from companion.engine.bots import STYLES, answer
from companion.engine.moves import Move, Roll, RollForStart
from companion.engine.phases import CardThrow, Opening, Over, ToThrow
from companion.ledger.ledger import Ledger
from companion.ui.session import Session, Source
from companion.ui.shuffle import Packs

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lee")
TURNS = 2000
"""After so many turns a game that has not ended is left at that."""
ADDITIONS = 5_000_000
"""How long the loop is that a machine is measured by."""


class Table(Protocol):
    """Where a game is played: a session, whose ledger has every move, or just in memory."""

    @property
    def game(self) -> Game:
        """The position."""

    def play(self, move: Move, source: Source) -> object:
        """``move``, decided and done."""


class InMemory:
    """A table of which nobody keeps the books."""

    def __init__(self, setup: Setup) -> None:
        self.game = start(setup)

    def play(self, move: Move, source: Source) -> None:
        """``move``, decided and done."""
        self.game = play(self.game, move)


@dataclass(slots=True)
class Tally:
    """The figures of all games together."""

    games: int = 0
    turns: int = 0
    moves: int = 0
    seconds: float = 0.0
    turns_per_second: float = 0.0
    additions_per_second: int = 0
    replayed_moves: int = 0
    replayed_moves_per_second: int = 0
    finished_by_bankruptcy: int = 0
    laws_broken: int = 0
    winners: dict[int, int] = field(default_factory=dict)
    """By seat, from 1: how many games were won there."""

    def add(self, game: Game) -> None:
        """A game that has ended, or was left."""
        self.games += 1
        self.turns += game.turn.number
        if isinstance(game.phase, Over):
            self.finished_by_bankruptcy += 1
            for name in game.phase.winners:
                self.winners[[*game.players].index(name) + 1] += 1


def evening(table: Table, seed: str, turns: int) -> Iterator[Game]:
    """Plays one game, and yields the position after every move, to its end or its last turn."""
    random, seats = Random(seed), [*table.game.players]
    tempers = [*STYLES.values()] * len(seats)
    first = random.randrange(len(STYLES))
    styles = dict(zip(seats, tempers[first:], strict=False))
    packs = Packs(table.game.setup, seed)
    while not isinstance(table.game.phase, Over) and table.game.turn.number < turns:
        move = answer(table.game, styles, random.choice) or _throw(table.game, random)
        table.play(packs.filled_in(table.game, move), Source.IMPORT)
        yield table.game


def _throw(game: Game, random: Random) -> Move:
    dice = random.randint(1, 6), random.randint(1, 6)
    match game.phase:
        case Opening(waiting=waiting):
            return RollForStart(waiting[0], dice)
        case ToThrow(player=player) | CardThrow(player=player):
            return Roll(player, dice)
    raise AssertionError(f"nobody knows what to do about {game.phase}")


@dataclass(frozen=True, slots=True)
class Looks:
    """What is looked at while a game is played, and after it."""

    laws: bool = True
    """Every law, after every move."""
    moves: bool = False
    """The legal moves, listed after every move."""
    replay: bool = False
    """Whether the events of the whole game come to the same position again."""


def simulate(
    setup: Setup, games: int, seed: int, turns: int, ledger: Ledger | None, looks: Looks = Looks()
) -> Tally:
    """Plays ``games`` games at one table; what breaks a law is said at once."""
    tally = Tally(winners=dict.fromkeys(range(1, len(setup.players) + 1), 0))
    seconds = replaying = 0.0
    with click.progressbar(range(1, games + 1), label="Games", file=sys.stderr) as numbers:
        for number in numbers:
            began = perf_counter()
            with ledger.together() if ledger else nullcontext():
                table = Session.begin(ledger, setup) if ledger else InMemory(setup)
                for game in evening(table, f"{seed}/{number}", turns):
                    tally.moves += 1
                    _look(game, number, tally, looks)
            tally.add(table.game)
            seconds += perf_counter() - began
            replaying += _replayed(table.game, number, tally) if looks.replay else 0.0
    tally.seconds = round(seconds, 3)
    tally.turns_per_second = round(tally.turns / max(seconds, 0.001), 1)
    tally.replayed_moves_per_second = round(tally.replayed_moves / max(replaying, 0.001))
    tally.additions_per_second = additions_per_second()
    return tally


def additions_per_second() -> int:
    """How fast this machine goes round a loop."""
    total, began = 0, perf_counter()
    for _ in range(ADDITIONS):
        total += 1
    return round(total / (perf_counter() - began))


def _look(game: Game, number: int, tally: Tally, looks: Looks) -> None:
    if looks.moves:
        list(legal_moves(game))
    for fault in invariants.violations(game) if looks.laws else ():
        _breaks(f"Game {number}, turn {game.turn.number}: {fault}", tally)


def _breaks(fault: str, tally: Tally) -> None:
    tally.laws_broken += 1
    click.echo(fault, err=True)


def _replayed(game: Game, number: int, tally: Tally) -> float:
    """How many seconds the fold over the events of a whole game takes."""
    told, first = [], game
    while first.past:
        told.append(first.past.events)
        first = first.past.before
    began = perf_counter()
    again = replay(first, reversed(told))
    seconds = perf_counter() - began
    tally.replayed_moves += len(told)
    if again != game:
        _breaks(f"Game {number}: its events come to another position", tally)
    return seconds
