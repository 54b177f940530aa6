"""Files that are replaced: what lies at the temporary name neither hangs nor leads elsewhere."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli import kept_results
from companion.club import rounds
from companion.ledger import downgrade, schema
from companion.system import machine_settings, version_fetch
from companion.system.versions import write_line
from companion.table import settings
from companion.whole_file import part_of, written_whole
from tests.ledger.gaming import play_evening

Store = Callable[[Path], Path]
"""Stores something in a folder, and returns its file."""


def settings_file(folder: Path) -> Path:
    path = settings.place(folder)
    assert settings.save(path, settings.Settings()) is None
    return path


def wish(folder: Path) -> Path:
    write_line(folder / "wish", "back")
    return folder / "wish"


def rounds_of(folder: Path) -> Path:
    rounds.Rounds(folder).start(90, datetime.now(UTC))
    return folder / rounds.FILE_NAME


def machine(folder: Path) -> Path:
    machine_settings.MachineSettings(folder).change(system={"hostname": "table"})
    path = folder / machine_settings.FILE_NAME
    assert path.stat().st_mode & 0o777 == 0o600
    return path


def version(folder: Path) -> Path:
    body = [b"version", b""]
    answer: Any = SimpleNamespace(headers={"Content-Length": "7"}, read=lambda size: body.pop(0))
    path = folder / "companion_2.0_amd64.raw"
    version_fetch._save(answer, path, lambda *words: None)
    return path


def result(folder: Path) -> Path:
    kept_results.kept((1,), lambda: [1])
    [path] = folder.glob("chances-*.json")
    return path


def ledger(folder: Path) -> Path:
    play_evening(folder, 3)
    path = folder / "ledger.db"
    (folder / f"ledger-version-{schema.VERSION}.db").write_bytes(path.read_bytes())
    copy = downgrade.copy_from_before(folder)
    assert copy
    downgrade.go_back(folder, copy, None)
    return path


STORES: tuple[Store, ...] = (
    settings_file,
    wish,
    rounds_of,
    machine,
    version,
    result,
    ledger,
)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["pipe", "link"])
@pytest.mark.parametrize("store", STORES)
def test_what_lies_at_the_temporary_name_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Store, kind: str
) -> None:
    monkeypatch.setattr(kept_results, "user_cache_path", lambda name: tmp_path)
    path, victim = store(tmp_path), tmp_path / "victim"
    path.unlink()
    victim.write_text("untouched")
    if kind == "pipe":
        os.mkfifo(part_of(path))
    else:
        part_of(path).symlink_to(victim)
    assert store(tmp_path) == path
    assert victim.read_text() == "untouched"
    assert path.is_file()
    assert not path.is_symlink()
    assert not part_of(path).exists()


def test_a_file_that_is_not_finished_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def fail() -> None:
        with written_whole(path) as part:
            part.write_text("new")
            raise ValueError(part)

    with pytest.raises(ValueError, match="part"):
        fail()
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_text() == "old"
