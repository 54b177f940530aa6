"""One-purpose checks, named as the rule sheet names them. Each raises IllegalMove or is silent."""

from typing import TypeVar

from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.phases import Auction, Opening, Over, Phase, Placing, Shortage, ToThrow
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import Game, Player, Turn

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


def not_over(phase: Phase) -> None:
    """FLOW-2: after the end there is nothing but undo."""
    if isinstance(phase, Over):
        raise IllegalMove(Reason.GAME_IS_OVER)


_RAISING_CASH = (moves.Sell, moves.SellHotels, moves.SellDown, moves.Mortgage, moves.Rule)
_ONLY: dict[type[Phase], frozenset[type[Move]]] = {
    Auction: frozenset(
        {moves.Bid, moves.Pass, moves.CloseAuction, moves.LeaveGame, *_RAISING_CASH}
    ),
    Shortage: frozenset({moves.ClaimBuilding, moves.WaiveBuilding, *_RAISING_CASH}),
    Placing: frozenset({moves.PlaceBuilding, *_RAISING_CASH}),
}
"""The phases in which not everything may be done, and what may."""
_NAMES_ITS_OWN = (moves.Roll, moves.PayFine, moves.UseJailCard)
"""Refused under a clause of their own when something else waits (FLOW-12)."""


_OF_THE_TURN = frozenset(
    {moves.Buy, moves.Decline, moves.DrawCard, moves.TakeChance}
    | {moves.PayFlatTax, moves.PayTenPercent}
)
"""Answers to where one's own throw led: nobody else's to give."""


def in_turn(game: Game, phase: Phase, move: Move) -> None:
    """SET-7, which comes before whatever else forbids a move (FLOW-12)."""
    if type(move) in _OF_THE_TURN and not isinstance(phase, Opening):
        has_the_dice(game, move.player)  # type: ignore[attr-defined]


def phase_permits(phase: Phase, move: Move) -> None:
    """FLOW-2: while an auction or a shortage lasts, nothing but it and raising cash."""
    if not permits(phase, type(move)):
        raise IllegalMove(Reason.NOT_NOW, phase=phase)


def permits(phase: Phase, kind: type[Move]) -> bool:
    """Whether moves of that kind have a place in the phase (FLOW-2)."""
    only = _ONLY.get(type(phase))
    return only is None or kind in only or kind in _NAMES_ITS_OWN


def has_the_dice(game: Game, player: str) -> Turn:
    """SET-7: only whoever has the dice throws them; their turn, if ``player`` does."""
    if game.turn.player != player:
        raise IllegalMove(Reason.NOT_YOUR_TURN, player=player, turn=game.turn.player)
    return game.turn


def nothing_to_answer(game: Game) -> None:
    """FLOW-1: what has been asked is answered before the dice are thrown."""
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
    """JAIL-5, JAIL-6: on one's turn, in jail, the dice not thrown yet, nothing to answer."""
    prisoner = game.players[player]
    ready = isinstance(game.phase, ToThrow) and game.turn.player == player and game.turn.to_throw
    if not prisoner.jail_turn or not ready:
        raise IllegalMove(otherwise, player=player)
    return prisoner


def owes_nothing(game: Game, player: str) -> None:
    """FLOW-2: a debtor may not build, lift or bid."""
    if debt := game.debt_of(player):
        raise IllegalMove(Reason.DEBTOR_MAY_NOT, player=player, amount=debt.amount)


def owns(game: Game, player: str, deed: str, otherwise: Reason) -> None:
    """Only what is one's own is built on, sold, mortgaged or dealt."""
    if game.owner(deed) != player:
        raise IllegalMove(otherwise, player=player, deed=deed, owner=game.owner(deed))


def group_carries_nothing(game: Game, deed: str, otherwise: Reason) -> None:
    """MORT-2, DEAL-2: no building on any lot of the group."""
    group = game.board.deeds[deed].group
    if group in game.holdings.buildings:
        built = next(lot.key for lot in game.board.groups[group] if game.rank(lot.key))
        raise IllegalMove(otherwise, deed=deed, built=built)


def can_pay(game: Game, player: str, amount: int, otherwise: Reason, **facts: object) -> None:
    """FLOW-11: the cash is in hand."""
    cash = game.players[player].cash
    if cash < amount:
        raise IllegalMove(otherwise, player=player, amount=amount, cash=cash, **facts)
