"""The bench measures what it says: its arithmetic, and each row once, made short. Whether a target
is met is for who runs ``python -m tests.bench``, on a machine that does nothing else."""

import json
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.bench import figures
from tests.bench.__main__ import ROWS, bench_command
from tests.bench.figures import TARGETS, Pairs, Target

SHORT: dict[str, dict[str, Any]] = {
    "commit": {"rounds": 1, "moves": 60},
    "growth": {"rounds": 1, "moves": 60, "earlier_games": 2, "moves_per_game": 30},
    "tap": {"rounds": 1, "taps": 3, "moves": 60},
    "motion": {"rounds": 1, "moments": 1, "frames": 3, "moves": 20},
    "start": {"rounds": 1, "moves": 60},
    "memory": {"rounds": 1, "moves": 60, "bare_seconds": 0.2},
    "idle": {"rounds": 1, "seconds": 0.5, "settle_seconds": 2.5},
    "engine": {"rounds": 1, "games_per_round": 1},
    "replay": {"rounds": 1, "moves": 60, "games_per_round": 1},
    "scale": {"rounds": 1, "moves": 60, "taps": 3, "lengths": (10, 20)},
    "report": {"rounds": 1, "moves": 60},
}
WITH_A_WINDOW = {"tap", "motion", "start", "memory", "idle", "scale"}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for row, sizes in SHORT.items():
        monkeypatch.setitem(ROWS, row, partial(ROWS[row], **sizes))


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(bench_command, [*arguments, "--json"])


def figures_of(result: Result) -> list[dict[str, Any]]:
    # The bar is on the terminal, beside what is printed.
    return list(json.loads(result.stdout[result.stdout.index("{") :])["figures"])


def marks(row: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.gui, pytest.mark.slow] if row in WITH_A_WINDOW else []


@pytest.mark.parametrize("row", [pytest.param(row, marks=marks(row)) for row in ROWS])
@pytest.mark.usefixtures("short")
def test_a_row_finds_a_figure_for_each_of_its_targets(row: str) -> None:
    result = bench("--only", row)
    found = figures_of(result)
    assert [figure["name"] for figure in found] == [name for name in TARGETS if belongs(name, row)]
    assert result.exit_code == (0 if all(figure["met"] for figure in found) else 1)


def belongs(name: str, row: str) -> bool:
    return name == row or name.startswith(f"{row}, ")


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(("limit", "status"), [(1e9, 0), (1e-9, 1)])
def test_a_missed_target_sets_the_exit_status(
    limit: float, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(figures.TARGETS, "commit", Target(limit))
    result = bench("--only", "commit")
    assert result.exit_code == status
    assert [figure["met"] for figure in figures_of(result)] == [not status]


def test_a_busy_moment_weighs_on_both_sides() -> None:
    assert Pairs(ours=[3, 30, 3], reference=[2, 20, 2]).ratio() == 1.5


@pytest.mark.parametrize(
    ("target", "value", "met"),
    [
        (Target(1.5), 1.5, True),
        (Target(1.5), 1.51, False),
        (Target(100, "turns/s", more_is_better=True), 100, True),
        (Target(100, "turns/s", more_is_better=True), 99, False),
    ],
)
def test_a_target_is_the_last_figure_that_is_good_enough(
    target: Target, value: float, met: bool
) -> None:
    assert target.is_met(value) == met
