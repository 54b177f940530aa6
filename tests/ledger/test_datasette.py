"""Datasette, really started on the ledger: every query that it offers, answered over HTTP."""

import errno
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from companion.cli import datasette
from companion.engine import board, edition, valuation
from companion.engine.events import Paid
from companion.engine.moves import Rule, Undo
from companion.engine.notation import parse_move
from companion.engine.state import Setup
from companion.export.datasette import METADATA
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.table.session import Session, Source
from tests.commands import companion
from tests.ledger.exporting import CHANGES, play_change, play_one
from tests.problems import sentence
from tests.tree import ROOT, read

Row = dict[str, Any]
Asked = Callable[..., list[Row]]
DATABASE = yaml.safe_load(METADATA.read_text(encoding="utf-8"))["databases"]["ledger"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Session]:
    """Two games in the ledger; the second is still at hand."""
    folder = tmp_path_factory.mktemp("books")
    with Ledger.open(folder) as ledger:
        play_one(ledger, 5, turns=20, odd=0)
        return folder, play_one(ledger, 12, turns=60, odd=80)


@pytest.fixture(scope="module")
def asked(table: tuple[Path, Session]) -> Iterator[Asked]:
    """Asks a query of a Datasette that the command has started."""
    command = [sys.executable, "-m", "companion", "datasette", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(table[0])], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        url = next(found[0] for line in process.stderr if (found := re.search(r"http://\S+", line)))

        def ask(query: str, **parameters: object) -> list[Row]:
            with urlopen(
                f"{url}/ledger/{query}.json?{urlencode({'_shape': 'array', **parameters})}"
            ) as answer:
                found: list[Row] = json.load(answer)
            return found

        assert url.startswith("http://127.0.0.1:")
        yield ask
        process.terminate()
    assert process.returncode == 0


def test_a_statement_is_answered(asked: Asked, table: tuple[Path, Session]) -> None:
    name = table[1].setup.players[0]
    rows = asked("statement_of_a_player", player=name)
    assert rows[0]["with"] == "bank"
    assert sum(row["dollars"] for row in rows) == table[1].game.players[name].cash
    assert rows[-1]["balance"] == table[1].game.players[name].cash
    assert asked("statement_of_a_player", player=name, game=1) != rows
    assert asked("statement_of_a_player", player="nobody") == []


def test_rent_by_deed_is_answered(asked: Asked, table: tuple[Path, Session]) -> None:
    rows = asked("rent_by_deed")
    assert rows == sorted(rows, key=lambda row: (-row["rent"], row["deed"]))
    assert sum(row["rent"] for row in rows) == rent_that_stands(table[1])


def rent_that_stands(session: Session) -> int:
    """Of the moves that lead to the position, undone ones left out."""
    total, game = 0, session.game
    while game.past:
        total += sum(e.amount for e in game.past.events if isinstance(e, Paid) and e.why == "rent")
        game = game.past.before
    return total


def test_net_worth_is_what_the_rules_make_it(asked: Asked, table: tuple[Path, Session]) -> None:
    game = table[1].game
    assert {row["player"]: row["net_worth"] for row in asked("net_worth")} == {
        name: valuation.worth(game, name) for name in game.players
    }
    assert len({row["net_worth"] for row in asked("net_worth")}) > 1


def test_results_name_the_players_and_the_rules(asked: Asked, table: tuple[Path, Session]) -> None:
    rows = asked("results_of_all_games")
    setup = table[1].setup
    assert [row["game"] for row in rows] == [2, 1]
    assert rows[0]["players"] == ", ".join(setup.players)
    assert (rows[0]["edition"], rows[0]["board"]) == (setup.edition.source, setup.board.source)


def test_owners_are_those_of_the_position(asked: Asked, table: tuple[Path, Session]) -> None:
    game = table[1].game
    rows = [row for row in asked("owners_of_deeds") if row["until_move"] is None]
    assert sorted((row["deed"], row["owner"]) for row in rows) == sorted(
        (game.board.deeds[key].name, holding.owner) for key, holding in game.holdings.items()
    )


def test_dice_are_counted_by_player(asked: Asked, table: tuple[Path, Session]) -> None:
    rows = asked("dice_of_players")
    assert {row["player"] for row in rows} <= {*table[1].setup.players}
    assert all(2 <= row["average"] <= 12 and row["doubles"] <= row["rolls"] for row in rows)
    assert sum(row["rolls"] for row in rows) > 0


def steps(path: Path, sql: str, **parameters: object) -> int:
    """Steps of SQLite's virtual machine that a query takes, in hundreds."""
    counted = [0]

    def count() -> int:
        counted[0] += 1
        return 0

    with closing(sqlite3.connect(path)) as conn:
        conn.set_progress_handler(count, 100)
        conn.execute(sql, parameters).fetchall()
    return counted[0] + 1


def test_no_query_about_a_game_takes_longer_among_many(
    table: tuple[Path, Session], tmp_path: Path
) -> None:
    many = tmp_path / "many"
    with Ledger.open(many) as ledger:
        for number in (5, 12, *range(20, 30)):
            play_one(ledger, number, turns=60, odd=0)
    few = tmp_path / "few"
    with Ledger.open(few) as ledger:
        play_one(ledger, 5, turns=60, odd=0)
    shown = {}
    for folder in (few, many):
        with snapshot(folder) as books:
            shown[folder], _ = datasette.write_for_datasette(books, folder / "shown")
    asked = {"game": 1, "player": table[1].setup.players[0], "dollars": 10}
    for name, query in DATABASE["queries"].items():
        if ":game" in query["sql"]:
            alone, among = (steps(path, query["sql"], **asked) for path in shown.values())
            assert among <= 1.5 * alone + 10, name


def test_payments_above_a_sum_are_answered(asked: Asked, table: tuple[Path, Session]) -> None:
    rows = asked("payments_above", dollars=100)
    assert rows
    assert min(row["amount"] for row in rows) > 100
    assert len(asked("payments_above", dollars=0)) > len(rows)
    assert asked("payments_above", dollars=10**9) == asked("payments_above") == []


def test_rulings_and_their_undoing_are_answered(asked: Asked, table: tuple[Path, Session]) -> None:
    wanted = [p.number for p in table[1].history if isinstance(p.move, Rule | Undo)]
    assert wanted
    assert [row["move"] for row in asked("rulings")] == wanted


def test_every_query_has_been_asked() -> None:
    asked = set(re.findall(r'asked\("(\w+)"', Path(__file__).read_text(encoding="utf-8")))
    assert asked >= {*DATABASE["queries"]}


def test_every_table_and_column_is_described_by_its_name(
    table: tuple[Path, Session], tmp_path: Path
) -> None:
    with snapshot(table[0]) as books:
        ledger, _ = datasette.write_for_datasette(books, tmp_path / "shown")
        views = books.query(lambda db: db.view_names())
    with closing(sqlite3.connect(ledger)) as copy:
        names = [name for (name,) in copy.execute(TABLES)]
        columns = {
            name: {row[1] for row in copy.execute(f'PRAGMA table_info("{name}")')} for name in names
        }
    assert {*views} <= {*names}, "a view would be computed again for each page"
    described = DATABASE["tables"]
    assert {*described} == {name for name in names if not name.startswith("_")}
    for name, said_of in described.items():
        assert {*said_of.get("columns", {})} <= columns[name], name


TABLES = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"


def test_deeds_of_any_board_have_their_names_and_prices(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = read(ROOT / "companion/engine/boards/atlantic-city.toml")
    own.write_text(text.replace("Baltic Avenue", "Harbour Road"), encoding="utf-8")
    table = Setup(("Ann", "Bob"), edition.load("1961"), board.load(str(own)), first="Ann")
    with Ledger.open(tmp_path / "data") as ledger:
        session = Session.begin(ledger, table)
        for line in ("Ann throws 1 2", "Ann buys"):
            session.play(parse_move(line, session.setup), Source.TOUCH)
    with snapshot(tmp_path / "data") as books:
        shown, _ = datasette.write_for_datasette(books, tmp_path / "shown")
    with closing(sqlite3.connect(shown)) as copy:
        owned = copy.execute("SELECT name, owner FROM ownership").fetchall()
        prices = dict(copy.execute("SELECT name, price FROM title_deeds"))
    assert owned == [("Harbour Road", "Ann")]
    assert prices["Harbour Road"] == 60


@pytest.mark.parametrize("change", CHANGES)
def test_results_and_worths_are_of_those_who_sit_there(tmp_path: Path, change: str) -> None:
    with snapshot(play_change(tmp_path / "data", change)) as books:
        shown, _ = datasette.write_for_datasette(books, tmp_path / "shown")
    with Ledger.open(tmp_path / "data") as ledger:
        game = Session.resume(ledger, 1).game
    with closing(sqlite3.connect(shown)) as copy:
        worths = dict(copy.execute("SELECT player, net_worth FROM worths"))
        ((players,),) = copy.execute("SELECT players FROM results")
    assert worths == {name: valuation.worth(game, name) for name in game.players}
    assert players == ", ".join(game.players)


def test_without_datasette_it_is_said_how_to_get_it(
    table: tuple[Path, Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasette, "find_spec", lambda name: None)
    assert "[audit]" in companion("datasette", "--data", table[0], status=2)
    shown = tmp_path / "shown"
    companion("datasette", "--data", table[0], "-o", shown)
    assert sorted(path.name for path in shown.iterdir()) == ["ledger.db", "metadata.yaml"]


def test_a_folder_that_cannot_be_written_is_said(
    table: tuple[Path, Session], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    where = tmp_path / "file" / "below"
    why = os.strerror(errno.ENOTDIR)
    assert sentence(LedgerProblem.UNWRITABLE, path=where, why=why) in companion(
        "datasette", "--data", table[0], "-o", where, status=2
    )
