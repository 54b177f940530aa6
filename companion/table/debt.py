"""Debt as the screen shows it: the shortfall and every way to raise cash."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine import moves, valuation
from companion.engine.board import BARE_LOT, Deed
from companion.engine.moves import Move
from companion.engine.obligations import Debt
from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.table.prompts.answers import Answer, answer
from companion.table.prompts.debts import bankruptcy, payment, reason
from companion.table.properties.plan import (
    NOTHING,
    Selling,
    current_ranks,
    plan_answer,
    tap_slot,
)
from companion.text import signed_sum, sum_of
from companion.text.names import party_name, set_name, short_names
from companion.text.screens.debt import text_of
from companion.text.told import Told, Wording, capital, joined


@dataclass(frozen=True, slots=True)
class Way:
    """Way to raise cash, or to pay without cash.

    ``kind`` is ``mortgage``, ``sell``, ``group`` for all buildings of a group, ``hands_over`` or
    ``puts_up``. ``names`` are its words, the longest first. ``picture`` is the building that is
    sold, or an icon; ``marker`` is the player who gets the deed. ``amount`` is what it raises, in
    the ``tone`` of money received, or how it pays.
    """

    answer: Answer
    kind: str
    names: tuple[Wording, ...]
    group: str
    amount: Wording
    picture: str = ""
    tone: str = "in"
    marker: int = -1


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Oldest debt of one debtor.

    ``titles`` and ``sublines`` say who owes what for what, the longest first. ``share`` is the part
    of the debt that there is cash for. ``gone`` is the bankruptcy; None unless it is true (BANK-1).
    """

    debtor: str
    marker: int
    titles: tuple[Wording, ...]
    sublines: tuple[Wording, ...]
    share: float
    cash: Wording
    short: Wording
    wanted: tuple[Wording, ...]
    could: Wording
    pays: Answer
    ways: tuple[Way, ...]
    gone: Answer | None


def debtors(game: Game) -> list[str]:
    """Debtors, in the order of their oldest debts (FLOW-3)."""
    return list(dict.fromkeys(debt.debtor for debt in game.debts))


def shortfall(game: Game, debt: Debt) -> Shortfall:
    """Debt with every way to pay it."""
    name, cash = debt.debtor, game.players[debt.debtor].cash
    pays, gone = payment(game, debt, is_oldest=True), bankruptcy(game, name)
    ways = tuple(way for way in _ways(game, debt) if way.answer.open)
    creditor, amount = party_name(debt.creditor), sum_of(game, debt.amount)
    if not gone:
        pays = replace(pays, text=text_of("pay", creditor=creditor, amount=amount))
    return Shortfall(
        debtor=name,
        marker=markers_of(game.players)[name],
        titles=(
            text_of("lead", player=name, creditor=creditor, amount=amount),
            text_of("owes", player=name, amount=amount),
            text_of("due", amount=amount),
        ),
        sublines=_sublines(game, debt),
        share=min(1.0, cash / debt.amount) if debt.amount else 1.0,
        cash=text_of("cash_of", amount=sum_of(game, cash)),
        short="" if pays.open else text_of("short", amount=sum_of(game, debt.amount - cash)),
        wanted=_wanted(game, debt, ways) if not pays.open else (),
        could=_could(game, debt) if not pays.open else "",
        pays=pays,
        ways=ways,
        gone=replace(gone, text=text_of("bankrupt")) if gone else None,
    )


def _sublines(game: Game, debt: Debt) -> tuple[Wording, ...]:
    """Reason of a debt, and the sum of what the debtor owes besides."""
    reasons: tuple[Wording, ...] = (capital(reason(game, debt)),)
    if debt.deed:
        reasons += short_names(game.board, debt.deed)
    others = [other for other in game.debts if other.debtor == debt.debtor and other is not debt]
    if not others:
        return reasons
    then = text_of("then", amount=sum_of(game, sum(other.amount for other in others)))
    return joined(" · ", (reasons[0], then)), then


def _wanted(game: Game, debt: Debt, ways: tuple[Way, ...]) -> tuple[Told, ...]:
    """Say how much cash must be raised, and by what."""
    if not ways:
        return text_of("nothing"), text_of("dry")
    has_buildings = any(way.kind == "sell" for way in ways)
    amount = sum_of(game, debt.amount - game.players[debt.debtor].cash)
    key = "sell" if has_buildings else "mortgage"
    return text_of(key, amount=amount), text_of("raise", amount=amount)


def _could(game: Game, debt: Debt) -> Wording:
    more = valuation.can_raise(game, debt.debtor) - game.players[debt.debtor].cash
    return text_of("could", amount=sum_of(game, more)) if more > 0 else ""


def _ways(game: Game, debt: Debt) -> Iterator[Way]:
    """Generate whole sets first, then mortgages, then sales, then deeds instead of cash."""
    name, deeds = debt.debtor, game.deeds_of(debt.debtor)
    built = [deed for deed in deeds if game.rank(deed.key)]
    for group in dict.fromkeys(deed.group for deed in built):
        if sum(current_ranks(game, group)) > 1:
            lots = game.board.groups[group]
            sold = plan_answer(game, name, Selling(group, (BARE_LOT,) * len(lots))).move
            sets = text_of("group", set=set_name(group)), set_name(group)
            yield _way(game, "group", sets, sold, lots[0], "house")
    for deed in deeds:
        names = short_names(game.board, deed.key)
        yield _way(game, "mortgage", names, moves.Mortgage(name, deed.key), deed)
    for deed in built:
        plan = tap_slot(game, NOTHING, deed.key, game.rank(deed.key))
        sold = plan_answer(game, name, plan).move
        picture = "hotel" if game.rank(deed.key) > game.setup.top_houses else "house"
        yield _way(game, "sell", short_names(game.board, deed.key), sold, deed, picture)
    for deed in deeds:
        yield from _in_lots(game, debt, deed)


def _in_lots(game: Game, debt: Debt, deed: Deed) -> Iterator[Way]:
    """Offer deeds instead of cash, where the edition allows it (RENT-10)."""
    name, creditor = debt.debtor, debt.creditor
    short, marker = short_names(game.board, deed.key), markers_of(game.players).get(creditor, -1)
    price = sum_of(game, deed.price)
    hands_over = _way(game, "hands_over", short, moves.HandOverDeed(name, deed.key), deed)
    picture = "" if marker >= 0 else "bank"
    yield replace(hands_over, amount=price, tone="plain", marker=marker, picture=picture)
    names: tuple[Wording, ...] = text_of("puts_up", deed=short[-1]), *short
    puts_up = _way(game, "puts_up", names, moves.PutUpDeed(name, deed.key), deed, "gavel")
    yield replace(puts_up, amount="")


def _way(
    game: Game, kind: str, names: tuple[Wording, ...], move: Move, deed: Deed, picture: str = ""
) -> Way:
    player = getattr(move, "player", "")
    made = answer(game, names[0], move, tone="in")
    gain = sum(c.after - c.before for c in made.changes if c.player == player)
    return Way(made, kind, names, deed.group, signed_sum(game, gain), picture)
