"""Mortgages: borrowing on a deed, repaying, and mortgages received with a deed.

Boardwalk costs $400: it brings $200, and $220 pay that back with a tenth:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     ruling: Ann owns Boardwalk
    ...     Ann mortgages Boardwalk
    ...     expect Ann $1700
    ...     Ann lifts Boardwalk
    ...     expect Ann $1480
    ... ''')).faults
    ()
"""

from collections.abc import Sequence

from companion.engine import guards, valuation
from companion.engine.board import Deed
from companion.engine.draft import Draft
from companion.engine.events import (
    Asked,
    CardThrown,
    DeedPassed,
    MortgageAnswered,
    MortgageChanged,
    Paid,
    PlayerOut,
    Thrown,
)
from companion.engine.memo import cached_per_player
from companion.engine.moves import KeepMortgage, Mortgage, Unmortgage
from companion.engine.phases import Auction, ReceivedMortgages
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules.debts import charge
from companion.engine.state import BANK, Game


def mortgage(draft: Draft, move: Mortgage) -> None:
    """Borrow half the price on a deed (MORT-1, MORT-2).

    Its whole group has to be free of buildings.
    """
    deed = draft.game.board.deeds[move.deed]
    _check_not_auctioned(draft.game, move.deed)
    guards.owns(draft.game, move.player, move.deed, Reason.NOT_YOUR_DEED)
    if draft.game.holdings[move.deed].mortgaged:
        raise IllegalMove(Reason.ALREADY_MORTGAGED, deed=move.deed)
    guards.secures_nothing(draft.game, move.deed)
    guards.group_carries_nothing(draft.game, move.deed, Reason.GROUP_BUILT)
    draft.emit(
        MortgageChanged(move.deed, True),
        Paid(BANK, move.player, deed.mortgage, "mortgage", move.deed),
    )


@cached_per_player
def mortgageable(game: Game, player: str) -> tuple[Deed, ...]:
    """Return the deeds that ``player`` may mortgage (MORT-1, MORT-2).

    A deed that is being auctioned, or secures a loan, is included, although it cannot be mortgaged
    now.
    """
    holdings, built = game.holdings, game.holdings.buildings
    bare = [deed for deed in game.deeds_of(player) if deed.group not in built]
    return tuple(deed for deed in bare if not holdings[deed.key].mortgaged)


def _check_not_auctioned(game: Game, key: str) -> None:
    """Raise IllegalMove if the debtor has put the deed up for auction (FLOW-10)."""
    if isinstance(game.phase, Auction) and game.phase.deed == key:
        raise IllegalMove(Reason.NOT_NOW)


def unmortgage(draft: Draft, move: Unmortgage) -> None:
    """Repay the principal and a tenth (MORT-3).

    The move also answers for a mortgage received with a deed (MORT-5).
    """
    game = draft.game
    deed = game.board.deeds[move.deed]
    guards.owes_nothing(game, move.player)
    guards.owns(game, move.player, move.deed, Reason.NOT_YOUR_DEED)
    if not game.holdings[move.deed].mortgaged:
        raise IllegalMove(Reason.NOT_MORTGAGED, deed=move.deed)
    received = _must_answer(draft, move.player, move.deed)
    tenth = _interest_due(game, deed)
    cost = deed.mortgage + tenth
    guards.can_pay(game, move.player, cost, Reason.CANNOT_AFFORD_LIFT, deed=move.deed)
    if received:
        draft.emit(MortgageAnswered(move.player, move.deed))
    draft.emit(Paid(move.player, BANK, deed.mortgage, "lift", move.deed))
    if tenth:
        draft.emit(Paid(move.player, BANK, tenth, "interest", move.deed))
    draft.emit(MortgageChanged(move.deed, False))


def unmortgage_cost(game: Game, deed: Deed) -> int:
    """Return the principal and the tenth that is due on it (MORT-3, FLOW-9)."""
    return deed.mortgage + _interest_due(game, deed)


def _interest_due(game: Game, deed: Deed) -> int:
    """Return the interest on repaying the loan (MORT-3).

    The tenth on a bankrupt's mortgage was paid when the creditor kept it.
    """
    kept = _came_from_bankrupt(game, deed.key) and not _pending_question(game, deed.key)
    return 0 if kept else valuation.interest(game, deed)


def _came_from_bankrupt(game: Game, key: str) -> bool:
    """Return True if a bankrupt's deed came in this turn (FLOW-9).

    The search ends at the last roll: from then on the tenth is due again.
    """
    rules = game.edition
    if not game.bankruptcies or not rules.lifts_for_principal or rules.superseded > 1:
        return False
    while past := game.past:
        for event in reversed(past.events):
            match event:
                case Thrown() | CardThrown():
                    return False
                case MortgageChanged(deed=deed) if deed == key:
                    return False
                case DeedPassed(deed=deed, giver=giver) if deed == key:
                    return PlayerOut(giver, bankrupt=True) in past.events
        game = past.before
    return False


def keep_mortgage(draft: Draft, move: KeepMortgage) -> None:
    """Pay the tenth on a mortgage received and keep the loan (MORT-5).

    Repaying the loan later costs the tenth again (FLOW-9).
    """
    if not _must_answer(draft, move.player, move.deed):
        raise IllegalMove(Reason.NO_RECEIVED_MORTGAGE, player=move.player, deed=move.deed)
    draft.emit(MortgageAnswered(move.player, move.deed))
    deed = draft.game.board.deeds[move.deed]
    charge(draft, move.player, BANK, valuation.interest(draft.game, deed), "interest", move.deed)


def keep_all_mortgages(draft: Draft, player: str, deeds: Sequence[Deed]) -> None:
    """Charge the tenth of each mortgage that the cash covers (BANK-3, FLOW-21).

    A tenth that cannot be paid would become a debt (FLOW-9), which ends with the game.
    """
    for deed in deeds:
        tenth = valuation.interest(draft.game, deed)
        if draft.game.holdings[deed.key].mortgaged and tenth <= draft.game.players[player].cash:
            draft.emit(Paid(player, BANK, tenth, "interest", deed.key))


def ask_about_mortgages(draft: Draft, player: str, deeds: Sequence[Deed]) -> None:
    """Ask ``player`` about the mortgaged ones of ``deeds``, in that order (FLOW-9)."""
    keys = tuple(deed.key for deed in deeds if draft.game.holdings[deed.key].mortgaged)
    if keys:
        draft.emit(Asked(ReceivedMortgages(player, keys)))


def check_answered(game: Game, key: str) -> None:
    """Raise IllegalMove if the deed's mortgage waits for an answer (MORT-5).

    Whoever receives a mortgage answers for it before the deed can change hands again. The question
    can be below a debt: the refusal names the phase that it waits for.
    """
    if phase := _pending_question(game, key):
        raise IllegalMove(Reason.ANSWER_FIRST, phase=phase)


def _must_answer(draft: Draft, player: str, key: str) -> bool:
    """Return True if the deed's mortgage is the one asked about now.

    Raises IllegalMove if other mortgages have to be answered for first.
    """
    if _is_asked(draft.game, player, key):
        return True
    if _pending_question(draft.game, key):
        raise IllegalMove(Reason.NO_RECEIVED_MORTGAGE, player=player, deed=key)
    return False


def _is_asked(game: Game, player: str, key: str) -> bool:
    phase = game.phase
    return isinstance(phase, ReceivedMortgages) and (phase.player, phase.deeds[0]) == (player, key)


def _pending_question(game: Game, key: str) -> ReceivedMortgages | None:
    for phase in game.pending:
        if isinstance(phase, ReceivedMortgages) and key in phase.deeds:
            return phase
    return None
