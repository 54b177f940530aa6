"""Whatever somebody who knows SQLite does to a row is found, and the first bad row is named."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlite_utils import Database

from companion.engine.problems import Message
from companion.ledger import paths, schema
from companion.ledger.problems import LedgerProblem, Why
from tests.ledger.said import (
    HEAD,
    INTERRUPTIONS,
    RESTORATIONS,
    THROWS,
    Place,
    Said,
    named,
    place_named,
)
from tests.ledger.tampering import GAMES, cheating, faults, forge, several_games, without
from tests.ledger.unplugged import turned
from tests.problems import reasons
from tests.sizes import sizes

ROWS = 2
"""How many rows of a table are tampered with in each way."""


def columns() -> list[tuple[str, str]]:
    with Database(sqlite3.connect(":memory:"), execute_plugins=False) as fresh:
        schema.upgrade(fresh)
        return [(table, column.name) for table in schema.TABLES for column in fresh[table].columns]


@dataclass
class Sound:
    """A ledger that holds: it is copied before it is tampered with."""

    path: Path
    said: Said

    def copy(self, where: Path) -> Path:
        return Path(shutil.copyfile(self.path, where / "copy.db"))

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self.path) as conn:
            return conn.execute(sql).fetchall()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    where = tmp_path_factory.mktemp("sound")
    several_games(where)
    return Sound(where / paths.FILE_NAME, Said(where / paths.FILE_NAME))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("table", "column"), columns())
def test_a_value_that_was_changed(sound: Sound, tmp_path: Path, table: str, column: str) -> None:
    """Altered, copied from another row, or swapped with one, perhaps of another game."""
    rows, random = sound.ask(f'SELECT rowid, "{column}" FROM {table}'), Random(f"{table}.{column}")
    update = f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?'
    changes = [change for _ in range(ROWS) for change in changes_to(rows, random)]
    seen = []
    for change in changes:
        path = sound.copy(tmp_path)
        try:
            with cheating(path) as conn:
                for rowid, value in change:
                    conn.execute(update, (value, rowid))
        except sqlite3.IntegrityError:
            continue  # What comes once in a column cannot be copied.
        seen.append(sound.said.judged(path))
    assert {"row"} == {*seen}


def altered(value: object) -> object:
    return f"{value}x" if isinstance(value, str) else 1000 + (value or 0)


Change = list[tuple[int, object]]
"""What to write in which row."""


def changes_to(rows: list[tuple[int, Any]], random: Random) -> Iterator[Change]:
    rowid, value = random.choice(rows)
    yield [(rowid, altered(value))]
    if others := [row for row in rows if row[1] != value]:
        other, its = random.choice(others)
        yield [(rowid, its)]
        spare = altered(altered(value)) if isinstance(value, str) else -77
        # Where the column is what a row goes by, it goes by the spare value meanwhile.
        is_key = all(place == value for place, value in rows)
        yield [(rowid, spare), (other, value), (spare if is_key else rowid, its)]


def test_a_row_that_was_taken_out(sound: Sound, tmp_path: Path) -> None:
    """Any one of them, and the rows that hang on it or not."""
    random = Random(2)
    for table in schema.TABLES:
        rows = sound.ask(f"SELECT rowid FROM {table}")
        for (rowid,) in random.sample(rows, min(12, len(rows))):
            path = sound.copy(tmp_path)
            forge(path, f"DELETE FROM {table} WHERE rowid = {rowid}")
            if (table, rowid) not in loose_ends(sound):
                assert sound.said.judged(path) == "row"


def test_a_move_that_was_taken_out_with_all_that_hangs_on_it(sound: Sound, tmp_path: Path) -> None:
    *inner, _ = sound.ask("SELECT game, number FROM moves ORDER BY entry")
    for game, number in Random(3).sample(inner, 15):
        path = sound.copy(tmp_path)
        forge(path, without(f"game = {game} AND number = {number}"))
        found = faults(path)
        if (game, number + 1) in sound.said.rows:
            assert named(found[game]) == ((game, number), Why.MOVE_MISSING)
        else:
            gone = {LedgerProblem.ENTRY_MISSING, LedgerProblem.ROW_MISSING}
            assert gone & {*reasons(found[game])}


def test_a_game_that_was_taken_out(sound: Sound, tmp_path: Path) -> None:
    """The last one as well, when another one was played in after it had begun."""
    for game in GAMES:
        path = sound.copy(tmp_path)
        rest = f"DELETE FROM players WHERE game = {game}; DELETE FROM games WHERE number = {game}"
        forge(path, f"{without(f'game = {game}')}; {rest}")
        found = faults(path)
        assert [*found] == [number for number in GAMES if number != game]
        gone = {LedgerProblem.ENTRY_MISSING, LedgerProblem.GAME_MISSING}
        gone |= {LedgerProblem.ROW_MISSING}
        assert all(gone & {*reasons(fault)} for fault in found.values())


def loose_ends(sound: Sound) -> set[tuple[str, int]]:
    """What nothing follows, and no move's hash has."""
    return {
        (table, sound.ask(f"SELECT max(number) FROM {table}")[0][0])
        for table in ("tray_throws", "restorations", "interruptions")
    }


MOVE = 'at, "by", source, text'
LAST_THROW = -1
"""Stands for the number of the throw that was put in."""
PUT_IN = {
    "a move after the last": (
        f"""INSERT INTO moves SELECT 1 + max(entry), 2, 25, {MOVE}, '', hash, hash FROM moves""",
        ((2, 25), Why.OUT_OF_ORDER),
    ),
    "a move once more": (
        f"""INSERT INTO moves SELECT 1 + (SELECT max(entry) FROM moves), 2, 25, {MOVE}, '', hash,
            hash FROM moves WHERE game = 2 AND number = 24""",
        ((2, 25), Why.HASH_DIFFERS),
    ),
    "a move before the first": (
        f"INSERT INTO moves SELECT 1 + max(entry), 2, -1, {MOVE}, '', hash, hash FROM moves",
        ((2, 0), Why.MOVE_MISSING),
    ),
    "a move without a game": (
        f"INSERT INTO moves SELECT 1 + max(entry), 9, 0, {MOVE}, '', hash, hash FROM moves",
        (None, LedgerProblem.ORPHANS),
    ),
    "an event after a move's last": (
        """INSERT INTO events (game, move, number, kind, reversed, data) SELECT 2, 7,
           1 + max(number), 'Paid', 0, '{}' FROM events WHERE game = 2 AND move = 7""",
        ((2, 7), Why.HASH_DIFFERS),
    ),
    "an event before a move's first": (
        """INSERT INTO events (game, move, number, kind, reversed, data)
           VALUES (2, 7, -1, 'Paid', 0, '{}')""",
        ((2, 7), Why.HASH_DIFFERS),
    ),
    "a payment without a move": (
        """INSERT INTO events (game, move, number, kind, payer, payee, amount, reversed, data)
           VALUES (2, 99, 1, 'Paid', 'bank', 'Ann', 500, 0, '{}')""",
        ((2, 25), Why.BALANCE_DIFFERS),
    ),
    "a player": ("INSERT INTO players VALUES (2, 4, 'Eve')", ((2, HEAD), Why.HEAD_CHANGED)),
    "a player on no seat": (
        "INSERT INTO players VALUES (2, 0, 'Eve')",
        ((2, HEAD), Why.HEAD_CHANGED),
    ),
    "a player without a game": (
        "INSERT INTO players VALUES (9, 1, 'Eve')",
        (None, LedgerProblem.STRAY_ROW),
    ),
    "a throw": (
        """INSERT INTO tray_throws SELECT 1 + max(number), 'mine', 'refused', 6, 6, NULL, NULL, at,
           hash, hash FROM tray_throws""",
        ((THROWS, LAST_THROW), Why.THROW),
    ),
    "a throw for a move that was none": (
        """INSERT INTO tray_throws SELECT 1 + max(number), 'mine', 'used', 6, 6, 2, 2, at, hash,
           hash FROM tray_throws""",
        ((2, 2), Why.HASH_DIFFERS),
    ),
    "a restoration": (
        """INSERT INTO restorations SELECT 1 + max(number), at, 1, 2, source, hash, hash
           FROM restorations""",
        ((RESTORATIONS, 3), Why.RESTORATION),
    ),
    "an interruption": (
        "INSERT INTO interruptions SELECT 3, at, last_entry, hash, hash FROM interruptions LIMIT 1",
        ((INTERRUPTIONS, 3), Why.INTERRUPTION),
    ),
}


@pytest.mark.parametrize(("script", "fault"), PUT_IN.values(), ids=PUT_IN)
def test_a_row_that_was_put_in(
    sound: Sound, tmp_path: Path, script: str, fault: tuple[Place | None, Message]
) -> None:
    path = sound.copy(tmp_path)
    forge(path, script)
    ((count,),) = sound.ask("SELECT count(*) FROM tray_throws")
    if fault[0] == (THROWS, LAST_THROW):
        fault = (THROWS, count + 1), fault[1]
    assert named(faults(path)[2]) == fault


def test_a_game_that_was_put_in(sound: Sound, tmp_path: Path) -> None:
    path = sound.copy(tmp_path)
    forge(
        path,
        """INSERT INTO games SELECT 4, started_at, header, program, hash FROM games
           WHERE number = 3;
           INSERT INTO players SELECT 4, seat, name FROM players WHERE game = 3""",
    )
    assert named(faults(path)[4]) == ((4, HEAD), Why.HEAD_CHANGED)


def exchanged(table: str, key: str, *rows: str) -> str:
    """The script that gives each of two rows the key of the other."""
    (here, mine), (there, its) = (row.rsplit(" ", 1) for row in rows)
    return f"""
        UPDATE {table} SET {key} = -{its} WHERE {here} {mine};
        UPDATE {table} SET {key} = -{mine} WHERE {there} {its};
        UPDATE {table} SET {key} = -{key} WHERE {key} < 0"""


IN_ANOTHER_ORDER = {
    "moves": (
        exchanged("moves", "number", "game = 2 AND number = 7", "game = 2 AND number = 9"),
        {2: (2, 7)},
    ),
    "moves among all games": (
        exchanged("moves", "entry", "entry = 8", "entry = 14"),
        {1: (1, 5), 2: (2, 3)},
    ),
    "moves of two games": (
        exchanged("moves", "game", "number = 7 AND game = 1", "number = 7 AND game = 2"),
        {1: (1, 7), 2: (2, 7)},
    ),
    "the ends of two games": (
        exchanged("moves", "game", "number > 6 AND game = 1", "number > 6 AND game = 2")
        + ";"
        + exchanged("events", "game", "move > 6 AND game = 1", "move > 6 AND game = 2")
        + ";"
        + exchanged("tray_throws", "game", "move > 6 AND game = 1", "move > 6 AND game = 2"),
        {1: (1, 7), 2: (2, 7)},
    ),
    "two games": (
        exchanged("games", "number", "number = 1", "number = 2"),
        {1: (1, HEAD), 2: (2, HEAD)},
    ),
    "events of a move": (
        exchanged(
            "events",
            "number",
            "game = 2 AND move = 0 AND number = 1",
            "game = 2 AND move = 0 AND number = 3",
        ),
        {2: (2, 0)},
    ),
    "events of two moves": (
        exchanged("events", "move", "game = 2 AND move = 7", "game = 2 AND move = 9"),
        {2: (2, 7)},
    ),
    "seats": (
        exchanged("players", "seat", "game = 3 AND seat = 1", "game = 3 AND seat = 2"),
        {3: (3, HEAD)},
    ),
    "throws": (
        exchanged("tray_throws", "number", "number = 5", "number = 9"),
        {1: (THROWS, 5), 2: (THROWS, 5), 3: (THROWS, 5)},
    ),
    "restorations": (
        exchanged("restorations", "number", "number = 1", "number = 2"),
        dict.fromkeys(GAMES, (RESTORATIONS, 1)),
    ),
    "interruptions": (
        exchanged("interruptions", "number", "number = 1", "number = 2"),
        dict.fromkeys(GAMES, (INTERRUPTIONS, 1)),
    ),
}


@pytest.mark.parametrize(("script", "places"), IN_ANOTHER_ORDER.values(), ids=IN_ANOTHER_ORDER)
def test_rows_in_another_order(
    sound: Sound, tmp_path: Path, script: str, places: dict[int, Place]
) -> None:
    path = sound.copy(tmp_path)
    forge(path, script)
    found = {game: place_named(fault) for game, fault in faults(path).items()}
    assert {game: found[game] for game in places} == places
    others = [found[game] for game in GAMES if game not in places]
    assert not any(place and place[0] in GAMES for place in others)


@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("count", sizes(100, slow=1_000, hours=10_000))
def test_no_flipped_bit_that_matters_goes_unseen(sound: Sound, tmp_path: Path, count: int) -> None:
    """As a card may turn it, anywhere in the file."""
    whole, random, counts = sound.path.read_bytes(), Random(9), Counter[str]()
    for bit in random.sample(range(8 * len(whole)), count):
        (copy := tmp_path / "flipped.db").write_bytes(turned(whole, bit))
        counts[sound.said.judged(copy)] += 1
    print(f"{count} flipped bits: {dict(counts)}")
    assert counts["row"] > count / 10
    assert min(counts.values()) > 0
