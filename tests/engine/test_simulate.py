"""Whole games of scripted players, over every edition and board: nothing breaks, they end."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.cli.simulate import WORKER_DIED
from companion.engine import Game, board, edition, invariants, legal_moves
from companion.engine.bots import STYLES, answer
from companion.engine.phases import Over
from companion.engine.state import Setup
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.copies import snapshot
from companion.simulation import NAMES, InMemory, Tally, evening, simulate
from companion.table.shuffle import Packs

TABLES = [*product(edition.names(), board.names(), (2, 3, 5, 8))]


def simulated(arguments: list[str]) -> Result:
    return CliRunner().invoke(cli, ["simulate", *arguments])


def table(rules: str, where: str, players: int, **agreed: str) -> Setup:
    book = edition.load(rules)
    return Setup(NAMES[: min(players, book.most_players)], book, board.load(where), **agreed)


@pytest.mark.parametrize(("rules", "where", "players"), TABLES)
def test_a_game_ends_and_breaks_no_law(rules: str, where: str, players: int) -> None:
    for number, game in enumerate(evening(InMemory(table(rules, where, players)), "once", 2000)):
        assert invariants.violations(game) == [], number
    assert isinstance(game.phase, Over)


@pytest.mark.parametrize("mode", ["second-bankruptcy", "short"])
def test_quick_games_end_sooner(mode: str) -> None:
    turns = {}
    for game_mode in ("full", mode):
        agreed = table("1973", "atlantic-city", 5, game=game_mode)
        turns[game_mode] = simulate(agreed, 3, seed=1, turns=2000, ledger=None).turns
    assert turns[mode] < turns["full"]


def test_whatever_is_played_is_among_the_legal_moves() -> None:
    agreed = table("1935", "london", 4)
    styles = dict(zip(agreed.players, [*STYLES.values()] * 2, strict=False))
    random, asked, packs = Random(3), 0, Packs(agreed, "legal")
    for game in evening(InMemory(agreed), "legal", 60):
        if found := answer(game, styles, random.choice):
            move = packs.filled_in(game, found)
            asked += 1
            assert move in legal_moves(game)
    assert asked > 100


def test_the_cap_leaves_a_game_at_that() -> None:
    tally = simulate(table("1961", "london", 4), games=2, seed=5, turns=10, ledger=None)
    assert (tally.games, tally.turns, tally.finished_by_bankruptcy) == (2, 20, 0)


def test_the_same_seed_plays_the_same_games() -> None:
    def figures(games: int, seed: int) -> tuple[int, int]:
        tally = simulate(table("1961", "london", 3), games, seed, 2000, None)
        return tally.turns, tally.moves

    assert figures(2, seed=5) == figures(2, seed=5) != figures(2, seed=6)


def test_json_has_the_figures() -> None:
    arguments = "--games 2 --players 3 --edition modern --board london --seed 4 --json"
    ran = simulated(arguments.split())
    assert ran.exit_code == 0
    figures = json.loads(ran.stdout)
    assert set(figures) == set(Tally.__dataclass_fields__)
    assert figures["games"] == figures["finished_by_bankruptcy"] == 2
    assert figures["laws_broken"] == 0
    assert sum(figures["winners"].values()) == 2
    assert set(figures["winners"]) == {"1", "2", "3"}


def test_the_engine_alone_is_measured_beside_the_machine() -> None:
    arguments = "--games 2 --turns 30 --no-laws --list-moves --replay"
    said = simulated(arguments.split())
    assert said.exit_code == 0
    for figure in (r"([\d.]+) turns a second", r"(\d+) additions a second"):
        assert float(re.search(figure, said.stdout)[1]) > 0
    told = simulated([*arguments.split(), "--json"])
    figures = json.loads(told.stdout)
    assert figures["replayed_moves"] == figures["moves"] > 60
    assert figures["replayed_moves_per_second"] > 0


def test_events_that_come_to_something_else_break_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.replay", lambda first, told: first)
    ran = simulated(["--games", "1", "--turns", "5", "--replay"])
    assert ran.exit_code == 1
    assert "Game 1:" in ran.stderr


TIMES = ("seconds", "turns_per_second", "additions_per_second", "replayed_moves_per_second")


def test_several_jobs_come_to_the_same_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    def ever_broken(game: Game) -> list[str]:
        return ["broken"] * (game.turn.number % 7 == 0)

    monkeypatch.setattr(invariants, "violations", ever_broken)
    said = []
    for jobs in (1, 3):
        ran = simulated(f"--players 3 --turns 40 --replay --games 4 --json --jobs {jobs}".split())
        figures = json.loads(ran.stdout)
        untimed = {name: value for name, value in figures.items() if name not in TIMES}
        said.append((ran.exit_code, json.dumps(untimed), ran.stderr))
    assert said[0] == said[1]
    assert '"laws_broken": 0' not in said[0][1]


def test_a_worker_that_dies_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.evening", lambda *_: os._exit(9))
    ran = simulated(["--games", "3", "--jobs", "2"])
    assert ran.exit_code == 2
    assert ran.stderr.splitlines()[-1] == f"Error: {WORKER_DIED}"


def test_a_fault_in_a_worker_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.evening", lambda *_: 1 // 0)
    ran = simulated(["--games", "3", "--jobs", "2"])
    assert isinstance(ran.exception, ZeroDivisionError)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_all_processes_without_a_traceback() -> None:
    command = [sys.executable, "-m", "companion", "simulate", "--games", "1000", "--jobs", "2"]
    started = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, process_group=0)
    assert started.stderr
    with started:
        said = started.stderr.readline()  # The label of the progress bar: the games have begun.
        os.killpg(started.pid, signal.SIGINT)
        said += started.stderr.read()
    assert started.returncode == 1
    assert "Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.killpg(started.pid, 0)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let children be interrupted even if the tests run in the background of a script."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ignored_interrupts_stay_ignored() -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "companion", "simulate", "--games", "20", "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert started.stderr
    with started:
        started.stderr.readline()
        started.send_signal(signal.SIGINT)
        started.stderr.read()
    assert started.returncode == 0


def test_a_worker_that_is_killed_ends_the_others_too() -> None:
    command = [sys.executable, "-m", "companion", "simulate", "--games", "1000", "--jobs", "2"]
    started = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, process_group=0)
    assert started.stderr
    with started:
        started.stderr.readline()  # The label of the progress bar: the games have begun.
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        said = started.stderr.read()
    assert started.returncode == 2
    assert said.splitlines()[-1] == f"Error: {WORKER_DIED}"
    with pytest.raises(ProcessLookupError):
        os.killpg(started.pid, 0)


def test_a_ledger_takes_one_game_after_another(tmp_path: Path) -> None:
    arguments = ["--games", "2", "--turns", "3", "--ledger", str(tmp_path)]
    assert simulated([*arguments, "--jobs", "2"]).exit_code == 2
    assert simulated(arguments).exit_code == 0


def test_a_ledger_has_every_game(tmp_path: Path) -> None:
    arguments = f"--games 2 --players 3 --turns 40 --ledger {tmp_path}"
    ran = simulated(arguments.split())
    assert ran.exit_code == 0, ran.output
    assert "0 laws broken" in ran.stdout
    with snapshot(tmp_path / "ledger.db") as books:
        found = [*audit_all(books)]
    assert [one.verdict for one in found] == [Verdict.SOUND, Verdict.SOUND]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--edition 1935 --players 8", "1935 is for 2 to 6 players"),
        ("--board mars", "mars"),
        ("--edition 1492", "1492"),
    ],
)
def test_there_is_no_such_table(arguments: str, why: str) -> None:
    ran = simulated(arguments.split())
    assert ran.exit_code == 2
    assert why in ran.stderr


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_thousand_games_break_no_law() -> None:
    for index, (rules, where, players) in enumerate(TABLES):
        tally = simulate(table(rules, where, players), 25, index, 2000, None)
        assert (tally.games, tally.laws_broken) == (25, 0)
        assert tally.finished_by_bankruptcy > 20


@pytest.mark.parametrize(
    "arguments",
    [
        "--game chess",
        "--house-rule kings",
        "--edition 1492",
        "--ledger . --jobs 2",
    ],
)
def test_what_cannot_be_simulated_is_exit_2(arguments: str) -> None:
    ran = simulated(["--games", "1", *arguments.split()])
    assert ran.exit_code == 2
    assert "Traceback" not in ran.output


def test_quick_games_and_house_rules_are_simulated() -> None:
    arguments = ["--games", "1", "--players", "3", "--game", "second-bankruptcy", "--house-rule"]
    ran = simulated([*arguments, "uneven building", "--json"])
    assert ran.exit_code == 0
    assert json.loads(ran.stdout)["laws_broken"] == 0
