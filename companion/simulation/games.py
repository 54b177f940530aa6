"""Whole games of scripted players, without a screen; the invariants are checked after each move.

Begin with ``evening``, which plays one game, and ``simulate``, which plays many and counts. Turns
per second are reported beside the additions per second of a plain loop, so that the figures of two
machines can be compared.
"""

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
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
from companion.engine.notation import check_setup, format_header, read_header
from companion.engine.phases import CardThrow, Opening, Over, ToThrow
from companion.ledger.ledger import Ledger
from companion.simulation.jobs import in_cluster, in_order
from companion.table.session import Session, Source
from companion.table.setup import deal_out
from companion.table.shuffle import Packs

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lee")
DIE = range(1, 7)
TURNS = 2000
"""Turns after which an unfinished game is abandoned."""
ADDITIONS = 5_000_000
"""Length of the loop that measures the machine."""


class SimulatedTable(Protocol):
    """A game being played: a session with a ledger, or ``InMemory``."""

    @property
    def game(self) -> Game:
        """Position after the last move."""

    def play(self, move: Move, source: Source) -> object:
        """Decide and apply ``move``."""


def with_deal(setup: Setup, seed: object) -> Setup:
    """Return a setup with the deeds that a house rule deals (HOUSE-10).

    Raises NotationError if no new game can begin with it.
    """
    if each := setup.edition.deeds_dealt:
        random = Random(f"{seed} deal")
        dealt = deal_out.deal(setup.players, setup.board, setup.edition, each, random)
        setup = read_header(format_header(replace(setup, dealt=dealt)))
    return check_setup(setup)


class InMemory:
    """A game that is stored nowhere."""

    def __init__(self, setup: Setup) -> None:
        self.game = start(setup)

    def play(self, move: Move, source: Source) -> None:
        """Decide and apply ``move``."""
        self.game = play(self.game, move)


@dataclass(slots=True)
class Outcome:
    """Result of one simulated game."""

    turns: int
    moves: int
    seconds: float
    winners: tuple[int, ...]
    """Seats, counted from 1; none if the game was abandoned."""
    faults: list[str] = field(default_factory=list)
    """Broken invariants, in words."""
    replayed_moves: int = 0
    replaying: float = 0.0
    """Seconds of replaying the game from its events."""


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
    finished: int = 0
    """Games played to their end; the others took the greatest number of turns."""
    laws_broken: int = 0
    winners: dict[int, int] = field(default_factory=dict)
    """Games won, by seat, counted from 1."""

    def add(self, game: Outcome) -> None:
        """Add the figures of one game to the totals."""
        self.games += 1
        self.turns += game.turns
        self.moves += game.moves
        self.replayed_moves += game.replayed_moves
        self.finished += bool(game.winners)
        self.laws_broken += len(game.faults)
        for seat in game.winners:
            self.winners[seat] += 1


def evening(
    table: SimulatedTable, seed: str, turns: int, styles: Styles | None = None
) -> Iterator[Game]:
    """Play one game of at most ``turns`` turns; yield the position after every move.

    Without ``styles`` the players take the named ones in turn.
    """
    random, seats = Random(seed), [*table.game.players]
    tempers = [*STYLES.values()] * len(seats)
    first = random.randrange(len(STYLES))
    styles = styles or dict(zip(seats, tempers[first:], strict=False))
    packs = Packs(table.game.setup, seed)
    while not isinstance(table.game.phase, Over) and table.game.turn.number < turns:
        _play_first(table, packs, _wishes(table.game, styles, random))
        yield table.game


def _wishes(game: Game, styles: Styles, random: Random) -> Iterator[Move]:
    """Yield what the players would do, and a roll if there is nothing or none of it is legal."""
    yield from wishes(game, styles, random.choice)
    yield _throw(game, random)


def _play_first(table: SimulatedTable, packs: Packs, options: Iterable[Move]) -> None:
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
    setup: Setup,
    games: int,
    seed: int,
    turns: int,
    ledger: Ledger | None,
    looks: Looks = Looks(),
    jobs: int = 1,
    cluster: str = "",
) -> Tally:
    """Play ``games`` games of one setup; print the broken invariants of each.

    The figures do not depend on the number of ``jobs``, nor on the workers of the Dask ``cluster``
    at an address, except for the times. A ledger takes one game after another, and therefore one
    job. Raises WorkerDied and NoCluster.
    """
    tally = Tally(winners=dict.fromkeys(range(1, len(setup.players) + 1), 0))
    playing = partial(_play, setup, seed, turns, ledger, looks)
    numbers = range(1, games + 1)
    shared = in_cluster(playing, numbers, cluster) if cluster else in_order(playing, numbers, jobs)
    spent = replaying = 0.0
    began = perf_counter()
    with (
        shared as outcomes,
        click.progressbar(outcomes, games, "Games", file=sys.stderr) as bar,
    ):
        for game in bar:
            tally.add(game)
            spent += game.seconds
            replaying += game.replaying
            for fault in game.faults:
                click.echo(fault, err=True)
    seconds = spent if jobs == 1 and not cluster else perf_counter() - began
    tally.seconds = round(seconds, 3)
    tally.turns_per_second = round(tally.turns / max(seconds, 0.001), 1)
    tally.replayed_moves_per_second = round(tally.replayed_moves / max(replaying, 0.001))
    tally.additions_per_second = additions_per_second()
    return tally


@contextmanager
def _uncollected() -> Iterator[None]:
    """Pause the collector of reference cycles: the values of a game make none.

    It goes on when they are freed, or it would visit all of them.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_uncollected()
def _play(
    setup: Setup, seed: int, turns: int, ledger: Ledger | None, looks: Looks, number: int
) -> Outcome:
    """Play one game to its end, or for at most ``turns`` turns."""
    moves, faults, began = 0, [], perf_counter()
    with ledger.transaction() if ledger else nullcontext():
        table = Session.begin(ledger, setup) if ledger else InMemory(setup)
        for game in evening(table, f"{seed}/{number}", turns):
            moves += 1
            faults += _check(game, number, looks)
    seconds, last = perf_counter() - began, table.game
    winners = last.phase.winners if isinstance(last.phase, Over) else ()
    seats = tuple([*last.players].index(name) + 1 for name in winners)
    outcome = Outcome(last.turn.number, moves, seconds, seats, faults)
    if looks.replay:
        _replay(last, number, outcome)
    return outcome


def additions_per_second() -> int:
    """Return the additions per second of a plain loop on this machine."""
    total, began = 0, perf_counter()
    for _ in range(ADDITIONS):
        total += 1
    return round(total / (perf_counter() - began))


def _check(game: Game, number: int, looks: Looks) -> list[str]:
    if looks.moves:
        list(legal_moves(game))
    broken = invariants.violations(game) if looks.laws else ()
    return [f"Game {number}, turn {game.turn.number}: {fault}" for fault in broken]


def _replay(game: Game, number: int, outcome: Outcome) -> None:
    """Replay a whole game from its events, and note the seconds that took."""
    events, first = [], game
    while first.past:
        events.append(first.past.events)
        first = first.past.before
    began = perf_counter()
    again = replay(first, reversed(events))
    outcome.replayed_moves, outcome.replaying = len(events), perf_counter() - began
    if again != game:
        outcome.faults.append(f"Game {number}: replaying its events gives another position")
