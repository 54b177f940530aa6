"""Promises of free landings: made in a deal, kept on landing, void when the deed is lost (DEAL-1).

No sheet has them: they are a house rule.
"""

from companion.engine.draft import Draft
from companion.engine.events import PromiseEnded, PromiseKept, PromiseMade, PromisePassed
from companion.engine.moves import Goods
from companion.engine.obligations import Promise
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import BANK, Game


def check(game: Game, giver: str, gives: Goods, gets: Goods) -> None:
    """Require that the table makes promises, and that the giver has their deeds after the deal."""
    if gives.landings and not game.edition.promises:
        raise IllegalMove(Reason.NO_PROMISES, player=giver)
    deeds = [deed for deed, _ in gives.landings]
    for deed in deeds:
        if not can_promise(game, giver, deed, gives, gets) or deeds.count(deed) > 1:
            raise IllegalMove(Reason.NOT_YOURS_TO_PROMISE, player=giver, deed=deed)


def can_promise(game: Game, giver: str, deed: str, gives: Goods, gets: Goods) -> bool:
    """Return True if the giver keeps the deed in a deal, or gets it."""
    keeps = game.owner(deed) == giver and deed not in gives.deeds
    return keeps or deed in gets.deeds


def make(draft: Draft, giver: str, receiver: str, goods: Goods) -> None:
    """Promise what is among the goods of a deal."""
    for deed, times in goods.landings:
        draft.emit(PromiseMade(Promise(giver, receiver, deed, times)))


def keep(draft: Draft, player: str, deed: str) -> bool:
    """Use up a free landing, and return True if the player has one."""
    for promise in draft.game.promises:
        if (promise.player, promise.deed) == (player, deed):
            draft.emit(PromiseKept(promise))
            return True
    return False


def follow_deeds(draft: Draft) -> None:
    """End the promises whose deed has another owner, or let them bind that owner.

    A promise ends with the bankruptcy of its owner, or of the player who lands free, in any case.
    """
    game = draft.game
    for promise in game.promises:
        owner = game.owner(promise.deed)
        out = any(game.players[name].out for name in (promise.owner, promise.player))
        if out or owner in (BANK, promise.player):
            draft.emit(PromiseEnded(promise))
        elif owner != promise.owner:
            binds = game.edition.promises_bind_buyers
            draft.emit(PromisePassed(promise, owner) if binds else PromiseEnded(promise))
