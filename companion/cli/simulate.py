"""``companion simulate``: play games without a table and check every move."""

import json
import sys
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

import click

from companion.cli.options import Folder, NameOrFile
from companion.engine import DataFileError, NotationError
from companion.engine.notation import parse_header
from companion.jobs import WorkerDied, cores
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Ledger
from companion.random_play import Judged, judge
from companion.simulation import NAMES, TURNS, Looks, Tally, simulate
from companion.text import counted, translate_message

DEFAULTS = {
    "edition": "1961",
    "board": "atlantic-city",
    "players": "Ann, Bob, Cy, Dee",
    "cards": "program",
}
OK, FAULTS, INVALID = 0, 1, 2
WORKER_DIED = (
    "A process that played a game was killed or ran out of memory. Try again with fewer --jobs."
)


@click.command("simulate")
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True, help="Number of games."
)
@click.option(
    "--players",
    type=click.IntRange(2, len(NAMES)),
    show_default="4",
    help="Number of players.",
)
@click.option(
    "--edition", type=NameOrFile(), default="", show_default="1961", help="A name or a file."
)
@click.option(
    "--board",
    type=NameOrFile(),
    default="",
    show_default="atlantic-city",
    help="A name or a file.",
)
@click.option(
    "--game",
    "mode",
    default="",
    show_default="full",
    help="full, second-bankruptcy, short, or 'time-limit 21:30'.",
)
@click.option(
    "--house-rule",
    "house_rules",
    multiple=True,
    help="A house rule of the edition; may be repeated.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option(
    "--turns", type=click.IntRange(1), default=TURNS, show_default=True, help="Most turns per game."
)
@click.option(
    "--laws/--no-laws", "with_laws", default=True, show_default=True, help="Check the invariants."
)
@click.option("--list-moves", is_flag=True, help="List the legal moves after every move.")
@click.option("--replay", "replays", is_flag=True, help="Replay each game from its events.")
@click.option(
    "--referee",
    "with_referee",
    is_flag=True,
    help="Play random legal moves and compare every one with the referee.",
)
@click.option(
    "--records",
    type=Folder(exists=True),
    default=Path(),
    help="Where --referee writes the records of games with a disagreement.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    show_default="one for each processor",
    help="Number of games played at the same time.",
)
@click.option("--ledger", type=Folder(), help="Store the games in this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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
    jobs: int | None,
    ledger: Path | None,
    as_json: bool,
) -> None:
    """Simulate games and check the invariants after every move.

    The players are scripted. Prints the turns per second and, to compare machines, the
    additions per second of a plain loop.

    The games are shared among --jobs processes; the figures are the same for any number of them,
    except for the times.

    --ledger DIR stores every game in DIR/ledger.db, one game after another.

    With --referee the players make random legal moves, and every option that is not given (edition,
    board, game, house rules, players) is random too. The referee is a second implementation of the
    rules. A disagreement is reported with the clause and both results; 'companion check' replays
    its record.

    Exit status: 0 when every invariant held and the referee agreed, 1 when not, 2 for an invalid
    edition, board or option, or if a process ended before its work.
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
    if ledger and jobs and jobs > 1:
        raise click.UsageError("--ledger stores one game after another. Leave out --jobs.")
    processes = 1 if ledger else jobs or cores()
    try:
        if with_referee:
            judged = judge(games, seed, chosen, records, processes)
            click.echo(json.dumps(asdict(judged)) if as_json else _describe_judged(judged))
            sys.exit(FAULTS if judged.disagreements or judged.laws_broken else OK)
        header = {**DEFAULTS, **{key: value for key, value in chosen.items() if value}}
        setup = parse_header("".join(f"{key}: {value}\n" for key, value in header.items()))
        with Ledger.open(ledger) if ledger else nullcontext() as books:
            looks = Looks(with_laws, list_moves, replays)
            tally = simulate(setup, games, seed, turns, books, looks, processes)
    except WorkerDied:
        click.echo(WORKER_DIED, err=True)
        sys.exit(INVALID)
    except (NotationError, DataFileError, LedgerError) as error:
        raise click.UsageError(translate_message(error)) from error
    click.echo(json.dumps(asdict(tally)) if as_json else _describe(tally))
    sys.exit(FAULTS if tally.laws_broken else OK)


def _describe_judged(tally: Judged) -> str:
    return (
        f"{counted(tally.games, 'game')}, {tally.moves} moves judged,"
        f" {tally.asked} more compared, {tally.disagreements} disagreements,"
        f" {tally.laws_broken} laws broken"
    )


def _describe(tally: Tally) -> str:
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
