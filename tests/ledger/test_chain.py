"""The chain as its documentation says it, made again with nothing but sqlite3, json and hashlib."""

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from companion.ledger import hashing
from companion.ledger.ledger import Ledger, ThrowOutcome, TrayThrow
from companion.table.session import Session
from tests.ledger.gaming import SETUP, leave_a_log, play


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


def test_a_fingerprint_can_be_read_aloud(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, SETUP)
        seen = [ledger.fingerprint(1)]
        for _ in range(5):
            play(session, 1, Random(1))
            seen.append(ledger.fingerprint(1))
    assert len(set(seen)) == 6
    assert all(re.fullmatch(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){3}", shown) for shown in seen)


def test_a_fingerprint_is_the_beginning_of_its_link() -> None:
    assert hashing.fingerprint("00" * 32) == "AAAA-AAAA-AAAA-AAAA"
    assert hashing.fingerprint("ff" * 9 + "fe" + "00" * 22) == "7777-7777-7777-7776"
