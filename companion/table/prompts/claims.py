"""Rent claims: a strip for each claim, or a neutral button at watchful tables.

At a watchful table owners look out for their own rent (RENT-7), so the button is always shown and
reveals nothing.
"""

from companion.engine.decide import decide, refusal
from companion.engine.events import ClaimEnded
from companion.engine.moves import CollectRent
from companion.engine.obligations import Claim
from companion.engine.phases import Opening, Over
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules.rent import TURNS_TO_ASK
from companion.engine.state import Game
from companion.table.prompts.answers import Answer, Change, changed
from companion.text import prompt, refused, sum_of
from companion.text.told import Wording


def strips(game: Game) -> tuple[Answer, ...]:
    """Strip for each claim, the newest first (RENT-6).

    A strip reads ``Bob collects $12 from Ann · until Dee rolls``.
    """
    return tuple(_strip(game, claim) for claim in reversed(game.claims))


def asking(game: Game) -> tuple[Answer, ...]:
    """Button for every player to ask for rent, with or without a claim (RENT-7).

    The buttons are dimmed only during an auction, which everybody can see. A missing claim is
    reported when a player asks.
    """
    if isinstance(game.phase, Opening | Over):
        return ()
    return tuple(
        Answer(
            prompt("claim.ask", player=name),
            CollectRent(name),
            name,
            reason=_cannot_ask(game, name),
        )
        for name in game.in_play()
    )


def last_to_roll(game: Game, claim: Claim) -> str:
    """Player whose turn ends the claim (RENT-6, FLOW-4)."""
    name = game.turn.player
    for _ in range(claim.turn + TURNS_TO_ASK - game.turn.number):
        name = game.left_of(name)[0]
    return name


def _strip(game: Game, claim: Claim) -> Answer:
    move = CollectRent(claim.owner, claim.payer)
    changes, reason = _collected(game, claim, move)
    text = prompt(
        "claim",
        player=claim.owner,
        amount=sum_of(game, claim.amount),
        payer=claim.payer,
        last=last_to_roll(game, claim),
        lapses=prompt(f"claim.{game.edition.claim_lapses}"),
    )
    return Answer(text, move, claim.owner, "in", changes, reason)


def _collected(game: Game, claim: Claim, move: CollectRent) -> tuple[tuple[Change, ...], Wording]:
    """Return the changes that collecting causes, and why it is refused now.

    With two claims between the same players the move collects the newer one first.
    """
    try:
        events = decide(game, move)
    except IllegalMove as error:
        return (), refused(error, game)
    if any(isinstance(event, ClaimEnded) and event.claim == claim for event in events):
        return changed(game, events), ""
    return (), prompt("claim.later", payer=claim.payer)


def _cannot_ask(game: Game, name: str) -> Wording:
    error = refusal(game, CollectRent(name))
    return "" if error is None or error.reason is Reason.NO_CLAIM else refused(error, game)
