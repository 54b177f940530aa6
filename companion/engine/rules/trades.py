"""Trades: one open offer, checked when it is made and when it is accepted.

Boardwalk goes to Bob, a railroad and $250 to Ann:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     ruling: Ann owns Boardwalk; Bob owns Short Line
    ...     Ann offers Bob Boardwalk for Short Line, $250
    ...     Bob accepts
    ...     expect Bob owns Boardwalk
    ...     expect Ann $1750, Bob $1250
    ... ''')).faults
    ()
"""

from companion.engine import guards, valuation
from companion.engine.board import Deed
from companion.engine.draft import Draft
from companion.engine.events import (
    ClaimEnded,
    DebtEnded,
    DeedPassed,
    JailCardPassed,
    OfferEnded,
    OfferMade,
    Paid,
)
from companion.engine.moves import AcceptTrade, Goods, OfferTrade, RefuseTrade, WithdrawTrade
from companion.engine.obligations import Claim, Debt, Offer
from companion.engine.problems import Money
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import loans, mortgage, promises
from companion.engine.state import Game


def offer_trade(draft: Draft, move: OfferTrade) -> None:
    """Offer deeds, cash and jail cards for others, or for nothing (DEAL-1)."""
    offer = Offer(move.player, move.other, move.gives, move.wants)
    _check_when(draft.game, offer)
    if draft.game.offer:
        raise IllegalMove(Reason.OFFER_OPEN, player=draft.game.offer.player)
    _check_trade(draft.game, offer)
    draft.emit(OfferMade(offer))


def accept_trade(draft: Draft, move: AcceptTrade) -> None:
    """Accept the offer and exchange both sides (DEAL-1).

    The offer is checked again, because the position may have changed (FLOW-8).
    """
    offer = _open_offer(draft.game, move.player)
    _check_when(draft.game, offer)
    _check_trade(draft.game, offer)
    draft.emit(OfferEnded(offer, "accepted"))
    _exchange(draft, offer)
    # Pending questions are a stack: the last one asked is answered first. Ask in reverse, so that
    # the answers are in board order, whoever received the deeds (FLOW-9).
    for deed in reversed(_in_board_order(draft.game, (*offer.gives.deeds, *offer.wants.deeds))):
        mortgage.ask_about_mortgages(draft, draft.game.owner(deed.key), (deed,))


def refuse_trade(draft: Draft, move: RefuseTrade) -> None:
    """Refuse the open offer (FLOW-8)."""
    draft.emit(OfferEnded(_open_offer(draft.game, move.player), "refused"))


def withdraw_trade(draft: Draft, move: WithdrawTrade) -> None:
    """Withdraw one's own open offer (FLOW-8)."""
    offer = draft.game.offer
    if offer is None or offer.player != move.player:
        raise IllegalMove(Reason.NO_OFFER, player=move.player)
    draft.emit(OfferEnded(offer, "withdrawn"))


def _open_offer(game: Game, player: str) -> Offer:
    if game.offer is None or game.offer.other != player:
        raise IllegalMove(Reason.NO_OFFER, player=player)
    return game.offer


_NOTHING = Goods()


def _check_trade(game: Game, offer: Offer) -> None:
    for party in (offer.other,) if game.edition.superseded else (offer.player, offer.other):
        guards.at_the_table(game, AcceptTrade(party))
    if offer.player == offer.other or offer.gives == offer.wants == _NOTHING:
        raise IllegalMove(Reason.EMPTY_OFFER)
    _check_when(game, offer)
    for key in (*offer.gives.deeds, *offer.wants.deeds):
        mortgage.check_answered(game, key)
    sides = ((offer.player, offer.gives), (offer.other, offer.wants))
    for giver, goods in sides:
        _check_has(game, giver, goods)
    promises.check(game, offer.player, offer.gives, offer.wants)
    promises.check(game, offer.other, offer.wants, offer.gives)
    loans.check(game, offer.player, offer.other, offer.gives, offer.wants)
    loans.check(game, offer.other, offer.player, offer.wants, offer.gives)
    for giver, other, goods in (
        (offer.player, offer.other, offer.gives),
        (offer.other, offer.player, offer.wants),
    ):
        if goods.debt and not owed(game, other, giver):
            raise IllegalMove(Reason.NOTHING_OWED, player=other, other=giver)
    for other, goods in ((offer.other, offer.gives), (offer.player, offer.wants)):
        for key in goods.deeds:
            guards.secures_nothing(game, key, but_to=other)
            guards.group_carries_nothing(game, key, Reason.DEAL_OF_BUILT_GROUP)
    for giver, goods in sides:
        guards.can_pay(game, giver, goods.cash, Reason.CANNOT_AFFORD_DEAL)
    for party, gives, gets in (
        (offer.player, offer.gives, offer.wants),
        (offer.other, offer.wants, offer.gives),
    ):
        due = _interest(game, gets)
        cash = game.players[party].cash - gives.cash + gets.cash
        guards.has_cash(cash, party, due, Reason.CANNOT_PAY_INTEREST)
        if debt := game.debt_of(party):
            _check_debtors_deal(game, offer, debt, due)


def _check_when(game: Game, offer: Offer) -> None:
    """Require, where house rules do, a party with the dice and none in jail (HOUSE-13, HOUSE-14).

    A debtor may at any time make the deal that brings the cash for the oldest debt, or releases it.
    """
    rules = game.edition
    if (not rules.trade_on_turn and rules.trade_in_jail) or _settles_debt(game, offer):
        return
    parties = (offer.player, offer.other)
    guards.at_the_table(game, AcceptTrade(offer.other))
    if rules.trade_on_turn and not any(guards.has_turn(game, name) for name in parties):
        raise IllegalMove(Reason.TRADE_ON_TURN, player=offer.player, other=offer.other)
    for name in () if rules.trade_in_jail else parties:
        if game.players[name].jail_turn:
            raise IllegalMove(Reason.TRADE_IN_JAIL, player=name)


def _settles_debt(game: Game, offer: Offer) -> bool:
    """Return True if the deal lets a party pay the oldest debt, or releases it."""
    for debtor, other, gives, gets in (
        (offer.player, offer.other, offer.gives, offer.wants),
        (offer.other, offer.player, offer.wants, offer.gives),
    ):
        if debt := game.debt_of(debtor):
            cash = game.players[debtor].cash
            if cash < debt.amount <= cash - gives.cash + gets.cash:
                return True
            if gets.debt and debt.creditor == other:
                return True
    return False


def lapse_offer(draft: Draft, before: Game) -> None:
    """End an offer from before the dice passed, or before a party went to jail.

    House rules have it so (HOUSE-13, HOUSE-14).
    """
    offer, game = draft.game.offer, draft.game
    if offer is None or before.offer is None:
        return
    pairs = zip(before.players.values(), game.players.values(), strict=False)
    jailed = [now.name for was, now in pairs if now.jail_turn and not was.jail_turn]
    passed = game.edition.trade_on_turn and before.turn.number != game.turn.number
    sits = not game.edition.trade_in_jail and {offer.player, offer.other} & {*jailed}
    if passed or sits:
        draft.emit(OfferEnded(offer, "void"))


def _check_debtors_deal(game: Game, offer: Offer, debt: Debt, due: int) -> None:
    """Raise IllegalMove if a debtor trades away what is the creditor's (FLOW-8).

    A debtor who still owes something may not get poorer; the interest ``due`` on received mortgages
    counts (MORT-5). Whoever cannot raise the oldest debt has to be able to after the deal, or to be
    released from it: mortgaged deeds and jail cards raise nothing, but they are the creditor's as
    well (BANK-2).
    """
    debtor, after = debt.debtor, Draft(game)
    _exchange(after, offer)
    if after.game.debt_of(debtor) is None:
        return
    can_raise, is_owed = valuation.can_raise(after.game, debtor), debt in after.game.debts
    if is_owed and can_raise < debt.amount and not game.edition.superseded:
        raise IllegalMove(
            Reason.DEAL_SAVES_NOBODY,
            player=debtor,
            creditor=debt.creditor,
            amount=Money(debt.amount),
            can_raise=Money(can_raise),
            short=Money(debt.amount - can_raise),
        )
    if can_raise - due < valuation.can_raise(game, debtor):
        raise IllegalMove(Reason.DEAL_WEAKENS_DEBTOR, player=debtor)


def owed(game: Game, payer: str, payee: str) -> list[Debt | Claim]:
    """Return the debts and the open claims of ``payee`` on ``payer``, in their order (FLOW-8)."""
    debts = [d for d in game.debts if (d.debtor, d.creditor) == (payer, payee)]
    return [*debts, *(c for c in game.claims if (c.payer, c.owner) == (payer, payee))]


def _check_has(game: Game, giver: str, goods: Goods) -> None:
    for key in goods.deeds:
        guards.owns(game, giver, key, Reason.NOT_YOURS_TO_DEAL)
    if len(set(goods.deeds)) < len(goods.deeds):
        raise IllegalMove(Reason.NOT_YOURS_TO_DEAL, player=giver, deed=goods.deeds[0])
    held = list(game.players[giver].jail_cards)
    for pack in sorted(goods.jail_cards, reverse=True):
        if not held or (pack and pack not in held):
            raise IllegalMove(Reason.NOT_YOURS_TO_DEAL, player=giver)
        held.remove(pack or held[0])


def _exchange(draft: Draft, offer: Offer) -> None:
    # Resolve unnamed cards and loans first: the result depends on those before the exchange.
    parties = (
        (offer.player, offer.other, offer.gives),
        (offer.other, offer.player, offer.wants),
    )
    cards = [_resolve_cards(draft.game, giver, goods) for giver, _, goods in parties]
    of_loans = [loans.dealt(draft.game, *party) for party in parties]
    for (giver, receiver, goods), packs, dealt in zip(parties, cards, of_loans, strict=True):
        if goods.cash:
            draft.emit(Paid(giver, receiver, goods.cash, "deal"))
        for deed in _in_board_order(draft.game, goods.deeds):
            draft.emit(DeedPassed(deed.key, giver, receiver))
        for pack in packs:
            draft.emit(JailCardPassed(pack, giver, receiver))
        promises.make(draft, giver, receiver, goods)
        draft.emit(*dealt)
        for due in owed(draft.game, receiver, giver) if goods.debt else ():
            if isinstance(due, Claim):
                draft.emit(ClaimEnded(due, "released"))
            else:
                draft.emit(DebtEnded(due, "released"))
    loans.free_deeds(draft)
    for giver, receiver, goods in parties:
        loans.make(draft, giver, receiver, goods)


def _resolve_cards(game: Game, giver: str, goods: Goods) -> list[str]:
    """Return the packs of the jail cards, unnamed ones resolved (FLOW-8).

    An unnamed card is the Chance card, unless the offer names it or the giver has not got it.
    """
    free = [pack for pack in game.players[giver].jail_cards if pack not in goods.jail_cards]
    return [pack or free.pop(0) for pack in goods.jail_cards]


def _in_board_order(game: Game, keys: tuple[str, ...]) -> list[Deed]:
    return sorted((game.board.deeds[key] for key in keys), key=lambda deed: deed.position)


def _interest(game: Game, goods: Goods) -> int:
    """Return a tenth of every mortgage in the goods (MORT-5)."""
    deeds = (game.board.deeds[key] for key in goods.deeds if game.holdings[key].mortgaged)
    return sum(valuation.interest(game, deed) for deed in deeds)
