"""Draft of a trade: two players, and what each of them would give."""

from dataclasses import dataclass, replace

from companion.engine.board import PACKS
from companion.engine.decide import refusal
from companion.engine.moves import AcceptTrade, Goods, Move, OfferTrade
from companion.engine.refusals import Reason
from companion.engine.rules.trades import owed
from companion.engine.state import Game
from companion.text import refused

NOTHING = Goods()
DEBT = "debt"
"""Key of what the other player owes, among the goods (FLOW-8)."""
FREE = "free:"
"""Beginning of the key of free landings on a deed, which follows it (DEAL-1)."""
LANDINGS = (0, 1, 2, 3, 5)
"""Numbers of free landings that taps go through."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Trade in preparation: ``goods`` has what each of the two ``players`` gives."""

    players: tuple[str, str]
    goods: tuple[Goods, Goods] = (NOTHING, NOTHING)

    def offer(self, side: int) -> OfferTrade:
        """Return the trade as an offer of the player on ``side``."""
        names, goods = self.players, self.goods
        return OfferTrade(names[side], names[1 - side], goods[side], goods[1 - side])

    @property
    def is_empty(self) -> bool:
        """Return True if neither side gives anything."""
        return self.goods == (NOTHING, NOTHING)

    def with_goods(self, side: int, goods: Goods) -> "Draft":
        """Return the draft with other goods on one side."""
        both = (goods, self.goods[1]) if side == 0 else (self.goods[0], goods)
        return replace(self, goods=both)


def start_draft(game: Game, player: str) -> Draft:
    """Return a draft of the open offer; or else one that asks for the debt of ``player`` (FLOW-8).

    Without a debt to a player the draft is empty, with the next player to the left.
    """
    if game.offer:
        return Draft((game.offer.player, game.offer.other), (game.offer.gives, game.offer.wants))
    if (debt := game.debt_of(player)) and debt.creditor in game.players:
        return Draft((player, debt.creditor), (NOTHING, Goods(debt=True)))
    return Draft((player, game.left_of(player)[0]))


def follow_game(game: Game, draft: Draft, last: Move | None = None) -> Draft:
    """Return the draft after a move.

    An open offer replaces the draft; its players keep the sides on which they are. The draft is
    cleared after a trade, or when a player no longer has the goods.
    """
    if game.offer:
        opened = start_draft(game, game.offer.player)
        same = opened.players == draft.players[::-1]
        return Draft(draft.players, opened.goods[::-1]) if same else opened
    if not set(draft.players) <= set(game.in_play()):
        return start_draft(game, game.turn.player)
    if isinstance(last, AcceptTrade) or not _all_there(game, draft):
        return Draft(draft.players)
    return draft


def _all_there(game: Game, draft: Draft) -> bool:
    return all(
        all(game.owner(key) == player for key in goods.deeds)
        and set(goods.jail_cards) <= set(game.players[player].jail_cards)
        and (not goods.debt or owed(game, other, player))
        and all(game.owner(key) == player for key, _ in goods.landings)
        for player, other, goods in zip(
            draft.players, draft.players[::-1], draft.goods, strict=True
        )
    )


def seat_player(draft: Draft, side: int, player: str) -> Draft:
    """Put another player on one side, or swap the sides if that player is opposite."""
    there, here = draft.players[1 - side], draft.players[side]
    if player == here:
        return draft
    if player == there:
        return Draft(draft.players[::-1], draft.goods[::-1])
    players = (player, there) if side == 0 else (there, player)
    return replace(draft, players=players).with_goods(side, NOTHING)


def toggle_item(draft: Draft, side: int, key: str) -> Draft:
    """Add a deed, the jail card of a pack or the ``DEBT`` to one side, or remove it.

    A key that begins with ``FREE`` adds free landings: one more with each tap, and then none.
    """
    goods = draft.goods[side]
    if key.startswith(FREE):
        return draft.with_goods(side, with_landings(goods, key.removeprefix(FREE)))
    if key == DEBT:
        return draft.with_goods(side, replace(goods, debt=not goods.debt))
    held = goods.jail_cards if key in PACKS else goods.deeds
    after = tuple(k for k in held if k != key) if key in held else (*held, key)
    changed = replace(goods, jail_cards=after) if key in PACKS else replace(goods, deeds=after)
    return draft.with_goods(side, changed)


def with_landings(goods: Goods, deed: str) -> Goods:
    """Return goods with the next number of free landings on a deed."""
    free = dict(goods.landings)
    now = free.get(deed, 0)
    free[deed] = next((times for times in LANDINGS if now is not None and times > now), 0)
    return replace(goods, landings=tuple((key, times) for key, times in free.items() if times != 0))


def with_cash(draft: Draft, side: int, dollars: int) -> Draft:
    """Return the draft with other cash on one side."""
    return draft.with_goods(side, replace(draft.goods[side], cash=dollars))


_OF_THE_GOODS = (Reason.DEAL_OF_BUILT_GROUP, Reason.CANNOT_AFFORD_DEAL, Reason.OFFER_OPEN)


def goods_problem(game: Game, draft: Draft, side: int, goods: Goods) -> str:
    """Explain why ``goods`` can be in no trade of this player, or return "".

    The goods of the other side do not matter.
    """
    error = refusal(game, OfferTrade(draft.players[side], draft.players[1 - side], goods, NOTHING))
    return refused(error, game) if error and error.reason in _OF_THE_GOODS else ""


def change_problem(game: Game, before: Draft, after: Draft, side: int) -> str:
    """Explain why the goods just added on one side can be in no trade, or return ""."""
    was, goods = before.goods[side], after.goods[side]
    added = tuple(key for key in goods.deeds if key not in was.deeds)
    return goods_problem(
        game, after, side, Goods(added, goods.cash if goods.cash > was.cash else 0)
    )
