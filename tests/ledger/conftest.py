"""Folders that cannot be written, and disks that are full: real ones, as far as the rights go."""

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mounting import mounted

IS_ROOT = os.geteuid() == 0


@pytest.fixture
def make_read_only() -> Iterator[Callable[[Path], None]]:
    """Takes the right to write in a folder away; root, who has it anyway, gets a mount."""
    with ExitStack() as stack:

        def make(folder: Path) -> None:
            if IS_ROOT:
                stack.enter_context(mounted(folder, "--bind", str(folder)))
                subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
            else:
                folder.chmod(0o500)
                stack.callback(folder.chmod, 0o700)

        yield make


def disk_of(size: str) -> Callable[[Path], Iterator[Path]]:
    """Return a fixture: a folder that is a disk of that size."""

    @pytest.fixture
    def disk(tmp_path: Path) -> Iterator[Path]:
        with mounted(tmp_path / "disk", "-t", "tmpfs", "-o", f"size={size}", "tmpfs") as disk:
            yield disk

    return disk


small_disk, card = disk_of("1000k"), disk_of("24m")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder for second copies and backups."""
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    """A folder in memory, where there is one: what is flushed there costs nothing."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as made:
        yield Path(made)


@pytest.fixture
def no_file_beyond() -> Iterator[Callable[[int], None]]:
    """Sets how many bytes a file of this process may have; -1 for as many as it likes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size: int) -> None:
        # Python ignores SIGXFSZ, so that a write beyond it fails with EFBIG.
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))

    yield limit
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
