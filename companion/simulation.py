"""Whole games of scripted players, without a screen; the invariants are checked after each move.

Begin with ``evening``, which plays one game, and ``simulate``, which plays many and counts. Turns
per second are reported beside the additions per second of a plain loop, so that the figures of two
machines can be compared. Random legal play is in ``random_play``.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Protocol

import click

from companion.engine import (
    Game,
    IllegalMove,
    Setup,
    invariants,
    legal_moves,
    play,
    replay,
    start,
)
from companion.engine.bots import STYLES, Styles, wishes
from companion.engine.moves import Move, Roll, RollForStart
from companion.engine.phases import CardThrow, Opening, Over, ToThrow
from companion.ledger.ledger import Ledger
from companion.ui.session import Session, Source
from companion.ui.shuffle import Packs

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lee")
DIE = range(1, 7)
TURNS = 2000
"""Turns after which an unfinished game is abandoned."""
ADDITIONS = 5_000_000
"""Length of the loop that measures the machine."""


class Table(Protocol):
    """A game being played: a session with a ledger, or ``InMemory``."""

    @property
    def game(self) -> Game:
        """Position after the last move."""

    def play(self, move: Move, source: Source) -> object:
        """Decide and apply ``move``."""


class InMemory:
    """A game that is stored nowhere."""

    def __init__(self, setup: Setup) -> None:
        self.game = start(setup)

    def play(self, move: Move, source: Source) -> None:
        """Decide and apply ``move``."""
        self.game = play(self.game, move)


@dataclass(slots=True)
class Tally:
    """Totals of all games."""

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
    """Games won, by seat, counted from 1."""

    def add(self, game: Game) -> None:
        """Count a game that ended or was abandoned."""
        self.games += 1
        self.turns += game.turn.number
        if isinstance(game.phase, Over):
            self.finished_by_bankruptcy += 1
            for name in game.phase.winners:
                self.winners[[*game.players].index(name) + 1] += 1


def evening(table: Table, seed: str, turns: int) -> Iterator[Game]:
    """Play one game of at most ``turns`` turns; yield the position after every move."""
    random, seats = Random(seed), [*table.game.players]
    tempers = [*STYLES.values()] * len(seats)
    first = random.randrange(len(STYLES))
    styles = dict(zip(seats, tempers[first:], strict=False))
    packs = Packs(table.game.setup, seed)
    while not isinstance(table.game.phase, Over) and table.game.turn.number < turns:
        _play_first(table, packs, _wishes(table.game, styles, random))
        yield table.game


def _wishes(game: Game, styles: Styles, random: Random) -> Iterator[Move]:
    """Yield what the players would do, and a roll if there is nothing or none of it is legal."""
    yield from wishes(game, styles, random.choice)
    yield _throw(game, random)


def _play_first(table: Table, packs: Packs, options: Iterable[Move]) -> None:
    """Play the first of ``options`` that the rules accept; each is judged once."""
    for move in options:
        try:
            table.play(packs.filled_in(table.game, move), Source.IMPORT)
        except IllegalMove:
            continue
        return


def _throw(game: Game, random: Random) -> Move:
    dice = random.choice(DIE), random.choice(DIE)
    match game.phase:
        case Opening(waiting=waiting):
            return RollForStart(waiting[0], dice)
        case ToThrow(player=player) | CardThrow(player=player):
            return Roll(player, dice)
    raise AssertionError(f"no scripted move for {game.phase}")


@dataclass(frozen=True, slots=True)
class Looks:
    """Checks to make during a game and after it."""

    laws: bool = True
    """Check the invariants after every move."""
    moves: bool = False
    """List the legal moves after every move."""
    replay: bool = False
    """Replay the events of the whole game and compare the position."""


def simulate(
    setup: Setup, games: int, seed: int, turns: int, ledger: Ledger | None, looks: Looks = Looks()
) -> Tally:
    """Play ``games`` games of one setup; print every broken invariant at once."""
    tally = Tally(winners=dict.fromkeys(range(1, len(setup.players) + 1), 0))
    seconds = replaying = 0.0
    with click.progressbar(range(1, games + 1), label="Games", file=sys.stderr) as numbers:
        for number in numbers:
            began = perf_counter()
            with ledger.transaction() if ledger else nullcontext():
                table = Session.begin(ledger, setup) if ledger else InMemory(setup)
                for game in evening(table, f"{seed}/{number}", turns):
                    tally.moves += 1
                    _check(game, number, tally, looks)
            tally.add(table.game)
            seconds += perf_counter() - began
            replaying += _replay(table.game, number, tally) if looks.replay else 0.0
    tally.seconds = round(seconds, 3)
    tally.turns_per_second = round(tally.turns / max(seconds, 0.001), 1)
    tally.replayed_moves_per_second = round(tally.replayed_moves / max(replaying, 0.001))
    tally.additions_per_second = additions_per_second()
    return tally


def additions_per_second() -> int:
    """Return the additions per second of a plain loop on this machine."""
    total, began = 0, perf_counter()
    for _ in range(ADDITIONS):
        total += 1
    return round(total / (perf_counter() - began))


def _check(game: Game, number: int, tally: Tally, looks: Looks) -> None:
    if looks.moves:
        list(legal_moves(game))
    for fault in invariants.violations(game) if looks.laws else ():
        _report_fault(f"Game {number}, turn {game.turn.number}: {fault}", tally)


def _report_fault(fault: str, tally: Tally) -> None:
    tally.laws_broken += 1
    click.echo(fault, err=True)


def _replay(game: Game, number: int, tally: Tally) -> float:
    """Replay a whole game from its events; return the seconds that took."""
    events, first = [], game
    while first.past:
        events.append(first.past.events)
        first = first.past.before
    began = perf_counter()
    again = replay(first, reversed(events))
    seconds = perf_counter() - began
    tally.replayed_moves += len(events)
    if again != game:
        _report_fault(f"Game {number}: replaying its events gives another position", tally)
    return seconds
