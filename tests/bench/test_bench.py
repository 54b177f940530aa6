"""The bench measures what it says: its arithmetic, and each row once, made short. Whether a target
is met is for who runs ``python -m tools.bench``, on a machine that does nothing else."""

import json
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tools.bench import figures, references, window_rows
from tools.bench.__main__ import ROWS, bench_command
from tools.bench.figures import TARGETS, Pairs, Target
from tools.bench.layers import Layers
from tools.figures import ROWS as NAMES

SHORT: dict[str, dict[str, Any]] = {
    "commit": {"rounds": 1, "moves": 60},
    "growth": {"rounds": 1, "moves": 60, "earlier_games": 2, "moves_per_game": 30},
    "tap": {"rounds": 1, "taps": 3, "moves": 60},
    "purchase": {"rounds": 1, "taps": 3},
    "layers": {"taps": 3, "moves": 60},
    "motion": {"rounds": 1, "moments": 1, "frames": 3, "moves": 20},
    "start": {"rounds": 1, "moves": 60},
    "memory": {"rounds": 1, "moves": 60, "bare_seconds": 0.2},
    "idle": {"rounds": 1, "seconds": 0.5, "settle_seconds": 2.5},
    "engine": {"rounds": 1, "games_per_round": 1},
    "replay": {"rounds": 1, "moves": 60, "games_per_round": 1},
    "scale": {"rounds": 1, "moves": 60, "taps": 3, "lengths": (10, 20)},
    "report": {"rounds": 1, "moves": 60},
}
WITH_A_WINDOW = {"tap", "purchase", "layers", "motion", "start", "memory", "idle", "scale"}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(references, "FILE", tmp_path / "references.json")
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


def test_the_page_of_figures_has_a_name_for_each() -> None:
    assert TARGETS.keys() == NAMES.keys()


def belongs(name: str, row: str) -> bool:
    return name == row or name.startswith(f"{row}, ")


@pytest.mark.gui
@pytest.mark.slow
def test_another_commit_is_measured_in_turns() -> None:
    [figure] = window_rows.beside("HEAD", rounds=1, taps=3, moves=60)
    assert figure.reference.startswith("HEAD: ")
    assert figure.value > 0


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


def test_a_reference_that_moved_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(references, "FILE", tmp_path / "references.json")
    steady = [references.steadiness("tap", cost) for cost in (0.55, 0.57, 0.54, 0.7)]
    assert all(figure.is_met for figure in steady)
    assert not references.steadiness("tap", 34.9).is_met
    assert not references.steadiness("tap", 0.11).is_met
    assert references.steadiness("tap", 0.55).is_met


def test_a_layer_takes_what_no_layer_within_takes() -> None:
    class Table:
        def show(self) -> None:
            spend(0.02)
            self.page()

        def page(self) -> None:
            spend(0.05)

    watch = Layers({"rows": [(Table, "show")], "page": [(Table, "page")]})
    with watch.measuring() as found:
        Table().show()
        spend(0.01)
    assert sorted(found, key=lambda layer: found[layer]) == ["the rest", "rows", "page"]
    assert found["page"] >= 0.05 > found["rows"] >= 0.02
    assert "watched" not in Table.show.__qualname__


def spend(seconds: float) -> None:
    began = process_time()
    while process_time() < began + seconds:
        pass
