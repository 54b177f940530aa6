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
from html import unescape
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
from companion.engine.state import Setup
from companion.export.datasette import METADATA
from companion.extras import install_command
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.table.session import Session
from tests.commands import companion
from tests.ledger.exporting import CHANGES, play_change, play_one
from tests.ledger.gaming import play_text
from tests.ledger.test_views import standing
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
def site(table: tuple[Path, Session]) -> Iterator[str]:
    """Address of a Datasette that the command has started."""
    command = [sys.executable, "-m", "companion", "datasette", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(table[0])], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        url = next(found[0] for line in process.stderr if (found := re.search(r"http://\S+", line)))

        assert url.startswith("http://127.0.0.1:")
        yield url
        process.terminate()
    assert process.returncode == 0


@pytest.fixture
def asked(site: str) -> Asked:
    """Asks a query."""

    def ask(query: str, **parameters: object) -> list[Row]:
        asking = urlencode({"_shape": "array", **parameters})
        with urlopen(f"{site}/ledger/{query}.json?{asking}") as answer:
            found: list[Row] = json.load(answer)
        return found

    return ask


def page(site: str, path: str) -> list[dict[str, str]]:
    """Return the rows of the table on a page of Datasette, each cell as HTML by its column."""
    with urlopen(f"{site}/ledger/{path}") as answer:
        html = answer.read().decode()
    rows = re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2], re.S)
    return [dict(re.findall(r'<td class="col-([\w-]+)[^>]*>(.*?)</td>', row, re.S)) for row in rows]


def plain(cell: str) -> str:
    return unescape(re.sub("<[^>]+>", "", cell)).strip()


def test_each_row_leads_to_its_game_and_its_move(site: str, table: tuple[Path, Session]) -> None:
    name = table[1].setup.players[0]
    for query in DATABASE["queries"]:
        rows = page(site, f"{query}?{urlencode({'player': name, 'dollars': 100})}")
        assert rows, query
        for row in rows:
            game = plain(row["game"])
            assert f'href="/ledger/games/{game}"' in row["game"]
            for column in {"move", "from_move", "until_move"} & {*row}:
                if move := plain(row[column]):
                    assert f"/ledger/moves?game={game}&amp;number={move}" in row[column]
    [one] = page(site, "moves?game=2&number=3")
    assert plain(one["number"]) == "3"
    assert 'href="/ledger/games/2"' in one["game"]


def test_times_and_deeds_are_as_people_read_them(site: str, table: tuple[Path, Session]) -> None:
    with snapshot(table[0]) as books:
        boards = [books.setup(game).board for game in books.numbers()]
        names = {deed.name for board in boards for deed in board.deeds.values()}
        began = books.game(2).started_at.astimezone()
    [results] = page(site, "results?game=2")
    assert plain(results["started_at"]) == f"{began.day} {began:%b %Y, %H:%M}"
    assert plain(results["board"]) == table[1].setup.board.name
    name = urlencode({"player": table[1].setup.players[0]})
    for path in (f"statement_of_a_player?{name}", "deeds", "rents", "payments_above?dollars=9"):
        deeds = {plain(row["deed"]) for row in page(site, path)}
        assert deeds - {""} <= names, path


def test_it_says_what_it_does_while_it_copies(table: tuple[Path, Session], tmp_path: Path) -> None:
    said: list[str] = []
    with snapshot(table[0]) as books:
        views = books.query(lambda db: db.view_names())
        datasette.write_for_datasette(books, tmp_path / "shown", said.append)
    assert len(said) == len({*said}) > len(views)
    assert all(any(view in step for step in said) for view in views if view != "title_deeds")


def test_every_query_is_answered(asked: Asked, table: tuple[Path, Session]) -> None:
    """Of the last game, where none is named; undone moves count only as rulings."""
    setup, game = table[1].setup, table[1].game
    name = setup.players[0]
    answers = {query: asked(query, player=name, dollars=100) for query in DATABASE["queries"]}
    assert all(answers.values())

    statement = answers["statement_of_a_player"]
    assert statement[0]["with"] == "bank"
    assert sum(row["dollars"] for row in statement) == game.players[name].cash
    assert statement[-1]["balance"] == game.players[name].cash

    rents = answers["rent_by_deed"]
    assert rents == sorted(rents, key=lambda row: (-row["rent"], row["deed"]))
    assert sum(row["rent"] for row in rents) == sum(
        event.amount for event in standing(game) if isinstance(event, Paid) and event.why == "rent"
    )

    worths = {row["player"]: row["net_worth"] for row in answers["net_worth"]}
    assert worths == {name: valuation.worth(game, name) for name in game.players}
    assert len({*worths.values()}) > 1

    assert [row["game"] for row in answers["results_of_all_games"]] == [2, 1]
    dice = answers["dice_of_players"]
    assert {row["player"] for row in dice} <= {*setup.players}
    assert all(2 <= row["average"] <= 12 and row["doubles"] <= row["rolls"] for row in dice)
    assert min(row["amount"] for row in answers["payments_above"]) > 100
    wanted = [p.number for p in table[1].history if isinstance(p.move, Rule | Undo)]
    assert [row["move"] for row in answers["rulings"]] == wanted


def test_a_query_asks_of_whom_and_of_which_game(asked: Asked, table: tuple[Path, Session]) -> None:
    name = table[1].setup.players[0]
    ours = asked("statement_of_a_player", player=name)
    assert asked("statement_of_a_player", player=name, game=1) != ours
    assert asked("statement_of_a_player", player="nobody") == []
    assert len(asked("payments_above", dollars=0)) > len(asked("payments_above", dollars=100))
    assert asked("payments_above", dollars=10**9) == asked("payments_above") == []


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
    shown = []
    for numbers in ((5,), range(20, 25)):
        with Ledger.open(tmp_path / "data") as ledger:
            for number in numbers:
                play_one(ledger, number, turns=30, odd=0)
        with snapshot(tmp_path / "data") as books:
            path, _ = datasette.write_for_datasette(books, tmp_path / f"shown-{len(shown)}")
        shown.append(path)
    asked = {"game": 1, "player": table[1].setup.players[0], "dollars": 10}
    for name, query in DATABASE["queries"].items():
        if ":game" in query["sql"]:
            alone, among = (steps(path, query["sql"], **asked) for path in shown)
            assert among <= 1.5 * alone + 10, name


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
        play_text(Session.begin(ledger, table), "Ann throws 1 2\nAnn buys")
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
    assert install_command("audit") in companion("datasette", "--data", table[0], status=2)
    shown = tmp_path / "shown"
    companion("datasette", "--data", table[0], "-o", shown)
    assert sorted(path.name for path in shown.iterdir()) == [
        "ledger.db",
        "metadata.yaml",
        "plugins",
    ]


def test_a_folder_that_cannot_be_written_is_said(
    table: tuple[Path, Session], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    where = tmp_path / "file" / "below"
    why = os.strerror(errno.ENOTDIR)
    assert sentence(LedgerProblem.UNWRITABLE, path=where, why=why) in companion(
        "datasette", "--data", table[0], "-o", where, status=2
    )
