"""Mortgages: money from the bank on a deed, and what a new owner does about one."""

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


def mortgages(draft: Draft, move: Mortgage) -> None:
    """MORT-1, MORT-2: half the price, once the whole group carries nothing."""
    deed = draft.game.board.deeds[move.deed]
    _is_not_under_the_hammer(draft.game, move.deed)
    guards.owns(draft.game, move.player, move.deed, Reason.NOT_YOUR_DEED)
    if draft.game.holdings[move.deed].mortgaged:
        raise IllegalMove(Reason.ALREADY_MORTGAGED, deed=move.deed)
    guards.group_carries_nothing(draft.game, move.deed, Reason.GROUP_BUILT)
    draft.emit(
        MortgageChanged(move.deed, True),
        Paid(BANK, move.player, deed.mortgage, "mortgage", move.deed),
    )


@cached_per_player
def mortgageable(game: Game, player: str) -> tuple[Deed, ...]:
    """MORT-1, MORT-2: what ``player`` may mortgage, unless it is under the hammer."""
    held, built = game.holdings, game.holdings.buildings
    bare = [deed for deed in game.deeds_of(player) if deed.group not in built]
    return tuple(deed for deed in bare if not held[deed.key].mortgaged)


def _is_not_under_the_hammer(game: Game, key: str) -> None:
    """FLOW-10: what a debtor has put up is no longer the debtor's to mortgage."""
    if isinstance(game.phase, Auction) and game.phase.deed == key:
        raise IllegalMove(Reason.NOT_NOW, phase=game.phase)


def lifts(draft: Draft, move: Unmortgage) -> None:
    """MORT-3: the principal and a tenth; also the answer to a mortgage received (MORT-5)."""
    game = draft.game
    deed = game.board.deeds[move.deed]
    guards.owes_nothing(game, move.player)
    guards.owns(game, move.player, move.deed, Reason.NOT_YOUR_DEED)
    if not game.holdings[move.deed].mortgaged:
        raise IllegalMove(Reason.NOT_MORTGAGED, deed=move.deed)
    received = _must_answer(draft, move.player, move.deed)
    tenth = _tenth_due(game, deed)
    cost = deed.mortgage + tenth
    guards.can_pay(game, move.player, cost, Reason.CANNOT_AFFORD_LIFT, deed=move.deed)
    if received:
        draft.emit(MortgageAnswered(move.player, move.deed))
    draft.emit(Paid(move.player, BANK, deed.mortgage, "lift", move.deed))
    if tenth:
        draft.emit(Paid(move.player, BANK, tenth, "interest", move.deed))
    draft.emit(MortgageChanged(move.deed, False))


def lifting_costs(game: Game, deed: Deed) -> int:
    """Return the principal and the tenth that is due on it (MORT-3, FLOW-9)."""
    return deed.mortgage + _tenth_due(game, deed)


def _tenth_due(game: Game, deed: Deed) -> int:
    """Return the interest on lifting; a bankrupt's mortgage was paid for when it was kept."""
    kept = _came_from_a_bankrupt(game, deed.key) and not _will_be_asked(game, deed.key)
    return 0 if kept else valuation.interest(game, deed)


def _came_from_a_bankrupt(game: Game, key: str) -> bool:
    """Return True if the loan came that way, and the dice have not been thrown since (FLOW-9)."""
    rules = game.edition
    if not game.bankruptcies or not rules.lifts_for_principal or rules.superseded:
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


def keeps_mortgage(draft: Draft, move: KeepMortgage) -> None:
    """MORT-5: the tenth now; lifting later costs it again (FLOW-9)."""
    if not _must_answer(draft, move.player, move.deed):
        raise IllegalMove(Reason.NO_RECEIVED_MORTGAGE, player=move.player, deed=move.deed)
    draft.emit(MortgageAnswered(move.player, move.deed))
    deed = draft.game.board.deeds[move.deed]
    charge(draft, move.player, BANK, valuation.interest(draft.game, deed), "interest", move.deed)


def keep_all(draft: Draft, player: str, deeds: Sequence[Deed]) -> None:
    """Take the tenth of each mortgage, as far as the cash goes (BANK-3, FLOW-21)."""
    for deed in deeds:
        if draft.game.holdings[deed.key].mortgaged:
            tenth = min(valuation.interest(draft.game, deed), draft.game.players[player].cash)
            if tenth:
                draft.emit(Paid(player, BANK, tenth, "interest", deed.key))


def received(draft: Draft, player: str, deeds: Sequence[Deed]) -> None:
    """FLOW-9: ``player`` answers for those of ``deeds`` that are mortgaged, in board order."""
    keys = tuple(deed.key for deed in deeds if draft.game.holdings[deed.key].mortgaged)
    if keys:
        draft.emit(Asked(ReceivedMortgages(player, keys)))


def is_answered(game: Game, key: str) -> None:
    """MORT-5: whoever has received a mortgage answers for it before the deed goes on."""
    if phase := _will_be_asked(game, key):
        raise IllegalMove(Reason.ANSWER_FIRST, phase=phase)


def _must_answer(draft: Draft, player: str, key: str) -> bool:
    """Whether the deed is the one asked about now; one that is asked about later has to wait."""
    if _is_asked(draft.game, player, key):
        return True
    if _will_be_asked(draft.game, key):
        raise IllegalMove(Reason.NO_RECEIVED_MORTGAGE, player=player, deed=key)
    return False


def _is_asked(game: Game, player: str, key: str) -> bool:
    phase = game.phase
    return isinstance(phase, ReceivedMortgages) and (phase.player, phase.deeds[0]) == (player, key)


def _will_be_asked(game: Game, key: str) -> ReceivedMortgages | None:
    for phase in game.pending:
        if isinstance(phase, ReceivedMortgages) and key in phase.deeds:
            return phase
    return None
