"""The views for people agree with the rules, and the queries of the documents run."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine import board, valuation
from companion.engine.events import CardThrown, OpeningThrown, Paid, Thrown
from companion.engine.moves import EndByTime
from companion.engine.notation import parse_header
from companion.ledger.ledger import Ledger, Source
from companion.table.session import Session
from tests.ledger.exporting import play_change, play_one
from tests.tree import ROOT, read

QUERIES = re.findall(
    r"^```sql\n(.*?)^```$", read(ROOT / "docs/ledger.md"), re.MULTILINE | re.DOTALL
)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """Three games; the last began with a player, and with deeds that were dealt."""
    with Ledger.open(tmp_path_factory.mktemp("viewed")) as ledger:
        sessions = [play_one(ledger, number, turns=50, odd=60) for number in (1, 2)]
        sessions[0].play(EndByTime(), Source.TOUCH)
        keys = [*board.load("atlantic-city").deeds][:6]
        dealt = ", ".join(
            f"{name} {key}" for name, key in zip(["Ann", "Bob", "Cy"] * 2, keys, strict=True)
        )
        header = f"players: Ann, Bob, Cy\nfirst: Bob\ngame: short\ndealt: {dealt}\n"
        Session.begin(ledger, parse_header(header))
        yield ledger


def rows(ledger: Ledger, sql: str) -> list[dict[str, Any]]:
    return ledger.query(lambda db: list(db.query(sql)))


def session(ledger: Ledger, number: int) -> Session:
    return Session.resume(ledger, number)


def standing(game: Any) -> list[Any]:
    """The events that lead to a position, undone ones left out."""
    found: list[Any] = []
    while game.past:
        found = [*game.past.events, *found]
        game = game.past.before
    return found


GAMES = pytest.mark.parametrize("number", [1, 2, 3])


@GAMES
def test_printed_deeds_are_those_of_the_board(ledger: Ledger, number: int) -> None:
    setup = session(ledger, number).setup
    printed = [
        {
            "game": number,
            "deed": deed.key,
            "name": deed.name,
            "group": deed.group,
            "space": deed.position,
            "price": deed.price,
            "mortgage": deed.mortgage,
            "house_price": deed.house_price,
            "hotel_cost": (setup.top_houses + 1) * deed.house_price,
        }
        for deed in setup.board.deeds.values()
    ]
    assert rows(ledger, f"SELECT * FROM title_deeds WHERE game = {number}") == printed


@GAMES
def test_results_are_those_of_the_game(ledger: Ledger, number: int) -> None:
    played = session(ledger, number)
    (row,) = rows(ledger, f"SELECT * FROM results WHERE game = {number}")
    winners = getattr(played.game.phase, "winners", None)
    assert row["winner"] == (", ".join(winners) if winners else None)
    assert row["players"] == ", ".join(played.setup.players)
    assert row["edition"] == played.setup.edition.source
    assert row["board"] == played.setup.board.source
    assert row["moves"] == len(played.history)
    assert row["minutes"] is None, "the records were imported"


def test_one_of_the_games_has_a_winner(ledger: Ledger) -> None:
    assert [row["winner"] is None for row in rows(ledger, "SELECT * FROM results")] == [
        False,
        True,
        True,
    ]


@GAMES
def test_throws_are_those_that_stand(ledger: Ledger, number: int) -> None:
    found = rows(ledger, f"SELECT * FROM throws WHERE game = {number} ORDER BY move")
    kinds = {Thrown: "turn", CardThrown: "card", OpeningThrown: "opening"}
    assert [(row["player"], row["kind"], (row["a"], row["b"])) for row in found] == [
        (event.player, kinds[type(event)], event.dice)
        for event in standing(session(ledger, number).game)
        if isinstance(event, Thrown | CardThrown | OpeningThrown)
    ]


@GAMES
def test_the_last_turn_is_that_of_the_position(ledger: Ledger, number: int) -> None:
    turn = session(ledger, number).game.turn
    found = rows(ledger, f"SELECT * FROM turns WHERE game = {number} ORDER BY turn")
    assert (found[-1]["turn"], found[-1]["player"]) == (turn.number, turn.player)
    assert [row["turn"] for row in found] == [*range(1, turn.number + 1)]
    assert [row["ended_at"] for row in found] == [*(row["began_at"] for row in found[1:]), None]


@GAMES
def test_owners_now_are_those_of_the_position(ledger: Ledger, number: int) -> None:
    game = session(ledger, number).game
    found = rows(ledger, f"SELECT * FROM ownership WHERE game = {number}")
    now = {row["deed"]: row["owner"] for row in found if row["until_move"] is None}
    assert now == {key: holding.owner for key, holding in game.holdings.items()}
    assert all(row["name"] == game.board.deeds[row["deed"]].name for row in found)
    assert all(row["from_move"] <= (row["until_move"] or row["from_move"]) for row in found)


@GAMES
def test_rents_are_those_that_stand(ledger: Ledger, number: int) -> None:
    found = rows(ledger, f"SELECT * FROM rents WHERE game = {number} ORDER BY move")
    paid = [e for e in standing(session(ledger, number).game) if isinstance(e, Paid)]
    assert [(r["tenant"], r["owner"], r["deed"], r["dollars"]) for r in found] == [
        (one.payer, one.payee, one.deed, one.amount) for one in paid if one.why == "rent"
    ]


# --- the queries of the documents -----------------------------------------------------------------


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_of_the_documents_has_an_answer(ledger: Ledger, query: str) -> None:
    assert rows(ledger, query)


def test_the_documented_worth_is_that_of_the_rules(ledger: Ledger) -> None:
    worth = {(row["game"], row["name"]): row["worth"] for row in rows(ledger, QUERIES[-1])}
    games = {number: session(ledger, number).game for number in (1, 2, 3)}
    assert worth == {
        (number, name): valuation.worth(game, name)
        for number, game in games.items()
        for name in game.players
    }


def test_the_documented_worth_is_of_those_who_came_later_too(tmp_path: Path) -> None:
    with Ledger.open(play_change(tmp_path, "played on")) as changed:
        game = session(changed, 1).game
        worth = {row["name"]: row["worth"] for row in rows(changed, QUERIES[-1])}
    left = {name: 0 for name in worth if name not in game.players}
    assert worth == left | {name: valuation.worth(game, name) for name in game.players}
