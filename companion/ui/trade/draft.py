"""A deal while it is made up: two players, and what each of them would give."""

from dataclasses import dataclass, replace

from companion.engine.decide import refusal
from companion.engine.moves import AcceptTrade, Goods, Move, OfferTrade
from companion.engine.refusals import Reason
from companion.engine.state import Game
from companion.text import refused

NOTHING = Goods()


@dataclass(frozen=True, slots=True)
class Draft:
    """``goods`` are what each of the two ``players`` gives the other."""

    players: tuple[str, str]
    goods: tuple[Goods, Goods] = (NOTHING, NOTHING)

    def offer(self, side: int) -> OfferTrade:
        """The deal as an offer of one side's."""
        names, goods = self.players, self.goods
        return OfferTrade(names[side], names[1 - side], goods[side], goods[1 - side])

    @property
    def is_empty(self) -> bool:
        """Nothing is given yet."""
        return self.goods == (NOTHING, NOTHING)

    def giving(self, side: int, goods: Goods) -> "Draft":
        """One side gives something else."""
        both = (goods, self.goods[1]) if side == 0 else (self.goods[0], goods)
        return replace(self, goods=both)


def begun(game: Game, player: str) -> Draft:
    """The offer that is open; else nothing yet, between ``player`` and the next to the left."""
    if game.offer:
        return Draft((game.offer.player, game.offer.other), (game.offer.gives, game.offer.wants))
    return Draft((player, game.left_of(player)[0]))


def followed(game: Game, draft: Draft, last: Move | None = None) -> Draft:
    """The draft after a move: the offer that is open, on the sides where its players sit already;
    and from the start once a deal was made, or somebody no longer has what it says."""
    if game.offer:
        opened = begun(game, game.offer.player)
        same = opened.players == draft.players[::-1]
        return Draft(draft.players, opened.goods[::-1]) if same else opened
    if not set(draft.players) <= set(game.in_play()):
        return begun(game, game.turn.player)
    if isinstance(last, AcceptTrade) or not _all_there(game, draft):
        return Draft(draft.players)
    return draft


def _all_there(game: Game, draft: Draft) -> bool:
    return all(
        all(game.owner(key) == player for key in goods.deeds)
        and set(goods.jail_cards) <= set(game.players[player].jail_cards)
        for player, goods in zip(draft.players, draft.goods, strict=True)
    )


def seated(draft: Draft, side: int, player: str) -> Draft:
    """Another player on one side; one who sits on the other side already changes places."""
    there, here = draft.players[1 - side], draft.players[side]
    if player == here:
        return draft
    if player == there:
        return Draft(draft.players[::-1], draft.goods[::-1])
    players = (player, there) if side == 0 else (there, player)
    return replace(draft, players=players).giving(side, NOTHING)


def toggled(draft: Draft, side: int, key: str, is_card: bool) -> Draft:
    """A deed, or the jail card of a pack, is put in; or taken out again."""
    goods = draft.goods[side]
    held = goods.jail_cards if is_card else goods.deeds
    after = tuple(k for k in held if k != key) if key in held else (*held, key)
    changed = replace(goods, jail_cards=after) if is_card else replace(goods, deeds=after)
    return draft.giving(side, changed)


def paying(draft: Draft, side: int, dollars: int) -> Draft:
    """So many dollars more; with 0, none at all."""
    goods = draft.goods[side]
    cash = goods.cash + dollars if dollars else 0
    return draft.giving(side, replace(goods, cash=cash))


_OF_THE_GOODS = (Reason.DEAL_OF_BUILT_GROUP, Reason.CANNOT_AFFORD_DEAL, Reason.OFFER_OPEN)


def forbidden(game: Game, draft: Draft, side: int, goods: Goods) -> str:
    """Why ``goods`` cannot be one side's part of any deal, whatever the other side gives; "" when
    they can."""
    error = refusal(game, OfferTrade(draft.players[side], draft.players[1 - side], goods, NOTHING))
    return refused(error, game) if error and error.reason in _OF_THE_GOODS else ""


def objection(game: Game, before: Draft, after: Draft, side: int) -> str:
    """Why what one side has just put in cannot be part of any deal; "" when it can."""
    was, goods = before.goods[side], after.goods[side]
    added = tuple(key for key in goods.deeds if key not in was.deeds)
    return forbidden(game, after, side, Goods(added, goods.cash if goods.cash > was.cash else 0))
