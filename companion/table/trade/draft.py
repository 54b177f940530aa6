"""Draft of a trade: two players, and what each of them would give."""

from dataclasses import dataclass, replace

from companion.engine.board import PACKS
from companion.engine.decide import refusal
from companion.engine.moves import AcceptTrade, Goods, Move, OfferTrade
from companion.engine.obligations import MOST_TIMES
from companion.engine.refusals import Reason
from companion.engine.rules import loans, promises
from companion.engine.rules.trades import owed
from companion.engine.rulings import Instalments, Landings
from companion.engine.state import Game
from companion.text import refused
from companion.text.told import Wording

NOTHING = Goods()
DEBT = "debt"
"""Key of what the other player owes, among the goods (FLOW-8)."""
FREE = "free:"
"""Beginning of the key of free landings on a deed, which follows it (DEAL-1)."""
LEND = "lend"
"""Key of money that is paid back later, among the goods of the borrower (HOUSE-1)."""
LOAN = "loan"
"""Key of the other player's loans, which end (HOUSE-4)."""
LOAN_OF = "loan:"
"""Beginning of the key of a third player's loans, whose name follows it (HOUSE-5)."""
MOST_LANDINGS = 99
"""Most free landings of one promise that has an end."""


@dataclass(frozen=True, slots=True)
class TradeDraft:
    """Trade in preparation: ``goods`` has what each of the two ``players`` gives."""

    players: tuple[str, str]
    goods: tuple[Goods, Goods] = (NOTHING, NOTHING)

    def offer(self, side: int) -> OfferTrade:
        """Trade as an offer of the player on ``side``."""
        names, goods = self.players, self.goods
        return OfferTrade(names[side], names[1 - side], goods[side], goods[1 - side])

    def giver_and_other(self, side: int) -> tuple[str, str]:
        """Return the player on a side, and the one opposite."""
        return self.players[side], self.players[1 - side]

    @property
    def is_empty(self) -> bool:
        """True if neither side gives anything."""
        return self.goods == (NOTHING, NOTHING)

    def with_goods(self, side: int, goods: Goods) -> "TradeDraft":
        """Draft with other goods on one side."""
        both = (goods, self.goods[1]) if side == 0 else (self.goods[0], goods)
        return replace(self, goods=both)


def start_draft(game: Game, player: str) -> TradeDraft:
    """Draft of the open offer; or else an empty one.

    It is with the player to whom ``player`` owes the oldest debt, or with the next to the left.
    """
    if game.offer:
        return TradeDraft(
            (game.offer.player, game.offer.other), (game.offer.gives, game.offer.wants)
        )
    if (debt := game.debt_of(player)) and debt.creditor in game.players:
        return TradeDraft((player, debt.creditor))
    return TradeDraft((player, game.left_of(player)[0]))


def follow_game(game: Game, draft: TradeDraft, last: Move | None = None) -> TradeDraft:
    """Draft after a move.

    An open offer replaces the draft; its players keep the sides on which they are. The draft is
    cleared after a trade, or when a player no longer has the goods.
    """
    if game.offer:
        opened = start_draft(game, game.offer.player)
        same = opened.players == draft.players[::-1]
        return TradeDraft(draft.players, opened.goods[::-1]) if same else opened
    if not set(draft.players) <= set(game.in_play()):
        return start_draft(game, game.turn.player)
    if isinstance(last, AcceptTrade) or not _all_there(game, draft):
        return TradeDraft(draft.players)
    return possible(game, draft)


def _all_there(game: Game, draft: TradeDraft) -> bool:
    return all(
        all(game.owner(key) == player for key in goods.deeds)
        and set(goods.jail_cards) <= set(game.players[player].jail_cards)
        and (not goods.debt or owed(game, other, player))
        for player, other, goods in zip(
            draft.players, draft.players[::-1], draft.goods, strict=True
        )
    )


def can_promise(game: Game, draft: TradeDraft, side: int, deed: str) -> bool:
    """Return True if the player on a side has the deed after the trade (DEAL-1)."""
    gives, gets = draft.goods[side], draft.goods[1 - side]
    return promises.can_promise(game, draft.players[side], deed, gives, gets)


def can_secure(game: Game, draft: TradeDraft, side: int, deed: str) -> bool:
    """Return True if the deed can secure the new loan of the player on a side (HOUSE-6)."""
    gives, gets = draft.goods[side], draft.goods[1 - side]
    return loans.can_secure(game, *draft.giver_and_other(side), deed, gives, gets)


def possible(game: Game, draft: TradeDraft) -> TradeDraft:
    """Draft without free landings, loans and securities that nobody in it can give."""
    for side, goods in enumerate(draft.goods):
        giver, other = draft.giver_and_other(side)
        landings = tuple(one for one in goods.landings if can_promise(game, draft, side, one[0]))
        passed = tuple(name for name in goods.loans_of if name in lent_to(game, giver, other))
        kept = replace(
            goods,
            landings=landings,
            loan=goods.loan and bool(game.loans_between(other, giver)),
            loans_of=passed,
        )
        draft = draft.with_goods(side, kept)
    for side, goods in enumerate(draft.goods):
        promised = goods.instalments
        if promised and promised.secured and not can_secure(game, draft, side, promised.secured):
            draft = with_instalments(draft, side, replace(promised, secured=""))
    return draft


def lent_to(game: Game, lender: str, other: str) -> list[str]:
    """List the players whose loans a lender can pass on to the other player (HOUSE-5)."""
    borrowers = dict.fromkeys(one.borrower for one in game.loans if one.lender == lender)
    return [name for name in borrowers if name != other]


def seat_player(draft: TradeDraft, side: int, player: str) -> TradeDraft:
    """Put another player on one side, or swap the sides if that player is opposite."""
    there, here = draft.players[1 - side], draft.players[side]
    if player == here:
        return draft
    if player == there:
        return TradeDraft(draft.players[::-1], draft.goods[::-1])
    players = (player, there) if side == 0 else (there, player)
    return replace(draft, players=players).with_goods(side, NOTHING)


def toggle_item(draft: TradeDraft, side: int, key: str) -> TradeDraft:
    """Add a deed, a jail card, the ``DEBT`` or a loan to one side, or remove it.

    A key that begins with ``FREE`` adds a free landing, or removes all of that deed.
    """
    goods = draft.goods[side]
    if key.startswith(FREE):
        deed = key.removeprefix(FREE)
        return with_landings(draft, side, deed, 0 if deed in dict(goods.landings) else 1)
    if key == DEBT:
        return draft.with_goods(side, replace(goods, debt=not goods.debt))
    if key == LOAN:
        return draft.with_goods(side, replace(goods, loan=not goods.loan))
    if key.startswith(LOAN_OF):
        passed = _toggled(goods.loans_of, key.removeprefix(LOAN_OF))
        return draft.with_goods(side, replace(goods, loans_of=passed))
    if key in PACKS:
        return draft.with_goods(side, replace(goods, jail_cards=_toggled(goods.jail_cards, key)))
    return draft.with_goods(side, replace(goods, deeds=_toggled(goods.deeds, key)))


def _toggled(held: tuple[str, ...], key: str) -> tuple[str, ...]:
    return tuple(one for one in held if one != key) if key in held else (*held, key)


def with_landings(draft: TradeDraft, side: int, deed: str, times: Landings) -> TradeDraft:
    """Draft with a number of free landings on a deed, None for good, 0 for none."""
    landings = {**dict(draft.goods[side].landings), deed: times}
    kept = tuple((key, times) for key, times in landings.items() if times != 0)
    return draft.with_goods(side, replace(draft.goods[side], landings=kept))


def with_instalments(draft: TradeDraft, side: int, promised: Instalments | None) -> TradeDraft:
    """Draft in which the player on one side pays money back so; None for no loan (HOUSE-1)."""
    return draft.with_goods(side, replace(draft.goods[side], instalments=promised))


def with_times(draft: TradeDraft, side: int, more: int) -> TradeDraft:
    """Draft with more or fewer instalments of the loan, within the limits (HOUSE-1)."""
    promised = draft.goods[side].instalments or Instalments(0)
    times = min(max(1, promised.times + more), MOST_TIMES)
    return with_instalments(draft, side, replace(promised, times=times))


def with_cash(draft: TradeDraft, side: int, dollars: int) -> TradeDraft:
    """Draft with other cash on one side."""
    return draft.with_goods(side, replace(draft.goods[side], cash=dollars))


_OF_THE_GOODS = (
    Reason.DEAL_OF_BUILT_GROUP,
    Reason.CANNOT_AFFORD_DEAL,
    Reason.OFFER_OPEN,
    Reason.DEED_IS_SECURITY,
    Reason.TOO_MANY_LOANS,
)


def goods_problem(game: Game, draft: TradeDraft, side: int, goods: Goods) -> Wording:
    """Explain why ``goods`` can be in no trade of this player, or return "".

    The goods of the other side do not matter.
    """
    error = refusal(game, OfferTrade(draft.players[side], draft.players[1 - side], goods, NOTHING))
    return refused(error, game) if error and error.reason in _OF_THE_GOODS else ""


def change_problem(game: Game, before: TradeDraft, after: TradeDraft, side: int) -> Wording:
    """Explain why the goods just added on one side can be in no trade, or return ""."""
    was, goods = before.goods[side], after.goods[side]
    added = tuple(key for key in goods.deeds if key not in was.deeds)
    return goods_problem(
        game, after, side, Goods(added, goods.cash if goods.cash > was.cash else 0)
    )
