"""Backups of several ledgers in one folder: none takes the place of another ledger's."""

import shutil
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine.notation import RulesCard, parse_card
from companion.ledger.copies import KEPT, ahead, backups, image, save_backup, snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.left_copies import find
from companion.ledger.problems import LedgerProblem
from companion.runtime.device_actions import _write_copies
from companion.runtime.recovery import ways_out
from companion.runtime.stick_watcher import FirstGames
from companion.table.recovery import WayOut
from companion.table.session import Session
from companion.table.setup.rules_cards import FOLDER as RULES
from companion.table.setup.rules_cards import keep_card, kept_cards
from tests.commands import companion
from tests.ledger.gaming import SETUP, play
from tests.ledger.tampering import forge


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def evening(data: Path, stick: Path, games: int = 1) -> Path:
    """Play on the card in ``data``, and back it up."""
    with Ledger.open(data) as ledger:
        for number in range(games):
            play(Session.begin(ledger, SETUP), 2, Random(number))
        return save_backup(ledger, stick)


def fall_back(data: Path, earlier: Path) -> None:
    """Put a card back to an earlier state, as one does that forgets what it confirmed."""
    shutil.rmtree(data)
    shutil.copytree(earlier, data)


def test_another_cards_backups_take_no_place_of_the_first_ones(tmp_path: Path, stick: Path) -> None:
    first = evening(tmp_path / "old", stick, games=5)
    own = [evening(tmp_path / "new", stick) for _ in range(KEPT + 2)]
    assert backups(stick) == [first, *own[-KEPT:]]


def test_a_copy_to_the_stick_leaves_another_tables_files(tmp_path: Path, stick: Path) -> None:
    for table in ("first", "second"):
        with Ledger.open(tmp_path / table) as ledger:
            play(Session.begin(ledger, SETUP), 2, Random(1))
            _write_copies(image(ledger), tmp_path / "none", stick, tuple, lambda share: None)
    assert len([*stick.glob("game-1-*.zip")]) == len(backups(stick)) == 2


def test_no_backup_goes_that_has_a_move_which_the_card_forgot(tmp_path: Path, stick: Path) -> None:
    data, earlier = tmp_path / "card", tmp_path / "earlier"
    evening(data, stick)
    shutil.copytree(data, earlier)
    good = evening(data, stick, games=3)
    fall_back(data, earlier)
    made = [evening(data, stick) for _ in range(KEPT + 2)]
    assert backups(stick) == [good, *made[-KEPT:]]
    with snapshot(data) as books:
        warning = ahead(books, stick)
        assert warning
        assert (warning.reason, warning.facts["file"]) == (LedgerProblem.BACKUP_AHEAD, good.name)
    ran = companion("backup", "--to", stick, "--data", data, status=0)
    assert good.name in ran


def test_a_card_that_forgets_every_evening_loses_none(tmp_path: Path, stick: Path) -> None:
    data, earlier = tmp_path / "card", tmp_path / "earlier"
    evening(data, stick)
    shutil.copytree(data, earlier)
    made = []
    for _ in range(KEPT + 2):
        fall_back(data, earlier)
        made.append(evening(data, stick))
    assert {*made} <= {*backups(stick)}


def test_nothing_new_makes_no_new_backup_beside_another_ledgers(
    tmp_path: Path, stick: Path
) -> None:
    own = evening(tmp_path / "own", stick)
    evening(tmp_path / "other", stick)
    with Ledger.open(tmp_path / "own") as ledger:
        assert save_backup(ledger, stick) == own


def test_the_most_moves_of_every_ledger_are_offered(tmp_path: Path, stick: Path) -> None:
    data, earlier = tmp_path / "card", tmp_path / "earlier"
    evening(data, stick)
    shutil.copytree(data, earlier)
    good = evening(data, stick, games=3)
    fall_back(data, earlier)
    evening(data, stick)
    other = evening(tmp_path / "other", stick, games=2)
    assert [(copy.path, copy.games) for copy in find([stick])] == [(good, 4), (other, 2)]
    assert len({copy.ledger for copy in find([stick])}) == 2


def test_a_damaged_ledger_is_offered_the_best_sound_copy_of_each_on_the_stick(
    tmp_path: Path, stick: Path
) -> None:
    data, mirror = tmp_path / "card", tmp_path / "mirror"
    mirror.mkdir()
    good = evening(data, stick, games=3)
    damaged = evening(data, stick)
    forge(data, "UPDATE moves SET text = 'Eve buys' WHERE entry = 5")
    shutil.copy(data / "ledger.db", damaged)
    other = evening(tmp_path / "other", stick, games=2)
    assert {copy.path for copy in find([stick])} == {damaged, other}
    ways = ways_out(data, mirror, [stick])
    offered = [way.about.split(": ")[0].split()[-1] for way in ways[:2]]
    assert offered == [str(good), str(other)]
    ways[0].take(lambda moves: None)
    with snapshot(data) as books, snapshot(good) as backup:
        kept = [*backup.entries_after(0)]
        assert [*books.entries_after(0)][: len(kept)] == kept


def test_the_command_restores_from_the_copy_on_the_drive_that_has_most_moves(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.restore.sticks", lambda read_only: [stick])
    data = tmp_path / "card"
    assert "--from" in companion("restore", "--data", data, status=2)
    good = evening(data, stick, games=2)
    other = evening(tmp_path / "other", stick, games=3)
    forge(data, "UPDATE moves SET text = 'Eve buys' WHERE entry = 5")
    assert f"restored from {good}" in companion("restore", "--data", data)
    (data / "ledger.db").write_bytes(b"")
    several = companion("restore", "--data", data, status=2)
    assert str(good) in several
    assert str(other) in several
    assert f"restored from {other}" in companion("restore", "--data", data, "--from", other)
    (data / "ledger.db").unlink()
    empty, absent = stick / "nothing.txt", stick / "absent.db"
    empty.write_text("nothing")
    for file, why in ((empty, "has no moves"), (absent, "cannot be read")):
        assert f"{file} {why}" in companion("restore", "--data", data, "--from", file, status=2)


# --- the rules that a family keeps ----------------------------------------------------------------

OURS = parse_card("name: Grandma's rules\nhouse rules: free parking pot $500")
CHANGED = parse_card("name: Grandma's rules\nhouse rules: no auction")
FAST = parse_card("name: Fast\ngame: time-limit")


def kept(folder: Path) -> set[RulesCard]:
    return {*kept_cards(folder / RULES)[0]}


def test_a_backup_in_a_folder_has_the_kept_rules_as_they_are_now(
    tmp_path: Path, stick: Path
) -> None:
    data = tmp_path / "card"
    evening(data, tmp_path / "stick")
    for ours in (OURS, CHANGED):
        keep_card(data / RULES, ours)
        companion("backup", "--to", stick, "--data", data, status=0)
        assert kept(stick) == {ours}


def test_a_copy_to_the_stick_has_the_kept_rules(tmp_path: Path, stick: Path) -> None:
    with Ledger.open(tmp_path / "card") as ledger:
        play(Session.begin(ledger, SETUP), 2, Random(1))
        keep_card(tmp_path / "card" / RULES, OURS)
        keep_card(stick / RULES, FAST)
        rules = tmp_path / "card" / RULES
        _write_copies(image(ledger), rules, stick, tuple, lambda share: None)
    assert kept(stick) == {OURS, FAST}


def test_no_rules_are_written_through_a_link(tmp_path: Path, stick: Path) -> None:
    data, elsewhere = tmp_path / "card", tmp_path / "elsewhere"
    evening(data, stick)
    elsewhere.mkdir()
    (stick / RULES).symlink_to(elsewhere)
    keep_card(data / RULES, OURS)
    assert str(stick / RULES) in companion("backup", "--to", stick, "--data", data, status=0)
    assert [*elsewhere.iterdir()] == []


@pytest.mark.parametrize("way", ["command", "screen", "first start"])
def test_what_is_restored_has_the_rules_but_not_in_place_of_its_own(
    tmp_path: Path, stick: Path, way: str
) -> None:
    good, data = evening(tmp_path / "old", stick), tmp_path / "new"
    for card in (OURS, FAST):
        keep_card(stick / RULES, card)
    keep_card(data / RULES, CHANGED)
    if way == "command":
        companion("restore", "--data", data, "--from", good, status=0)
    elif way == "screen":
        (data / "ledger.db").write_bytes(b"")
        ways_out(data, None, [stick])[0].take(lambda moves: None)
    else:
        offered: list[WayOut] = []
        session: Any = SimpleNamespace(folder=data, close=lambda: None)
        games = FirstGames(session, lambda _, ways: offered.extend(ways), print)
        games.found((find([stick]), None))
        offered[0].take(lambda moves: None)
    assert kept(data) == {CHANGED, FAST}
