"""The chain as its documentation says it, made again with nothing but sqlite3, json and hashlib."""

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.ledger import hashing
from companion.ledger.copies import snapshot
from companion.ledger.fingerprints import Fingerprint, compare, locate
from companion.ledger.ledger import Ledger, ThrowOutcome, TrayThrow
from companion.ledger.problems import LedgerProblem
from companion.table.session import Session
from tests.commands import companion
from tests.ledger.gaming import SETUP, leave_a_log, play
from tests.problems import sentence


def digest(fields: dict[str, object]) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def columns(row: sqlite3.Row, names: str) -> dict[str, object]:
    return {name: row[name] for name in names.split()}


def game(conn: sqlite3.Connection) -> str:
    row = conn.execute("SELECT * FROM games").fetchone()
    names = [name for (name,) in conn.execute("SELECT name FROM players ORDER BY seat")]
    fields = columns(row, "header number program started_at")
    assert row["hash"] == digest({**fields, "players": names})
    return str(row["hash"])


def move(conn: sqlite3.Connection, row: sqlite3.Row, previous: str) -> str:
    mine = "FROM {} WHERE move = ? ORDER BY number"
    events = conn.execute(f"SELECT data {mine.format('events')}", [row["number"]])
    throw = conn.execute(
        f"SELECT identity, outcome, a, b {mine.format('tray_throws')}", [row["number"]]
    ).fetchone()
    fields = columns(row, "at by entry game number request source text")
    told = {"events": [data for (data,) in events], "throw": list(throw) if throw else None}
    return digest({**fields, **told, "previous": previous})


def test_anybody_can_check_the_chain(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, SETUP)
        session.use_roll("tray/1/1", (1, 2))
        play(session, 20, Random(3))
        ledger.record_throw(TrayThrow("tray/1/2", None, ThrowOutcome.FAULT))
        ledger.record_restoration(1, 12, "old.db")
        ledger.record_restoration(13, 20, "old.mirror")
        fingerprint = ledger.fingerprint(1)
    for _ in range(2):
        leave_a_log(tmp_path)
        Ledger.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as conn:
        conn.row_factory = sqlite3.Row
        link = game(conn)
        for row in conn.execute("SELECT * FROM moves ORDER BY number").fetchall():
            assert row["previous_hash"] == link
            link = move(conn, row, link)
            assert row["hash"] == link
        assert fingerprint == hashing.fingerprint(link)
        for table, names in (
            ("tray_throws", "a at b game identity move number outcome"),
            ("restorations", "at first_entry last_entry number source"),
            ("interruptions", "at last_entry number"),
        ):
            link = ""
            for row in conn.execute(f"SELECT * FROM {table} ORDER BY number").fetchall():
                assert row["previous_hash"] == link
                link = digest({**columns(row, names), "previous": link})
                assert row["hash"] == link
            assert link


def test_a_fingerprint_is_the_beginning_of_its_link() -> None:
    assert hashing.fingerprint("00" * 32) == "AAAA-AAAA-AAAA-AAAA"
    assert hashing.fingerprint("ff" * 9 + "fe" + "00" * 22) == "7777-7777-7777-7776"


# --- fingerprints -----------------------------------------------------------------------------

LAST = 30


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write(folder, 5)
    return folder


def write(folder: Path, seed: int) -> None:
    with Ledger.open(folder) as ledger:
        for game in range(2):
            play(Session.begin(ledger, SETUP), LAST, Random(seed + game))


def printed(folder: Path, moves: int, game: int = 1) -> str:
    with snapshot(folder) as books:
        return str(Fingerprint(books.fingerprint(game, moves), game, moves))


def audited(folder: Path, expected: str, *arguments: str, status: int) -> str:
    return companion("audit", *arguments, "--data", folder, "--expect", expected, status=status)


@pytest.mark.parametrize("game", [1, 2])
@pytest.mark.parametrize("moves", [0, 1, 17, LAST])
@pytest.mark.parametrize("alone", [True, False], ids=["letters alone", "whole text"])
def test_a_fingerprint_of_any_point_is_recognised(
    data: Path, game: int, moves: int, alone: bool
) -> None:
    text = printed(data, moves, game)
    expected = Fingerprint.parse(text[-19:] if alone else text)
    with snapshot(data) as books:
        found, comparison = locate(books, expected), compare(books, expected, None)
    assert found == Fingerprint(expected.letters, game, moves)
    assert comparison.is_there
    earlier = comparison.outcome.reason is LedgerProblem.FINGERPRINT_OF_EARLIER_MOVE
    assert earlier == (moves < LAST)


def test_the_command_says_that_the_game_continued(data: Path) -> None:
    told = audited(data, printed(data, 12), status=0)
    place = {"fingerprint": printed(data, 12)[-19:], "game": 1, "move": 12, "last": LAST}
    assert sentence(LedgerProblem.FINGERPRINT_OF_EARLIER_MOVE, **place) in told
    assert told.startswith("Game 1: sound")


def test_a_ledger_that_was_rewritten_whole_passes_the_audit_but_not_the_fingerprint(
    data: Path, tmp_path: Path
) -> None:
    kept = printed(data, LAST)
    write(tmp_path, 77)
    companion("audit", "--all", "--data", tmp_path)
    for text in (kept, kept[-19:]):
        assert kept[-19:] in audited(tmp_path, text, "--all", status=1)


def test_a_fingerprint_at_another_move_is_not_accepted(data: Path) -> None:
    audited(data, printed(data, 12).replace(" 12 moves", " 13 moves"), status=1)


def test_a_cut_off_end_is_named(data: Path) -> None:
    longer = str(Fingerprint("ABCD-EFGH-IJKL-MNOP", 1, LAST + 4))
    counts = {"game": 1, "moves": LAST, "wanted": LAST + 4}
    assert sentence(LedgerProblem.END_IS_MISSING, **counts) in audited(data, longer, status=1)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [("ABCD", ()), ("", ()), ("companion game 2, 3 moves, ABCD-EFGH-IJKL-MNOP", ("1",))],
)
def test_what_is_no_fingerprint_of_this_game_is_refused(
    data: Path, text: str, arguments: tuple[str, ...]
) -> None:
    audited(data, text, *arguments, status=2)


def test_a_session_gives_the_text_that_the_audit_takes(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, SETUP)
        play(session, 9, Random(3))
        found = compare(ledger, Fingerprint.parse(session.fingerprint_text), None)
    assert found.is_there
