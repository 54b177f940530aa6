"""Nothing is left out of the results without a word, and nobody is taken for another."""

import csv
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.alerts import LATE, SILENT, alerts, usual
from companion.club.app import Pages
from companion.club.director import NO_STREAM, NOT_CONNECTED, Director
from companion.club.publisher import NOT_STORED
from companion.club.remarks import remarks
from companion.club.rounds import POINTS, Result, Rounds, results_of_round, totals
from companion.club.stream import Access
from companion.club.table import TableGame
from companion.engine.notation import parse_move
from companion.ledger import ledger
from companion.ledger.copies import snapshot
from companion.table.session import Source
from companion.text.club import WALL
from tests.club.engine import Table
from tests.club.walls import NOW, OWN, alive, lines, played, seen, take, visit


class Clocked:
    """A director with a clock, a table that plays, and what the results say about it."""

    def __init__(self, folder: Path) -> None:
        self.now = NOW
        self.off = timedelta()
        self.folder = folder
        self.director = Director(Access("", "cup"), lambda: self.now)
        self.director.trouble = ""
        self.rounds = Rounds(folder)
        self.sent: dict[int, int] = {}

    def play(self, table: Table, moves: int = 5) -> None:
        """Play, a move each second, by a clock that is off."""
        for _ in range(moves):
            self.now += timedelta(seconds=1)
            with patch.object(ledger, "utc_now", lambda: self.now + self.off):
                table.play()

    def plays(self, table: Table) -> None:
        """Play, and let everything come to the director."""
        self.play(table)
        self.send(table)

    def send(self, table: Table, but: int = 0) -> None:
        """Let everything come to the director, except the last moves."""
        subject = self.director.access.subject(table.number, "line")
        found = lines(table)
        for line in found[self.sent.get(table.number, 0) : len(found) - but]:
            self.director._take(subject, line)
            self.sent[table.number] = self.sent.get(table.number, 0) + 1

    def sign(self, table: Table, ahead: timedelta = timedelta(), **changed: Any) -> None:
        """Let the director hear a sign of life."""
        moves = table.ledger.place().moves
        found = alive(heard=self.now, ahead=ahead, moves=moves, **changed)
        self.director.alive[table.number] = found
        self.director._compare_moves(self.director.tables[table.number])

    def kinds(self, number: int = 1) -> list[str]:
        director, sign = self.director, self.director.alive.get(number)
        usually = usual(director.tables, director.alive)
        last = self.rounds.last
        return [one.kind for one in alerts(director.tables[number], sign, usually, self.now, last)]

    def said(self, *expected: int) -> dict[int, str]:
        """The remarks about the last round, by table."""
        assert self.rounds.last
        director = self.director
        numbers = sorted({*director.tables, *expected})
        found = remarks(numbers, director.tables, director.alive, self.rounds.last, self.now)
        return {one.table: one.text for one in found}


@pytest.fixture
def event(tmp_path: Path) -> Clocked:
    return Clocked(tmp_path / "club")


@pytest.fixture
def table(event: Clocked, tmp_path: Path) -> Any:
    with patch.object(ledger, "utc_now", lambda: NOW), closing(Table(tmp_path, 1)) as table:
        yield table


def sentence(key: str) -> str:
    """The beginning of a sentence, up to its first fact."""
    return WALL[key].partition("{")[0]


# --- what is left out -----------------------------------------------------------------------------


def test_tables_that_were_never_seen_or_have_no_game_are_named(
    event: Clocked, table: Table
) -> None:
    event.rounds.start(0, event.now)
    event.director.tables.clear()
    event.director.alive[2] = alive()
    assert event.said(2, 3) == {2: WALL["no game yet"], 3: WALL["not seen"]}


@pytest.mark.parametrize("hours", [-3, 3])
def test_a_table_whose_clock_is_hours_off_is_named_in_the_results_and_on_the_wall(
    event: Clocked, table: Table, hours: int
) -> None:
    event.off = timedelta(hours=hours)
    event.plays(table)
    # Its publisher has the right time: only the moves tell.
    event.sign(table)
    event.rounds.start(0, event.now)
    event.plays(table)
    kind = "ahead" if hours > 0 else "behind"
    assert event.kinds() == [kind]
    text = event.said()[1]
    assert sentence("no move") in text
    assert WALL[kind].format(n=180) in text


def test_moves_that_come_late_do_not_make_a_clock_wrong(event: Clocked, table: Table) -> None:
    event.rounds.start(0, event.now)
    event.plays(table)
    event.play(table)
    event.now += timedelta(hours=1)
    event.sign(table)
    event.send(table)
    assert event.director.tables[1].ahead is None
    event.plays(table)
    assert event.kinds() == []


def test_a_clock_that_was_set_right_is_right(event: Clocked, table: Table) -> None:
    event.plays(table)
    event.sign(table)
    event.off = timedelta(hours=-3)
    event.plays(table)
    assert event.kinds() == ["behind"]
    event.off = timedelta()
    event.plays(table)
    assert event.kinds() == []


def test_moves_that_do_not_come_are_missing_until_they_do(event: Clocked, table: Table) -> None:
    event.rounds.start(0, event.now)
    event.play(table)
    event.send(table, but=3)
    event.sign(table)
    assert event.kinds() == []
    event.now += LATE
    assert event.kinds() == ["missing"]
    assert "3" in event.said()[1]
    assert sentence("missing") in event.said()[1]
    event.sign(table, trouble=NOT_STORED)
    assert event.kinds() == ["not stored"]
    assert seen(event.director, now=event.now).foot.endswith(WALL["not verified"])
    event.send(table)
    event.sign(table)
    assert event.kinds() == []
    assert event.said() == {}


def test_a_table_without_news_is_named_in_the_results(event: Clocked, table: Table) -> None:
    event.rounds.start(0, event.now)
    event.plays(table)
    assert event.said() == {1: WALL["never heard"]}
    event.sign(table)
    event.now += timedelta(minutes=1)
    assert sentence("offline") in event.said()[1]
    event.rounds.end(event.now)
    event.sign(table)
    event.now += timedelta(hours=1)
    assert event.said() == {}


def test_a_table_that_does_not_verify_has_no_result_and_is_named(
    event: Clocked, table: Table
) -> None:
    event.rounds.start(0, event.now)
    event.plays(table)
    event.sign(table)
    event.director._take("club.cup.table.01.line", b"{}\n")
    assert event.said()[1].startswith(sentence("no result"))
    assert event.rounds.last
    assert not results_of_round(event.director.tables.values(), event.rounds.last, event.now)
    assert not seen(event.director).leaders
    assert event.kinds()[0] == "unverified"


def test_the_csv_has_a_line_for_every_table_that_is_left_out(event: Clocked, table: Table) -> None:
    event.rounds.start(0, event.now)
    event.plays(table)
    event.sign(table)
    text = page(event, "/results.csv", tables=2).text
    rows = list(csv.DictReader(StringIO(text)))
    assert [(row["table"], row["remark"]) for row in rows] == [
        *[("1", "")] * 3,
        ("2", WALL["not seen"]),
    ]
    assert {row["player"] for row in rows} == {"Ann", "Bob", "Cy", ""}
    assert WALL["not seen"] in page(event, "/results", tables=2).text


# --- silence --------------------------------------------------------------------------------------


def test_a_table_is_silent_only_while_a_game_and_a_round_are_played(
    event: Clocked, table: Table
) -> None:
    event.plays(table)
    event.now += SILENT + timedelta(seconds=1)
    event.sign(table)
    assert event.kinds() == ["silent"], "before the first round, too"
    with patch.object(TableGame, "is_over", True):
        assert event.kinds() == []
    event.rounds.start(30, event.now)
    event.plays(table)
    event.now += SILENT + timedelta(seconds=1)
    event.sign(table)
    assert event.kinds() == ["silent"]
    event.now += timedelta(minutes=30)
    event.sign(table)
    assert event.kinds() == []
    # The next round has just begun.
    event.rounds.start(30, event.now)
    assert event.kinds() == []
    event.now += SILENT + timedelta(seconds=1)
    event.sign(table)
    assert event.kinds() == ["silent"]


def test_a_ruling_at_a_table_with_a_wrong_clock_is_told(event: Clocked, tmp_path: Path) -> None:
    def rule(table: Table) -> None:
        move = parse_move("ruling: Ann has $100", table.session.setup)
        table.session.play(move, Source.TOUCH)

    with (
        patch.object(ledger, "utc_now", lambda: NOW - timedelta(hours=3)),
        closing(Table(tmp_path, 2)) as table,
    ):
        rule(table)
        event.send(table)
        event.sign(table, ahead=timedelta(hours=-3))
    assert event.kinds(2) == ["behind", "ruling"]


# --- names ----------------------------------------------------------------------------------------


def test_one_name_at_two_tables_is_two_people(event: Clocked, tmp_path: Path) -> None:
    names = {1: "Ann Mia_Hartmann", 2: "Ann Mia_Hahn"}
    for number, players in names.items():
        with closing(Table(tmp_path, number, players)) as table:
            take(event.director, table)
    shown = seen(event.director)
    found = {(line.name, line.table) for line in shown.leaders}
    assert found == {("Ann (1)", 1), ("Ann (2)", 2), ("Mia Har", 1), ("Mia Hah", 2)}


def test_one_name_at_two_tables_in_one_round_has_two_totals() -> None:
    def one(number: int, table: int, player: str, points: float) -> Result:
        return Result(number, table, 1, player, 100 * table, points, won=False, turn=9)

    both = [one(1, 1, "Ann", 10), one(1, 2, "Ann", 7), one(2, 1, "Ann", 10)]
    assert totals(both) == [("Ann (1)", 20, 100), ("Ann (2)", 7, 200)]
    moved = [one(1, 1, "Ann", 10), one(2, 2, "Ann", 7)]
    assert totals(moved) == [("Ann", 17, 200)]


# --- files, and the server ------------------------------------------------------------------------


def page(event: Clocked, path: str = "/", tables: int = 0) -> Any:
    pages = Pages(event.director, event.rounds, "Cup", points=POINTS, tables=tables)
    return visit(pages, path=path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0" * 100,
        "[{}]",
        "{}",
        "5",
        "[" * 5000,
        '[{"number": 1, "began": "2026-11-20T20:41:00", "minutes": 9, "ended": null}]',
        '[{"number": 1, "began": "9999-12-31T23:59:59+00:00", "minutes": 9, "ended": null}]',
        '[{"number": 1, "began": "2026-11-20T20:41:00+00:00", "minutes": 1e300, "ended": null}]',
    ],
)
def test_a_damaged_file_of_rounds_is_one_sentence_and_is_kept(event: Clocked, text: str) -> None:
    event.folder.mkdir()
    path = event.folder / "rounds.json"
    path.write_text(text)
    event.rounds = Rounds(event.folder)
    assert event.rounds.fault
    for address in ("/", "/results"):
        assert page(event, address).text.count(sentence("rounds lost")) == 1
    event.rounds.start(30, NOW)
    again = Rounds(event.folder)
    assert again.rounds == event.rounds.rounds
    assert again.fault is None
    assert (event.folder / "rounds-damaged-1.json").read_text() == text


def test_a_round_that_cannot_be_saved_does_not_begin(event: Clocked) -> None:
    event.folder.parent.joinpath("club").write_text("in the way of the folder")
    pages = Pages(event.director, event.rounds, "Cup", points=POINTS)
    form = {"do": "start", "minutes": "30"}
    answer = visit(pages, "POST", "/round", data=form, headers={"origin": OWN})
    assert answer.status_code == 500
    assert answer.text.startswith(sentence("not saved"))
    assert event.rounds.rounds == []


@pytest.mark.parametrize("trouble", [NOT_CONNECTED, NO_STREAM])
def test_trouble_with_the_server_is_one_sentence(event: Clocked, trouble: str) -> None:
    event.director.trouble = trouble
    for address in ("/", "/results"):
        text = page(event, address).text
        assert text.count(WALL[trouble]) == 1
        assert WALL["all fine"] not in text


def test_an_incomplete_ledger_is_saved_under_a_name_that_says_so(
    event: Clocked, table: Table
) -> None:
    pages = Pages(event.director, event.rounds, "Cup", points=POINTS)
    saved = event.folder / "ledgers"
    event.plays(table)
    event.sign(table)
    pages.save()
    event.play(table)
    event.send(table, but=3)
    event.sign(table)
    pages.save()
    assert moves(saved) == {"table-01.db": 6, "table-01-incomplete.db": 8}
    event.send(table)
    pages.save()
    assert moves(saved) == {"table-01.db": 11}


def moves(folder: Path) -> dict[str, int]:
    found = {}
    for path in folder.glob("*.db"):
        with snapshot(path) as reader:
            found[path.name] = reader.place().moves
    return found


def test_one_table_that_cannot_be_saved_stops_no_other(event: Clocked, tmp_path: Path) -> None:
    for number in (1, 2):
        played(event.director, tmp_path, number, 2, moves=8)
    pages = Pages(event.director, event.rounds, "Cup", points=POINTS)
    event.director.tables[1].rows.append(event.director.tables[1].rows[-1])
    pages.save()
    assert {*moves(event.folder / "ledgers")} == {"table-02.db"}
