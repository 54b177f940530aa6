"""One-purpose checks, named as the rule sheet names them. Each raises IllegalMove or is silent."""

from typing import TypeVar

from companion.engine.board import Deed
from companion.engine.moves import Move
from companion.engine.refusal import IllegalMove, Reason
from companion.engine.state import Auction, Game, Over, Phase, Player, ToThrow, Turn

P = TypeVar("P", bound=Phase)


def at_the_table(game: Game, move: Move) -> None:
    """Whoever moves is a player, and still in the game (BANK-5)."""
    name = getattr(move, "player", None)
    if name is None:
        return
    if name not in game.players:
        raise IllegalMove(Reason.NO_SUCH_PLAYER, player=name)
    if game.players[name].out:
        raise IllegalMove(Reason.PLAYER_IS_OUT, player=name)


def not_over(game: Game) -> None:
    """FLOW-2: after the end there is nothing but undo."""
    if game.pending and isinstance(game.pending[-1], Over):
        raise IllegalMove(Reason.GAME_IS_OVER)


def no_auction(game: Game) -> None:
    """FLOW-2: during an auction only bids, passes and raising cash."""
    if isinstance(game.phase, Auction):
        raise IllegalMove(Reason.NOT_NOW, phase=game.phase)


def has_the_dice(game: Game, player: str) -> Turn:
    """SET-7."""
    if game.turn.player != player:
        raise IllegalMove(Reason.NOT_YOUR_TURN, player=player, turn=game.turn.player)
    return game.turn


def nothing_to_answer(game: Game) -> None:
    """FLOW-1."""
    if not isinstance(game.phase, ToThrow):
        raise IllegalMove(Reason.ANSWER_FIRST, phase=game.phase)


def asked(game: Game, player: str, phase: type[P], otherwise: Reason) -> P:
    """``player`` is asked for just this now; the phase says what about."""
    now = game.phase
    if isinstance(now, phase) and getattr(now, "player", player) == player:
        return now
    if any(isinstance(p, phase) and getattr(p, "player", player) == player for p in game.pending):
        raise IllegalMove(Reason.ANSWER_FIRST, phase=now)
    raise IllegalMove(otherwise, player=player, phase=now)


def in_jail_before_throwing(game: Game, player: str, otherwise: Reason) -> Player:
    """JAIL-5, JAIL-6: on one's turn, in jail, the dice not thrown yet."""
    prisoner = game.players[player]
    if game.turn.player != player or not prisoner.jail_turn or not game.turn.to_throw:
        raise IllegalMove(otherwise, player=player)
    nothing_to_answer(game)
    return prisoner


def can_pay(game: Game, player: str, amount: int, otherwise: Reason, **facts: object) -> None:
    """FLOW-11: the cash is in hand."""
    cash = game.players[player].cash
    if cash < amount:
        raise IllegalMove(otherwise, player=player, amount=amount, cash=cash, **facts)


def deed(game: Game, key: str) -> Deed:
    """The deed of that key, which the notation has made sure of."""
    return game.board.deeds[key]
