"""Bits that flip in the files of an unclean shutdown: none removes moves without a word."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.ledger import write_ahead_log
from tests.ledger.unplugged import FILES, Unplugged, turned

LOGS = {"fresh log": False, "log begun anew": True}
FLIPS = 10_000
"""Flips with ``--slow``, at least: as many in each file, with each kind of log."""
MANY = -(-FLIPS // (len(FILES) * len(LOGS)))
FEW = 20


@pytest.fixture(params=LOGS)
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Unplugged:
    return Unplugged(tmp_path / "ledger", moves=6, restarts=LOGS[request.param])


def flipped(ledger: Unplugged, flips: int) -> dict[str, Counter[str]]:
    """Return the outcomes of ``flips`` single flipped bits in each file."""
    random, counts = Random(11), dict[str, Counter[str]]()
    for name in FILES:
        whole = ledger.whole[name]
        # Behind what SQLite reads of the log lies an older one, which nobody needs.
        size = ledger.live() if name == FILES[1] else len(whole)
        counts[name] = Counter()
        for _ in range(flips):
            ledger.store(name, turned(whole, random.randrange(8 * size)))
            counts[name][ledger.judged()] += 1
    return counts


def removed(counts: dict[str, Counter[str]], flips: int) -> int:
    """Count the flips that remove moves without a word; every file was flipped as often."""
    print({name: dict(found) for name, found in counts.items()})
    assert {name: found.total() for name, found in counts.items()} == dict.fromkeys(FILES, flips)
    return sum(found["removes moves"] for found in counts.values())


@pytest.mark.timeout(6_000)
@pytest.mark.parametrize("flips", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_no_flipped_bit_removes_moves_without_a_word(ledger: Unplugged, flips: int) -> None:
    assert MANY * len(FILES) * len(LOGS) >= FLIPS
    counts = flipped(ledger, flips)
    assert removed(counts, flips) == 0
    assert all(found["found"] > flips / 7 for found in counts.values())


def test_without_the_examination_of_the_log_moves_are_removed(
    ledger: Unplugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault that the test above must see."""
    monkeypatch.setattr(
        write_ahead_log, "examine", lambda path, named=None: write_ahead_log.Finding()
    )
    assert removed(flipped(ledger, FEW), FEW) > FEW / 2
