"""The bench measures what it says: its arithmetic, and each row once, made short. Whether a target
is met is for who runs ``companion bench``, on a machine that does nothing else."""

import json
from importlib import import_module
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.bench import figures
from companion.bench.figures import TARGETS, Figure, Pairs, Target
from companion.cli.bench import ROWS, bench_command

SHORT = {
    "ROUNDS": 1,
    "MOVES": 60,
    "GAMES": 2,
    "MOVES_A_GAME": 30,
    "TAPS": 3,
    "MORE": 1,
    "SECONDS": 0.5,
    "SETTLED": 2.5,
    "RESTS": 0.2,
    "PLAYERS": (2, 3),
    "LENGTHS": (10, 20),
}
WITH_A_WINDOW = {"tap", "start", "memory", "idle", "scale"}
TAKES_LONG = WITH_A_WINDOW - {"tap"}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for row in ROWS:
        module = import_module(f"companion.bench.{row}")
        for name, value in SHORT.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(bench_command, [*arguments, "--json"])


def figures_of(result: Result) -> list[dict[str, Any]]:
    # The bar is on the terminal, beside what is printed.
    return list(json.loads(result.stdout[result.stdout.index("{") :])["figures"])


def marks(row: str) -> list[pytest.MarkDecorator]:
    gui = [pytest.mark.gui] if row in WITH_A_WINDOW else []
    return [*gui, pytest.mark.slow] if row in TAKES_LONG else gui


@pytest.mark.parametrize("row", [pytest.param(row, marks=marks(row)) for row in ROWS])
@pytest.mark.usefixtures("short")
def test_a_row_finds_a_figure_for_each_of_its_targets(row: str) -> None:
    result = bench("--only", row)
    found = figures_of(result)
    assert [figure["name"] for figure in found] == [name for name in TARGETS if belongs(name, row)]
    assert result.exit_code == (0 if all(figure["holds"] for figure in found) else 1)


def belongs(name: str, row: str) -> bool:
    return name == row or name.startswith(f"{row}, ")


def test_every_target_belongs_to_a_row() -> None:
    assert [name for name in TARGETS if not any(belongs(name, row) for row in ROWS)] == []


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(("limit", "status"), [(1e9, 0), (1e-9, 1)])
def test_a_missed_target_is_told_to_whoever_called(
    limit: float, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(figures.TARGETS, "commit", Target(limit))
    result = bench("--only", "commit")
    assert result.exit_code == status
    assert [figure["holds"] for figure in figures_of(result)] == [not status]


def test_a_busy_moment_weighs_on_both_sides() -> None:
    assert Pairs(ours=[3, 30, 3], reference=[2, 20, 2]).ratio() == 1.5


@pytest.mark.parametrize(
    ("target", "value", "holds"),
    [
        (Target(1.5), 1.5, True),
        (Target(1.5), 1.51, False),
        (Target(100, "turns/s", more_is_better=True), 100, True),
        (Target(100, "turns/s", more_is_better=True), 99, False),
    ],
)
def test_a_target_is_the_last_figure_that_is_good_enough(
    target: Target, value: float, holds: bool
) -> None:
    assert target.holds(value) == holds


def test_what_could_not_be_measured_does_not_hold() -> None:
    assert not Figure("report", "there is none", "", None).holds
