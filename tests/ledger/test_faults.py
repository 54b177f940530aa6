"""Killed, or refused by the medium, at every single call: all or nothing, and nothing twice.

How a game is struck, and what must hold afterwards, stands in ``power.faults``.
"""

import shutil
from collections import Counter
from collections.abc import Sequence
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
    "what",
    [[faults.KILL], EVERY_ERROR[:1], pytest.param(EVERY_ERROR[1:], marks=pytest.mark.slow)],
    ids=["kill -9", "an error", "every error, once and from then on"],
)
def test_every_point_is_all_or_nothing(
    unharmed: faults.Unharmed, scratch: Path, what: Sequence[str]
) -> None:
    outcome = faults.strike(unharmed, faults.CALLS, what, scratch)
    points = {(call, fault): unharmed.calls[call] for call in faults.CALLS for fault in what}
    print(f"{outcome.struck.total()} points struck: {dict(outcome.struck)}")
    assert outcome.wrong == []
    assert outcome.struck == Counter(points)
    assert min(unharmed.calls[call] for call in ("openat", "pwrite64", "fdatasync")) > 0
