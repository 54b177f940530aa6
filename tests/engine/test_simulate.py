"""Whole games of scripted players, over every edition and board: nothing breaks, they end."""

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.cli.simulate import WORKER_DIED
from companion.engine import Game, board, edition, invariants, legal_moves
from companion.engine.bots import STYLES, answer
from companion.engine.events import LoanMade
from companion.engine.moves import CollectRent, Move, PayOff
from companion.engine.phases import Over
from companion.engine.state import Setup
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.copies import snapshot
from companion.simulation import games
from companion.simulation.games import NAMES, InMemory, Tally, evening, simulate
from companion.table.session import Source
from companion.table.shuffle import Packs
from tools.random_play import RENTS

TABLES = [*zip(product(edition.names(), board.names(), (2, 3, 5, 8)), cycle(RENTS), strict=False)]


@pytest.fixture(autouse=True)
def _measure_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "ADDITIONS", 1000)


def simulated(arguments: list[str]) -> Result:
    return CliRunner().invoke(cli, ["simulate", *arguments])


def table(rules: str, where: str, players: int, **agreed: str) -> Setup:
    book = edition.load(rules)
    return Setup(NAMES[: min(players, book.most_players)], book, board.load(where), **agreed)


@pytest.mark.parametrize(("where", "rent"), TABLES)
def test_a_game_ends_and_breaks_no_law(where: tuple[str, str, int], rent: str) -> None:
    games = evening(InMemory(table(*where, rent=rent)), "once", 2000)
    for number, game in enumerate(games):
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


class Noted(InMemory):
    """A game whose moves are noted."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.made: list[Move] = []

    def play(self, move: Move, source: Source) -> None:
        super().play(move, source)
        self.made.append(move)


def made(setup: Setup, games: int) -> list[Move]:
    """All moves of some games, in which Cy is forgetful and Dee is bold."""
    styles = dict(zip(NAMES, [*STYLES.values(), STYLES["bold"]], strict=False))
    tables = [Noted(setup) for _ in range(games)]
    for number, one in enumerate(tables):
        for _ in evening(one, str(number), 200, styles):
            pass
    return [move for one in tables for move in one.made]


def test_games_have_something_of_everything() -> None:
    names = {type(move).__name__ for move in made(table("1961", "london", 4), 20)}
    wanted = "RollForStart Roll Buy Decline Bid Pass CloseAuction DrawCard PayFlatTax PayTenPercent"
    wanted += " PayFine UseJailCard TakeChance PayDebt Build Mortgage Sell DeclareBankruptcy"
    assert set(wanted.split()) - names == set()


def test_bots_borrow_and_pay_back_and_no_loan_of_theirs_becomes_a_debt() -> None:
    with_loans = edition.with_house_rules(edition.load("1961"), ("loans between players",))
    agreed, lent, paid = replace(table("1961", "london", 4), edition=with_loans), 0, 0
    for number in range(4):
        one = Noted(agreed)
        for game in evening(one, f"loans/{number}", 200):
            assert [debt for debt in game.debts if debt.why == "loan"] == []
            lent += (
                sum(isinstance(event, LoanMade) for event in game.past.events) if game.past else 0
            )
        paid += sum(isinstance(move, PayOff) for move in one.made)
    assert lent > 10
    assert paid


def test_the_forgetful_collect_less_often_than_the_bold() -> None:
    moves = made(table("1961", "atlantic-city", 4), 5)
    asked = Counter(move.player for move in moves if isinstance(move, CollectRent))
    assert asked["Dee"] > asked["Cy"] > 0


def test_the_same_seed_plays_the_same_games_up_to_the_cap() -> None:
    def figures(seed: int) -> tuple[int, ...]:
        tally = simulate(table("1961", "london", 3), 2, seed, 50, None)
        return tally.games, tally.turns, tally.finished, tally.moves

    assert figures(seed=5) == figures(seed=5) != figures(seed=6)
    assert figures(seed=5)[:3] == (2, 100, 0)


def test_json_has_the_figures() -> None:
    arguments = "--games 2 --players 3 --edition modern --board london --seed 4 --json --game"
    ran = simulated([*arguments.split(), "second-bankruptcy", "--house-rule", "uneven building"])
    assert ran.exit_code == 0
    figures = json.loads(ran.stdout)
    assert set(figures) == set(Tally.__dataclass_fields__)
    assert figures["games"] == figures["finished"] == 2
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
    monkeypatch.setattr("companion.simulation.games.replay", lambda first, told: first)
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


def test_a_fault_in_a_worker_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.games.evening", lambda *_: 1 // 0)
    ran = simulated(["--games", "3", "--jobs", "2"])
    assert isinstance(ran.exception, ZeroDivisionError)


@contextmanager
def simulating(games: int, **how: Any) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A command whose games have begun; at the end, all that it said."""
    command = [sys.executable, "-m", "companion", "simulate", "--games", str(games), "--jobs", "2"]
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **quiet, **how) as started:
        assert started.stderr
        said = [started.stderr.readline()]  # The label of the progress bar.
        yield started, said
        said += started.stderr.read().splitlines()


def all_have_ended(started: subprocess.Popen[str]) -> bool:
    try:
        os.killpg(started.pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_all_processes_without_a_traceback() -> None:
    with simulating(1000, process_group=0) as (started, said):
        os.killpg(started.pid, signal.SIGINT)
    assert started.returncode == 1
    assert "Traceback" not in " ".join(said)
    assert all_have_ended(started)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let children be interrupted even if the tests run in the background of a script."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ignored_interrupts_stay_ignored() -> None:
    ignore = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731
    with simulating(8, preexec_fn=ignore) as (started, _):
        started.send_signal(signal.SIGINT)
    assert started.returncode == 0


def test_a_worker_that_is_killed_ends_the_others_too() -> None:
    with simulating(1000, process_group=0) as (started, said):
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
    assert started.returncode == 2
    assert said[-1] == f"Error: {WORKER_DIED}"
    assert all_have_ended(started)


def test_a_ledger_has_every_game(tmp_path: Path) -> None:
    arguments = f"--games 2 --players 3 --turns 40 --ledger {tmp_path}"
    ran = simulated(arguments.split())
    assert ran.exit_code == 0, ran.output
    assert "0 laws broken" in ran.stdout
    with snapshot(tmp_path / "ledger.db") as books:
        found = [*audit_all(books)]
    assert [one.verdict for one in found] == [Verdict.SOUND, Verdict.SOUND]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("--edition 1935 --players 8", "1935"),
        ("--board mars", "mars"),
        ("--edition 1492", "1492"),
        ("--game chess", "chess"),
        ("--house-rule kings", "kings"),
        ("--ledger . --jobs 2", "--jobs"),
    ],
)
def test_what_cannot_be_simulated_is_exit_2(arguments: str, named: str) -> None:
    ran = simulated(["--games", "1", *arguments.split()])
    assert (ran.exit_code, "Traceback" in ran.output) == (2, False)
    assert named in ran.stderr


def test_a_game_of_rounds_is_played_to_its_end() -> None:
    ran = simulated(["--games", "2", "--seed", "4", "--house-rule", "rounds 2", "--json"])
    assert json.loads(ran.stdout)["finished"] == 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_thousand_games_break_no_law() -> None:
    for index, (where, rent) in enumerate(TABLES):
        tally = simulate(table(*where, rent=rent), 25, index, 2000, None)
        assert (tally.games, tally.laws_broken) == (25, 0)
        assert tally.finished > 20
