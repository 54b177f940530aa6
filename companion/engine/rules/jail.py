"""Jail: going there, the ways out, and the three turns in it."""

from companion.engine import guards
from companion.engine.draft import Story
from companion.engine.events import (
    Answered,
    Asked,
    JailCardPassed,
    Jailed,
    JailTurnSet,
    LeftJail,
    Thrown,
)
from companion.engine.moves import Dice, PayFine, UseJailCard
from companion.engine.phases import FineOrChance, LeavingJail
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import movement
from companion.engine.rules.debts import fine
from companion.engine.state import BANK

LAST_TURN = 3


def throws_in_jail(story: Story, player: str, dice: Dice) -> None:
    """JAIL-3, JAIL-7: doubles lead out, and so does the third turn, for the fine."""
    doubles = dice[0] == dice[1]
    again = doubles and story.game.edition.doubles_leaving_jail_throw_again
    story.tell(Thrown(player, dice, again))
    turn = story.game.players[player].jail_turn
    if not doubles and turn < LAST_TURN:
        story.tell(JailTurnSet(player, turn + 1))
        return
    story.tell(Asked(LeavingJail(player, dice)))
    if not doubles:
        fine(story, player, story.game.board.fine, "fine")


def walks_out(story: Story, leaving: LeavingJail) -> None:
    """What the third turn's fine interrupted: the token moves what was thrown."""
    story.tell(Answered(), LeftJail(leaving.player))
    movement.moves_forward(story, leaving.player, sum(leaving.dice))


def pays_fine(story: Story, move: PayFine) -> None:
    """JAIL-5: before throwing, in the first turns; or the fine that a card offers."""
    game = story.game
    if isinstance(game.phase, FineOrChance) and game.phase.player == move.player:
        story.tell(Answered())
        fine(story, move.player, game.phase.amount, "card")
        return
    prisoner = guards.in_jail_before_throwing(game, move.player, Reason.NOT_IN_JAIL)
    if prisoner.jail_turn > game.edition.fine_turns:
        raise IllegalMove(Reason.FINE_TOO_LATE, player=move.player, turn=prisoner.jail_turn)
    guards.can_pay(game, move.player, game.board.fine, Reason.CANNOT_AFFORD_FINE)
    fine(story, move.player, game.board.fine, "fine")
    story.tell(LeftJail(move.player))


def plays_jail_card(story: Story, move: UseJailCard) -> None:
    """JAIL-6: before throwing, on any turn in jail; the card goes back to its pack (CARD-2)."""
    game = story.game
    prisoner = guards.in_jail_before_throwing(game, move.player, Reason.NO_USE_FOR_JAIL_CARD)
    if not prisoner.jail_cards:
        raise IllegalMove(Reason.NO_JAIL_CARD, player=move.player)
    story.tell(JailCardPassed(prisoner.jail_cards[0], move.player, BANK), LeftJail(move.player))


def goes_to_jail(story: Story, player: str) -> None:
    """JAIL-1, GO-4: straight there, no salary on the way."""
    story.tell(Jailed(player, movement.jail_space(story.game)))
