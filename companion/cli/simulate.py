"""``companion simulate``: scripted players play whole games, and every law is looked at.

With ``--referee`` the play is random instead, and a second reading of the rules judges every move.

It measures, too: turns a second and, beside them, how many additions a second a loop that never
changes makes, so that the figures of two machines can be compared.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Protocol

import click

from companion.cli.options import Folder, NameOrFile
from companion.cli.random_play import agree, refereed
from companion.engine import (
    DataFileError,
    Game,
    NotationError,
    Setup,
    invariants,
    legal_moves,
    play,
    replay,
    start,
)
from companion.engine.bots import STYLES, answer
from companion.engine.moves import EndByTime, Move, Roll, RollForStart
from companion.engine.notation import parse_header
from companion.engine.phases import CardThrow, Opening, Over, ToThrow
from companion.ledger.ledger import Ledger
from companion.text import counted
from companion.ui.session import LedgerError, Session, Source
from companion.ui.shuffle import Packs

DEFAULTS = {
    "edition": "1961",
    "board": "atlantic-city",
    "players": "Ann, Bob, Cy, Dee",
    "cards": "program",
}
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lee")
TURNS = 2000
"""After so many turns a game that has not ended is left at that."""
ADDITIONS = 5_000_000
"""How long the loop is that a machine is measured by."""
HELD, BROKEN = 0, 1


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
            with ledger.transaction() if ledger else nullcontext():
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


@click.command("simulate")
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True, help="How many games."
)
@click.option(
    "--players",
    type=click.IntRange(2, len(NAMES)),
    show_default="4",
    help="How many at the table.",
)
@click.option(
    "--edition", type=NameOrFile(), default="", show_default="1961", help="A name, or a file."
)
@click.option(
    "--board",
    type=NameOrFile(),
    default="",
    show_default="atlantic-city",
    help="A name, or a file.",
)
@click.option(
    "--game",
    "mode",
    default="",
    show_default="full",
    help="full, second-bankruptcy, short, or 'time-limit 21:30'.",
)
@click.option(
    "--house-rule", "house_rules", multiple=True, help="One of the edition's; may be repeated."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Plays the same again.")
@click.option(
    "--turns", type=click.IntRange(1), default=TURNS, show_default=True, help="A game at most."
)
@click.option(
    "--laws/--no-laws", "with_laws", default=True, show_default=True, help="Look at every law."
)
@click.option("--list-moves", is_flag=True, help="List the legal moves after every move.")
@click.option("--replay", "replays", is_flag=True, help="Replay each game from its events.")
@click.option(
    "--referee",
    "with_referee",
    is_flag=True,
    help="Judge random legal play by a second reading of the rules.",
)
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path(),
    help="Where --referee writes the record of a game that it judges differently.",
)
@click.option("--ledger", type=Folder(), help="Keep the books.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
def simulate_command(
    games: int,
    players: int | None,
    edition: str,
    board: str,
    mode: str,
    house_rules: tuple[str, ...],
    seed: int,
    turns: int,
    with_laws: bool,
    list_moves: bool,
    replays: bool,
    with_referee: bool,
    records: Path,
    ledger: Path | None,
    as_json: bool,
) -> None:
    """Let scripted players play whole games, and look at every law.

    That is done after every move. It says how many turns a second it played and, to compare
    machines by, how many additions a second a loop makes here. --ledger DIR books every game in
    DIR/ledger.db.

    With --referee the players make random legal moves, and whatever is not chosen (edition, board,
    game, house rules, players) differs from game to game. A move that the referee judges
    differently is reported with the clause and both figures; 'companion check' replays its record.

    Exit status: 0 when every law held and the referee agreed, 1 when not, 2 when there is no such
    table.
    """
    chosen = {
        "edition": edition,
        "board": board,
        "game": mode,
        "house rules": ", ".join(house_rules),
        "players": ", ".join(NAMES[:players]) if players else "",
    }
    if with_referee and (ledger or replays or list_moves):
        raise click.UsageError("--referee cannot be used with --ledger, --replay or --list-moves.")
    try:
        if with_referee:
            judged = judge(games, seed, chosen, records)
            click.echo(json.dumps(asdict(judged)) if as_json else _judged(judged))
            sys.exit(BROKEN if judged.disagreements or judged.laws_broken else HELD)
        header = {**DEFAULTS, **{key: value for key, value in chosen.items() if value}}
        setup = parse_header("".join(f"{key}: {value}\n" for key, value in header.items()))
        with Ledger.open(ledger) if ledger else nullcontext() as books:
            tally = simulate(
                setup, games, seed, turns, books, Looks(with_laws, list_moves, replays)
            )
    except (NotationError, DataFileError, LedgerError) as error:
        raise click.UsageError(str(error)) from error
    click.echo(json.dumps(asdict(tally)) if as_json else _said(tally))
    sys.exit(BROKEN if tally.laws_broken else HELD)


@dataclass(slots=True)
class Judged:
    """The figures of all games that the referee saw."""

    games: int = 0
    moves: int = 0
    asked: int = 0
    """Moves, legal or not, that both sides were only asked about."""
    ended: int = 0
    """Games that ended before the table agreed to stop."""
    disagreements: int = 0
    laws_broken: int = 0


def judge(games: int, seed: int, chosen: Mapping[str, str], records: Path) -> Judged:
    """Play ``games`` games at random under the referee; write a record of each disagreement."""
    tally = Judged()
    with click.progressbar(range(1, games + 1), label="Games", file=sys.stderr) as numbers:
        for number in numbers:
            name = f"{seed}/{number}"
            game = refereed(agree(Random(name), NAMES, chosen), name)
            tally.games += 1
            tally.moves += len(game.made)
            tally.asked += game.asked
            tally.ended += not isinstance(game.made[-1], EndByTime)
            tally.disagreements += bool(game.faults)
            tally.laws_broken += bool(game.laws)
            if faults := [*game.faults, *game.laws]:
                path = records / f"referee-{seed}-{number}.game"
                path.write_text(game.record, encoding="utf-8")
                for fault in faults:
                    place = f"{path}: seed {seed}, game {number}, move {len(game.made)}"
                    click.echo(f"{place}: {fault}", err=True)
    return tally


def _judged(tally: Judged) -> str:
    return (
        f"{counted(tally.games, 'game')}, {tally.moves} moves judged,"
        f" {tally.asked} more asked about, {tally.disagreements} disagreements,"
        f" {tally.laws_broken} laws broken"
    )


def _said(tally: Tally) -> str:
    won = ", ".join(f"seat {seat}: {count}" for seat, count in tally.winners.items())
    replayed = (
        f"Replayed from their events: {tally.replayed_moves_per_second} moves a second\n"
        if tally.replayed_moves
        else ""
    )
    return (
        f"{counted(tally.games, 'game')}, {tally.turns} turns, {tally.moves} moves"
        f" in {tally.seconds} s ({tally.turns_per_second} turns a second)\n"
        f"This machine makes {tally.additions_per_second} additions a second\n"
        f"{replayed}"
        f"{tally.finished_by_bankruptcy} ended by bankruptcy, {tally.laws_broken} laws broken\n"
        f"Won: {won}"
    )
