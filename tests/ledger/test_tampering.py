"""Whatever somebody who knows SQLite does to a row is found, and the first bad row is named."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlite_utils import Database

from companion.ledger import paths, schema
from tests.ledger.said import Said
from tests.ledger.tampering import GAMES, cheating, faults, forge, several_games, without

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
    assert {"in a row"} == {*seen}


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
                assert sound.said.judged(path) == "in a row"


def test_a_move_that_was_taken_out_with_all_that_hangs_on_it(sound: Sound, tmp_path: Path) -> None:
    *inner, _ = sound.ask("SELECT game, number FROM moves ORDER BY entry")
    for game, number in Random(3).sample(inner, 15):
        path = sound.copy(tmp_path)
        forge(path, without(f"game = {game} AND number = {number}"))
        found = faults(path)
        if (game, number + 1) in sound.said.rows:
            assert f"comes where move {number} is missing" in found[game]
        else:
            assert re.search(
                r"Entry \d+ of the ledger is missing|Throw \d+ .* missing", found[game]
            )


def test_a_game_that_was_taken_out(sound: Sound, tmp_path: Path) -> None:
    """The last one as well, when another one was played in after it had begun."""
    for game in GAMES:
        path = sound.copy(tmp_path)
        rest = f"DELETE FROM players WHERE game = {game}; DELETE FROM games WHERE number = {game}"
        forge(path, f"{without(f'game = {game}')}; {rest}")
        found = faults(path)
        assert [*found] == [number for number in GAMES if number != game]
        assert all("is missing" in fault for fault in found.values())


def loose_ends(sound: Sound) -> set[tuple[str, int]]:
    """What nothing follows, and no move's hash has."""
    return {
        (table, sound.ask(f"SELECT max(number) FROM {table}")[0][0])
        for table in ("tray_throws", "restorations", "interruptions")
    }


MOVE = 'at, "by", source, text'
PUT_IN = {
    "a move after the last": (
        f"""INSERT INTO moves SELECT 1 + max(entry), 2, 25, {MOVE}, '', hash, hash FROM moves""",
        "Move 25 of game 2: does not follow",
    ),
    "a move once more": (
        f"""INSERT INTO moves SELECT 1 + (SELECT max(entry) FROM moves), 2, 25, {MOVE}, '', hash,
            hash FROM moves WHERE game = 2 AND number = 24""",
        "Move 25 of game 2: is not as it was booked",
    ),
    "a move before the first": (
        f"INSERT INTO moves SELECT 1 + max(entry), 2, -1, {MOVE}, '', hash, hash FROM moves",
        "Move -1 of game 2: comes where move 0 is missing",
    ),
    "a move without a game": (
        f"INSERT INTO moves SELECT 1 + max(entry), 9, 0, {MOVE}, '', hash, hash FROM moves",
        "game 9 (moves: 1, events: 0)",
    ),
    "an event after a move's last": (
        """INSERT INTO events (game, move, number, kind, reversed, data) SELECT 2, 7,
           1 + max(number), 'Paid', 0, '{}' FROM events WHERE game = 2 AND move = 7""",
        "Move 7 of game 2: is not as it was booked",
    ),
    "an event before a move's first": (
        """INSERT INTO events (game, move, number, kind, reversed, data)
           VALUES (2, 7, -1, 'Paid', 0, '{}')""",
        "Move 7 of game 2: is not as it was booked",
    ),
    "a payment without a move": (
        """INSERT INTO events (game, move, number, kind, payer, payee, amount, reversed, data)
           VALUES (2, 99, 1, 'Paid', 'bank', 'Ann', 500, 0, '{}')""",
        "After move 24 of game 2: Ann has",
    ),
    "a player": ("INSERT INTO players VALUES (2, 4, 'Eve')", "Game 2: its header or its players"),
    "a player on no seat": (
        "INSERT INTO players VALUES (2, 0, 'Eve')",
        "Game 2: its header or its players",
    ),
    "a player without a game": (
        "INSERT INTO players VALUES (9, 1, 'Eve')",
        "A row of players (game 9, 1) belongs to a row of games that is not there",
    ),
    "a throw": (
        """INSERT INTO tray_throws SELECT 1 + max(number), 'mine', 'refused', 6, 6, NULL, NULL, at,
           hash, hash FROM tray_throws""",
        "Throw {throws} of the tray is not as it was recorded",
    ),
    "a throw for a move that was none": (
        """INSERT INTO tray_throws SELECT 1 + max(number), 'mine', 'used', 6, 6, 2, 2, at, hash,
           hash FROM tray_throws""",
        "Move 2 of game 2: is not as it was booked",
    ),
    "a restoration": (
        """INSERT INTO restorations SELECT 1 + max(number), at, 1, 2, source, hash, hash
           FROM restorations""",
        "Restoration 3 is not as it was recorded",
    ),
    "an interruption": (
        "INSERT INTO interruptions SELECT 3, at, last_entry, hash, hash FROM interruptions LIMIT 1",
        "Interruption 3 is not as it was recorded",
    ),
}


@pytest.mark.parametrize(("script", "named"), PUT_IN.values(), ids=PUT_IN)
def test_a_row_that_was_put_in(sound: Sound, tmp_path: Path, script: str, named: str) -> None:
    path = sound.copy(tmp_path)
    forge(path, script)
    ((count,),) = sound.ask("SELECT count(*) FROM tray_throws")
    assert named.format(throws=count + 1) in faults(path)[2]


def test_a_game_that_was_put_in(sound: Sound, tmp_path: Path) -> None:
    path = sound.copy(tmp_path)
    forge(
        path,
        """INSERT INTO games SELECT 4, started_at, header, program, hash FROM games
           WHERE number = 3;
           INSERT INTO players SELECT 4, seat, name FROM players WHERE game = 3""",
    )
    assert faults(path)[4] == "Game 4: its header or its players were changed after it began."


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
        {2: "Move 7 of game 2"},
    ),
    "moves among all games": (
        exchanged("moves", "entry", "entry = 8", "entry = 14"),
        {1: "Move 5 of game 1", 2: "Move 3 of game 2"},
    ),
    "moves of two games": (
        exchanged("moves", "game", "number = 7 AND game = 1", "number = 7 AND game = 2"),
        {1: "Move 7 of game 1", 2: "Move 7 of game 2"},
    ),
    "the ends of two games": (
        exchanged("moves", "game", "number > 6 AND game = 1", "number > 6 AND game = 2")
        + ";"
        + exchanged("events", "game", "move > 6 AND game = 1", "move > 6 AND game = 2")
        + ";"
        + exchanged("tray_throws", "game", "move > 6 AND game = 1", "move > 6 AND game = 2"),
        {1: "Move 7 of game 1", 2: "Move 7 of game 2"},
    ),
    "two games": (
        exchanged("games", "number", "number = 1", "number = 2"),
        {1: "Game 1: its header", 2: "Game 2: its header"},
    ),
    "events of a move": (
        exchanged(
            "events",
            "number",
            "game = 2 AND move = 0 AND number = 1",
            "game = 2 AND move = 0 AND number = 3",
        ),
        {2: "Move 0 of game 2"},
    ),
    "events of two moves": (
        exchanged("events", "move", "game = 2 AND move = 7", "game = 2 AND move = 9"),
        {2: "Move 7 of game 2"},
    ),
    "seats": (
        exchanged("players", "seat", "game = 3 AND seat = 1", "game = 3 AND seat = 2"),
        {3: "Game 3: its header or its players"},
    ),
    "throws": (
        exchanged("tray_throws", "number", "number = 5", "number = 9"),
        {1: "Throw 5 of the tray", 2: "Throw 5 of the tray", 3: "Throw 5 of the tray"},
    ),
    "restorations": (
        exchanged("restorations", "number", "number = 1", "number = 2"),
        dict.fromkeys(GAMES, "Restoration 1"),
    ),
    "interruptions": (
        exchanged("interruptions", "number", "number = 1", "number = 2"),
        dict.fromkeys(GAMES, "Interruption 1"),
    ),
}


@pytest.mark.parametrize(("script", "named"), IN_ANOTHER_ORDER.values(), ids=IN_ANOTHER_ORDER)
def test_rows_in_another_order(
    sound: Sound, tmp_path: Path, script: str, named: dict[int, str]
) -> None:
    path = sound.copy(tmp_path)
    forge(path, script)
    found = faults(path)
    assert {game: found[game][: len(said)] for game, said in named.items()} == named
    others = [found[game] for game in GAMES if game not in named]
    assert not any(re.match("Game|Move|After", fault) for fault in others)
