"""Exports agree with the ledger; a record comes back as it was."""

import csv
import hashlib
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.cli.export_game import TEXTS
from companion.export.datasette import write_for_datasette
from companion.export.problems import ExportProblem
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from tests.commands import companion, result
from tests.ledger.exporting import CHANGES, play_change, play_in, play_one
from tests.ledger.gaming import play_evening
from tests.ledger.tampering import forge
from tests.problems import sentence
from tests.sizes import sizes

FORMS = [form for form in TEXTS if form != "qr"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Session]:
    folder = tmp_path_factory.mktemp("books")
    with Ledger.open(folder) as ledger:
        return folder, play_one(ledger, 6, turns=60, odd=60)


def exported(data: Path, *arguments: object) -> str:
    done = result("export", 1, *arguments, "--data", data)
    assert done.exit_code == 0, done.output
    return done.stdout_bytes.decode()


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def tables(data: Path, where: Path) -> dict[str, list[dict[str, str]]]:
    exported(data, "--csv", where)
    found = {path.name: path.read_text(encoding="utf-8") for path in where.iterdir()}
    return {name: rows(text) for name, text in found.items()}


def there_and_back(data: Path) -> None:
    record, data_again = data / "evening.game", data / "again"
    before = exported(data, "--notation")
    record.write_text(before, encoding="utf-8")
    companion("import", record, "--data", data_again)
    assert exported(data_again, "--notation") == before
    with snapshot(data_again) as books:
        assert {row.source for row in books.entries(1)} <= {"start", "import"}
        assert books.games()[0].imported


@pytest.mark.parametrize("number", range(3))
def test_exported_and_imported_and_exported_it_is_the_same(tmp_path: Path, number: int) -> None:
    there_and_back(play_in(tmp_path, number, turns=20, odd=20))


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("games", sizes(slow=20, hours=200))
def test_every_game_comes_back_as_it_was(
    scratch: Path, games: int, record_figures: Callable[..., None]
) -> None:
    for number in range(games):
        there_and_back(play_in(scratch / f"there {number}", number, turns=2000, odd=40))
    record_figures("journals", records=games)


def test_the_tables_say_what_the_ledger_says(table: tuple[Path, Session], tmp_path: Path) -> None:
    data, session = table
    told = tables(data, tmp_path / "csv")
    with snapshot(data) as books:
        asked: list[tuple[Any, ...]] = books.query(
            lambda db: list(
                db.execute(
                    "SELECT move, number, payer, payee, amount, why, deed, reversed"
                    " FROM entries ORDER BY move, number"
                )
            )
        )
        hashes = [entry.hash for entry in books.entries(1)]
    wanted = [["" if cell is None else str(cell) for cell in row] for row in asked]
    assert [list(row.values()) for row in told["entries.csv"]] == wanted
    assert [row["hash"] for row in told["moves.csv"]] == hashes
    assert [int(row["number"]) for row in told["moves.csv"]] == list(range(len(hashes)))
    game = session.game
    for row in told["deeds.csv"]:
        held = game.holdings.get(row["deed"])
        wanted_row = (held.owner, held.buildings, int(held.mortgaged)) if held else ("bank", 0, 0)
        assert (row["owner"], int(row["buildings"]), int(row["mortgaged"])) == wanted_row
        assert int(row["price"]) == game.board.deeds[row["deed"]].price


def test_the_balances_by_turn_are_those_of_the_positions(
    table: tuple[Path, Session], tmp_path: Path
) -> None:
    told = tables(table[0], tmp_path / "csv")["balances.csv"]
    with Ledger.open(table[0]) as ledger:
        positions = [session.game for session in Session.resuming(ledger, 1)]
    ends = [
        move
        for move, (game, after) in enumerate(pairwise([*positions, None]))
        if after is None or after.turn.number != game.turn.number
    ]
    assert len(ends) > 60
    assert [(int(row["turn"]), int(row["move"])) for row in told if row["account"] == "bank"] == [
        (positions[move].turn.number, move) for move in ends
    ]
    for row in told:
        game = positions[int(row["move"])]
        cash = {name: player.cash for name, player in game.players.items()} | {"pot": game.pot}
        cash["bank"] = -sum(cash.values())
        assert int(row["dollars"]) == cash[row["account"]]


def test_a_hash_can_be_made_again_from_the_object_alone(table: tuple[Path, Session]) -> None:
    told = json.loads(exported(table[0], "--json"))
    link = told["hash"]
    assert len(told["moves"]) == len(table[1].history) + 1
    for move in told["moves"]:
        fields = {
            **{key: move[key] for key in ("at", "by", "entry", "game", "number", "request")},
            **{key: move[key] for key in ("source", "text", "throw")},
            "events": [canonical(event) for event in move["events"]],
            "previous": link,
        }
        link = hashlib.sha256(canonical(fields).encode()).hexdigest()
        assert link == move["hash"]


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def test_the_object_has_the_last_balances_and_all_deeds(table: tuple[Path, Session]) -> None:
    data, session = table
    told, game = json.loads(exported(data, "--json")), session.game
    cash = {name: player.cash for name, player in game.players.items()} | {"pot": game.pot}
    assert {name: told["balances"][name] for name in cash} == cash
    assert sum(told["balances"].values()) == 0
    assert {deed["deed"] for deed in told["deeds"]} == {*game.board.deeds}
    assert tuple(told["players"]) == session.setup.players


@pytest.mark.parametrize("form", FORMS)
def test_a_file_is_what_is_shown(table: tuple[Path, Session], tmp_path: Path, form: str) -> None:
    out = tmp_path / "out"
    assert exported(table[0], f"--{form}", "-o", out) == ""
    assert out.read_bytes().decode() == exported(table[0], f"--{form}")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_fingerprint_is_said_beside_the_text(table: tuple[Path, Session]) -> None:
    shown = result("export", 1, "--json", "--data", table[0])
    assert shown.stderr == f"# Game 1, fingerprint {table[1].fingerprint}\n"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), "--notation, --json,"),
        (("--json", "--hledger"), "--notation, --json,"),
        (("--json", "--csv", "x"), "--notation, --json,"),
        (("--csv", "x", "-o", "y"), "--bundle"),
        (("--json", "-o", "/dev/null"), "'--output': /dev/null"),
        (("--csv", "/dev/null"), "'--csv': /dev/null"),
        (("--bundle", "/nowhere/x.zip"), "/nowhere/x.zip"),
    ],
)
def test_what_cannot_be_is_one_sentence_with_its_option(
    table: tuple[Path, Session], arguments: tuple[str, ...], named: str
) -> None:
    assert named in companion("export", 1, *arguments, "--data", table[0], status=2)


def test_a_full_disk_gets_all_tables_or_none(table: tuple[Path, Session], small_disk: Path) -> None:
    (small_disk / "much").write_bytes(bytes(980_000))
    output = companion("export", 1, "--csv", small_disk, "--data", table[0], status=2)
    full = sentence(Why.DISK_FULL)
    tables = [small_disk / f"{name}.csv" for name in ("moves", "entries", "deeds", "balances")]
    assert any(sentence(LedgerProblem.UNWRITABLE, path=path, why=full) in output for path in tables)
    assert [path.name for path in small_disk.iterdir()] == ["much"]


def test_a_game_is_exported_before_its_first_move(tmp_path: Path) -> None:
    play_evening(tmp_path, count=0)
    for form in FORMS:
        assert exported(tmp_path, f"--{form}")
    assert len(tables(tmp_path, tmp_path / "csv")["balances.csv"]) == 4


# --- games in which others come to the table --------------------------------------------------


@pytest.fixture(scope="module", params=CHANGES)
def changed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_change(tmp_path_factory.mktemp("changed"), request.param)


def test_every_form_is_written_after_others_came(changed: Path, tmp_path: Path) -> None:
    for form in (*FORMS, "qr"):
        assert exported(changed, f"--{form}")
    exported(changed, "--bundle", tmp_path / "game.zip", "--alone")
    companion("audit", tmp_path / "game.zip")
    there_and_back(changed)


def test_the_balances_of_every_turn_add_up_to_nothing(changed: Path, tmp_path: Path) -> None:
    told = tables(changed, tmp_path / "csv")["balances.csv"]
    with snapshot(changed) as books:
        booked = books.balances(1)
    by_move: dict[str, dict[str, int]] = {}
    for row in told:
        by_move.setdefault(row["move"], {})[row["account"]] = int(row["dollars"])
    assert {sum(balances.values()) for balances in by_move.values()} == {0}
    *_, last = by_move.values()
    assert {name: last.get(name) for name in booked} == booked


def test_the_object_says_who_sits_there_at_the_end(changed: Path) -> None:
    told = json.loads(exported(changed, "--json"))
    with snapshot(changed) as books:
        (row,) = books.games()
    assert told["players"] == ["Ann", "Bob"], "as hashed"
    assert tuple(told["seated"]) == row.players
    assert {*row.players} <= {*told["balances"]}


# --- ledgers that fail the audit --------------------------------------------------------------

ONE_GAME = (
    ("export", 1, "--json", "-o", "game"),
    ("export", 1, "--hledger", "-o", "game"),
    ("export", 1, "--beancount", "-o", "game"),
    ("export", 1, "--qr", "-o", "game"),
    ("export", 1, "--csv", "game"),
    ("export", 1, "--bundle", "game", "--alone"),
    ("export", 1, "--bundle", "game"),
)
FAULTS = {
    "foreign trigger": "CREATE TRIGGER theirs AFTER INSERT ON moves BEGIN SELECT 1; END",
    "missing index": "DROP INDEX moves_request",
    "changed view": "DROP VIEW results; CREATE VIEW results AS SELECT 1 AS game",
    "forged move": "UPDATE moves SET text = 'Ann pays $5 to Bob' WHERE game = 1 AND number = 2",
    "forged deed": "UPDATE events SET deed = 'Boardwalk' WHERE game = 1 AND move = 1",
    "forged amount": "UPDATE events SET amount = amount + 1 WHERE payer = 'bank'",
}


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = play_in(tmp_path / "books", 1, turns=4, odd=4)
    with Ledger.open(folder) as ledger:
        play_one(ledger, 2, turns=3, odd=3)
    return folder


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_is_exported_that_fails_the_audit(books: Path, tmp_path: Path, fault: str) -> None:
    forge(books, FAULTS[fault])
    companion("audit", "--all", "--data", books, status=1)
    for command in ONE_GAME:
        companion(*command, "--data", books, status=2)
        assert not (tmp_path / "game").exists(), command
    if fault != "changed view":  # It is not even read: such a view could have no end.
        no_copy_for_datasette(books, tmp_path)
        companion("export", 1, "--notation", "--data", books)


def no_copy_for_datasette(books: Path, tmp_path: Path) -> None:
    """The command would serve the copy until it is stopped."""
    with snapshot(books) as reader:
        with pytest.raises(LedgerError) as error:
            write_for_datasette(reader, tmp_path / "seen")
        assert error.value.reason is ExportProblem.LEDGER_NOT_SOUND
    assert not (tmp_path / "seen").exists()


def test_a_fault_of_another_game_hinders_only_what_has_that_game(
    books: Path, tmp_path: Path
) -> None:
    forge(books, "UPDATE moves SET text = 'Ann buys' WHERE game = 2 AND number = 2")
    for number, command in enumerate(ONE_GAME):
        parts = [str(tmp_path / str(number)) if part == "game" else part for part in command]
        companion(*parts, "--data", books)
    no_copy_for_datasette(books, tmp_path)
