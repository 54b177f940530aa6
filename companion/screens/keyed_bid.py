"""A bid of any amount: what is keyed in, as an answer, and its page, also for a sealed one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.moves import Bid
from companion.engine.phases import Auction
from companion.engine.rules.auction import least_bid, still_bidding
from companion.engine.state import Game
from companion.screens import strips, styles
from companion.screens.parts import (
    HUG,
    Part,
    Room,
    fit,
    row,
    text,
)
from companion.screens.pieces import (
    amount_plate,
    answer_key,
    changes,
    icon,
    keyed_page,
    keypad,
    page_header,
    pill,
    quick_keys,
)
from companion.screens.styles import (
    NAME,
)
from companion.table.keyed_amount import keyed
from companion.table.markers import markers_of
from companion.table.prompts import Answer, Bidder, Change, auction_view
from companion.table.prompts.answers import answer
from companion.table.prompts.auction import secretly
from companion.table.table import Table
from companion.text import money, sum_of
from companion.text.names import party_name
from companion.text.screens.auction import AUCTION, text_of
from companion.text.screens.play import WORDS

DOT = "\N{BULLET}"
"""Stands for a digit of a sealed bid."""


@dataclass(frozen=True, slots=True)
class KeyedBid:
    """Player whose bid is keyed in, or empty, and its amount in dollars.

    ``item`` tells the current auction from the next one.
    """

    bidder: str = ""
    amount: int = 0
    item: tuple[str, ...] = ()


def tapped(value: KeyedBid, do: tuple[object, ...], game: Game) -> KeyedBid:
    """Return the bid after a tap; a quick amount adds to the high bid at first."""
    match do:
        case ("back", _):
            return KeyedBid()
        case ("other bid", str(bidder)) if can_bid(game, bidder):
            return KeyedBid(bidder, 0, _item(game))
        case ("digit" | "quick" as kind, _) if value.bidder:
            before = value.amount or (high_bid(game) if kind == "quick" else 0)
            return replace(value, amount=keyed(before, do, game.players[value.bidder].cash))
    return value


def followed(value: KeyedBid, game: Game) -> KeyedBid:
    """Return the bid in another position; one that cannot be made any more is given up."""
    is_open = can_bid(game, value.bidder) and value.item == _item(game)
    return value if is_open else KeyedBid()


def can_bid(game: Game, player: str) -> bool:
    """Return True if a player takes part in an auction and does not lead it."""
    phase = game.phase
    return (
        isinstance(phase, Auction)
        and player != phase.bidder
        and player in still_bidding(game, phase)
    )


def high_bid(game: Game) -> int:
    """Return the high bid of the current auction, 0 without any."""
    return game.phase.bid if isinstance(game.phase, Auction) else 0


def _item(game: Game) -> tuple[str, ...]:
    phase = game.phase
    if not isinstance(phase, Auction):
        return ()
    return phase.deed, phase.building, phase.jail_card, str(phase.tied)


def keyed_answer(game: Game, value: KeyedBid) -> Answer:
    """Return a bid of any amount as an answer, refused below the least bid."""
    amount = value.amount
    if game.edition.sealed_bids:
        return _sealed_answer(game, value)
    text = text_of("bid", amount=sum_of(game, amount)) if amount else AUCTION["no bid"]
    made = answer(game, text, Bid(value.bidder, amount), tone="plain")
    if not amount:
        return replace(made, reason=AUCTION["no amount"])
    phase = game.phase
    least = least_bid(game, phase, value.bidder) if isinstance(phase, Auction) else 0
    if amount < least:
        return replace(made, brief=text_of("too low", amount=sum_of(game, least)))
    return made


def _sealed_answer(game: Game, value: KeyedBid) -> Answer:
    """Return a sealed bid as an answer that tells no sum (HOUSE-17)."""
    made = secretly(answer(game, AUCTION["no bid"], Bid(value.bidder, value.amount), tone="plain"))
    phase = game.phase
    assert isinstance(phase, Auction), "an auction is on"
    least = least_bid(game, phase, value.bidder)
    if not value.amount:
        return replace(made, reason=AUCTION["no amount"], brief="")
    if value.amount < least:
        low = text_of("too low", amount=sum_of(game, least))
        return replace(made, reason=low, brief=low)
    if value.amount > game.players[value.bidder].cash:
        return replace(made, reason=AUCTION["too much"], brief="")
    return made


def small_icon(name: str) -> Part:
    """Return an icon in the middle of a key."""
    return row(Part(), icon(name, "ink", 30), Part(), gap=0)


def pass_key(passes: Answer, **room: Any) -> Part:
    """Return the key of a pass; a cross where there is no room for the word."""
    word = text(passes.text, NAME, align=0.5)
    return Part(
        styles.RAISED,
        (fit(word, small_icon("cross")),),
        pad="xs",
        do=("answer", passes),
        reason=passes.reason,
        label=str(passes.text),
        **room,
    )


def keyed_bid_page(table: Table, value: KeyedBid, room: Room) -> Part:
    """Return the page on which a bid is keyed in."""
    game, name = table.game, value.bidder
    marker, bid = markers_of(game.players)[name], high_bid(game)
    cash, currency = game.players[name].cash, game.board.currency
    made = keyed_answer(game, value)
    if game.edition.sealed_bids:
        return _keyed_in_secret(table, value, made, room)
    words = text_of("high", amount=money(bid, currency)) if bid else AUCTION["first"]
    amount = amount_plate(words, money(value.amount, currency))
    balance = (marker, Change(name, cash, cash - value.amount, currency))
    verb = (
        changes([balance]) if made.open else None,
        answer_key(made, marker, size=82),
    )
    reason = WORDS["planned"] if value.amount else ""
    header = page_header(room, AUCTION["title"], reason=reason, back=("back", "auction"))
    whose, undone = pill(marker, name, size=58), strips.snackbar(table.undone)
    left = (whose, amount, quick_keys(AUCTION["all"]), undone)
    return keyed_page(room, header, left, keypad(), verb)


def _keyed_in_secret(table: Table, value: KeyedBid, made: Answer, room: Room) -> Part:
    """Return the page on which a sealed bid is keyed in: a dot for each digit (HOUSE-17)."""
    game, name = table.game, value.bidder
    marker = markers_of(game.players)[name]
    [one] = (bidder for bidder in _sealed_bidders(game) if bidder.name == name)
    dots = DOT * len(str(value.amount)) if value.amount else ""
    reason = WORDS["planned"] if value.amount else ""
    title = text_of("key in", player=party_name(name))
    header = page_header(room, title, reason=reason, back=("back", "auction"))
    cash = text(sum_of(game, one.cash), NAME, "quiet", size=HUG)
    whose = row(pill(marker, name), cash, gap="l", size=58)
    left = (whose, amount_plate(AUCTION["hand"], dots), strips.snackbar(table.undone))
    verb = (pass_key(one.passes, size=58), answer_key(made, marker, size=82))
    return keyed_page(room, header, left, keypad(), verb)


def _sealed_bidders(game: Game) -> Sequence[Bidder]:
    view = auction_view(game)
    return view.bidders if view else ()
