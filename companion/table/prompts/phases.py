"""Prompt of each phase: the player, the question and the answers with their amounts."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.engine import moves
from companion.engine.board import Card, Kind
from companion.engine.phases import (
    Auction,
    CardThrow,
    FineOrChance,
    Opening,
    Over,
    Phase,
    Placing,
    ReceivedMortgages,
    Shortage,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToSettle,
    ToThrow,
)
from companion.engine.rules.auction import keyed_in, still_bidding
from companion.engine.rules.cards import drawable
from companion.engine.rules.jail import LAST_TURN
from companion.engine.state import Game
from companion.engine.valuation import jail_fine
from companion.table.prompts.answers import Answer, CardFace, answer
from companion.table.prompts.auction import auction_lead, hammer, item_title
from companion.table.prompts.debts import to_settle
from companion.table.prompts.deeds import placing, received_mortgages, shortage
from companion.table.prompts.prompt import Prompt, titles
from companion.text import card, card_tile, pack_name, prompt, space_name, sum_of
from companion.text.event_texts import sentence
from companion.text.names import players_listed, short_names
from companion.text.refusals import waiting
from companion.text.told import Told, Wording, joined


def page_of(game: Game) -> Prompt:
    """Prompt of the current phase, without rent claims."""
    return _PAGES.get(type(game.phase), _otherwise)(game, game.phase)


def _space(game: Game, player: str) -> tuple[Told, ...]:
    """Line about the space that a player is on."""
    return (prompt("roll.space", space=space_name(game.board, game.players[player].space)),)


def _opening(game: Game, phase: Opening) -> Prompt:
    """Ask for an opening roll (SET-6)."""
    rolled = (prompt("opening.rolled", player=name, total=total) for name, total in phase.thrown)
    player = phase.waiting[0]
    return Prompt(
        "opening",
        player,
        titles("opening.title", player),
        (joined(" · ", rolled) or prompt("opening.highest"),),
        prompt("opening.question"),
        wants_dice=True,
    )


def _arrived(game: Game, player: str) -> tuple[Wording, ...]:
    """Heading of a player who has just moved."""
    if game.turn.dice is None:
        return titles("roll.title", player)
    return (sentence("rolled", player=player, total=sum(game.turn.dice)),)


def _to_throw(game: Game, phase: ToThrow) -> Prompt:
    """Ask for a roll, and offer the ways out of jail (MOVE-1, JAIL-5, JAIL-6)."""
    player = game.players[phase.player]
    if player.jail_turn:
        sublines = tuple(
            prompt(key, turn=player.jail_turn, turns=LAST_TURN)
            for key in ("roll.jail", "roll.jail.short")
        )
        question = prompt("roll.free")
    else:
        sublines = _space(game, phase.player)
        question = prompt("roll.again" if game.turn.doubles else "roll.question")
    return Prompt(
        "roll",
        player.name,
        titles("roll.title", player.name),
        with_round(game, sublines),
        question,
        wants_dice=True,
        answers=_ways_out(game, phase.player) if player.jail_turn else (),
    )


def current_round(game: Game) -> Wording:
    """Name the round that is played; empty if the table counts none (HOUSE-18, HOUSE-19)."""
    rounds, most = game.rounds, game.edition.rounds
    if rounds and rounds.is_last:
        return prompt("round.last")
    if rounds and most:
        return prompt("round.of", number=min(rounds.number, most), most=most)
    return ""


def with_round(game: Game, sublines: Sequence[Wording]) -> tuple[Wording, ...]:
    """Put the round before lines below a title, if the table counts rounds."""
    words = current_round(game)
    if not words:
        return (*sublines,)
    return (*(joined(" · ", (words, line)) for line in sublines), words)


def _ways_out(game: Game, player: str) -> tuple[Answer, ...]:
    fine = prompt("roll.fine", amount=sum_of(game, jail_fine(game, player)))
    return (
        answer(game, fine, moves.PayFine(player)),
        answer(game, prompt("roll.card"), moves.UseJailCard(player)),
    )


def _to_buy(game: Game, phase: ToBuy) -> Prompt:
    """Offer an unowned deed (BUY-1, BUY-2)."""
    deed, player = game.board.deeds[phase.deed], phase.player
    price = prompt("buy.yes", amount=sum_of(game, deed.price))
    buys = answer(game, price, moves.Buy(player))
    leaves = prompt("buy.no" if game.edition.auctions else "buy.leave")
    declines = answer(game, leaves, moves.Decline(player))
    return Prompt(
        "buy",
        player,
        _arrived(game, player),
        tuple(prompt("buy.subline", deed=name) for name in short_names(game.board, deed.key)),
        deed=deed.key,
        answers=(buys, declines),
        yes=buys if buys.open else None,
        no=declines,
    )


def _auction(game: Game, phase: Auction) -> Prompt:
    """Describe the auction (FLOW-5); ``auction_view`` has the bidders."""
    detail = prompt("auction.none")
    if phase.bidder:
        leads = sum_of(game, phase.bid)
        detail = prompt("auction.leads", player=phase.bidder, amount=leads)
    if game.edition.sealed_bids:
        keyed, waiting = keyed_in(game, phase), still_bidding(game, phase)
        detail = prompt("auction.keyed", count=len(keyed), all=len(keyed) + len(waiting))
    return Prompt(
        "auction",
        "",
        (item_title(game, phase),),
        (detail,),
        auction_lead(game, phase),
        phase.deed,
        answers=(hammer(game, phase),),
    )


def _to_draw(game: Game, phase: ToDraw) -> Prompt:
    """List the cards that can be drawn, by effect (CARD-1, FLOW-19)."""
    player, pack = phase.player, game.board.pack(game.edition.pack, Kind(phase.pack))
    answers = tuple(_card(game, player, pack[key]) for key in drawable(game, phase.pack))
    pack_title = pack_name(game.board, phase.pack)
    lines: tuple[Wording, ...] = (pack_title,)
    if game.setup.cards == "table":
        lines = (prompt("draw.subline", pack=pack_title), prompt("draw.short"))
    return Prompt("draw", player, _arrived(game, player), lines, answers=answers)


def _card(game: Game, player: str, drawn: Card) -> Answer:
    draws = answer(game, card(game.board, drawn), moves.DrawCard(player, drawn.key))
    deed = game.board.deeds.get(drawn.to)
    face = CardFace(drawn.effect, *card_tile(game.board, drawn), deed.group if deed else "")
    return replace(draws, card=face)


def _card_roll(game: Game, phase: CardThrow) -> Prompt:
    """Ask for the roll of the utility card (FLOW-19)."""
    deed = game.board.deeds[phase.deed]
    return Prompt(
        "card_roll",
        phase.player,
        titles("card_roll.title", phase.player),
        tuple(prompt("card_roll.subline", deed=name) for name in short_names(game.board, deed.key)),
        prompt("card_roll.question", times=deed.rent[-1]),
        wants_dice=True,
    )


def _fine_or_chance(game: Game, phase: FineOrChance) -> Prompt:
    player, amount = phase.player, sum_of(game, phase.amount)
    pays = prompt("fine_or_chance.pay", amount=amount)
    takes = prompt("fine_or_chance.take")
    return Prompt(
        "fine_or_chance",
        player,
        _arrived(game, player),
        _space(game, player),
        prompt("fine_or_chance.question"),
        answers=(
            answer(game, pays, moves.PayFine(player), tone="out"),
            answer(game, takes, moves.TakeChance(player)),
        ),
    )


def _tax_choice(game: Game, phase: TaxChoice) -> Prompt:
    """Ask for the income tax without revealing the ten percent (TAX-3)."""
    player, flat = phase.player, game.edition.flat_income_tax
    pays = prompt("tax.flat", amount=sum_of(game, flat))
    return Prompt(
        "tax",
        player,
        _arrived(game, player),
        _space(game, player),
        prompt("tax.question", amount=sum_of(game, flat)),
        answers=(
            answer(game, pays, moves.PayFlatTax(player), tone="out"),
            Answer(prompt("tax.tenth"), moves.PayTenPercent(player), player, "out"),
        ),
    )


def _over(game: Game, phase: Over) -> Prompt:
    key = "over.one" if len(phase.winners) == 1 else "over.many"
    title = prompt(key, winners=players_listed(phase.winners))
    return Prompt("over", "", (title,), (prompt("over.subline"),))


def _otherwise(game: Game, phase: Phase) -> Prompt:
    """Describe a phase that has no prompt of its own."""
    player = getattr(phase, "player", "")
    names = titles("roll.title", player) if player else (prompt("wait.title"),)
    return Prompt("wait", player, names, question=waiting(phase, game))


_PAGES: dict[type[Phase], Callable[[Game, Any], Prompt]] = {
    Opening: _opening,
    ToThrow: _to_throw,
    ToBuy: _to_buy,
    Auction: _auction,
    ToDraw: _to_draw,
    CardThrow: _card_roll,
    FineOrChance: _fine_or_chance,
    TaxChoice: _tax_choice,
    ToSettle: to_settle,
    Shortage: shortage,
    Placing: placing,
    ReceivedMortgages: received_mortgages,
    Over: _over,
}
