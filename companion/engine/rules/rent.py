"""Rent: it falls due on landing, the owner has to ask for it, and claims lapse.

The rent of Baltic Avenue is $4, and Ann bought it for $60:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     Ann throws 1 2
    ...     Ann buys
    ...     Bob throws 2 1
    ...     expect claim Ann from Bob $4
    ...     Ann collects rent
    ...     expect Ann $1444, Bob $1496
    ... ''')).faults
    ()
"""

from companion.engine import valuation
from companion.engine.board import Deed
from companion.engine.draft import Draft
from companion.engine.events import ClaimArose, ClaimEnded
from companion.engine.moves import CollectRent
from companion.engine.obligations import Claim
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import promises
from companion.engine.rules.debts import charge
from companion.engine.state import Game

TURNS_TO_ASK = 2
"""Number of turns after which a claim lapses (RENT-6)."""


def charge_rent(draft: Draft, player: str, deed: Deed, times: int = 1) -> None:
    """Open a claim for the rent of a deed that another player owns (RENT-1).

    ``times`` multiplies the rent, as some cards do.
    """
    dice = draft.game.turn.dice or (0, 0)
    due = times * valuation.rent(draft.game, deed, sum(dice))
    open_claim(draft, draft.game.owner(deed.key), player, deed, due)


def open_claim(draft: Draft, owner: str, player: str, deed: Deed, amount: int) -> None:
    """Open a claim for ``amount``, unless the player lands free.

    If the table collects rent automatically, the claim is collected at once (TABLE-6).
    """
    if not amount or lands_free(draft, owner, player, deed):
        return
    claim = Claim(owner, player, deed.key, amount, draft.game.turn.number)
    draft.emit(ClaimArose(claim))
    if draft.game.setup.rent == "automatic":
        _collect(draft, claim)


def lands_free(draft: Draft, owner: str, player: str, deed: Deed) -> bool:
    """Return True if the owner collects nothing in jail, or has promised a free landing (RENT-8).

    The landing uses the promise up.
    """
    sits = draft.game.players[owner].jail_turn and not draft.game.edition.rent_while_in_jail
    return bool(sits) or promises.keep(draft, player, deed.key)


def collect_rent(draft: Draft, move: CollectRent) -> None:
    """Collect the rent that the owner asks for (RENT-6)."""
    _collect(draft, newest_claim(draft.game, move))


def newest_claim(game: Game, move: CollectRent) -> Claim:
    """Return the newest claim of the owner, on the payer if the move names one.

    Raises IllegalMove if there is no such claim (RENT-6).
    """
    for claim in reversed(game.claims):
        if claim.owner == move.player and move.payer in (None, claim.payer):
            return claim
    raise IllegalMove(Reason.NO_CLAIM, player=move.player, payer=move.payer)


def lapse_claims(draft: Draft) -> None:
    """End the claims that are two turns old (RENT-6, FLOW-4)."""
    for claim in draft.game.claims:
        if draft.game.turn.number - claim.turn >= TURNS_TO_ASK:
            draft.emit(ClaimEnded(claim, "lapsed"))


def _collect(draft: Draft, claim: Claim) -> None:
    draft.emit(ClaimEnded(claim, "collected"))
    charge(draft, claim.payer, claim.owner, claim.amount, "rent", claim.deed)
