"""Killed, or refused by the medium, at every single call: all or nothing, and nothing twice.

How a game is struck, and what must hold afterwards, stands in ``power.faults``.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.ledger.power import faults

pytestmark = [
    pytest.mark.skipif(not shutil.which("strace"), reason="needs strace"),
    pytest.mark.timeout(3600),
]
MOVES = 20
EVERY_ERROR = (*faults.ERRORS, *faults.FROM_THEN_ON)


@pytest.fixture(scope="module")
def unharmed(scratch: Path) -> faults.Unharmed:
    return faults.Unharmed(scratch, MOVES)


@pytest.mark.parametrize(
    ("what", "every"),
    [
        pytest.param([faults.KILL], 288, id="kill -9"),
        pytest.param(EVERY_ERROR[:1], 248, id="an error"),
        pytest.param([faults.KILL], 12, id="kill -9, often", marks=pytest.mark.slow),
        pytest.param(EVERY_ERROR, 12, id="errors, often", marks=pytest.mark.slow),
        pytest.param([faults.KILL], 1, id="kill -9, everywhere", marks=pytest.mark.hours),
        pytest.param(EVERY_ERROR, 1, id="errors, everywhere", marks=pytest.mark.hours),
    ],
)
def test_every_point_is_all_or_nothing(
    unharmed: faults.Unharmed,
    scratch: Path,
    what: Sequence[str],
    every: int,
    record_figures: Callable[..., None],
) -> None:
    """The ordinary run strikes at some calls of each kind."""
    outcome = faults.strike(unharmed, what, scratch, every)
    # The last point is behind the last call, if the step meets it.
    points = {
        (call, fault): len([n for n in unharmed.points(call, every) if n <= unharmed.calls[call]])
        for call in faults.CALLS
        for fault in what
    }
    assert outcome.wrong == []
    assert outcome.struck == Counter(points)
    assert min(unharmed.calls[call] for call in ("openat", "pwrite64", "fdatasync")) > 0
    record_figures("power", **{f"faults, {what[0]}": outcome.struck.total()})
