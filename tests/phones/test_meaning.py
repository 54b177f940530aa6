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
from companion.table.wish_input import WishInput
from companion.text.screens.phones import text_of
from companion.wishes import Wish
from tests.phones.evening import QuietBank
from tests.tree import files

THREE_LOTS = """\
ruling: Dee owns Mediterranean Avenue; Dee owns Boardwalk; Dee owns Park Place
Dee leaves
Bob bids $60
Ann passes
"""
OFFER = """\
ruling: Ann owns Boardwalk
Bob offers Ann $900 for Boardwalk
"""
OTHER_OFFER = """\
Bob withdraws
Bob offers Ann $1 for Boardwalk
"""
CLAIM = """\
ruling: Ann owns Oriental Avenue; Ann owns Connecticut Avenue
Ann throws 4 6
Bob throws 3 3
"""
TWO_CLAIMS = CLAIM + "Bob throws 1 2\n"
UTILITY = """\
ruling: Ann owns Electric Company
Ann throws 4 6
Bob throws 3 4
Bob draws nearest-utility
"""
TRADE = """\
Cy offers Dee $1 for nothing
Dee accepts
"""
RENT, WATCHED_RENT = "Ann collects rent from Bob", "Ann collects rent"


def tap(bank: QuietBank, before: str, words: str, meanwhile: str) -> object:
    """Show a button after some moves, and tap it after others; return the answer."""
    rent = "watchful" if words == WATCHED_RENT else "shown"
    bank.begin("Ann Bob Cy Dee", rent=rent)
    bank.play(*before.splitlines())
    shown = bank.since(words)
    bank.play(*meanwhile.splitlines())
    game, seat = bank.table.session.game_hash, words.split()[0]
    return WishInput(bank.table).answer(Wish(game, seat, words, shown, "tap", 1e12))


@pytest.mark.parametrize(
    ("before", "words", "meanwhile"),
    [
        pytest.param(THREE_LOTS, "Cy passes", "Cy passes", id="next-lot-or-a-double-tap"),
        pytest.param(THREE_LOTS, "Cy bids $70", "Cy passes", id="a-bid-for-the-next-lot"),
        pytest.param(THREE_LOTS + "Cy passes", "Cy passes", "undo 1", id="lot-that-is-back"),
        pytest.param(OFFER, "Ann accepts", OTHER_OFFER, id="another-offer-accepted"),
        pytest.param(OFFER, "Ann refuses", OTHER_OFFER, id="another-offer-refused"),
        pytest.param("Ann throws 1 2", "Ann buys", "undo 1\nAnn throws 2 4", id="property"),
        pytest.param(CLAIM, RENT, "Bob throws 1 2", id="second-claim"),
        pytest.param(TWO_CLAIMS, RENT, RENT, id="rent-tapped-twice"),
        pytest.param(TWO_CLAIMS, RENT, "undo 1", id="claim-that-is-undone"),
        pytest.param(CLAIM, WATCHED_RENT, "Bob throws 1 2", id="second-landing"),
        pytest.param(TWO_CLAIMS, WATCHED_RENT, TRADE + WATCHED_RENT, id="watched-rent-twice"),
        pytest.param(TWO_CLAIMS, WATCHED_RENT, "undo 1", id="landing-that-is-undone"),
        pytest.param(UTILITY, WATCHED_RENT, "Bob throws 1 2", id="roll-of-a-card"),
    ],
)
def test_a_tap_for_one_thing_does_not_count_for_another(
    bank: QuietBank, before: str, words: str, meanwhile: str
) -> None:
    assert tap(bank, before, words, meanwhile) == {"said": str(text_of("changed"))}


@pytest.mark.parametrize(
    ("before", "words", "meanwhile"),
    [
        pytest.param(THREE_LOTS, "Cy bids $80", "Cy bids $70\nBob bids $75", id="same-lot"),
        pytest.param(CLAIM, RENT, TRADE + "Bob throws 1 1", id="same-claim"),
        pytest.param(CLAIM, WATCHED_RENT, TRADE, id="same-landing"),
        pytest.param(UTILITY + "Bob throws 1 2", WATCHED_RENT, TRADE, id="same-roll-of-a-card"),
    ],
)
def test_a_tap_counts_whatever_else_happens(
    bank: QuietBank, before: str, words: str, meanwhile: str
) -> None:
    assert "booked" in tap(bank, before, words, meanwhile)


# --- every record -------------------------------------------------------------------------------


def meaning(game: Game, move: Move) -> object:
    """Return what a move is for: the lot, the claim, or the whole position."""
    if isinstance(move, Bid | Pass):
        lot = game.phase
        return (lot.deed, lot.building, lot.jail_card) if isinstance(lot, Auction) else lot
    if isinstance(move, CollectRent):
        ended = [event for event in decide(game, move) if isinstance(event, ClaimEnded)]
        claim = ended[0].claim  # The same person may have another name by now.
        return replace(claim, payer=list(game.players).index(claim.payer))
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
        for move in filter(lambda move: isinstance(move, ALLOWED), legal_moves(game)):
            meant = meaning(game, move)
            for rent in ("shown", "watchful"):
                shown = replace(game, setup=replace(record.setup, rent=rent))
                number = meant_since(shown, history, move)
                key = rent, format_move(move, game.board), number
                assert found.setdefault(key, meant) == meant, key


def played(number: int, move: Move, events: tuple[Event, ...]) -> Played:
    return Played(number, datetime(2026, 7, 1), "", Source.TOUCH, move, events, "", ())
