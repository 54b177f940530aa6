"""Jail: going there, three turns inside, and the ways out.

The fine of $50 comes before the roll, which moves the token:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     ruling: Ann is in jail
    ...     Ann pays fine
    ...     Ann throws 1 2
    ...     expect Ann on States Avenue
    ...     expect Ann $1450
    ... ''')).faults
    ()
"""

from companion.engine import guards, valuation
from companion.engine.draft import Draft
from companion.engine.events import (
    Answered,
    Asked,
    JailCardPassed,
    Jailed,
    JailTurnSet,
    LeftJail,
)
from companion.engine.moves import Dice, PayFine, UseJailCard
from companion.engine.phases import FineOrChance, LeavingJail
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import movement
from companion.engine.rules.debts import fine
from companion.engine.state import BANK

LAST_TURN = 3


def roll_in_jail(draft: Draft, player: str, dice: Dice) -> None:
    """Roll for doubles, which lead out of jail (JAIL-3, JAIL-7).

    The third turn leads out too, for the fine. The token moves once the fine is paid: the
    ``LeavingJail`` phase waits for it.
    """
    doubles = dice[0] == dice[1]
    again = doubles and draft.game.edition.doubles_leaving_jail_throw_again
    movement.throw(draft, player, dice, again)
    turn = draft.game.players[player].jail_turn
    if not doubles and turn < LAST_TURN:
        draft.emit(JailTurnSet(player, turn + 1))
        return
    draft.emit(Asked(LeavingJail(player, dice)))
    if not doubles:
        fine(draft, player, valuation.jail_fine(draft.game, player), "fine")


def leave_jail(draft: Draft, leaving: LeavingJail) -> None:
    """Leave jail and move by the roll that led out (JAIL-3, JAIL-7)."""
    draft.emit(Answered(), LeftJail(leaving.player))
    movement.move_forward(draft, leaving.player, sum(leaving.dice))


def pay_fine(draft: Draft, move: PayFine) -> None:
    """Pay the fine before rolling, in the first turns in jail (JAIL-5).

    The same move pays the fine that a card offers.
    """
    game = draft.game
    offer = game.phase
    if isinstance(offer, FineOrChance) and offer.player == move.player:
        draft.emit(Answered())
        fine(draft, move.player, offer.amount, "card")
        return
    prisoner = guards.in_jail_before_throwing(game, move.player, Reason.NOT_IN_JAIL)
    if prisoner.jail_turn > game.edition.fine_turns:
        raise IllegalMove(Reason.FINE_TOO_LATE, player=move.player, turn=prisoner.jail_turn)
    due = valuation.jail_fine(game, move.player)
    guards.can_pay(game, move.player, due, Reason.CANNOT_AFFORD_FINE)
    fine(draft, move.player, due, "fine")
    draft.emit(LeftJail(move.player))


def use_jail_card(draft: Draft, move: UseJailCard) -> None:
    """Leave jail with a card, before rolling, on any turn inside (JAIL-6).

    The card goes back to its pack (CARD-2).
    """
    game = draft.game
    prisoner = guards.in_jail_before_throwing(game, move.player, Reason.NO_USE_FOR_JAIL_CARD)
    if not prisoner.jail_cards:
        raise IllegalMove(Reason.NO_JAIL_CARD, player=move.player)
    draft.emit(JailCardPassed(prisoner.jail_cards[0], move.player, BANK), LeftJail(move.player))


def go_to_jail(draft: Draft, player: str) -> None:
    """Move the token straight to jail, without a salary (JAIL-1, GO-4)."""
    draft.emit(Jailed(player, movement.jail_space(draft.game)))
