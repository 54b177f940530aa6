"""What a file cannot show by itself: an end that was cut off, and a history made anew by somebody
who knows the chain. The rules see what is not lawful in it; the rest is seen by whoever remembers
the fingerprint, and by the second copy."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from sqlite_utils import Database

from companion.engine.moves import Rule
from companion.engine.problems import Problem
from companion.engine.rulings import SetCash
from companion.ledger import hashing
from companion.ledger.audit import Verdict
from companion.ledger.copies import snapshot
from companion.ledger.errors import Damaged
from companion.ledger.ledger import Ledger, Source
from companion.ledger.mirror import FILE_NAME, first_difference
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.reader import LedgerReader
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play
from tests.ledger.said import Place, place_named
from tests.ledger.tampering import audited, cheating, forge, several_games, without
from tests.problems import reasons


@dataclass
class Table:
    """A data folder, its second copy, and the fingerprints that were seen."""

    data: Path
    stick: Path
    fingerprints: dict[int, str]

    def seen_by_the_copy(self) -> bool:
        with snapshot(self.data) as books:
            return first_difference(books, self.stick / FILE_NAME) is not None

    def changed_fingerprints(self) -> set[int]:
        """Of games that the audit finds sound, all of them."""
        found = audited(self.data)
        assert {audit.verdict for audit in found} == {Verdict.SOUND}, found
        now = {audit.game: audit.fingerprint for audit in found}
        return {game for game, seen in self.fingerprints.items() if now.get(game) != seen}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Table:
    folder = tmp_path_factory.mktemp("played")
    data, stick = folder / "data", folder / "stick"
    stick.mkdir()
    several_games(data, stick)
    table = Table(data, stick, {audit.game: audit.fingerprint for audit in audited(data)})
    assert not table.seen_by_the_copy()
    return table


@pytest.fixture
def table(played: Table, tmp_path: Path) -> Table:
    copytree(played.data.parent, tmp_path, dirs_exist_ok=True)
    return Table(tmp_path / "data", tmp_path / "stick", dict(played.fingerprints))


@pytest.mark.parametrize("count", [1, 3, 20])
def test_a_cut_off_end_is_seen_by_fingerprint_and_copy(table: Table, count: int) -> None:
    forge(table.data, without(f"entry > (SELECT max(entry) FROM moves) - {count}"))
    last_used = "SELECT max(number) FROM tray_throws WHERE game IS NOT NULL"
    forge(table.data, f"DELETE FROM tray_throws WHERE game IS NULL AND number > ({last_used})")
    forge(table.data, "DELETE FROM restorations; DELETE FROM interruptions")
    assert 3 in table.changed_fingerprints()
    assert table.seen_by_the_copy()
    with pytest.raises(Damaged) as caught:
        Ledger.open(table.data, table.stick)
    fault = caught.value.facts["fault"]
    assert (fault.reason, fault.facts["moves"]) == (LedgerProblem.COPY_HAS_MORE, count)


def test_a_last_game_that_was_cut_off_is_seen_by_whoever_remembers_it(table: Table) -> None:
    with Ledger.open(table.data, table.stick) as ledger:
        game = Session.begin(ledger, SETUP).game_number
        table.fingerprints[game] = ledger.fingerprint(game)
    rest = f"DELETE FROM players WHERE game = {game}; DELETE FROM games WHERE number = {game}"
    forge(table.data, f"{without(f'game = {game}')}; {rest}")
    assert table.changed_fingerprints() == {game}
    assert table.seen_by_the_copy()


def test_a_last_throw_that_became_no_move_is_seen_by_the_copy_alone(table: Table) -> None:
    last_used = "SELECT max(number) FROM tray_throws WHERE game IS NOT NULL"
    forge(table.data, f"DELETE FROM tray_throws WHERE game IS NULL AND number > ({last_used})")
    assert table.changed_fingerprints() == set()
    assert table.seen_by_the_copy()


def rechain(db: Database, game: int) -> None:
    """Makes every hash of a game anew, as whoever has this program can."""
    books = LedgerReader(db)
    link = hashing.game_hash(books.head(game))
    db.conn.execute("UPDATE games SET hash = ? WHERE number = ?", [link, game])
    for entry in list(books.entries(game)):
        entry = replace(entry, previous_hash=link)
        link = hashing.move_hash(entry)
        sql = "UPDATE moves SET previous_hash = ?, hash = ? WHERE entry = ?"
        db.conn.execute(sql, [entry.previous_hash, link, entry.entry])


def shifted(table: str, column: str) -> str:
    """The script that brings game 2 forward by a move from move 6 on."""
    return f"""
        UPDATE {table} SET {column} = 1 - {column} WHERE game = 2 AND {column} > 5;
        UPDATE {table} SET {column} = -{column} WHERE {column} < 0"""


UNLAWFUL = {
    "more money to begin with": (
        """UPDATE events SET data = replace(data, '1500', '1600'), amount = 1600
           WHERE game = 2 AND move = 0 AND payee = 'Ann'""",
        ((2, 0), Why.OTHER_EVENTS),
    ),
    "another throw": (
        """UPDATE moves SET text = 'Bob throws 4 3 by tray' WHERE game = 2 AND number = 4;
           UPDATE tray_throws SET b = 3 WHERE game = 2 AND move = 4""",
        ((2, 4), Why.OTHER_EVENTS),
    ),
    "a move that is not allowed": (
        "UPDATE moves SET text = 'Cy buys' WHERE game = 2 AND number = 5",
        ((2, 5), Why.MOVE_REFUSED),
    ),
    "a move that is no move": (
        "UPDATE moves SET text = 'Ann steals' WHERE game = 2 AND number = 5",
        ((2, 5), Why.MOVE_UNREADABLE),
    ),
    "a move less": (
        ";".join(
            [
                without("game = 2 AND number = 5"),
                shifted("moves", "number"),
                shifted("events", "move"),
                shifted("tray_throws", "move"),
            ]
        ),
        ((2, 5), Why.MOVE_REFUSED),
    ),
    "another agreement": (
        "UPDATE games SET header = replace(header, 'first: Ann', 'first: Bob') WHERE number = 2",
        ((2, 1), Why.MOVE_REFUSED),
    ),
}


@pytest.mark.parametrize(("script", "fault"), UNLAWFUL.values(), ids=UNLAWFUL)
def test_a_chain_made_anew_does_not_get_past_the_rules(
    table: Table, script: str, fault: tuple[Place, Why]
) -> None:
    with cheating(table.data) as conn:
        conn.executescript(script)
        rechain(Database(conn), 2)
    found = audited(table.data)[1].first_fault
    assert (place_named(found), reasons(found)[2]) == fault


LAWFUL = {
    "another time": "UPDATE moves SET at = '1999' || substr(at, 5) WHERE game = 2 AND number = 9",
    "somebody else": "UPDATE moves SET \"by\" = 'Cy' WHERE game = 2 AND number = 9",
    "another finger": "UPDATE moves SET request = 'mine' WHERE game = 2 AND number = 5",
    "another evening": "UPDATE games SET started_at = '1999-12-31T20:00:00' WHERE number = 2",
}


@pytest.mark.parametrize("script", LAWFUL.values(), ids=LAWFUL)
def test_what_is_lawful_is_seen_by_fingerprint_and_copy_alone(table: Table, script: str) -> None:
    with cheating(table.data) as conn:
        conn.executescript(script)
        rechain(Database(conn), 2)
    assert table.changed_fingerprints() == {2}
    assert table.seen_by_the_copy()


def test_another_end_that_is_lawful_is_seen_by_fingerprint_and_copy_alone(table: Table) -> None:
    """The last move is taken out, and another one booked in its place."""
    with snapshot(table.data) as books:
        last = [*books.entries(3)][-1]
    with cheating(table.data) as conn:
        conn.executescript(without(f"entry = {last.entry}"))
    with Ledger.open(table.data) as ledger:
        richer = Rule((SetCash("Ann", 5000),))
        Session.resume(ledger, 3).play(richer, Source.TOUCH)
        assert ledger.balances(3)["Ann"] == 5000
    assert table.changed_fingerprints() == {3}
    assert table.seen_by_the_copy()


def test_a_game_that_was_taken_out_with_its_place_in_the_chain_leaves_a_gap(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        for number in (1, 2):
            play(Session.begin(ledger, SETUP), 4, Random(number))
    with cheating(tmp_path) as conn:
        conn.executescript(without("game = 1"))
        conn.execute("DELETE FROM players WHERE game = 1")
        conn.execute("DELETE FROM games WHERE number = 1")
        conn.execute("UPDATE moves SET entry = entry - 5")
        rechain(Database(conn), 2)
    (found,) = audited(tmp_path)
    assert found.first_fault == Problem(LedgerProblem.GAME_MISSING, game=1)
