"""The guards: checks that rules share, one condition each. A failed one raises IllegalMove.

A guard that belongs to a single clause names it. Rules call all their guards before they emit an
event, in the order of FLOW-12.
"""

from typing import TypeVar

from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.phases import Auction, Opening, Over, Phase, Placing, Shortage, ToThrow
from companion.engine.problems import Money
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import Game, Player, Turn

P = TypeVar("P", bound=Phase)


def at_the_table(game: Game, move: Move) -> None:
    """Require that the player of ``move`` is at the table and still in the game (BANK-5)."""
    name = getattr(move, "player", None)
    if name is None:
        return
    if name not in game.players:
        raise IllegalMove(Reason.NO_SUCH_PLAYER, player=name)
    if game.players[name].out:
        raise IllegalMove(Reason.PLAYER_IS_OUT, player=name)


_RAISING_CASH = (moves.Sell, moves.SellHotels, moves.SellDown, moves.Mortgage, moves.Rule)
_ONLY: dict[type[Phase], frozenset[type[Move]]] = {
    Auction: frozenset(
        {moves.Bid, moves.Pass, moves.CloseAuction, moves.LeaveGame, *_RAISING_CASH}
    ),
    Shortage: frozenset({moves.ClaimBuilding, moves.WaiveBuilding, *_RAISING_CASH}),
    Placing: frozenset({moves.PlaceBuilding, *_RAISING_CASH}),
}
"""The phases that restrict the moves, and the moves that they allow (FLOW-2)."""
_HAS_OWN_CLAUSE = (moves.Roll, moves.PayFine, moves.UseJailCard)
"""Moves that are refused under a clause of their own in such a phase (FLOW-12)."""


_OF_THE_TURN = frozenset(
    {
        moves.Buy,
        moves.Decline,
        moves.DrawCard,
        moves.TakeChance,
        moves.PayFlatTax,
        moves.PayTenPercent,
    }
)
"""Answers that only the player whose turn it is can give."""


def may_be_now(game: Game, phase: Phase, move: Move) -> None:
    """Require a phase that allows this class of moves (FLOW-2).

    Only undo is legal after the end. Answers that belong to the turn require it (SET-7), which is
    checked before everything else that can forbid a move (FLOW-12).
    """
    kind = type(move)
    if isinstance(phase, Over):
        raise IllegalMove(Reason.GAME_IS_OVER)
    if kind in _OF_THE_TURN and not isinstance(phase, Opening):
        has_the_dice(game, move.player)  # type: ignore[attr-defined]
    if not permits(phase, kind):
        raise IllegalMove(Reason.NOT_NOW)


def permits(phase: Phase, kind: type[Move]) -> bool:
    """Return True if ``phase`` allows moves of the class ``kind`` (FLOW-2).

    During an auction or a shortage only its own moves and raising cash are allowed.
    """
    only = _ONLY.get(type(phase))
    return only is None or kind in only or kind in _HAS_OWN_CLAUSE


def has_the_dice(game: Game, player: str) -> Turn:
    """Return the turn; refuse if it is not the turn of ``player`` (SET-7)."""
    if game.turn.player != player:
        raise IllegalMove(Reason.NOT_YOUR_TURN, player=player, turn=game.turn.player)
    return game.turn


def has_turn(game: Game, player: str) -> bool:
    """Return True if ``player`` has the dice; nobody has during the opening rolls (HOUSE-13)."""
    return game.turn.player == player and not isinstance(game.phase, Opening)


def nothing_to_answer(game: Game) -> None:
    """Require that no question is open, as before a roll (FLOW-1)."""
    if not isinstance(game.phase, ToThrow):
        raise IllegalMove(Reason.ANSWER_FIRST)


def asked(game: Game, player: str, phase: type[P], otherwise: Reason) -> P:
    """Return the current phase, which must be a ``phase`` that ``player`` answers.

    If it is open further down in the stack, the refusal asks for the other answer first; else the
    move is refused because of ``otherwise``.
    """
    now = game.phase
    if isinstance(now, phase) and getattr(now, "player", player) == player:
        return now
    if any(isinstance(p, phase) and getattr(p, "player", player) == player for p in game.pending):
        raise IllegalMove(Reason.ANSWER_FIRST)
    raise IllegalMove(otherwise, player=player)


def in_jail_before_throwing(game: Game, player: str, otherwise: Reason) -> Player:
    """Return the player, who must be in jail and about to roll (JAIL-5, JAIL-6)."""
    prisoner = game.players[player]
    ready = isinstance(game.phase, ToThrow) and game.turn.player == player and game.turn.to_throw
    if not prisoner.jail_turn or not ready:
        raise IllegalMove(otherwise, player=player)
    return prisoner


def owes_nothing(game: Game, player: str) -> None:
    """Require that the player has no debt: a debtor may not build, unmortgage or bid (FLOW-2)."""
    if debt := game.debt_of(player):
        raise IllegalMove(Reason.DEBTOR_MAY_NOT, player=player, amount=Money(debt.amount))


def owns(game: Game, player: str, deed: str, otherwise: Reason) -> None:
    """Require that ``player`` owns the deed."""
    if game.owner(deed) != player:
        raise IllegalMove(otherwise, player=player, deed=deed)


def secures_nothing(game: Game, deed: str, but_to: str = "") -> None:
    """Require that the deed secures no loan, except one from the player ``but_to`` (HOUSE-6)."""
    if (lender := game.lender_on(deed)) not in ("", but_to):
        raise IllegalMove(Reason.DEED_IS_SECURITY, deed=deed, lender=lender)


def group_carries_nothing(game: Game, deed: str, otherwise: Reason) -> None:
    """Require that no lot of the deed's group carries a building (MORT-2, DEAL-2)."""
    group = game.board.deeds[deed].group
    if group in game.holdings.buildings:
        built = next(lot.key for lot in game.board.groups[group] if game.rank(lot.key))
        raise IllegalMove(otherwise, deed=deed, built=built)


def can_pay(game: Game, player: str, amount: int, otherwise: Reason, **facts: object) -> None:
    """Require that the player has ``amount`` in cash (FLOW-11)."""
    has_cash(game.players[player].cash, player, amount, otherwise, **facts)


def has_cash(cash: int, player: str, amount: int, otherwise: Reason, **facts: object) -> None:
    """Require that ``cash``, which the player has or would have, is ``amount`` or more."""
    if cash < amount:
        short = Money(amount - cash)
        sums = {"amount": Money(amount), "cash": Money(cash), "short": short}
        raise IllegalMove(otherwise, player=player, **sums, **facts)
