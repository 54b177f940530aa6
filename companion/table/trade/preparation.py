"""Trade in preparation as the screen has it: the draft, and what is asked on one of its sides."""

from dataclasses import dataclass, replace

from companion.engine.moves import Move
from companion.engine.state import Game
from companion.table.keyed_amount import keyed, press
from companion.table.trade.draft import (
    FREE,
    MOST_LANDINGS,
    Draft,
    change_problem,
    follow_game,
    seat_player,
    start_draft,
    toggle_item,
    with_cash,
    with_landings,
    with_possible_landings,
)

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Trade:
    """Draft of a trade; None before one is begun.

    ``choosing`` is the side whose player is chosen, ``keying`` the one whose cash is keyed in, or
    whose free landings on the deed ``promising``; -1 for none.
    """

    draft: Draft | None = None
    choosing: int = NOBODY
    keying: int = NOBODY
    promising: str = ""


def opened(trade: Trade, game: Game) -> Trade:
    """Return the trade as its screen opens, with the draft that there is.

    A new one is for whoever owes the oldest debt, or else for the player who has the dice.
    """
    draft = trade.draft
    if not draft or draft.is_empty:
        draft = start_draft(game, game.debts[0].debtor if game.debts else game.turn.player)
    return Trade(draft)


def followed(trade: Trade, game: Game, *last: Move) -> Trade:
    """Return the trade in the position after the ``last`` move, if there was one just now."""
    if not trade.draft:
        return trade
    draft = follow_game(game, trade.draft, *last)
    return Trade(draft) if game.offer else replace(trade, draft=draft)


def tapped(trade: Trade, do: tuple[object, ...], game: Game) -> tuple[Trade, str]:
    """Return the trade after a tap, and the reason if the tap can change nothing."""
    draft, side = trade.draft, trade.keying
    assert draft, "no trade is begun"
    after = trade
    match do:
        case ("reset",):
            after, side = Trade(Draft(draft.players)), 0
        case ("side", int(side)):
            after = Trade(draft, choosing=NOBODY if trade.choosing == side else side)
        case ("partner", str(player)) if trade.choosing != NOBODY:
            side = trade.choosing
            after = Trade(seat_player(draft, side, player))
        case ("thing", int(side), str(key)) if key.startswith(FREE):
            after = _promising(trade, draft, side, key.removeprefix(FREE))
        case ("for good",) if trade.promising:
            after = Trade(with_landings(draft, side, trade.promising, None))
        case ("digit", str(key)) if trade.promising:
            times = press(dict(draft.goods[side].landings).get(trade.promising) or 0, key)
            if times <= MOST_LANDINGS:
                changed = with_landings(draft, side, trade.promising, times)
                after = replace(trade, draft=changed)
        case ("thing", int(side), str(key)):
            toggled = toggle_item(draft, side, key)
            after = replace(trade, draft=with_possible_landings(game, toggled))
        case ("cash", int(side)):
            after = Trade(draft, keying=NOBODY if trade.keying == side else side)
        case ("digit" | "quick", _) if side != NOBODY:
            purse = game.players[draft.players[side]].cash
            cash = keyed(draft.goods[side].cash, do, purse)
            after = replace(trade, draft=with_cash(draft, side, cash))
    problem = change_problem(game, draft, after.draft or draft, max(side, 0))
    return (trade, problem) if problem else (after, "")


def _promising(trade: Trade, draft: Draft, side: int, deed: str) -> Trade:
    """Return the trade after a tap on a ticket: it asks for a number, or takes the ticket back.

    While a number is keyed in, the tap ends that.
    """
    if (trade.keying, trade.promising) == (side, deed):
        return Trade(draft)
    if deed in dict(draft.goods[side].landings):
        return Trade(with_landings(draft, side, deed, 0))
    return Trade(draft, keying=side, promising=deed)
