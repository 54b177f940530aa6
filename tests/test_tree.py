"""The readers of the checkout's own files, which an earlier run must not mislead."""

import sys
from pathlib import Path

import pytest

from tests import tree


def test_running_a_script_of_bin_leaves_no_bytecode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/greet").write_text("GREETING = 'hello'\n")
    monkeypatch.setattr(tree, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert tree.script("greet").GREETING == "hello"
    assert [path.name for path in (tmp_path / "bin").iterdir()] == ["greet"]


def test_a_folder_is_not_among_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin/__pycache__").mkdir(parents=True)
    (tmp_path / "bin/play").touch()
    monkeypatch.setattr(tree, "ROOT", tmp_path)
    assert tree.files("bin/*") == [tmp_path / "bin/play"]
