"""Bits that flip in the files of an unclean shutdown: none removes moves without a word."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.ledger import write_ahead_log
from tests.ledger.unplugged import FILES, Unplugged, turned


@pytest.fixture(params=[False, True], ids=["fresh log", "log begun anew"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Unplugged:
    return Unplugged(tmp_path / "ledger", moves=6, restarts=request.param)


def flipped(ledger: Unplugged, count: int) -> dict[str, Counter[str]]:
    """What becomes of ``count`` single flipped bits, as many in each file."""
    random, counts = Random(11), dict[str, Counter[str]]()
    for name in FILES:
        whole = ledger.whole[name]
        # Behind what SQLite reads of the log lies an older one, which nobody needs.
        size = ledger.live() if name == FILES[1] else len(whole)
        counts[name] = Counter()
        for _ in range(count // len(FILES)):
            ledger.store(name, turned(whole, random.randrange(8 * size)))
            counts[name][ledger.judged()] += 1
    return counts


@pytest.mark.timeout(6_000)
@pytest.mark.parametrize("count", [150, pytest.param(5_000, marks=pytest.mark.slow)])
def test_no_flipped_bit_removes_moves_without_a_word(ledger: Unplugged, count: int) -> None:
    counts = flipped(ledger, count)
    print({name: dict(found) for name, found in counts.items()})
    assert sum(found["removes moves"] for found in counts.values()) == 0
    assert all(found["found"] > count / 20 for found in counts.values())


def test_without_the_examination_of_the_log_moves_are_removed(
    ledger: Unplugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault that the test above must see."""
    monkeypatch.setattr(
        write_ahead_log, "examine", lambda path, named=None: write_ahead_log.Finding()
    )
    counts = flipped(ledger, 90)
    assert counts[FILES[1]]["removes moves"] > 15
