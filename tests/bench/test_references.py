"""The reference of the bench is held against its last runs on the machine, in any checkout."""

from pathlib import Path

import pytest

from tests.tree import ROOT
from tools.bench import references
from tools.bench.references import KEPT, steadiness


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(references, "FILE", tmp_path / "state" / "references.json")


def test_it_is_not_kept_in_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert ROOT not in references.FILE.parents


@pytest.mark.parametrize(("moved", "is_met"), [(1.4, False), (0.7, False), (1.2, True)])
def test_a_reference_that_moved_by_a_third_fails(moved: float, is_met: bool) -> None:
    assert steadiness("tap", 1.0).is_met
    assert steadiness("tap", moved).is_met is is_met


def test_only_the_last_runs_count() -> None:
    for _ in range(KEPT):
        steadiness("tap", 1.0)
    for _ in range(KEPT):
        steadiness("tap", 2.0)
    assert steadiness("tap", 2.0).value == 1.0
