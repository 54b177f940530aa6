"""The wall: who is shown where, and which alerts there are."""

from collections.abc import Callable
from contextlib import closing
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.alerts import Alert, alerts, usual
from companion.club.app import Pages
from companion.club.director import Director
from companion.club.keys import REVOKED
from companion.club.news import news_of, wall_html
from companion.club.rounds import POINTS, Rounds, placed, results_of_round, totals
from companion.club.wall import ICONS, MOST_CARDS, PAGE, TALL, TURN_SECONDS, short_names
from companion.engine.notation import parse_move
from companion.engine.phases import ToThrow
from companion.table.markers import markers_of
from companion.table.session import Source
from companion.text import counted, set_language
from companion.text.club import WALL, alert_texts, text_of
from tests.club import walls
from tests.club.engine import Table
from tests.club.walls import NOW, OWN, alive, new_director, played, seen, take
from tools.rated_games import HOUSE_RULES


@pytest.fixture(scope="module")
def director(tmp_path_factory: pytest.TempPathFactory) -> Director:
    """A director with three tables; nobody changes what is in it."""
    folder = tmp_path_factory.mktemp("wall")
    director = new_director()
    for number, count in ((1, 4), (2, 3), (3, 8)):
        played(director, folder, number, count, moves=30)
    return director


def found(director: Director, number: int, **changed: Any) -> list[Alert]:
    """The alerts of a table with a sign of life that is changed."""
    sign = alive(**changed)
    usually = usual(director.tables, {**director.alive, number: sign})
    return alerts(director.tables[number], sign, usually, NOW)


@pytest.mark.parametrize(
    ("kinds", "changed"),
    [
        ([], {}),
        ([], {"ago": 29}),
        (["offline"], {"ago": 31}),
        ([], {"room": 1000}),
        (["room"], {"room": 999}),
        (["version"], {"version": "1.9"}),
        ([], {"ahead": timedelta(seconds=59)}),
        (["ahead"], {"ahead": timedelta(seconds=61)}),
        (["behind"], {"ahead": timedelta(seconds=-61)}),
        ([], {"cut_off": NOW - timedelta(minutes=16)}),
        (["cut off"], {"cut_off": NOW - timedelta(minutes=14)}),
        (["trouble"], {"trouble": "ledger unreadable"}),
        (["another ledger"], {"trouble": "another ledger"}),
    ],
)
def test_a_sign_of_life_that_is_out_of_its_limits_is_an_alert(
    director: Director, kinds: list[str], changed: dict[str, Any]
) -> None:
    assert [one.kind for one in found(director, 1, **changed)] == kinds


@pytest.mark.parametrize(
    ("chosen", "moves", "lines", "kinds"),
    [
        (
            {"rules": "1935"},
            7,
            ["undo 6", "ruling: Ann has $100 (agreed)"],
            ["edition", "undo", "ruling"],
        ),
        (
            {"house_rules": frozenset({HOUSE_RULES[0]}), "game": "short"},
            6,
            ["undo 5"],
            ["rules"],
        ),
    ],
)
def test_rulings_long_undos_and_other_rules_are_alerts(
    tmp_path: Path, chosen: dict[str, Any], moves: int, lines: list[str], kinds: list[str]
) -> None:
    def differ(table: Table) -> None:
        table.begin("Ann Bob", **chosen)
        table.play(moves)
        for line in lines:
            table.session.play(parse_move(line, table.session.setup), Source.TOUCH)

    director = new_director()
    for number in (1, 2):
        played(director, tmp_path, number, 2, moves=8)
    played(director, tmp_path, 3, 2, moves=8, then=differ)
    told = found(director, 3)
    assert [one.kind for one in told] == kinds
    said = [one.facts["text"] for one in told if one.kind == "ruling"]
    assert said == ["Ann has $100 (agreed)"] * len(said)
    if kinds == ["rules"]:
        assert {*str(told[0].facts["text"]).split(", ")} == {HOUSE_RULES[0], "short"}


def test_the_wall_shows_every_table_and_the_richest_players(director: Director) -> None:
    shown = seen(director, TALL + 1)
    assert [card.number for card in shown.cards] == [*range(1, TALL + 2)]
    assert [len(card.lines) for card in shown.cards[:4]] == [4, 3, 8, 0]
    assert [card.has_two_columns for card in shown.cards[:4]] == [False, False, True, False]
    assert sum(line.is_on_turn for card in shown.cards for line in card.lines) == 3
    most = max(one.worth for table in director.tables.values() for one in table.standings())
    assert shown.leaders[0].worth == f"${most:,}"
    assert not shown.alerts
    assert not any(card.has_two_columns for card in seen(director, TALL).cards)


def test_a_table_that_was_not_seen_is_told_how_to_join(director: Director) -> None:
    *others, waiting = seen(director, 4).cards
    how = text_of("how to join", file="table-04.key")
    assert waiting.how == how
    assert not any(card.how for card in others)


def test_fifty_tables_show_who_is_in_front_and_who_is_on_turn(director: Director) -> None:
    card = seen(director, 50).cards[2]
    assert len(card.lines) == 3
    assert card.more == 5
    assert sum(line.is_on_turn for line in card.lines) == 1


MANY = 1000


@pytest.fixture(scope="module")
def hall(director: Director) -> Director:
    """A director with a thousand tables, which are the same three again and again."""
    many = new_director()
    for number in range(1, MANY + 1):
        one = copy(director.tables[(number - 1) % 3 + 1])
        one.number = number
        many.tables[number], many.alive[number] = one, alive()
    return many


def turned(page: int) -> datetime:
    """A time at which a wall of a thousand tables shows a page, counted from 0."""
    pages = ceil(MANY / PAGE)
    turn = int(NOW.timestamp() / TURN_SECONDS)
    return NOW + timedelta(seconds=TURN_SECONDS * ((page - turn) % pages))


def test_a_thousand_tables_are_shown_in_turn_a_page_of_them_at_a_time(hall: Director) -> None:
    walls = [seen(hall, now=turned(page)) for page in range(ceil(MANY / PAGE))]
    assert [len(wall.cards) for wall in walls[:-1]] == [PAGE] * (len(walls) - 1)
    assert [card.number for wall in walls for card in wall.cards] == [*range(1, MANY + 1)]
    assert {wall.columns for wall in walls} == {walls[0].columns}
    assert {wall.leaders for wall in walls} == {walls[0].leaders}
    assert text_of("page", page=2, pages=len(walls)) in walls[1].foot


def test_up_to_fifty_tables_are_on_one_wall(director: Director) -> None:
    assert len(seen(director, MOST_CARDS).cards) == MOST_CARDS
    assert len(seen(director, MOST_CARDS + 1).cards) in (PAGE, (MOST_CARDS + 1) % PAGE)


def test_a_table_is_found_by_its_number_and_by_a_player(hall: Director, director: Director) -> None:
    def found(find: str) -> list[int]:
        return [card.number for card in seen(hall, find=find).cards]

    assert found("777") == [777]
    assert found(" 007 ") == [7]
    assert found("Nobody Here") == []
    hall.tables[500] = director.tables[3]
    [name, *_] = director.tables[1].current.players
    wall = seen(hall, find=name.upper())
    assert wall.pages > 1
    assert all(name in hall.tables[card.number].current.players for card in wall.cards)


def test_a_browser_is_sent_what_changed(hall: Director) -> None:
    before = seen(hall)
    kind, whole = news_of(before, None)
    assert (kind, whole.count("<article")) == ("page", PAGE)
    assert news_of(before, before) == ("parts", "")
    later = seen(hall, now=NOW + timedelta(seconds=1))
    kind, ages = news_of(later, before)
    assert kind == "parts"
    assert "<article" not in ages
    assert ages.count('id="age') == PAGE
    cards = list(later.cards)
    cards[4] = replace(cards[4], state="over")
    _, part = news_of(replace(later, cards=tuple(cards)), later)
    assert part.count("<article") == 1
    assert f'id="t{cards[4].number}"' in part
    _, next_page = news_of(seen(hall, now=NOW + timedelta(seconds=TURN_SECONDS)), before)
    assert next_page.count("<article") == PAGE


def test_the_page_of_a_thousand_tables_is_no_longer_than_that_of_fifty(
    hall: Director, tmp_path: Path, record_figures: Callable[..., None]
) -> None:
    def size(director: Director, tables: int) -> int:
        pages = Pages(director, Rounds(tmp_path), "Cup", points=POINTS, tables=tables)
        return len(walls.visit(pages).content)

    fifty = new_director()
    fifty.tables = {number: hall.tables[number] for number in range(1, 51)}
    fifty.alive = {number: alive() for number in fifty.tables}
    many, few = size(hall, MANY), size(fifty, 50)
    print(f"{MANY} tables: {many} bytes; 50 tables: {few} bytes")
    record_figures("club", **{"page of 1,000 tables": many})
    assert many < few


def test_names_are_as_long_as_it_takes_to_tell_them_apart() -> None:
    different = ["Ann", "Mia Hartmann", "Ida Ek Frey"]
    assert short_names(different) == ["Ann", "Mia H", "Ida F"]
    assert short_names(different, 0) == ["Ann", "Mia", "Ida"]
    alike = ["Mia Hartmann", "Mia Hahn", "Mia", "Mia H", "Ida Ek Frey", "Ida Lo Frey"]
    for letters in (0, 1):
        assert short_names(alike, letters) == [
            "Mia Har",
            "Mia Hah",
            "Mia",
            "Mia H",
            "Ida Ek Frey",
            "Ida Lo Frey",
        ]


def test_two_people_with_one_initial_are_told_apart_on_the_wall(tmp_path: Path) -> None:
    director = new_director()
    with closing(Table(tmp_path, 1, "Mia_Hartmann Mia_Hahn Bob")) as table:
        table.play(9)
        take(director, table)
    for expected in (1, 50):
        shown = seen(director, expected)
        assert {line.name for line in shown.cards[0].lines} == {"Mia Har", "Mia Hah", "Bob"}
        assert {line.name for line in shown.leaders} == {"Mia Har", "Mia Hah", "Bob"}
        # A narrow card cuts off the first name only.
        page = wall_html(shown)
        assert page.count('<span class="rest">Hah</span>') == 2


def test_who_comes_during_a_game_is_on_the_wall(tmp_path: Path) -> None:
    director = new_director()

    def rule(table: Table, ruling: str) -> None:
        while not isinstance(table.game.phase, ToThrow):
            table.play()
        session = table.session
        session.play(parse_move(f"ruling: {ruling}", session.setup), Source.TOUCH)

    with closing(Table(tmp_path, 1)) as table:
        table.play(9)
        rule(table, "Bob is called Eve")
        rule(table, "Dee joins")
        take(director, table)
    director.alive[1] = alive()
    markers = markers_of(("Ann", "Eve", "Cy", "Dee"))
    for expected in (1, 50):
        shown = seen(director, expected)
        [card, *_] = shown.cards
        everybody = {line.name: line.marker for line in shown.leaders}
        assert everybody == {line.name: line.marker for line in card.lines} == markers
        assert shown.about.endswith(counted(4, "player"))
        assert not card.alert or card.alert.icon != ICONS["undrawn"]


# --- rounds ---------------------------------------------------------------------------------------


def test_a_round_ends_by_the_clock_or_by_hand(tmp_path: Path) -> None:
    rounds = Rounds(tmp_path)
    assert rounds.running(NOW) is None
    rounds.start(90, NOW)
    rounds.start(90, NOW)
    assert len(rounds.rounds) == 1
    assert rounds.running(NOW + timedelta(minutes=89))
    assert rounds.running(NOW + timedelta(minutes=90)) is None
    rounds.start(0, NOW + timedelta(minutes=100))
    assert rounds.running(NOW + timedelta(days=1))
    rounds.end(NOW + timedelta(days=1))
    assert rounds.running(NOW + timedelta(days=1)) is None
    assert Rounds(tmp_path).rounds == rounds.rounds


@pytest.mark.parametrize("minutes", [60, 0])
def test_results_are_by_worth_at_the_end_of_the_round_by_the_clock_or_by_hand(
    director: Director, tmp_path: Path, minutes: int
) -> None:
    at, halfway = director.tables[1].games[1].positions[15]
    rounds = Rounds(tmp_path)
    rounds.start(minutes, at - timedelta(minutes=60))
    assert rounds.last

    def results() -> list[tuple[str, int, float]]:
        found = results_of_round([director.tables[1]], rounds.last, NOW)
        return [(one.player, one.worth, one.points) for one in found]

    if not minutes:
        now = [(one.name, one.worth) for one in director.tables[1].standings()]
        assert [result[:2] for result in results()] == now
        rounds.end(at)
    assert results() == [(one.player, one.worth, one.points) for one in placed(halfway)]
    assert sum(points for *_, points in results()) == sum(POINTS[:4])


def test_players_with_the_same_worth_share_the_points_of_their_places(director: Director) -> None:
    first = director.tables[1].games[1].positions[0][1]
    found = placed(first)
    assert {one.place for one in found} == {1}
    assert {one.points for one in found} == {sum(POINTS[:4]) / 4}
    assert [points for _, points, _ in totals(found * 2)] == [sum(POINTS[:4]) / 2] * 4


# --- pages ----------------------------------------------------------------------------------------


@pytest.fixture
def visit(
    director: Director, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Pages where only the packages of the extra are installed.

    Starlette reads forms with python-multipart, which only other extras bring along.
    """
    monkeypatch.setattr("starlette.requests.parse_options_header", None)
    pages = Pages(director, Rounds(tmp_path), "Autumn <Cup>", points=POINTS, tables=5)
    return partial(walls.visit, pages)


def test_everybody_in_the_network_may_look_and_only_the_director_may_end_a_round(
    visit: Callable[..., Any],
) -> None:
    own = {"origin": OWN}
    form = {"do": "start", "minutes": "60"}
    page = visit("GET", "/")
    assert page.status_code == 200
    assert "Autumn &lt;Cup&gt;" in page.text
    codes = [
        visit("GET", "/results", "192.168.1.9").status_code,
        visit("GET", "/results", "8.8.8.8").status_code,
        visit("POST", "/round", "192.168.1.9", data=form, headers=own).status_code,
        visit("POST", "/round", data=form).status_code,
        visit("POST", "/round", data=form, headers=own).status_code,
    ]
    assert codes == [200, 403, 403, 403, 303]
    table = visit("GET", "/results.csv").text
    assert table.splitlines()[0].startswith('"round","table","place","player"')


@pytest.mark.parametrize(
    "form",
    [
        b"do=start&minutes=60&minutes=90",
        b"do=start&minutes=many",
        b"\xff=1",
        b"do=start&minutes=60&note=" + 5000 * b"x",
    ],
)
def test_a_form_that_is_not_the_page_s_own_is_refused(
    visit: Callable[..., Any], form: bytes
) -> None:
    own = {"origin": OWN, "content-type": "application/x-www-form-urlencoded"}
    assert visit("POST", "/round", content=form, headers=own).status_code == 400


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_table_with_a_revoked_key_says_so(
    director: Director, tmp_path: Path, language: str
) -> None:
    for user in ("table-02", "table-04"):
        (tmp_path / f"{user}{REVOKED}").touch()
    pages = Pages(director, Rounds(tmp_path), "Cup", points=POINTS, tables=5, keys=tmp_path)
    set_language(language)
    try:
        text = walls.visit(pages).text
        heading, _ = alert_texts("revoked")
        age, no_news = WALL["revoked"], WALL["no news"]
        how = text_of("how to join", file="table-04.key")
    finally:
        set_language("en")
    assert text.count(f"<b>{heading}</b>") == 2
    assert f'id="age2">{age}<' in text
    assert no_news not in text
    assert how not in text


def test_every_table_has_a_bundle(visit: Callable[..., Any]) -> None:
    answer = visit("GET", "/table/2/bundle")
    assert answer.headers["content-type"] == "application/zip"
    assert any(name.endswith(".game") for name in ZipFile(BytesIO(answer.content)).namelist())
    assert visit("GET", "/table/5/bundle").status_code == 404
