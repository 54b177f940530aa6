"""Rent: it falls due on landing, the owner must ask, and a claim not asked for lapses."""

from companion.engine import valuation
from companion.engine.board import Deed
from companion.engine.draft import Draft
from companion.engine.events import ClaimArose, ClaimEnded
from companion.engine.moves import CollectRent
from companion.engine.obligations import Claim
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules.debts import charge
from companion.engine.state import Game

TURNS_TO_ASK = 2
"""RENT-6: a claim ends with the second player following."""


def falls_due(draft: Draft, player: str, deed: Deed, times: int = 1) -> None:
    """RENT-1: ``player`` stands on a deed another player owns and has not mortgaged."""
    dice = draft.game.turn.dice or (0, 0)
    due = times * valuation.rent(draft.game, deed, sum(dice))
    claim_rent(draft, draft.game.owner(deed.key), player, deed, due)


def claim_rent(draft: Draft, owner: str, player: str, deed: Deed, amount: int) -> None:
    """A claim for ``amount``; where rent is automatic it is collected at once (TABLE-6)."""
    sits = draft.game.players[owner].jail_turn and not draft.game.edition.rent_while_in_jail
    if not amount or sits:
        return
    claim = Claim(owner, player, deed.key, amount, draft.game.turn.number)
    draft.emit(ClaimArose(claim))
    if draft.game.setup.rent == "automatic":
        _collect(draft, claim)


def collects_rent(draft: Draft, move: CollectRent) -> None:
    """RENT-6: the owner asks; of nobody in particular, for the newest claim."""
    _collect(draft, newest_claim(draft.game, move))


def newest_claim(game: Game, move: CollectRent) -> Claim:
    """The claim that the move is about. Raises IllegalMove when there is none (RENT-6)."""
    for claim in reversed(game.claims):
        if claim.owner == move.player and move.payer in (None, claim.payer):
            return claim
    raise IllegalMove(Reason.NO_CLAIM, player=move.player, payer=move.payer)


def lapse(draft: Draft) -> None:
    """The claims of two turns ago and before can no longer be collected (RENT-6, FLOW-4)."""
    for claim in draft.game.claims:
        if draft.game.turn.number - claim.turn >= TURNS_TO_ASK:
            draft.emit(ClaimEnded(claim, "lapsed"))


def _collect(draft: Draft, claim: Claim) -> None:
    draft.emit(ClaimEnded(claim, "collected"))
    charge(draft, claim.payer, claim.owner, claim.amount, "rent", claim.deed)
