"""A new card and a stick with the games of the old one: they go on, after one tap."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.ledger import left_copies
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.copies import save_backup, snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.extract import extract
from companion.ledger.ledger import Ledger
from companion.ledger.left_copies import LeftCopy, find, take_back
from companion.ledger.mirror import FILE_NAME
from companion.runtime.stick_watcher import FirstGames
from companion.system.usb_drives import Obstacle
from companion.table.recovery import WayOut
from companion.table.session import Session
from companion.text.drives import DRIVES
from companion.text.screens.first_start import FIRST_START
from companion.text.screens.recovery import RECOVERY
from tests.kiosk.kiosk import Kiosk
from tests.ledger.gaming import SETUP, another_program, evening, play, play_evening
from tests.mounting import mounted
from tests.real_table import until

KINDS = ("second copy", "backup", "whole ledger")


@pytest.fixture(params=KINDS)
def left(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Two games, as the old card has left them on its stick."""
    folder, old = tmp_path / "left", tmp_path / "old"
    folder.mkdir()
    mirror = folder if request.param == "second copy" else None
    with Ledger.open(old, mirror) as ledger:
        play(Session.begin(ledger, SETUP), 30, Random(5))
        play(Session.begin(ledger, SETUP), 20, Random(6))
        if request.param == "backup":
            (folder / "companion").mkdir()
            save_backup(ledger, folder / "companion")
    if request.param == "whole ledger":
        for file in old.glob("ledger.db*"):
            shutil.copy(file, folder)
    return folder


def moves(folder: Path) -> list[str]:
    with snapshot(folder) as books:
        return [move.hash for move in books.entries_after(0)]


def test_every_kind_of_copy_is_found_and_taken_back_as_it_is(left: Path, tmp_path: Path) -> None:
    [copy] = find([tmp_path / "nothing", left])
    assert (copy.games, copy.moves) == (2, len(moves(tmp_path / "old")))
    before = {path: path.read_bytes() for path in left.rglob("*") if path.is_file()}
    new = tmp_path / "new"
    Ledger.open(new).close()
    take_back(new, copy)
    assert moves(new) == moves(tmp_path / "old")
    with snapshot(new) as books:
        assert [one.verdict for one in audit_all(books)] == [Verdict.SOUND] * 2
    assert not [*new.glob("ledger-damaged*")]
    assert {path: path.read_bytes() for path in left.rglob("*") if path.is_file()} == before


def test_a_changed_copy_is_refused_and_nothing_is_different(tmp_path: Path) -> None:
    old, stick, new = (tmp_path / name for name in ("old", "stick", "new"))
    stick.mkdir()
    with Ledger.open(old, stick) as ledger:
        play(Session.begin(ledger, SETUP), 30, Random(5))
    file = stick / FILE_NAME
    lines = file.read_bytes().splitlines(keepends=True)
    lines[9] = lines[9].replace(b'"by":"', b'"by":"X')
    file.write_bytes(b"".join(lines))
    Ledger.open(new).close()
    before = (new / "ledger.db").read_bytes()
    [copy] = find([stick])
    with pytest.raises(LedgerError):
        take_back(new, copy)
    assert (new / "ledger.db").read_bytes() == before


def test_a_ledger_that_lacks_a_move_is_refused(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    play_evening(old, 30)
    Ledger.open(new).close()
    with another_program(old) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            conn.execute(f'DROP TRIGGER "{trigger}"')
        conn.execute("UPDATE moves SET previous_hash = ? WHERE number = 9", ["0" * 64])
    before = (new / "ledger.db").read_bytes()
    with pytest.raises(LedgerError):
        take_back(new, LeftCopy(old / "ledger.db", 1, 30, datetime.now(UTC)))
    assert (new / "ledger.db").read_bytes() == before


def test_the_newest_backup_that_can_be_read_is_found(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "old") as ledger:
        session = Session.begin(ledger, SETUP)
        for number in (10, 20):
            play(session, 10, Random(number))
            good = save_backup(ledger, tmp_path)
    backup = good.read_bytes()
    for number, damaged in enumerate((b"", backup[:5000], b"foreign" * 999, bytes(100)), 3):
        (tmp_path / f"ledger-{number:04d}-2026-11-26.db").write_bytes(damaged)
    [copy] = find([tmp_path])
    assert (copy.path, copy.moves) == (good, len(moves(tmp_path / "old")))


def test_only_a_ledger_is_copied_to_look_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path / "old", 9) as (ledger, _):
        (tmp_path / "ledger-0001-2026-11-26.db").write_bytes(extract(ledger, 1))
    with (tmp_path / "ledger.db").open("wb") as file:
        file.truncate(2**40)
    monkeypatch.setattr(left_copies, "snapshot", lambda path: pytest.fail(f"{path} was copied"))
    assert find([tmp_path]) == []


def test_a_game_that_came_meanwhile_is_kept(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    play_evening(old, 30)
    play_evening(new, 9)
    here = moves(new)
    [copy] = find([old])
    take_back(new, copy)
    [kept] = new.glob("ledger-damaged*.db")
    assert moves(kept) == here
    assert moves(new) == moves(old)


def test_a_stick_without_games_is_no_copy(tmp_path: Path) -> None:
    Ledger.open(tmp_path / "stick", tmp_path).close()
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion/ledger-0001-2026-11-25.db").write_bytes(b"SQLite format 3\0" * 9)
    assert find([tmp_path, tmp_path / "stick"]) == []


@pytest.fixture
def stick() -> Iterator[Path]:
    """A drive where the rule of the kiosk mounts one."""
    with mounted(Path("/media/companion-welcome"), "-t", "tmpfs", "tmpfs") as stick:
        yield stick


@pytest.mark.gui
@pytest.mark.timeout(300)
def test_a_stick_brings_its_games_and_if_they_cannot_be_had_the_next_ones(
    stick: Path, tmp_path: Path
) -> None:
    left = tmp_path / "left"
    (left / "companion").mkdir(parents=True)
    with Ledger.open(tmp_path / "old", left) as ledger:
        session = Session.begin(ledger, SETUP)
        play(session, 20, Random(5))
        backed_up = moves(save_backup(ledger, left / "companion"))
        play(session, 10, Random(6))
    file = left / FILE_NAME
    file.write_bytes(file.read_bytes().replace(b'"by":"', b'"by":"X', 1))
    with Kiosk(tmp_path).on() as kiosk:
        kiosk.says(FIRST_START["title"])
        shutil.copytree(left, stick, dirs_exist_ok=True)
        kiosk.says(RECOVERY["games"])
        with snapshot(kiosk.data) as books:
            assert not books.numbers()
        kiosk.tap(RECOVERY["take"])
        kiosk.says(FILE_NAME)
        kiosk.tap(RECOVERY["not now"])
        kiosk.says(RECOVERY["take"])
        kiosk.tap(RECOVERY["take"])
        kiosk.says(FIRST_START["title"])
        until("the games are there", lambda: moves(kiosk.data) == backed_up, 60)


@pytest.mark.gui
@pytest.mark.timeout(300)
def test_whoever_begins_without_them_is_not_asked_again(stick: Path, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "old", stick) as ledger:
        play(Session.begin(ledger, SETUP), 30, Random(5))
    with Kiosk(tmp_path).on() as kiosk:
        kiosk.says(RECOVERY["not now"])
        kiosk.tap(RECOVERY["not now"])
        kiosk.says(FIRST_START["title"])
        with snapshot(kiosk.data) as books:
            assert not books.numbers()


def test_every_ledger_on_the_stick_is_offered_and_taken_as_chosen(tmp_path: Path) -> None:
    for name, games in (("first", 1), ("second", 2)):
        with Ledger.open(tmp_path / name) as ledger:
            for number in range(games):
                play(Session.begin(ledger, SETUP), 9, Random(number))
            save_backup(ledger, tmp_path)
    copies = find([tmp_path])
    offered: list[list[WayOut]] = []
    session = SimpleNamespace(close=lambda: None, folder=tmp_path / "new")
    told: list[str] = []
    games = FirstGames(session, lambda sentence, ways: offered.append(ways), told.append)  # type: ignore[arg-type]
    games.found(([], Obstacle.FOREIGN))
    assert told == [DRIVES["foreign"]]
    games.found((copies, None))
    (ways,) = offered
    assert [way.moves for way in ways[:-1]] == [copy.moves for copy in copies]
    ways[1].take(lambda moves: None)
    assert moves(tmp_path / "new") == moves(tmp_path / "first")
    ways[-1].take(lambda moves: None)
    games.found((copies, None))
    assert len(offered) == 2, "one could not be had: the other is still offered"
    offered[-1][-1].take(lambda moves: None)
    games.found((copies, None))
    assert len(offered) == 2
