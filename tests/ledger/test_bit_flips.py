"""Bits that a card or a hand has turned, anywhere in a ledger's file: what the ledger has is as it
was, or the audit says that it is not, and where first."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.ledger.said import Said
from tests.ledger.tampering import several_games


@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_no_flipped_bit_that_matters_goes_unseen(tmp_path: Path, count: int) -> None:
    several_games(tmp_path)
    whole = (tmp_path / "ledger.db").read_bytes()
    said, random = Said(tmp_path / "ledger.db"), Random(9)
    copy, counts = tmp_path / "flipped.db", Counter[str]()
    for bit in random.sample(range(8 * len(whole)), count):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        copy.write_bytes(flipped)
        counts[said.judged(copy)] += 1
    print(f"{count} flipped bits: {dict(counts)}")
    assert counts["row"] > count / 10
    assert min(counts.values()) > 0
