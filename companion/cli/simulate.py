"""``companion simulate``: play games without a table and check every move."""

import sys
from contextlib import nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Board, Edition
from companion.cli.options import AsJson, Folder, RefusedValue, Whole, command, echo, option
from companion.cli.progress import follow
from companion.engine.notation import read_header
from companion.extras import install_command
from companion.ledger.checks import check_all
from companion.ledger.ledger import Ledger
from companion.simulation.games import NAMES, TURNS, Looks, Tally, simulate, with_deal
from companion.simulation.jobs import NoCluster, WorkerDied, cores
from companion.text import counted

OK, FAULTS = 0, 1
WORKER_DIED = (
    "A process that played a game was killed or ran out of memory. Try again with fewer --jobs."
)


@command
def simulate_command(
    *,
    games: Annotated[int, option("Number of games.", Whole(1))] = 100,
    players: Annotated[int, option("Number of players.", Whole(2, len(NAMES)))] = 4,
    edition: Edition = "1961",
    board: Board = "atlantic-city",
    mode: Annotated[
        str, option("full, second-bankruptcy, short, or 'time-limit 21:30'.", None, "--game")
    ] = "full",
    house_rules: Annotated[
        tuple[str, ...],
        option(
            "A house rule of the edition; may be repeated.", None, "--house-rule", multiple=True
        ),
    ],
    seed: Annotated[int, option("Random seed.")] = 1,
    turns: Annotated[int, option("Most turns per game.", Whole(1))] = TURNS,
    with_laws: Annotated[bool, option("Check the invariants.", None, "--laws/--no-laws")] = True,
    list_moves: Annotated[bool, option("List the legal moves after every move.")],
    replays: Annotated[bool, option("Replay each game from its events.", None, "--replay")],
    jobs: Annotated[
        int | None,
        option(
            "Number of games played at the same time.",
            Whole(1),
            show_default="one for each processor",
        ),
    ],
    dask: Annotated[
        str | None,
        option("Share the games among the workers of a Dask cluster.", None, "tcp://HOST:PORT"),
    ],
    ledger: Annotated[Path | None, option("Store the games in this folder.", Folder())],
    as_json: AsJson,
) -> None:
    """Simulate games and check the invariants after every move.

    The players are scripted. Prints the turns per second and, to compare machines, the
    additions per second of a plain loop.

    The games are shared among --jobs processes; the figures are the same for any number of them,
    except for the times. --dask shares them among other machines instead, on which the same version
    is installed; what a lost worker had not done is done by another. Needs the extra "cluster".

    --ledger DIR stores every game in DIR/ledger.db, one game after another.

    Exit status: 0 when every invariant was true, 1 when one was not, 2 for an invalid edition,
    board or option, if a process ended early, or if there is no such cluster.
    """
    if ledger and ((jobs and jobs > 1) or dask):
        shared = "--dask" if dask else "--jobs"
        raise click.UsageError(f"--ledger stores one game after another. Leave out {shared}.")
    if dask and jobs:
        raise click.UsageError("--dask uses all workers of the cluster. Leave out --jobs.")
    if dask and not find_spec("distributed"):
        raise click.UsageError(
            f"The extra 'cluster' is not installed. To install it: {install_command('cluster')}"
        )
    processes = 1 if ledger else jobs or cores()
    header = {
        "edition": edition,
        "board": board,
        "players": ", ".join(NAMES[:players]),
        "cards": "program",
        "game": mode,
        "house rules": ", ".join(house_rules),
    }
    lines = (f"{key}: {value}\n" for key, value in header.items() if value)
    setup = with_deal(read_header("".join(lines)), seed)
    try:
        check_ledger = partial(check_all, watch=partial(follow, label="Ledger"))
        with Ledger.open(ledger, check=check_ledger) if ledger else nullcontext() as books:
            looks = Looks(with_laws, list_moves, replays)
            tally = simulate(setup, games, seed, turns, books, looks, processes, dask or "")
    except WorkerDied:
        raise RefusedValue(WORKER_DIED) from None
    except NoCluster as error:
        raise RefusedValue(str(error)) from None
    echo(as_json, tally, [_describe(tally)])
    sys.exit(FAULTS if tally.laws_broken else OK)


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
        f"{tally.finished} played to the end, {tally.laws_broken} laws broken\n"
        f"Won: {won}"
    )
