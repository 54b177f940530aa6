"""Prompt of each phase: the player, the question and the answers with their amounts."""

from collections.abc import Callable
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
from companion.engine.rules.cards import drawable
from companion.engine.rules.jail import LAST_TURN
from companion.engine.state import Game
from companion.text import card, card_in_a_word, card_title, listed, pack_name, prompt, space_name
from companion.text.refusals import waiting
from companion.ui.auction.view import auction_lead, hammer, lot_title
from companion.ui.play.prompts.answers import Answer, CardFace, answer, sum_of, unweighed
from companion.ui.play.prompts.debts import to_settle
from companion.ui.play.prompts.deeds import placing, received_mortgages, shortage
from companion.ui.play.prompts.prompt import Prompt


def page_of(game: Game) -> Prompt:
    """Return the prompt of the current phase, without rent claims."""
    return _PAGES.get(type(game.phase), _otherwise)(game, game.phase)


def _space(game: Game, player: str) -> str:
    return space_name(game.board, game.players[player].space)


def _opening(game: Game, phase: Opening) -> Prompt:
    """Ask for an opening throw (SET-6)."""
    thrown = (prompt("opening.thrown", player=name, total=total) for name, total in phase.thrown)
    player, lead = phase.waiting[0], prompt("opening.lead")
    return Prompt("opening", player, lead, player, " · ".join(thrown), wants_dice=True)


def _to_throw(game: Game, phase: ToThrow) -> Prompt:
    """Ask for a throw, and offer the ways out of jail (MOVE-1, JAIL-5, JAIL-6)."""
    player = game.players[phase.player]
    if player.jail_turn:
        detail = prompt("throw.jail", turn=player.jail_turn, turns=LAST_TURN)
    else:
        detail = prompt("throw.space", space=_space(game, phase.player))
    lead = prompt("throw.again" if game.turn.doubles else "throw.lead")
    answers = _ways_out(game, phase.player) if player.jail_turn else ()
    return Prompt("throw", player.name, lead, player.name, detail, wants_dice=True, answers=answers)


def _ways_out(game: Game, player: str) -> tuple[Answer, ...]:
    fine = prompt("throw.fine", amount=sum_of(game, game.board.fine))
    return (
        answer(game, fine, moves.PayFine(player), player),
        answer(game, prompt("throw.card"), moves.UseJailCard(player), player),
    )


def _to_buy(game: Game, phase: ToBuy) -> Prompt:
    """Offer an unowned deed (BUY-1, BUY-2)."""
    deed, player = game.board.deeds[phase.deed], phase.player
    price = prompt("buy.yes", amount=sum_of(game, deed.price))
    buys = answer(game, price, moves.Buy(player), player, deed=deed.key)
    leaves = prompt("buy.no" if game.edition.auctions else "buy.leave")
    declines = answer(game, leaves, moves.Decline(player), player, deed=deed.key)
    detail = prompt("buy.detail", player=player, cash=sum_of(game, game.players[player].cash))
    return Prompt(
        "buy",
        player,
        prompt("buy.lead", player=player),
        deed.name,
        detail,
        deed.key,
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
    lead, title = auction_lead(game, phase), lot_title(game, phase)
    return Prompt("auction", "", lead, title, detail, phase.deed, answers=(hammer(game, phase),))


def _to_draw(game: Game, phase: ToDraw) -> Prompt:
    """List the cards that can be drawn, by effect (CARD-1, FLOW-19)."""
    player, pack = phase.player, game.board.pack(game.edition.pack, Kind(phase.pack))
    answers = tuple(_card(game, player, pack[key]) for key in drawable(game, phase.pack))
    lead, title = prompt("draw.lead", player=player), pack_name(game.board, phase.pack)
    return Prompt("draw", player, lead, title, prompt("draw.detail"), answers=answers)


def _card(game: Game, player: str, drawn: Card) -> Answer:
    draws = answer(game, card(game.board, drawn), moves.DrawCard(player, drawn.key), player)
    face = CardFace(drawn.effect, card_in_a_word(game.board, drawn), card_title(drawn))
    return replace(draws, card=face)


def _card_throw(game: Game, phase: CardThrow) -> Prompt:
    """Ask for the throw of the utility card (FLOW-19)."""
    deed, lead = game.board.deeds[phase.deed], prompt("card_throw.lead", player=phase.player)
    detail = prompt("card_throw.detail", times=deed.rent[-1])
    return Prompt("card_throw", phase.player, lead, deed.name, detail, deed.key, wants_dice=True)


def _fine_or_chance(game: Game, phase: FineOrChance) -> Prompt:
    player, amount = phase.player, sum_of(game, phase.amount)
    pays = prompt("fine_or_chance.pay", amount=amount)
    takes = prompt("fine_or_chance.take")
    return Prompt(
        "fine_or_chance",
        player,
        prompt("fine_or_chance.lead", player=player),
        prompt("fine_or_chance.title"),
        prompt("fine_or_chance.detail", space=_space(game, player)),
        answers=(
            answer(game, pays, moves.PayFine(player), player, tone="out"),
            answer(game, takes, moves.TakeChance(player), player),
        ),
    )


def _tax_choice(game: Game, phase: TaxChoice) -> Prompt:
    """Ask for the income tax without revealing the ten percent (TAX-3)."""
    player, flat = phase.player, game.edition.flat_income_tax
    pays = prompt("tax.flat", amount=sum_of(game, flat))
    return Prompt(
        "tax",
        player,
        prompt("tax.lead", player=player),
        _space(game, player),
        prompt("tax.detail"),
        answers=(
            answer(game, pays, moves.PayFlatTax(player), player, tone="out"),
            unweighed(game, prompt("tax.tenth"), moves.PayTenPercent(player), player, "out"),
        ),
    )


def _over(game: Game, phase: Over) -> Prompt:
    key = "over.one" if len(phase.winners) == 1 else "over.many"
    title = prompt(key, winners=listed(phase.winners))
    return Prompt("over", "", prompt("over.lead"), title, "")


def _otherwise(game: Game, phase: Phase) -> Prompt:
    """Describe a phase that has no prompt of its own."""
    player = getattr(phase, "player", "")
    return Prompt("wait", player, prompt("wait.lead"), waiting(phase, game), "")


_PAGES: dict[type[Phase], Callable[[Game, Any], Prompt]] = {
    Opening: _opening,
    ToThrow: _to_throw,
    ToBuy: _to_buy,
    Auction: _auction,
    ToDraw: _to_draw,
    CardThrow: _card_throw,
    FineOrChance: _fine_or_chance,
    TaxChoice: _tax_choice,
    ToSettle: to_settle,
    Shortage: shortage,
    Placing: placing,
    ReceivedMortgages: received_mortgages,
    Over: _over,
}
