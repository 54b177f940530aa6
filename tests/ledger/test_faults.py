"""Killed, or refused by the medium, at every single call: all or nothing, and nothing twice.

How a game is struck, and what must hold afterwards, stands in ``power.faults``.
"""

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.ledger.power import faults

pytestmark = [
    pytest.mark.skipif(not shutil.which("strace"), reason="needs strace"),
    pytest.mark.timeout(3600),
]
MOVES = 20
EVERY_ERROR = (*faults.ERRORS, *faults.FROM_THEN_ON)


@pytest.fixture(scope="module")
def scratch() -> Iterator[Path]:
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as made:
        yield Path(made)


@pytest.fixture(scope="module")
def unharmed(scratch: Path) -> faults.Unharmed:
    return faults.Unharmed(scratch, MOVES)


@pytest.mark.parametrize(
    ("calls", "what"),
    [
        (faults.CALLS, [faults.KILL]),
        (faults.CALLS, faults.ERRORS[:1]),
        pytest.param(faults.CALLS, EVERY_ERROR[1:], marks=pytest.mark.slow),
    ],
    ids=["kill -9", "an error", "every error, once and from then on"],
)
def test_every_point_is_all_or_nothing(
    unharmed: faults.Unharmed, scratch: Path, calls: tuple[str, ...], what: tuple[str, ...]
) -> None:
    outcome = faults.strike(unharmed, calls, what, scratch)
    points = Counter({(call, fault): unharmed.calls[call] for call in calls for fault in what})
    print(f"{outcome.struck.total()} points struck: {dict(outcome.struck)}")
    assert outcome.wrong == []
    assert outcome.struck == points
    assert min(unharmed.calls[call] for call in ("openat", "pwrite64", "fdatasync")) > 0
