"""File systems that are really mounted, which takes root: elsewhere the test is skipped."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, *arguments: str) -> Iterator[Path]:
    """Mount something on ``folder``, which is made for that time unless it is there."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount")
    if is_new := not folder.exists():
        folder.mkdir(parents=True)
    while folder.is_mount():  # A run that was killed has left it.
        unmount(folder)
    command = ["mount", *arguments, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        if done.returncode:
            pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
        yield folder
    finally:
        if not done.returncode:
            unmount(folder)
        if is_new:
            folder.rmdir()


def unmount(folder: Path) -> None:
    """Take what is mounted there away, even if something still has it open."""
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
