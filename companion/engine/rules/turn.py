"""Turns: rolling for the start, rolling the dice, and passing them to the left.

After every move, ``carry_on`` plays whatever needs no answer (FLOW-1). A move can answer the
question at the top of the stack and so uncover a phase that needs nobody: a player whose fine is
paid leaves jail, an auction without bidders ends, and finally the turn ends.
"""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import (
    Answered,
    GameEnded,
    Jailed,
    OpeningThrown,
    OpeningTied,
    TurnBegan,
)
from companion.engine.moves import Roll, RollForStart
from companion.engine.phases import (
    Auction,
    CardThrow,
    LeavingJail,
    Opening,
    Phase,
    Placing,
    ToThrow,
)
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import (
    auction,
    bankruptcy,
    cards,
    jail,
    movement,
    promises,
    rent,
    shortage,
)

DOUBLES_TO_JAIL = 3


def roll_for_start(draft: Draft, move: RollForStart) -> None:
    """Roll for the start; the highest total begins (SET-6).

    Tied players roll again.
    """
    opening = guards.asked(draft.game, move.player, Opening, Reason.OPENING_DONE)
    if move.player != opening.waiting[0]:
        raise IllegalMove(Reason.NOT_YOUR_OPENING, turn=opening.waiting[0])
    draft.emit(OpeningThrown(move.player, move.dice))


def _decide_opening(draft: Draft, opening: Opening) -> None:
    """Begin the game once everybody has rolled, or only one player is left (SET-6).

    A player who leaves is not waited for.
    """
    taking_part = (*opening.waiting, *(player for player, _ in opening.thrown))
    if opening.waiting and len(taking_part) > 1:
        return
    highest = max((total for _, total in opening.thrown), default=0)
    first = tuple(player for player, total in opening.thrown if total == highest) or taking_part
    if len(first) > 1:
        draft.emit(OpeningTied(first))
    else:
        draft.emit(Answered(), TurnBegan(first[0]))


def roll(draft: Draft, move: Roll) -> None:
    """Roll the dice and move by their sum (MOVE-1 to MOVE-3).

    Doubles roll again; the third doubles of a turn lead to jail. The same move rolls in jail, and
    for a card that charges by the dice.
    """
    phase = draft.game.phase
    if isinstance(phase, Opening):
        raise IllegalMove(Reason.NOT_YOUR_OPENING, turn=phase.waiting[0])
    turn = guards.has_the_dice(draft.game, move.player)
    if isinstance(phase, CardThrow):
        cards.roll_for_rent(draft, phase, move.dice)
        return
    guards.nothing_to_answer(draft.game)
    rent.lapse_claims(draft)  # Claims that lapse on receiving the dice have already lapsed.
    doubles = move.dice[0] == move.dice[1]
    if draft.game.players[move.player].jail_turn:
        jail.roll_in_jail(draft, move.player, move.dice)
    elif doubles and turn.doubles + 1 >= DOUBLES_TO_JAIL:
        movement.throw(draft, move.player, move.dice, again=False)
        draft.emit(Jailed(move.player, movement.jail_space(draft.game)))
    else:
        movement.throw(draft, move.player, move.dice, again=doubles)
        movement.move_forward(draft, move.player, sum(move.dice))


def carry_on(draft: Draft) -> None:
    """Play what needs no answer, and pass the dice at the end of the turn (FLOW-1)."""
    phase = draft.game.phase
    if isinstance(phase, Opening):
        _decide_opening(draft, phase)
        phase = draft.game.phase
    while not isinstance(phase, ToThrow) and _advance_automatically(draft, phase):
        phase = draft.game.phase
    promises.follow_deeds(draft)
    if not draft.game.turn.to_throw and isinstance(phase, ToThrow):
        _pass_dice(draft)
        if draft.game.edition.claim_lapses == "receive":
            rent.lapse_claims(draft)


def _pass_dice(draft: Draft) -> None:
    """Pass the dice to the left, or end the game with its last round (HOUSE-18, HOUSE-19)."""
    game, rounds = draft.game, draft.game.rounds
    following = game.left_of(game.turn.player)[0]
    if rounds and game.begins_round(following):
        is_over = rounds.is_last or rounds.number == game.edition.rounds
        # A ruling can begin the round behind the last one.
        if is_over or 0 < game.edition.rounds < rounds.number:
            draft.emit(GameEnded(bankruptcy.richest(game)))
            return
    draft.emit(TurnBegan(following))


def _advance_automatically(draft: Draft, phase: Phase) -> bool:
    """Leave ``phase`` if it waits for nobody, and return True if so."""
    match phase:
        case LeavingJail() as leaving:
            jail.leave_jail(draft, leaving)
        case Placing(player, building) if not shortage.lots_for(draft.game, player, building):
            draft.emit(Answered())  # The winner has no lot left for it.
        case Auction() as lot if not auction.still_bidding(draft.game, lot):
            auction.settle(draft)  # Only debtors are left (FLOW-2).
        case _:
            return False
    return True
