"""``decide``: turn a move into events by the rule for its class, or refuse it.

1. A refused move raises IllegalMove and changes nothing.
2. The events of a legal move lead to a position in which somebody must act: whatever follows
   without a decision belongs to the same move.

Ann buys for $60, and Bob gets the dice:

    >>> from companion.engine import apply, decide, moves, play
    >>> from companion.engine.notation import check, parse_record
    >>> game = check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     Ann throws 1 2
    ... ''')).game
    >>> events = decide(game, moves.Buy("Ann"))
    >>> [event.__class__.__name__ for event in events]
    ['Answered', 'Paid', 'DeedPassed', 'TurnBegan']
    >>> events[1]
    Paid(payer='Ann', payee='bank', amount=60, why='price', deed='baltic-avenue')
    >>> apply(game, events) == play(game, moves.Buy("Ann"))
    True
"""

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine import guards, moves
from companion.engine.draft import Draft, DryRun, IsLegal
from companion.engine.events import Event, Reversed, Undone
from companion.engine.evolve import APPLY
from companion.engine.moves import Move
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import (
    auction,
    bankruptcy,
    building,
    cards,
    debts,
    deeds,
    jail,
    loans,
    mortgage,
    rent,
    rent_in_deeds,
    rulings,
    shortage,
    taxes,
    trades,
    turn,
)
from companion.engine.state import Game, Past

RULES: dict[type[Move], Callable[[Draft, Any], None]] = {
    moves.RollForStart: turn.roll_for_start,
    moves.Roll: turn.roll,
    moves.Buy: deeds.buy,
    moves.Decline: deeds.decline,
    moves.Bid: auction.bid,
    moves.Pass: auction.pass_,
    moves.CloseAuction: auction.close_auction,
    moves.CollectRent: rent.collect_rent,
    moves.PayDebt: debts.pay_debt,
    moves.DrawCard: cards.draw_card,
    moves.TakeChance: cards.take_chance,
    moves.PayFlatTax: taxes.pay_flat_tax,
    moves.PayTenPercent: taxes.pay_ten_percent,
    moves.PayFine: jail.pay_fine,
    moves.UseJailCard: jail.use_jail_card,
    moves.Build: building.build,
    moves.ClaimBuilding: shortage.claim_building,
    moves.WaiveBuilding: shortage.waive_building,
    moves.PlaceBuilding: shortage.place_building,
    moves.Sell: building.sell,
    moves.SellHotels: building.sell_hotels,
    moves.SellDown: building.sell_down,
    moves.SellDeed: deeds.sell_deed,
    moves.Mortgage: mortgage.mortgage,
    moves.Unmortgage: mortgage.unmortgage,
    moves.KeepMortgage: mortgage.keep_mortgage,
    moves.OfferTrade: trades.offer_trade,
    moves.AcceptTrade: trades.accept_trade,
    moves.RefuseTrade: trades.refuse_trade,
    moves.WithdrawTrade: trades.withdraw_trade,
    moves.PayOff: loans.pay_off,
    moves.HandOverDeed: rent_in_deeds.hand_over_deed,
    moves.PutUpDeed: rent_in_deeds.put_up_deed,
    moves.DeclareBankruptcy: bankruptcy.declare_bankruptcy,
    moves.LeaveGame: bankruptcy.leave_game,
    moves.EndByTime: bankruptcy.end_by_time,
    moves.Rule: rulings.rule,
}


def decide(game: Game, move: Move) -> tuple[Event, ...]:
    """Return the events of ``move``. Raises IllegalMove if the rules refuse it."""
    return outcome(game, move)[0]


def play(game: Game, move: Move) -> Game:
    """Return the position after ``move``. Raises IllegalMove if the rules refuse it."""
    return outcome(game, move)[1]


def outcome(game: Game, move: Move) -> tuple[tuple[Event, ...], Game]:
    """Return the events of ``move`` and the position after them.

    The position is the one that ``apply`` would compute from the events. Raises IllegalMove if
    the rules refuse the move.
    """
    if isinstance(move, moves.Undo):
        events = _undo(game, move)
        return events, apply(game, events)
    draft = Draft(game)
    _run_rule(draft, move)
    turn.carry_on(draft)
    if draft.game.offer:
        trades.lapse_offer(draft, game)
    events = tuple(draft.events)
    draft.game.past = Past(game, events)
    return events, draft.game


def apply(game: Game, events: tuple[Event, ...]) -> Game:
    """Return the position after the events of one move, which can then be undone."""
    after = game.copy()
    for event in events:
        APPLY[event.__class__](after, event)
    if not (events and isinstance(events[0], Undone)):
        after.past = Past(game, events)
    return after


def replay(game: Game, moves_events: Iterable[tuple[Event, ...]]) -> Game:
    """Return the position after the recorded events of several moves."""
    for events in moves_events:
        game = apply(game, events)
    return game


def refusal(game: Game, move: Move) -> IllegalMove | None:
    """Return the reason why ``move`` is not legal now, or None if it is."""
    try:
        if isinstance(move, _NO_DRY_RUN):
            decide(game, move)
        else:
            _run_rule(DryRun(game), move)
    except IllegalMove as error:
        return error
    except IsLegal:
        return None
    return None


_NO_DRY_RUN = (moves.Rule, moves.Undo)
"""A ruling is checked by the position it leads to; an undo does not use a draft."""


def _run_rule(draft: Draft, move: Move) -> None:
    game, phase = draft.game, draft.game.phase
    guards.at_the_table(game, move)
    guards.may_be_now(game, phase, move)
    RULES[type(move)](draft, move)


def _undo(game: Game, move: moves.Undo) -> tuple[Event, ...]:
    """Undo moves and reverse their events, the newest first (TABLE-2, FLOW-7)."""
    reversals: list[Event] = []
    before = game
    for _ in range(move.count):
        if before.past is None:
            raise IllegalMove(Reason.NOTHING_TO_UNDO)
        reversals += (Reversed(event) for event in reversed(before.past.events))
        before = before.past.before
    if move.count < 1:
        raise IllegalMove(Reason.NOTHING_TO_UNDO)
    return (Undone(move.count), *reversals)
