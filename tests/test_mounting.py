"""What mounts for a test asks for nothing that a plain user may not do."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.mounting import mounted

TMPFS = ("-t", "tmpfs", "tmpfs")


def test_whoever_is_not_root_skips_the_test_and_makes_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(pytest.skip.Exception), mounted(tmp_path / "stick", *TMPFS):
        pass
    assert not [*tmp_path.iterdir()]


def test_what_cannot_be_mounted_skips_the_test_and_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with (
        pytest.raises(pytest.skip.Exception),
        mounted(tmp_path / "stick", "-t", "no such kind", "x"),
    ):
        pass
    assert not [*tmp_path.iterdir()]


def test_what_a_killed_run_has_left_is_not_in_the_way(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with mounted(stick, *TMPFS):
        (stick / "file").touch()
        subprocess.run(["mount", *TMPFS, str(stick)], check=True)  # It stays below that.
    assert [*stick.iterdir()]
    with mounted(stick, *TMPFS):
        assert not [*stick.iterdir()]
