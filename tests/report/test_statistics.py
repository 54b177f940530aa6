"""Statistics over many games are what SQL finds in them."""

import re
import sqlite3
from dataclasses import replace
from datetime import date, datetime
from itertools import combinations
from pathlib import Path
from statistics import median

import pytest

from companion.engine import board
from companion.ledger.copies import snapshot
from companion.report.calendar import calendar
from companion.report.comparisons import FEW, SHOWN, deed_shares, matrix
from companion.report.statistics import (
    RECENT,
    DeedRecord,
    Duel,
    Statistics,
    Wins,
    statistics,
)
from companion.report.statistics_html import statistics_html
from companion.table.markers import MARKERS, told_apart
from companion.text.report import STATISTICS
from tests.commands import companion
from tests.report.evening import NAMES, record
from tests.report.pages import Page, dollars

STREETS = board.load("atlantic-city").deeds


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games that are over, two of them of 1961, and one that is not."""
    folder = tmp_path_factory.mktemp("games")
    for seed, edition, players in ((5, "1961", 4), (2, "1961", 3), (3, "1935", 3)):
        record(folder, players=players, edition_name=edition, seed=seed)
    record(folder, moves=30, players=2)
    return folder


@pytest.fixture
def db(played: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{played / 'ledger.db'}?mode=ro", uri=True)


def test_who_won_how_often(played: Path, db: sqlite3.Connection) -> None:
    with snapshot(played) as books:
        found = statistics(books)
    assert (found.games, found.over) == (4, 3)
    ends = db.execute(
        "SELECT game, winner.value FROM standing_events, json_each(data, '$.winners') AS winner"
        " WHERE kind = 'GameEnded'"
    ).fetchall()
    seats = db.execute("SELECT game, name FROM players").fetchall()
    over = {game for game, _ in ends}
    for one in found.wins:
        assert one.won == sum(name == one.player for _, name in ends)
        assert one.played == sum(name == one.player and game in over for game, name in seats)
    assert sum(one.won for one in found.wins) == len(ends) == 3


def test_rent_and_purchases_by_deed(played: Path, db: sqlite3.Connection) -> None:
    with snapshot(played) as books:
        found = {one.name: one for one in statistics(books).deeds}
    rent = """SELECT deed, sum(amount) FROM standing_events
              WHERE kind = 'Paid' AND why = 'rent' GROUP BY deed"""
    wanted = {STREETS[deed].name: sum_ for deed, sum_ in db.execute(rent)}
    assert {name: one.rent for name, one in found.items() if one.rent} == wanted
    bought = """SELECT deed, count(DISTINCT game) FROM standing_events
                WHERE kind = 'Paid' AND why IN ('price', 'bid') AND deed IS NOT NULL
                GROUP BY deed"""
    assert {name: one.bought for name, one in found.items() if one.bought} == {
        STREETS[deed].name: count for deed, count in db.execute(bought)
    }


def test_a_deed_is_bought_and_won_as_often_as_its_first_buyer_wins(
    played: Path, db: sqlite3.Connection
) -> None:
    with snapshot(played) as books:
        found = {one.name: one for one in statistics(books).deeds}
    winners = dict(
        db.execute(
            "SELECT game, winner.value FROM standing_events, json_each(data, '$.winners') AS winner"
            " WHERE kind = 'GameEnded'"
        )
    )
    seats = dict(db.execute("SELECT game, count(*) FROM players GROUP BY game"))
    first: dict[tuple[int, str], str] = {}
    for game, deed, payer in db.execute(
        "SELECT game, deed, payer FROM standing_events WHERE kind = 'Paid' AND deed IS NOT NULL"
        " AND why IN ('price', 'bid') ORDER BY game, move"
    ):
        first.setdefault((game, deed), payer)
    for key, street in STREETS.items():
        buyers = {game: first[game, key] for game in winners if (game, key) in first}
        one = found[street.name]
        assert one.finished == len(buyers)
        assert one.won == sum(winners[game] == buyer for game, buyer in buyers.items())
        assert one.expected == pytest.approx(sum(1 / seats[game] for game in buyers), abs=0.01)


def test_deeds_are_compared_with_what_chance_gives() -> None:
    often, seldom, usual = (_deed(name, won) for name, won in (("A", 45), ("B", 5), ("C", 26)))
    rare = replace(often, name="D", finished=FEW - 1, won=FEW - 1)
    shares = deed_shares(replace(NOTHING, deeds=(seldom, rare, usual, often)))
    assert [(one.deed.name, one.is_unusual) for one in shares] == [
        ("A", True),
        ("C", False),
        ("B", True),
    ]
    assert all(one.low < one.expected < one.high for one in shares)


def _deed(name: str, won: int) -> DeedRecord:
    return DeedRecord("Board", name, "red", "$", 100, 0, 0, 100, 100, won, 25.0, {})


NOTHING = Statistics(0, 0, (), (), (), (), (), (), None, None)


def test_everybody_is_compared_with_everybody_else(played: Path) -> None:
    with snapshot(played) as books:
        found = statistics(books)
    whole = matrix(found)
    assert {*whole.players} == {one.player for one in found.wins}
    assert whole.others == ()
    for one in found.duels:
        assert whole.cells[one.player, one.other] == (one.won, one.lost)
        assert whole.cells[one.other, one.player] == (one.lost, one.won)


def test_pairs_of_those_who_played_less_are_beside_the_matrix() -> None:
    names = [f"P{number}" for number in range(SHOWN + 1)]
    wins = tuple(Wins(name, 1, 20 - n, 1.0, 0, ()) for n, name in enumerate(names))
    duels = tuple(Duel(a, b, 2, 1, 1) for a, b in combinations(names, 2))
    found = matrix(replace(NOTHING, wins=wins, duels=duels))
    assert found.players == tuple(names[:SHOWN])
    assert {one.other for one in found.others} == {names[SHOWN]}
    assert len(found.cells) + 2 * len(found.others) == 2 * len(duels)


def test_players_of_one_marker_are_told_apart_as_long_as_there_are_markers() -> None:
    names = [f"P{number}" for number in range(MARKERS + 2)]
    found = told_apart({name: number % 4 for number, name in enumerate(names)})
    assert [found[name] for name in names[:4]] == [0, 1, 2, 3]
    assert {*found.values()} == {*range(MARKERS)}
    assert len({found[name] for name in names[:MARKERS]}) == MARKERS


def test_a_calendar_has_every_day_and_who_won_the_evening() -> None:
    evenings = {date(2024, 2, 29): {"Ann"}, date(2026, 11, 28): {"Bob", "Cy"}}
    newest, oldest = calendar(evenings)
    assert (newest.number, newest.evenings, oldest.number) == (2026, 1, 2024)
    days = [one.day for month in oldest.months for one in month.days]
    assert days == sorted({*days})
    assert len(days) == 366
    for year in (newest, oldest):
        for month in year.months:
            assert month.first == month.days[0].day.isoweekday()
            for one in month.days:
                assert one.winners == evenings.get(one.day)


def test_how_long_a_game_of_an_edition_takes(played: Path, db: sqlite3.Connection) -> None:
    with snapshot(played) as books:
        found = {length.edition: length for length in statistics(books).lengths}
    question = """SELECT max(number), (julianday(max(at)) - julianday(min(at))) * 1440
                  FROM moves WHERE game IN (1, 2) GROUP BY game"""
    moves, minutes = zip(*db.execute(question), strict=True)
    assert {edition: length.games for edition, length in found.items()} == {"1961": 2, "1935": 1}
    assert found["1961"].moves == round(median(moves))
    assert found["1961"].minutes == pytest.approx(median(minutes), abs=1)


def test_some_of_the_games_can_be_asked_for(played: Path) -> None:
    with snapshot(played) as books:
        with_dee = statistics(books, players=("Dee", "Ann"))
        second = [game.started_at for game in books.games()][1]
        later = statistics(books, since=second)
        never = statistics(books, since=datetime(2100, 1, 1).astimezone())
    assert (with_dee.games, {one.player for one in with_dee.wins}) == (1, set(NAMES[:4]))
    assert later.games == 3
    assert (never.games, never.wins, never.deeds, never.lengths) == (0, (), (), ())


def test_the_command_says_it_in_lines(played: Path) -> None:
    said = companion("stats", "--data", played)
    assert STATISTICS["wins"] in said.splitlines()
    assert STATISTICS["length"] in said.splitlines()
    nobody = companion("stats", "--players", "Zoe", "--data", played)
    assert nobody == f"{STATISTICS['none']}\n"
    wrong = companion("stats", "--since", "yesterday", "--data", played, status=2)
    assert "yesterday" in wrong


def test_wins_are_compared_with_chance(played: Path) -> None:
    with snapshot(played) as books:
        found = statistics(books)
        over = [game for game in books.games() if game.over]
    for one in found.wins:
        chance = sum(1 / len(game.players) for game in over if one.player in game.players)
        assert one.expected == round(chance, 2)
        assert one.trend[-1] == round(one.won - chance, 2)
        assert len(one.trend) == one.played
        assert one.recent <= min(one.won, RECENT)


def test_head_to_head_counts_the_games_that_both_finished(
    played: Path, db: sqlite3.Connection
) -> None:
    with snapshot(played) as books:
        found = statistics(books)
    won = {one.player: one.won for one in found.wins}
    for one in found.duels:
        both = """SELECT count(*) FROM results WHERE winner IS NOT NULL
                  AND instr(players, ?) AND instr(players, ?)"""
        assert (one.games,) == db.execute(both, [one.player, one.other]).fetchone()
        assert one.won <= won[one.player]
        assert one.won + one.lost <= one.games


def test_the_cost_of_a_deed_is_what_was_paid_for_it_and_its_buildings(
    played: Path, db: sqlite3.Connection
) -> None:
    with snapshot(played) as books:
        found = {one.name: one.spent for one in statistics(books).deeds if one.spent}
    cost = """SELECT deed, sum(amount) FROM standing_events
              WHERE kind = 'Paid' AND why IN ('price', 'bid', 'build') AND deed IS NOT NULL
              GROUP BY deed"""
    assert found == {STREETS[deed].name: dollars for deed, dollars in db.execute(cost)}


def test_dice_are_counted_by_tray_and_by_hand(played: Path, db: sqlite3.Connection) -> None:
    with snapshot(played) as books:
        found = {one.kind: one for one in statistics(books).dice}
    count = """SELECT CASE source WHEN 'tray' THEN 'tray' ELSE 'hand' END, count(*), sum(a = b)
               FROM throws WHERE kind <> 'card' GROUP BY 1"""
    assert {kind: (one.count, one.doubles) for kind, one in found.items()} == {
        kind: (count, doubles) for kind, count, doubles in db.execute(count)
    }
    for one in found.values():
        assert sum(one.sums) == one.count
        assert sum(one.faces) == 2 * one.count


def test_the_page_has_every_table_and_asks_for_nothing(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "statistics.html"
    companion("stats", "--html", out, "--data", played)
    html = out.read_text(encoding="utf-8")
    assert "http" not in html
    page = Page(html)
    with snapshot(played) as books:
        found = statistics(books)
    assert list(page.table("wins")) == [one.player for one in found.wins]
    whole, rows = matrix(found), page.table("duels")
    for player in whole.players:
        scores = [whole.cells.get((player, other)) for other in whole.players]
        assert rows[player] == [f"{one[0]}:{one[1]}" if one else "·" for one in scores]
    evenings = {game.evening for game in found.played}
    assert {*re.findall(r'href="#e(\d[^"]+)"', html)} == evenings
    assert {*re.findall(r'id="e(\d[^"]+)"', html)} == evenings
    assert {row[0] for row in page.tables["deeds"][1:]} == {one.name for one in found.deeds}


def test_a_figure_leads_to_the_games_that_add_up_to_it(played: Path, tmp_path: Path) -> None:
    with snapshot(played) as books:
        html = statistics_html(statistics(books), dict.fromkeys(NAMES, 0))
    rows = {
        anchor: re.findall(r'<a href="#g(\d+)">([^<]*)</a>', line)
        for anchor, line in re.findall(r'<li id="(r\d+)">(.*)', html)
    }
    led = re.findall(r'<a href="#(r\d+)">([^<]*)</a>', html)
    assert {anchor for anchor, _ in led} == {*rows}
    for anchor, figure in led:
        parts = [text for _, text in rows[anchor]]
        is_summed = parts[0].replace("$", "").replace(",", "").isdigit()
        found = sum(map(dollars, parts)) if is_summed else len(parts)
        assert found == dollars(figure), (anchor, figure, parts)
    games = {game for parts in rows.values() for game, _ in parts}
    assert games == {*re.findall(r'<li id="g(\d+)"', html)} == {"1", "2", "3", "4"}


def test_a_page_of_no_games_is_a_page(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "statistics.html"
    companion("stats", "--players", "Zoe", "--html", out, "--data", played)
    assert STATISTICS["none"] in out.read_text(encoding="utf-8")
