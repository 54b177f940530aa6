"""The games of many tables in one ledger, and a season counted from it."""

import re
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.season import season, season_html
from companion.export.collection import restored, save_ledger
from companion.ledger import ledger as ledgers
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from tests.club.engine import Table, rows
from tests.commands import companion

EVENINGS = [datetime(2026, 9, 4, 18, tzinfo=UTC), datetime(2026, 9, 18, 18, tzinfo=UTC)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables that played on two evenings, one of them two games on the second."""
    folder = tmp_path_factory.mktemp("club")
    moment = [EVENINGS[0]]

    def clock() -> datetime:
        moment[0] += timedelta(seconds=15)
        return moment[0]

    with patch.object(ledgers, "utc_now", clock), ExitStack() as stack:
        tables = []
        for number, players in ((1, "Ann Bob Cy"), (2, "Dee Eve")):
            table = stack.enter_context(closing(Table(folder, number, players)))
            table.play(25)
            tables.append(table)
        moment[0] = EVENINGS[1]
        for table, players in zip(tables, ("Ann Dee", "Bob Eve Fay"), strict=True):
            table.begin(players)
            table.play(25)
        tables[0].begin("Ann Bob")
        tables[0].play(9)
    return folder


@pytest.fixture
def collected(folder: Path, tmp_path: Path) -> Path:
    companion("club", "games", folder / "data-1", folder / "data-2", "-o", tmp_path / "club")
    return tmp_path / "club"


def all_rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table; only the notes of migrations have times of their own."""
    with closing(sqlite3.connect(path)) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {
            name: sorted(db.execute(f'SELECT * FROM "{name}"'), key=repr)
            for name in names
            if "migrations" not in name
        }


def test_every_game_is_in_the_ledger_of_the_club_and_is_sound(
    folder: Path, collected: Path
) -> None:
    with snapshot(collected) as club:
        assert [one.verdict for one in audit_all(club)] == [Verdict.SOUND] * 5
        began = [game.started_at for game in club.games()]
        assert began == sorted(began)
        texts = {tuple(move.text for move in club.entries(game)) for game in club.numbers()}
        times = {move.at for game in club.numbers() for move in club.entries(game)}
    for table in ("data-1", "data-2"):
        with snapshot(folder / table) as own:
            for game in own.numbers():
                assert tuple(move.text for move in own.entries(game)) in texts
                assert {move.at for move in own.entries(game)} <= times
    assert "5 games" in companion("stats", "--data", collected)


def test_the_same_ledgers_lead_to_the_same_rows_in_any_order_and_twice(
    folder: Path, collected: Path, tmp_path: Path
) -> None:
    before = all_rows(collected / "ledger.db")
    assert len(before["origins"]) == 5
    sources = [folder / "data-2", folder / "data-1", folder / "data-2/ledger.db"]
    companion("club", "games", *sources, "-o", collected)
    after = all_rows(collected / "ledger.db")
    assert {name: rows for name, rows in after.items() if name != "origins"} == {
        name: rows for name, rows in before.items() if name != "origins"
    }
    companion("club", "games", folder / "data-1", folder / "data-2", "-o", collected)
    assert all_rows(collected / "ledger.db") == before


def test_a_ledger_of_a_table_is_never_replaced(folder: Path) -> None:
    before = (folder / "data-2/ledger.db").read_bytes()
    companion("club", "games", folder / "data-1", "-o", folder / "data-2", status=2)
    assert (folder / "data-2/ledger.db").read_bytes() == before


def test_the_rows_of_the_stream_are_the_ledger_again(folder: Path, tmp_path: Path) -> None:
    with Ledger.open(folder / "data-1") as own:
        sent = list(rows(own))
    with restored(sent, tmp_path / "again") as again:
        assert list(rows(again)) == sent
    save_ledger(sent, tmp_path / "saved/table-01.db")
    save_ledger(sent, tmp_path / "saved/table-01.db")
    with snapshot(tmp_path / "saved/table-01.db") as saved:
        assert [one.verdict for one in audit_all(saved)] == [Verdict.SOUND] * 3


def test_a_season_counts_the_best_evenings(collected: Path) -> None:
    with snapshot(collected) as club:
        every, best = season(club, best=9), season(club, best=1)
    assert every
    assert best
    assert [(evening.games, evening.players) for evening in every.evenings] == [(2, 5), (3, 5)]
    people = {one.name: one for one in every.persons}
    assert len(people["Ann"].points) == 2
    assert len(people["Fay"].points) == 1
    assert people["Ann"].total == sum(people["Ann"].points.values())
    assert {one.name: one.total for one in best.persons}["Ann"] == max(
        people["Ann"].points.values()
    )
    totals = [one.total for one in every.persons]
    assert totals == sorted(totals, reverse=True)
    page = season_html(every, "Season")
    assert page.count("<tr") == 1 + len(people) + 2 + 1 + len(people)
    assert len(re.findall('class="evening[ "]', page)) == len(every.evenings)


def test_a_season_counts_who_had_the_better_place(collected: Path) -> None:
    with snapshot(collected) as club:
        found = season(club)
    assert found
    results = [one for evening in found.evenings for one in evening.results]
    by_game = {(one.table, one.player): one.place for one in results}
    games = {one.table for one in results}
    assert {*found.duels.players} == {one.player for one in results}
    for name, other in permutations(found.duels.players, 2):
        both = [
            (by_game[game, name], by_game[game, other])
            for game in games
            if {(game, name), (game, other)} <= {*by_game}
        ]
        better = sum(own < theirs for own, theirs in both)
        worse = sum(own > theirs for own, theirs in both)
        assert found.duels.cells.get((name, other), (0, 0)) == (better, worse)


def test_a_season_has_its_own_fonts(collected: Path) -> None:
    with snapshot(collected) as club:
        found = season(club)
    assert found
    page = season_html(found, "Season")
    assert {*re.findall(r'font-family:"([^"]+)"', page)} == {"Roboto Condensed", "Charis SIL"}
    assert "/static/" not in page


def test_every_figure_of_a_season_leads_to_its_games(collected: Path) -> None:
    with snapshot(collected) as club:
        found = season(club)
    assert found
    page = season_html(found, "Season")
    anchors = dict(re.findall(r'<(?:p|h3) id="([^"]+)">(.*)', page))
    links = re.findall(r'<a href="#([^"]+)">([^<]*)</a>', page)
    assert {anchor for anchor, _ in links} <= {*anchors}
    of_player = {f"of-{place}": one for place, one in enumerate(found.persons, 1)}
    for anchor, one in of_player.items():
        games = re.findall(r'href="#g(\d+)"', anchors[anchor])
        assert len(games) == sum(r.player == one.name for e in found.evenings for r in e.results)
        assert (anchor, f"${one.best_worth:,}") in links
    played = [evening.day.isoformat() for evening in found.evenings]
    assert [anchor[1:] for anchor in anchors if anchor.startswith("e2")] == played


def test_the_page_of_a_season_is_written(collected: Path, tmp_path: Path) -> None:
    page = tmp_path / "season.html"
    companion("club", "season", "--data", collected, "-o", page)
    text = page.read_text("utf-8")
    assert "<script" not in text
    assert "http" not in text
    companion("club", "season", "--data", tmp_path / "nothing", "-o", page, status=2)


def games_at(tmp_path: Path, *began: datetime) -> Path:
    """The ledger of a club with a game of Ann at each table, of five minutes."""
    for number, moment in enumerate(began, 1):
        times = (moment + timedelta(seconds=10 * place) for place in range(99))
        with (
            patch.object(ledgers, "utc_now", lambda times=times: next(times)),
            closing(Table(tmp_path, number, f"Ann Bob{number}")) as table,
        ):
            table.play(30)
    folders = [tmp_path / f"data-{number}" for number, _ in enumerate(began, 1)]
    companion("club", "games", *folders, "-o", tmp_path / "club")
    return tmp_path / "club"


@pytest.mark.parametrize(("minutes", "namesakes"), [(1, ("Ann",)), (60, ())])
def test_a_name_in_two_games_at_once_is_that_of_two_people(
    tmp_path: Path, minutes: int, namesakes: tuple[str, ...]
) -> None:
    club = games_at(tmp_path, EVENINGS[0], EVENINGS[0] + timedelta(minutes=minutes))
    with snapshot(club) as reader:
        found = season(reader)
    assert found
    assert found.namesakes == namesakes
    assert ("remark" in season_html(found, "").partition("<body>")[2]) == bool(namesakes)


@pytest.mark.parametrize("at", [EVENINGS[0].replace(tzinfo=None), EVENINGS[0].replace(year=9998)])
def test_a_season_refuses_times_that_cannot_be(tmp_path: Path, at: datetime) -> None:
    club = games_at(tmp_path, at)
    said = companion("club", "season", "--data", club, "-o", tmp_path / "x.html", status=2)
    assert str(at.year) in said
