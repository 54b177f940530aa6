"""Debt as the screen shows it: the shortfall and every way to raise cash."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine import moves, valuation
from companion.engine.board import BARE_LOT, Deed
from companion.engine.decide import decide
from companion.engine.events import Asked, DeedPassed, JailCardPassed, Paid
from companion.engine.moves import Goods, Move
from companion.engine.obligations import Debt
from companion.engine.phases import Auction
from companion.engine.state import Game
from companion.text import listed, signed
from companion.text.names import goods_name, party_name
from companion.text.screens.debt import text_of
from companion.ui.markers import signs
from companion.ui.play.prompts.answers import Answer, answer, sum_of
from companion.ui.play.prompts.debts import bankruptcy, heir, payment, reason
from companion.ui.properties.plan import (
    NOTHING,
    Plan,
    Selling,
    current_ranks,
    describe_changes,
    plan_answer,
    tap_slot,
)
from companion.ui.tiles import capital

MOST_NAMED = 5
"""Largest number of deeds named in an estate; more are only counted."""


@dataclass(frozen=True, slots=True)
class Way:
    """Way to raise cash, or to pay without cash.

    It concerns ``deed``, or a whole ``group``; ``group`` is also the colour.
    """

    answer: Answer
    text: str
    deed: str
    group: str
    amount: str


@dataclass(frozen=True, slots=True)
class Estate:
    """Bankruptcy and the receiver of the estate."""

    answer: Answer
    text: str


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Oldest debt of one debtor.

    ``title`` is the shortfall, and ``queue`` names the other debts. ``estates`` is empty unless the
    player is bankrupt (BANK-1).
    """

    debtor: str
    seat: int
    lead: str
    title: str
    tone: str
    detail: str
    queue: str
    pays: Answer
    ways: tuple[Way, ...]
    estates: tuple[Estate, ...]


def debtors(game: Game) -> list[str]:
    """Return the debtors, in the order of their oldest debts (FLOW-3)."""
    return list(dict.fromkeys(debt.debtor for debt in game.debts))


def shortfall(game: Game, debt: Debt) -> Shortfall:
    """Return a debt with every way to pay it."""
    name, cash = debt.debtor, game.players[debt.debtor].cash
    pays, gone = payment(game, debt, is_oldest=True), bankruptcy(game, name)
    short = text_of("short", amount=sum_of(game, debt.amount - cash))
    return Shortfall(
        name,
        signs(game.players)[name],
        _owes("lead", game, debt),
        text_of("enough") if pays.open else short,
        "in" if pays.open else "out",
        _detail(game, debt),
        _queue(game, debt),
        pays,
        tuple(way for way in _ways(game, debt) if way.answer.open),
        (Estate(gone, _estate(game, debt, gone.move)),) if gone else (),
    )


def _detail(game: Game, debt: Debt) -> str:
    name, cash = debt.debtor, game.players[debt.debtor].cash
    more, why = valuation.can_raise(game, name) - cash, capital(reason(game, debt))
    key = "detail" if more else "detail_dry"
    return text_of(key, why=why, player=name, cash=sum_of(game, cash), more=sum_of(game, more))


def _owes(key: str, game: Game, debt: Debt) -> str:
    creditor, amount = party_name(debt.creditor), sum_of(game, debt.amount)
    return text_of(key, player=debt.debtor, creditor=creditor, amount=amount)


def _queue(game: Game, debt: Debt) -> str:
    others = [_owes("queued", game, other) for other in game.debts if other is not debt]
    return text_of("queue", debts=listed(others)) if others else ""


def _ways(game: Game, debt: Debt) -> Iterator[Way]:
    """Generate mortgages first, then sales, then deeds instead of cash."""
    name, deeds = debt.debtor, game.deeds_of(debt.debtor)
    for deed in deeds:
        yield _way(game, text_of("mortgage"), moves.Mortgage(name, deed.key), name, deed)
    built = [deed for deed in deeds if game.rank(deed.key)]
    for deed in built:
        yield _sale(game, name, tap_slot(game, NOTHING, deed.key, game.rank(deed.key)), deed)
    for group in dict.fromkeys(deed.group for deed in built):
        if sum(current_ranks(game, group)) > 1:
            lots = game.board.groups[group]
            yield _sale(game, name, Selling(group, (BARE_LOT,) * len(lots)), *lots)
    for deed in deeds:
        yield from _in_lots(game, debt, deed)


def _sale(game: Game, player: str, plan: Plan, *lots: Deed) -> Way:
    text = text_of("sell", buildings=describe_changes(game, plan, lots[0].group))
    return _way(game, text, plan_answer(game, player, plan).move, player, *lots)


def _in_lots(game: Game, debt: Debt, deed: Deed) -> Iterator[Way]:
    """Offer deeds instead of cash, where the edition allows it (RENT-10)."""
    name, price = debt.debtor, sum_of(game, deed.price)
    hands_over = text_of("hands_over", creditor=party_name(debt.creditor), amount=price)
    for text, kind in ((hands_over, moves.HandOverDeed), (text_of("puts_up"), moves.PutUpDeed)):
        yield replace(_way(game, text, kind(name, deed.key), name, deed), amount="")


def _way(game: Game, text: str, move: Move, player: str, *deeds: Deed) -> Way:
    made = answer(game, text, move, player, tone="in", deed=deeds[0].key)
    gain = sum(c.after - c.before for c in made.changes if c.player == player)
    of = deeds[0].name if len(deeds) == 1 else text_of("group")
    return Way(made, text, of, deeds[0].group, signed(gain, game.board.currency))


def _estate(game: Game, debt: Debt, move: Move) -> str:
    """Describe the receiver and the goods of the estate."""
    events = decide(game, move)
    cash = sum(e.amount for e in events if isinstance(e, Paid) and e.why == "estate")
    deeds = tuple(e.deed for e in events if isinstance(e, DeedPassed))
    cards = tuple(e.pack for e in events if isinstance(e, JailCardPassed))
    auctioned = any(isinstance(e, Asked) and isinstance(e.phase, Auction) for e in events)
    goods = goods_name(game.board, Goods(deeds, cash, cards), MOST_NAMED)
    receiver = capital(party_name(heir(debt)))
    return text_of("estate_auctioned" if auctioned else "estate", receiver=receiver, goods=goods)
