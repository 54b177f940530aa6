"""``companion simulate``: scripted players play whole games, and every law is looked at."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Protocol

import click

from companion.app.session import LedgerError, Session, Source
from companion.engine import DataFileError, Game, NotationError, Setup, laws, play, start
from companion.engine.moves import Move, Opens, Throws
from companion.engine.notation import parse_header
from companion.engine.phases import CardThrow, Opening, Over, ToThrow
from companion.engine.players import STYLES, answer
from companion.ledger.ledger import Ledger

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lee")
TURNS = 2000
"""After so many turns a game that has not ended is left at that."""
HELD, BROKEN = 0, 1


class Table(Protocol):
    """Where a game is played: a session, whose ledger has every move, or just in memory."""

    game: Game

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
    while not isinstance(table.game.phase, Over) and table.game.turn.number < turns:
        move = answer(table.game, styles, random.choice) or _throw(table.game, random)
        table.play(move, Source.IMPORT)
        yield table.game


def _throw(game: Game, random: Random) -> Move:
    dice = random.randint(1, 6), random.randint(1, 6)
    match game.phase:
        case Opening(waiting=waiting):
            return Opens(waiting[0], dice)
        case ToThrow(player=player) | CardThrow(player=player):
            return Throws(player, dice)
    raise AssertionError(f"nobody knows what to do about {game.phase}")


def simulate(setup: Setup, games: int, seed: int, turns: int, ledger: Ledger | None) -> Tally:
    """Plays ``games`` games at one table; what breaks a law is said at once."""
    tally = Tally(winners=dict.fromkeys(range(1, len(setup.players) + 1), 0))
    began = perf_counter()
    with click.progressbar(range(1, games + 1), label="Games", file=sys.stderr) as numbers:
        for number in numbers:
            with ledger.together() if ledger else nullcontext():
                table = Session.begin(ledger, setup) if ledger else InMemory(setup)
                for game in evening(table, f"{seed}/{number}", turns):
                    tally.moves += 1
                    _look(game, number, tally)
            tally.add(table.game)
    tally.seconds = round(perf_counter() - began, 3)
    tally.turns_per_second = round(tally.turns / max(tally.seconds, 0.001), 1)
    return tally


def _look(game: Game, number: int, tally: Tally) -> None:
    for fault in laws.broken(game):
        tally.laws_broken += 1
        click.echo(f"Game {number}, turn {game.turn.number}: {fault}", err=True)


@click.command("simulate")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--players", type=click.IntRange(2, len(NAMES)), default=4, show_default=True)
@click.option("--edition", default="1961", show_default=True, help="A name, or a file.")
@click.option("--board", default="atlantic-city", show_default=True, help="A name, or a file.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same plays the same.")
@click.option("--turns", type=click.IntRange(1), default=TURNS, show_default=True, help="At most.")
@click.option("--ledger", type=click.Path(path_type=Path, file_okay=False), help="Keep the books.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
def simulate_command(
    games: int,
    players: int,
    edition: str,
    board: str,
    seed: int,
    turns: int,
    ledger: Path | None,
    as_json: bool,
) -> None:
    """Let scripted players play whole games, and look at the laws after every move.

    --ledger DIR books every game in DIR/ledger.db. Exit status: 0 when every law held, 1 when one
    was broken, 2 when there is no such table.
    """
    header = f"edition: {edition}\nboard: {board}\nplayers: {', '.join(NAMES[:players])}\n"
    try:
        setup = parse_header(f"{header}cards: program\n")
        with Ledger.open(ledger) if ledger else nullcontext() as books:
            tally = simulate(setup, games, seed, turns, books)
    except (NotationError, DataFileError, LedgerError) as error:
        raise click.UsageError(str(error)) from error
    click.echo(json.dumps(asdict(tally)) if as_json else _said(tally))
    sys.exit(BROKEN if tally.laws_broken else HELD)


def _said(tally: Tally) -> str:
    won = ", ".join(f"seat {seat}: {count}" for seat, count in tally.winners.items())
    return (
        f"{tally.games} games, {tally.turns} turns, {tally.moves} moves in {tally.seconds} s"
        f" ({tally.turns_per_second} turns a second)\n"
        f"{tally.finished_by_bankruptcy} ended by bankruptcy, {tally.laws_broken} laws broken\n"
        f"Won: {won}"
    )
