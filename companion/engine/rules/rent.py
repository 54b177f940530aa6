"""Rent: it falls due on landing, the owner must ask, and a claim not asked for lapses."""

from companion.engine import valuation
from companion.engine.board import Deed
from companion.engine.draft import Story
from companion.engine.events import ClaimArose, ClaimEnded
from companion.engine.moves import CollectRent
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules.debts import charge
from companion.engine.state import Claim, Game

TURNS_TO_ASK = 2
"""RENT-6: a claim ends with the second player following."""


def falls_due(story: Story, player: str, deed: Deed, times: int = 1) -> None:
    """RENT-1: ``player`` stands on a deed another player owns and has not mortgaged."""
    dice = story.game.turn.dice or (0, 0)
    due = times * valuation.rent(story.game, deed, sum(dice))
    claim_rent(story, story.game.owner(deed.key), player, deed, due)


def claim_rent(story: Story, owner: str, player: str, deed: Deed, amount: int) -> None:
    """A claim for ``amount``; where rent is automatic it is collected at once (TABLE-6)."""
    sits = story.game.players[owner].jail_turn and not story.game.edition.rent_while_in_jail
    if not amount or sits:
        return
    claim = Claim(owner, player, deed.key, amount, story.game.turn.number)
    story.tell(ClaimArose(claim))
    if story.game.setup.rent == "automatic":
        _collect(story, claim)


def collects_rent(story: Story, move: CollectRent) -> None:
    """RENT-6: the owner asks; of nobody in particular, for the newest claim."""
    _collect(story, newest_claim(story.game, move))


def newest_claim(game: Game, move: CollectRent) -> Claim:
    """The claim that the move is about. Raises IllegalMove when there is none (RENT-6)."""
    for claim in reversed(game.claims):
        if claim.owner == move.player and move.payer in (None, claim.payer):
            return claim
    raise IllegalMove(Reason.NO_CLAIM, player=move.player, payer=move.payer)


def lapse(story: Story) -> None:
    """The claims of two turns ago and before can no longer be collected (RENT-6, FLOW-4)."""
    for claim in story.game.claims:
        if story.game.turn.number - claim.turn >= TURNS_TO_ASK:
            story.tell(ClaimEnded(claim, "lapsed"))


def _collect(story: Story, claim: Claim) -> None:
    story.tell(ClaimEnded(claim, "collected"))
    charge(story, claim.payer, claim.owner, claim.amount, "rent", claim.deed)
