"""Leaving the game, by bankruptcy or by choice, and who wins.

Ann has $15 and could raise $30, which is less than the rent of $50. Bob gets everything:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     ruling: Ann owns Baltic Avenue; Ann has $15; Ann stands on Short Line
    ...     ruling: Bob owns Boardwalk
    ...     Ann throws 1 3
    ...     Bob collects rent
    ...     expect Ann owes Bob $50
    ...     Ann goes bankrupt
    ...     expect Bob owns Baltic Avenue
    ...     expect Bob $1515
    ...     expect winner Bob
    ... ''')).faults
    ()
"""

from collections.abc import Sequence

from companion.engine import valuation
from companion.engine.board import Deed
from companion.engine.draft import Draft
from companion.engine.events import (
    Answered,
    Asked,
    BuildingsChanged,
    ClaimEnded,
    DebtEnded,
    DebtPassed,
    DeedPassed,
    GameEnded,
    JailCardPassed,
    LastRoundBegan,
    OfferEnded,
    Paid,
    PlayerOut,
)
from companion.engine.moves import DeclareBankruptcy, EndByTime, LeaveGame
from companion.engine.obligations import Offer
from companion.engine.phases import Auction, Over, ToBuy, ToThrow
from companion.engine.problems import Money
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import auction, building, loans, mortgage
from companion.engine.state import BANK, POT, Game

LAST_BANKRUPTCY = {"second-bankruptcy": 2, "short": 2}
"""Number of the bankruptcy that ends a quick game (QUICK-2, QUICK-3)."""


def declare_bankruptcy(draft: Draft, move: DeclareBankruptcy) -> None:
    """Go bankrupt, if the oldest debt exceeds all that can be raised (BANK-1, FLOW-3)."""
    due = [debt.amount for debt in draft.game.debts if debt.debtor == move.player]
    owed = sum(due if draft.game.edition.superseded else due[:1])
    raisable = valuation.can_raise(draft.game, move.player)
    if owed <= raisable:
        sums = {"amount": Money(owed), "can_raise": Money(raisable)}
        raise IllegalMove(Reason.NOT_BANKRUPT, player=move.player, **sums)
    _go_bankrupt(draft, move.player)


def leave_game(draft: Draft, move: LeaveGame) -> None:
    """Leave the game (TABLE-3, FLOW-13).

    A debtor goes bankrupt; anybody else returns everything to the bank. An auction in progress
    ends before the auctions of what the player leaves behind.
    """
    phase = draft.game.phase
    if not isinstance(phase, Auction):
        _give_up(draft, move.player)
        return
    _check_may_leave(phase, move.player)
    # Take the current auction off the stack and put it back on top: it ends before the new ones.
    draft.emit(Answered())
    _give_up(draft, move.player)
    if not isinstance(draft.game.phase, Over):
        draft.emit(Asked(phase))
        auction.close_when_all_others_passed(draft)


def free_to_leave(game: Game) -> list[str]:
    """List the players who may leave now (FLOW-13).

    The high bidder and the seller of an auction have to stay until it ends.
    """
    phase = game.phase
    stay = (phase.bidder, phase.seller) if isinstance(phase, Auction) else ()
    return [name for name in game.in_play() if name not in stay]


def _check_may_leave(phase: Auction, player: str) -> None:
    if phase.bidder == player:
        raise IllegalMove(Reason.HIGH_BIDDER_STAYS, player=player)
    if phase.seller == player:
        raise IllegalMove(Reason.NOT_NOW)


def _give_up(draft: Draft, player: str) -> None:
    if draft.game.debt_of(player):
        _go_bankrupt(draft, player)
        return
    secured = _hand_over_secured(draft, player)
    end_obligations(draft, player)
    if draft.game.edition.ruined_deeds == "bank":
        _return_deeds(draft, player, BANK)
    else:
        _transfer_to_bank(draft, player)
    _ask_about_secured(draft, secured)
    _remove_player(draft, player, bankrupt=False)


def end_by_time(draft: Draft, move: EndByTime) -> None:
    """End the game for the richest player (TABLE-7, FLOW-16).

    No answer may be pending. A house rule lets everybody finish the round, unless all have had as
    many turns; said again, it ends the game at once (HOUSE-18).
    """
    game = draft.game
    if not isinstance(game.phase, ToThrow):
        raise IllegalMove(Reason.NOT_YET_TIME)
    is_told = game.rounds is None or game.rounds.is_last
    if game.edition.last_round and not (is_told or _is_between_rounds(game)):
        draft.emit(LastRoundBegan())
    else:
        draft.emit(GameEnded(richest(game)))


def _is_between_rounds(game: Game) -> bool:
    """Return True if the first player of a round has the dice and has not rolled."""
    assert game.rounds is not None
    starter = game.rounds.starter
    first = game.left_of(starter)[0] if game.players[starter].out else starter
    return game.turn.player == first and game.turn.dice is None


def richest(game: Game) -> tuple[str, ...]:
    """Return the players of the highest worth, who share the win (QUICK-4, FLOW-16)."""
    worth = {name: valuation.final_worth(game, name) for name in game.in_play()}
    return tuple(name for name, amount in worth.items() if amount == max(worth.values()))


def _go_bankrupt(draft: Draft, player: str) -> None:
    """Hand everything to the creditor of the oldest debt and void the others (FLOW-3).

    The last bankruptcy of a quick game also ends it for the richest player (QUICK-2, QUICK-3).
    """
    debt = draft.game.debt_of(player)
    assert debt is not None
    creditor = debt.creditor if debt.creditor != POT else BANK
    setup = draft.game.setup
    last = draft.game.bankruptcies + 1 == LAST_BANKRUPTCY.get(setup.game)
    if setup.edition.superseded < 2:
        _pass_debts_on(draft, player, creditor)
    loans.pass_on(draft, player, creditor)
    secured = _hand_over_secured(draft, player)
    if last and setup.game != "short":
        for lender, deed in secured:
            mortgage.keep_all_mortgages(draft, lender, (deed,))
    end_obligations(draft, player)
    if setup.edition.ruined_deeds == "bank":
        _return_deeds(draft, player, creditor)
    elif last and (setup.game == "short" or setup.edition.superseded > 1):
        _transfer_unsold(draft, player, creditor)
    elif creditor == BANK:
        _transfer_to_bank(draft, player, over=last)
    else:
        _transfer_to_creditor(draft, player, creditor, over=last)
    if not last:
        _ask_about_secured(draft, secured)
    _remove_player(draft, player, bankrupt=True, over=last)
    if last and len(draft.game.in_play()) > 1:
        loans.end_all(draft)
        draft.emit(GameEnded(richest(draft.game)))


def _hand_over_secured(draft: Draft, player: str) -> list[tuple[str, Deed]]:
    """Pass each secured deed to its lender before anything else, and list both (HOUSE-7).

    The buildings of its group are sold before.
    """
    game = draft.game
    secured = loans.securities(game, player)
    for group in dict.fromkeys(deed.group for _, deed in secured):
        building.sell_everything(draft, player, group)
    for lender, deed in secured:
        draft.emit(DeedPassed(deed.key, player, lender))
    return secured


def _ask_about_secured(draft: Draft, secured: Sequence[tuple[str, Deed]]) -> None:
    """Ask the lenders about the mortgages of the deeds that they got, the first one first."""
    for lender, deed in reversed(secured):
        mortgage.ask_about_mortgages(draft, lender, (deed,))


def _remove_player(draft: Draft, player: str, bankrupt: bool, over: bool = False) -> None:
    """Take the player out; the last one left wins (BANK-5, FLOW-18).

    Unless the game is ``over``, a deed that the player has neither bought nor declined is auctioned
    before what the player leaves behind (FLOW-13).
    """
    unanswered = [p for p in draft.game.pending if isinstance(p, ToBuy) and p.player == player]
    draft.emit(PlayerOut(player, bankrupt))
    if len(draft.game.in_play()) == 1:
        draft.emit(GameEnded(tuple(draft.game.in_play())))
    elif _auctions_estates(draft.game) and not draft.game.edition.superseded and not over:
        # On top of the stack of pending questions, so it is the next to be answered.
        draft.emit(*(Asked(Auction(deed=purchase.deed)) for purchase in unanswered))


def _auctions_estates(game: Game) -> bool:
    """Return True if the bank auctions what a player leaves (BANK-4, HOUSE-12)."""
    return game.edition.auctions and game.edition.ruined_deeds == "creditor"


def _pass_debts_on(draft: Draft, player: str, creditor: str) -> None:
    """Make the creditor the payee of what others owe the bankrupt (FLOW-3).

    Each debt keeps its place in the order of payment.
    """
    for debt in draft.game.debts:
        if debt.creditor == player and debt.debtor != creditor:
            draft.emit(DebtPassed(debt, creditor))


def end_obligations(draft: Draft, player: str, offers: bool = True) -> None:
    """End the debts, claims, loans and offers in which the player takes part (FLOW-3, FLOW-8).

    Every way out of the game passes here. ``promises.follow_deeds`` ends the promises.
    """
    for debt in draft.game.debts:
        if player in (debt.debtor, debt.creditor):
            draft.emit(DebtEnded(debt, "void"))
    for claim in draft.game.claims:
        if player in (claim.owner, claim.payer):
            draft.emit(ClaimEnded(claim, "void"))
    loans.end_all(draft, player)
    offer = draft.game.offer
    if offers and offer and player in _parties(offer):
        draft.emit(OfferEnded(offer, "void"))


def _parties(offer: Offer) -> tuple[str, ...]:
    """Return the parties of an offer, and whose loans are in it."""
    return offer.player, offer.other, *offer.gives.loans_of, *offer.wants.loans_of


def _transfer_to_creditor(draft: Draft, player: str, creditor: str, over: bool) -> None:
    """Sell the buildings at half price and hand over the rest (BANK-2, BANK-3).

    The creditor receives cash, cards and deeds, and decides about each mortgage. If the game is
    ``over``, the creditor keeps all mortgages (FLOW-21).
    """
    building.sell_everything(draft, player)
    deeds = draft.game.deeds_of(player)
    _hand_over(draft, player, creditor, deeds)
    if over:
        mortgage.keep_all_mortgages(draft, creditor, deeds)
    else:
        mortgage.ask_about_mortgages(draft, creditor, deeds)


def _transfer_to_bank(draft: Draft, player: str, over: bool = False) -> None:
    """Return everything to the bank, which auctions the deeds (BANK-4).

    The deeds are free of mortgage. In 1935 the bank also auctions the jail cards. Nothing is
    auctioned if the game is ``over`` (FLOW-21).
    """
    building.sell_everything(draft, player)
    deeds = draft.game.deeds_of(player)
    cards = draft.game.players[player].jail_cards
    _hand_over(draft, player, BANK, deeds)
    auctioned = cards if draft.game.edition.jail_cards_auctioned else ()
    lots = [Auction(deed=deed.key) for deed in deeds]
    lots += [Auction(jail_card=pack) for pack in auctioned]
    # Pending questions are a stack: the last one asked is answered first. Ask in reverse, so that
    # the auctions run in board order, jail cards last (FLOW-5).
    for lot in reversed(lots if draft.game.edition.auctions and not over else []):
        draft.emit(Asked(lot))


def _return_deeds(draft: Draft, player: str, creditor: str) -> None:
    """Hand over cash and cards, and return the deeds to the bank, for sale again (HOUSE-12)."""
    building.sell_everything(draft, player)
    for deed in draft.game.deeds_of(player):
        draft.emit(DeedPassed(deed.key, player, BANK))
    _hand_over(draft, player, creditor, ())


def _transfer_unsold(draft: Draft, player: str, creditor: str) -> None:
    """Hand over the deeds with their buildings (FLOW-21).

    No interest is due and nothing is auctioned.
    """
    deeds = draft.game.deeds_of(player)
    if creditor == BANK:
        for deed in deeds:
            if before := draft.game.holdings[deed.key].buildings:
                draft.emit(BuildingsChanged(deed.key, before, 0))
    _hand_over(draft, player, creditor, deeds)


def _hand_over(draft: Draft, player: str, receiver: str, deeds: Sequence[Deed]) -> None:
    estate = draft.game.players[player]
    if estate.cash:
        draft.emit(Paid(player, receiver, estate.cash, "estate"))
    for deed in deeds:
        draft.emit(DeedPassed(deed.key, player, receiver))
    for pack in estate.jail_cards:
        draft.emit(JailCardPassed(pack, player, receiver))
