"""Long work is never silent on a terminal, and prints nothing into a pipe."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import datasette, progress
from companion.cli.progress import ProgressBar, follow
from companion.export import bundle, game_table
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.mirror import FILE_NAME
from tests.commands import result
from tests.ledger.exporting import play_one

OF_DATA = ("--data", "data")
LONG = [
    ("audit", "--all", *OF_DATA),
    ("audit", "--mirror", "copy", *OF_DATA),
    ("backup", "backup.db", *OF_DATA),
    ("club", "games", "data/ledger.db"),
    ("club", "season", *OF_DATA),
    ("datasette", "-o", "shown", "--port", "0", *OF_DATA),
    ("doctor", *OF_DATA),
    ("export", "--json", *OF_DATA),
    ("export", "--bundle", "game.zip", *OF_DATA),
    ("games", *OF_DATA),
    ("import", "game.game", *OF_DATA),
    ("report", *OF_DATA),
    ("restore", "--mirror", "copy", *OF_DATA),
    ("simulate", "--games", "1", "--turns", "1", "--ledger", "data"),
    ("statement", "bank", *OF_DATA),
    ("stats", *OF_DATA),
]
"""Commands that take longer the more was played."""


class AtOnce:
    """Timer that does not wait."""

    def __init__(self, _: float, call: Callable[[], None]) -> None:
        self._call = call

    def start(self) -> None:
        self._call()

    def cancel(self) -> None:
        pass


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(datasette, "_serve", lambda *_: 0)
    Path("copy").mkdir()
    with Ledger.open(Path("data"), Path("copy")) as ledger:
        for number in (1, 2):
            play_one(ledger, number, turns=10, odd=0)
    assert (tmp_path / "copy" / FILE_NAME).exists()
    Path("game.game").write_text(result("export", "1", "--notation", "--data", "data").stdout)
    return Path("data")


@pytest.mark.parametrize("command", LONG, ids=" ".join)
def test_a_bar_is_drawn_on_a_terminal(
    command: tuple[str, ...], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command[0] == "restore":
        (data / "ledger.db").write_bytes(b"damaged" * 1000)
    labels: list[str] = []
    make = progress.click.progressbar

    def note(*, label: str, **settings: Any) -> Any:
        labels.append(label)
        return make(label=label, **settings)

    monkeypatch.setattr(progress, "_has_terminal", lambda: True)
    monkeypatch.setattr(progress, "Timer", AtOnce)
    monkeypatch.setattr(progress.click, "progressbar", note)
    said = result(*command).stderr
    assert [label for label in labels if label not in said] == []
    assert labels


@pytest.mark.parametrize("command", LONG, ids=" ".join)
def test_a_pipe_gets_no_bar(
    command: tuple[str, ...], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProgressBar, "_appear", None)
    monkeypatch.setattr(progress, "Timer", AtOnce)
    assert not isinstance(result(*command).exception, TypeError)


def test_a_bar_counts_every_move(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[int] = []
    monkeypatch.setattr(ProgressBar, "reach", lambda self, n: reached.append(n))
    with snapshot(data) as reader, follow(reader, "Audit", 1):
        assert len([*reader.entries(1)]) == len(reached) == reader.count_moves(1)


def test_a_bundle_replays_its_own_game_only(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audited: list[int] = []
    audit = game_table.audit

    def note(reader: object, game: int, *witness: object) -> object:
        audited.append(game)
        return audit(reader, game, *witness)  # type: ignore[arg-type]

    monkeypatch.setattr(game_table, "audit", note)
    monkeypatch.setattr(game_table, "audit_all", None)
    with snapshot(data) as reader:
        bundle.bundle(reader, 2, Path("game.zip"))
    assert audited == [2]


def test_what_is_being_done_is_said_in_a_pipe_and_beside_a_bar(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("datasette", "-o", "shown", "--port", "0", *OF_DATA)
    piped = result(*command).stderr.splitlines()
    steps = [line for line in piped if "of" in line.split() and line.endswith("statements")]
    assert len(steps) == 1
    monkeypatch.setattr(progress, "_has_terminal", lambda: True)
    monkeypatch.setattr(progress, "Timer", AtOnce)
    assert steps[0] in result(*command).stderr


def test_a_copy_for_datasette_is_kept_until_the_next_move(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    write = datasette.write_for_datasette

    def note(reader: Any, folder: Path, say: Callable[[str], object]) -> tuple[Path, Path]:
        written.append(folder)
        return write(reader, folder, say)

    monkeypatch.setattr(datasette, "write_for_datasette", note)
    for _ in range(2):
        assert result("datasette", "--port", "0", "--data", data).exit_code == 0
    assert len(written) == 1
    with Ledger.open(data) as ledger:
        play_one(ledger, 3, turns=2, odd=0)
    assert result("datasette", "--port", "0", "--data", data).exit_code == 0
    assert written == [written[0]] * 2, "the folder is that of the ledger"


def test_a_quick_doctor_reads_only_the_newest_rows(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.runtime import doctor

    monkeypatch.setattr(doctor, "audit_all", None)
    monkeypatch.setattr(doctor.second_copy, "first_difference", None)
    done = result("doctor", "--quick", "--json", "--data", data, "--mirror", "copy")
    assert done.exit_code in (0, 1), done.output
