"""What a tap is for: the same words count only as long as they mean the same."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from companion.engine import legal_moves
from companion.engine.decide import decide, outcome
from companion.engine.events import ClaimEnded, Event
from companion.engine.moves import Bid, CollectRent, Move, Pass
from companion.engine.notation import format_move, parse_record
from companion.engine.phases import Auction
from companion.engine.snapshot import to_dict
from companion.engine.state import Game, start
from companion.ledger.records import Source
from companion.table.phones.judging import ALLOWED, meant_since
from companion.table.session import Played
from companion.text.screens.phones import text_of
from tests.phones.evening import Evening, since
from tests.tree import files

CHANGED = {"said": text_of("changed")}


@pytest.fixture
def table(playing: Evening) -> Evening:
    playing.bank.begin("Ann Bob Cy Dee")
    return playing


def auction_three_deeds(table: Evening) -> None:
    """Have the bank auction three deeds, one after the other, and wait for the last pass."""
    table.bank.play(
        "ruling: Dee owns Mediterranean Avenue; Dee owns Boardwalk; Dee owns Park Place",
        "Dee leaves",
        "Bob bids $60",
        "Ann passes",
    )


@pytest.mark.parametrize("move", ["Cy passes", "Cy bids $70"])
def test_a_tap_for_one_lot_does_not_count_for_the_next(table: Evening, move: str) -> None:
    cy = table.join("Cy")
    auction_three_deeds(table)
    shown = table.seen_by(cy)
    table.bank.play("Cy passes")
    before = table.bank.moves()
    words = "Cy passes" if move == "Cy passes" else "Cy bids ${amount}"
    assert table.wish(cy, move, since(shown, words)) == CHANGED
    assert table.bank.moves() == before
    assert since(table.seen_by(cy), words) != since(shown, words)


def test_a_double_tap_passes_one_lot(table: Evening) -> None:
    cy = table.join("Cy")
    auction_three_deeds(table)
    number = since(table.seen_by(cy), "Cy passes")
    assert "booked" in table.wish(cy, "Cy passes", number)
    assert table.wish(cy, "Cy passes", number) == CHANGED


@pytest.mark.parametrize("words", ["Ann accepts", "Ann refuses"])
def test_an_answer_to_one_offer_does_not_count_for_another(table: Evening, words: str) -> None:
    ann = table.join("Ann")
    table.bank.play("ruling: Ann owns Boardwalk", "Bob offers Ann $900 for Boardwalk")
    shown = table.seen_by(ann, "/trade")
    table.bank.play("Bob withdraws", "Bob offers Ann $1 for Boardwalk")
    assert table.wish(ann, words, since(shown, words)) == CHANGED
    assert since(table.seen_by(ann, "/trade"), words) != since(shown, words)


def test_a_purchase_is_of_the_property_that_was_shown(table: Evening) -> None:
    ann = table.join("Ann")
    table.bank.play("Ann throws 1 2")
    shown = table.seen_by(ann)
    table.bank.play("undo 1", "Ann throws 2 4")
    assert table.wish(ann, "Ann buys", since(shown, "Ann buys")) == CHANGED


# --- rent ---------------------------------------------------------------------------------------

RENT = "Ann collects rent from Bob"
TWO_CLAIMS = ("Bob throws 3 3", "Bob throws 1 2")


def owe(table: Evening, *throws: str) -> None:
    """Have Bob land on two properties of Ann, or on one."""
    table.bank.play(
        "ruling: Ann owns Oriental Avenue; Ann owns Connecticut Avenue", "Ann throws 4 6", *throws
    )


def test_rent_is_collected_for_the_claim_that_was_shown(table: Evening) -> None:
    ann = table.join("Ann")
    owe(table, TWO_CLAIMS[0])
    shown = table.seen_by(ann)
    table.bank.play(TWO_CLAIMS[1])
    assert table.wish(ann, RENT, since(shown, RENT)) == CHANGED
    newest = since(table.seen_by(ann), RENT)
    assert "booked" in table.wish(ann, RENT, newest)
    assert table.wish(ann, RENT, newest) == CHANGED
    assert [claim.deed for claim in table.bank.table.session.game.claims] == ["oriental-avenue"]


def test_rent_is_collected_whatever_else_happens(table: Evening) -> None:
    ann = table.join("Ann")
    owe(table, TWO_CLAIMS[0])
    shown = table.seen_by(ann)
    table.bank.play("Cy offers Dee $1 for nothing", "Dee accepts", "Bob throws 1 1")
    assert "booked" in table.wish(ann, RENT, since(shown, RENT))


def test_who_watches_for_rent_asks_for_the_landing_that_everybody_saw(playing: Evening) -> None:
    playing.bank.begin("Ann Bob Cy Dee", rent="watchful")
    ann, words = playing.join("Ann"), "Ann collects rent"
    owe(playing, TWO_CLAIMS[0])
    shown = playing.seen_by(ann)
    playing.bank.play(TWO_CLAIMS[1])
    assert playing.wish(ann, words, since(shown, words)) == CHANGED
    newest = since(playing.seen_by(ann), words)
    playing.bank.play("Cy offers Dee $1 for nothing")
    assert "booked" in playing.wish(ann, words, newest)
    assert playing.wish(ann, words, newest) == CHANGED


def test_who_watches_for_rent_asks_before_or_after_the_roll_of_a_card(playing: Evening) -> None:
    playing.bank.begin("Ann Bob Cy Dee", rent="watchful")
    ann, words = playing.join("Ann"), "Ann collects rent"
    utility = "ruling: Ann owns Electric Company"
    playing.bank.play(utility, "Ann throws 4 6", "Bob throws 3 4", "Bob draws nearest-utility")
    shown = playing.seen_by(ann)
    playing.bank.play("Bob throws 1 2")
    assert playing.wish(ann, words, since(shown, words)) == CHANGED
    assert "booked" in playing.wish(ann, words)


@pytest.mark.parametrize("rent", ["shown", "watchful"])
def test_an_undo_gives_a_claim_another_meaning(playing: Evening, rent: str) -> None:
    playing.bank.begin("Ann Bob Cy Dee", rent=rent)
    ann, words = playing.join("Ann"), RENT if rent == "shown" else "Ann collects rent"
    owe(playing, *TWO_CLAIMS)
    shown = playing.seen_by(ann)
    playing.bank.play("undo 1")
    assert playing.wish(ann, words, since(shown, words)) == CHANGED


def test_an_undo_gives_a_pass_another_meaning(table: Evening) -> None:
    cy = table.join("Cy")
    auction_three_deeds(table)
    table.bank.play("Cy passes")
    shown = table.seen_by(cy)
    table.bank.play("undo 1")
    assert table.wish(cy, "Cy passes", since(shown, "Cy passes")) == CHANGED


# --- every record -------------------------------------------------------------------------------


def meaning(game: Game, move: Move) -> object:
    """Return what a move is for: the lot, the claim, or the whole position."""
    if isinstance(move, Bid | Pass):
        lot = game.phase
        return (lot.deed, lot.building, lot.jail_card) if isinstance(lot, Auction) else lot
    if isinstance(move, CollectRent):
        ended = [event for event in decide(game, move) if isinstance(event, ClaimEnded)]
        return ended[0].claim
    return to_dict(game)


@pytest.mark.parametrize("path", files("tests/engine/rules/**/*.game"), ids=lambda path: path.stem)
def test_the_same_words_and_number_have_the_same_meaning(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"), path.name)
    game, history = start(record.setup), []
    found: dict[tuple[str, str, int], object] = {}
    for line in record.lines:
        if isinstance(line.meaning, Move):
            events, after = outcome(game, line.meaning)
            history.append(played(len(history) + 1, line.meaning, events))
            game = after
        for move in legal_moves(game):
            if not isinstance(move, ALLOWED):
                continue
            for rent in ("shown", "watchful"):
                shown = replace(game, setup=replace(record.setup, rent=rent))
                number = meant_since(shown, history, move)
                key = rent, format_move(move, game.board), number
                assert found.setdefault(key, meaning(game, move)) == meaning(game, move), key


def played(number: int, move: Move, events: tuple[Event, ...]) -> Played:
    return Played(number, datetime(2026, 7, 1), "", Source.TOUCH, move, events, "", ())
