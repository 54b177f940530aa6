"""Debt as the screen shows it: the shortfall and every way to raise cash."""

from collections.abc import Iterator, Sequence
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

    ``kind`` is ``mortgage``, ``sell``, ``group`` for all buildings of a group, ``sells_back``,
    ``hands_over`` or ``puts_up``. ``names`` are its words, the longest first. ``picture`` is the
    building that is sold, or an icon; ``marker`` is the player who gets the deed. ``amount`` is
    what is ``raised``, in the ``tone`` of money received, or how it pays.
    """

    answer: Answer
    kind: str
    names: tuple[Wording, ...]
    group: str
    raised: int
    amount: Wording
    picture: str = ""
    tone: str = "in"
    marker: int = -1


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Oldest debt of one debtor.

    ``title`` says who owes whom how much, ``owes`` leaves out the creditor, and ``due`` both;
    ``to`` is the creditor; the wordings of ``reasons`` say what for, such as a ``deed``. ``share``
    is the part of the debt that there is cash for. ``paying`` are wordings of the payment, the
    longest first. ``ways`` are the best first. ``gone`` is the bankruptcy; None unless it is true
    (BANK-1).
    """

    debtor: str
    marker: int
    creditor_marker: int
    title: Wording
    owes: Wording
    due: Wording
    to: Wording
    reasons: tuple[Wording, ...]
    deed: str
    share: float
    cash: Wording
    short: Wording
    wanted: tuple[Wording, ...]
    could: Wording
    pays: Answer
    paying: tuple[Wording, ...]
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
    paying = text_of("pay", creditor=creditor, amount=amount), pays.text
    markers = markers_of(game.players)
    return Shortfall(
        debtor=name,
        marker=markers[name],
        creditor_marker=markers.get(debt.creditor, -1),
        title=text_of("lead", player=name, creditor=creditor, amount=amount),
        owes=text_of("owes", player=name, amount=amount),
        due=text_of("due", amount=amount),
        to=text_of("to", creditor=creditor),
        reasons=_reasons(game, debt),
        deed=debt.deed,
        share=min(1.0, cash / debt.amount) if debt.amount else 1.0,
        cash=text_of("cash_of", amount=sum_of(game, cash)),
        short="" if pays.open else text_of("short", amount=sum_of(game, debt.amount - cash)),
        wanted=_wanted(game, debt, ways) if not pays.open else (),
        could=_could(game, debt) if not pays.open else "",
        pays=pays,
        paying=paying[1:] if gone else paying,
        ways=ways,
        gone=replace(gone, text=text_of("bankrupt")) if gone else None,
    )


def _reasons(game: Game, debt: Debt) -> tuple[Wording, ...]:
    """Return wordings of what a debt is for, and of what the debtor owes besides."""
    whole: tuple[Wording, ...] = (capital(reason(game, debt)),)
    if debt.deed:
        whole += short_names(game.board, debt.deed)
    others = [other for other in game.debts if other.debtor == debt.debtor and other is not debt]
    if not others:
        return whole
    then = text_of("then", amount=sum_of(game, sum(other.amount for other in others)))
    return (*(joined(" · ", (one, then)) for one in whole), *whole)


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
    """Generate whole sets first, then mortgages, then sales, then deeds instead of cash.

    What raises most is the first of each kind.
    """
    name, deeds = debt.debtor, game.deeds_of(debt.debtor)
    built = [deed for deed in deeds if game.rank(deed.key)]
    mortgages = (
        _way(
            game,
            "mortgage",
            deed,
            short_names(game.board, deed.key),
            moves.Mortgage(name, deed.key),
        )
        for deed in deeds
    )
    for kind in (_sets(game, name, built), mortgages, (_sale(game, name, deed) for deed in built)):
        yield from sorted(kind, key=lambda way: -way.raised)
    for deed in sorted(deeds, key=lambda deed: -deed.price):
        if game.edition.sell_back != "no":
            yield _sale_to_bank(game, name, deed)
        yield from _in_lots(game, debt, deed)


def _sets(game: Game, name: str, built: Sequence[Deed]) -> Iterator[Way]:
    """Offer all buildings of each group that has more than one."""
    for group in dict.fromkeys(deed.group for deed in built):
        if sum(current_ranks(game, group)) > 1:
            lots = game.board.groups[group]
            sold = plan_answer(game, name, Selling(group, (BARE_LOT,) * len(lots))).move
            yield _way(
                game,
                "group",
                lots[0],
                (text_of("group", set=set_name(group)), set_name(group)),
                sold,
                "house",
            )


def _sale(game: Game, name: str, deed: Deed) -> Way:
    """Offer the last building of a lot."""
    sold = plan_answer(game, name, tap_slot(game, NOTHING, deed.key, game.rank(deed.key))).move
    picture = "hotel" if game.rank(deed.key) > game.setup.top_houses else "house"
    return _way(game, "sell", deed, short_names(game.board, deed.key), sold, picture)


def _sale_to_bank(game: Game, name: str, deed: Deed) -> Way:
    """Offer to sell a deed back to the bank (HOUSE-22)."""
    short = short_names(game.board, deed.key)
    names: tuple[Wording, ...] = text_of("sells_back", deed=short[-1]), *short
    return _way(game, "sells_back", deed, names, moves.SellDeed(name, deed.key), "bank")


def _in_lots(game: Game, debt: Debt, deed: Deed) -> Iterator[Way]:
    """Offer deeds instead of cash, where the edition allows it (RENT-10)."""
    name, creditor = debt.debtor, debt.creditor
    short, marker = short_names(game.board, deed.key), markers_of(game.players).get(creditor, -1)
    price = sum_of(game, deed.price)
    hands_over = _way(game, "hands_over", deed, short, moves.HandOverDeed(name, deed.key))
    picture = "" if marker >= 0 else "bank"
    yield replace(hands_over, amount=price, tone="plain", marker=marker, picture=picture)
    names: tuple[Wording, ...] = text_of("puts_up", deed=short[-1]), *short
    puts_up = _way(game, "puts_up", deed, names, moves.PutUpDeed(name, deed.key), "gavel")
    yield replace(puts_up, amount="")


def _way(
    game: Game, kind: str, deed: Deed, names: tuple[Wording, ...], move: Move, picture: str = ""
) -> Way:
    player = getattr(move, "player", "")
    made = answer(game, names[0], move, tone="in")
    gain = sum(c.after - c.before for c in made.changes if c.player == player)
    return Way(made, kind, names, deed.group, gain, signed_sum(game, gain), picture)
