"""Tables with phones: a whole one for each module, and a bank alone for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phones.evening import Evening, QuietBank, evening


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with evening(tmp_path_factory.mktemp("evening")) as playing:
        yield playing


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[QuietBank]:
    bank = QuietBank(tmp_path)
    bank.begin()
    yield bank
    bank.close()
