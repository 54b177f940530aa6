"""A folder of the kiosk's tests that is only in memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mounting import mounted


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, without a disk."""
    with mounted(tmp_path / "memory", "-t", "tmpfs", "tmpfs") as memory:
        yield memory
