"""Trade as the screen shows it: the goods of both sides, what each gets, and the answers."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from companion.engine import moves, valuation
from companion.engine.board import Deed
from companion.engine.decide import decide, play
from companion.engine.moves import Goods
from companion.engine.obligations import Debt, Promise
from companion.engine.refusals import IllegalMove
from companion.engine.rules.trades import owed
from companion.engine.rulings import Instalments
from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.table.promises import binding, bound_names, ticket_names
from companion.table.prompts.answers import Answer, Change, answer, changed
from companion.table.prompts.offers import answers_to
from companion.table.trade.draft import (
    DEBT,
    FREE,
    LEND,
    LOAN,
    LOAN_OF,
    NOTHING,
    TradeDraft,
    can_promise,
    can_secure,
    goods_problem,
    lent_to,
)
from companion.text import pack_name, sum_of
from companion.text.names import (
    deed_name,
    free_landings,
    goods_name,
    paid_later,
    repaid,
    set_name,
    short_names,
)
from companion.text.screens.trade import text_of
from companion.text.told import Told, Wording, joined

NAMED = (28, 2, 1)
"""Most deeds of one side that are named, from the longest text to the shortest."""
LONG_NAME = 9
"""Most letters of a name that there is room for on a button."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Deed, jail card, debt, loan or promise that could be in a trade, or deeds that are built on.

    ``group`` is the colour of a deed. ``given`` is True if it is in the trade; ``reason`` explains
    why it cannot be. ``icon`` is shown on what is no single deed.
    """

    side: int
    marker: int
    key: str
    names: tuple[Wording, ...]
    group: str = ""
    mortgaged: bool = False
    given: bool = False
    reason: Wording = ""
    icon: str = ""

    @property
    def is_cash(self) -> bool:
        """True for the cash of a side, which is keyed in."""
        return self.icon == CASH

    @property
    def is_promise(self) -> bool:
        """True for free landings, promised or in force."""
        return self.icon == TICKET or self.key.startswith(FREE)

    @property
    def is_loan(self) -> bool:
        """True for loans: a new one, and those that end or pass on."""
        return self.icon == HAND

    @property
    def is_long(self) -> bool:
        """True for what has a long name: promises, and loans that end or pass on."""
        return self.is_promise or (self.is_loan and self.key != LEND)


CARD, BUILT, OWED, TICKET, CASH = "key", "house", "receipt", "ticket", "pay"
"""Icons of a jail card, deeds built on, what the other player owes, free landings, and cash."""
HAND = "hand_coins"
"""Icon of a loan."""


@dataclass(frozen=True, slots=True)
class Repayment:
    """Loan that the borrower on a side pays back: how much, when, and the deed that secures it.

    ``brief`` is how much and when; the others are wordings, the longest first. Without security
    ``secured`` says so and ``group`` is "".
    """

    side: int
    marker: int
    times: int
    pays: tuple[Wording, ...]
    brief: Wording
    when: tuple[Wording, ...]
    secured: tuple[Wording, ...]
    group: str


@dataclass(frozen=True, slots=True)
class Side:
    """Everything on one side.

    ``changes`` has the balance after the trade. ``answers`` has the most important one first.
    ``gets`` are longer and shorter texts about the goods of the other side, with the interest due
    at once on received mortgages (MORT-5); ``completes`` are texts about the sets they complete.
    """

    number: int
    player: str
    marker: int
    balance: Wording
    things: tuple[Thing, ...]
    cash: Thing
    repayment: Repayment | None
    changes: tuple[Change, ...]
    gets: tuple[Wording, ...]
    completes: tuple[Wording, ...]
    answers: tuple[Answer, ...]


def sides(game: Game, draft: TradeDraft) -> list[Side]:
    """Return both sides, the left one first."""
    after = _balances(game, draft)
    return [_side(game, draft, number, after) for number in (0, 1)]


def hint(game: Game, draft: TradeDraft) -> Wording:
    """Describe the next step; nothing once a draft is begun."""
    if game.offer:
        return text_of("open", player=game.offer.player, other=game.offer.other)
    return text_of("hint") if draft.is_empty else ""


def _side(game: Game, draft: TradeDraft, number: int, after: tuple[Change, ...]) -> Side:
    name = draft.players[number]
    return Side(
        number,
        name,
        markers_of(game.players)[name],
        sum_of(game, game.players[name].cash),
        tuple(_things(game, draft, number)),
        _cash_key(game, draft, number),
        repayment(game, draft, number),
        tuple(change for change in after if change.player == name),
        _gets(game, draft, number),
        _completes(game, draft, number),
        tuple(_answers(game, draft, number)),
    )


def _things(game: Game, draft: TradeDraft, side: int) -> Iterator[Thing]:
    """Yield what a player has; of an open offer only what is in it."""
    name, other, goods = draft.players[side], draft.players[1 - side], draft.goods[side]
    thing = partial(Thing, side, markers_of(game.players)[name])
    if goods.debt or (not game.offer and _is_known_to_owe(game, other, name)):
        amount = sum_of(game, _due(game, other, name))
        texts = text_of("forgives", amount=amount), text_of("debt")
        yield thing(DEBT, texts, given=goods.debt, icon=OWED)
    yield from _loans(game, draft, side, thing)
    built: list[Deed] = []
    for deed in game.deeds_of(name):
        given = deed.key in goods.deeds
        if game.offer and not given:
            continue
        if any(game.rank(lot.key) for lot in game.board.groups[deed.group]) and not given:
            built.append(deed)
            continue
        problem = "" if game.offer else goods_problem(game, draft, side, Goods((deed.key,)))
        mortgaged = game.holdings[deed.key].mortgaged
        names = short_names(game.board, deed.key)
        yield thing(deed.key, names, deed.group, mortgaged, given, problem)
    yield from _landings(game, draft, side, thing)
    kept = binding(game, goods.deeds, draft.players[1 - side])
    yield from (_bound(game, one, thing) for one in kept)
    for pack in game.players[name].jail_cards:
        given = pack in goods.jail_cards
        if given or not game.offer:
            card = text_of("jail_card", pack=pack_name(game.board, pack)), text_of("card")
            yield thing(pack, card, given=given, icon=CARD)
    if built:
        problem = goods_problem(game, draft, side, Goods((built[0].key,)))
        houses = (text_of("built_on", count=len(built)),)
        yield thing(built[0].key, houses, reason=problem, icon=BUILT)


def _landings(
    game: Game, draft: TradeDraft, side: int, thing: Callable[..., Thing]
) -> Iterator[Thing]:
    """Yield the free landings that can be promised; of an open offer only those in it."""
    promised = dict(draft.goods[side].landings)
    for deed in game.board.deeds.values() if game.edition.promises else ():
        given = deed.key in promised
        if given or (not game.offer and can_promise(game, draft, side, deed.key)):
            names = ticket_names(game, deed, promised.get(deed.key, 0))
            icon, group = ("", deed.group) if given else (TICKET, "")
            yield thing(FREE + deed.key, names, group, given=given, icon=icon)


def _loans(
    game: Game, draft: TradeDraft, side: int, thing: Callable[..., Thing]
) -> Iterator[Thing]:
    """Yield a new loan while neither side has one, and those that can end or pass on."""
    (name, other), goods = draft.giver_and_other(side), draft.goods[side]
    has_new = any(one.instalments for one in draft.goods)
    if game.edition.loans and not has_new and not game.offer:
        problem = goods_problem(game, draft, side, Goods(instalments=Instalments(1)))
        yield thing(LEND, (text_of("pay_later"), text_of("loan")), reason=problem, icon=HAND)
    offered = (
        (LOAN, game.loans_between(other, name), goods.loan),
        *(
            (LOAN_OF + borrower, game.loans_between(borrower, name), borrower in goods.loans_of)
            for borrower in lent_to(game, name, other)
        ),
    )
    for key, loans, given in offered:
        if loans and (given or not game.offer):
            amount = sum_of(game, sum(loan.remaining for loan in loans))
            word = "forgives_loan" if key == LOAN else "passes_loan"
            texts = (text_of(word, player=loans[0].borrower, amount=amount), text_of("loan"))
            yield thing(key, texts, given=given, icon=HAND)


def repayment(game: Game, draft: TradeDraft, side: int) -> Repayment | None:
    """Return how the player on a side pays back what the other one lends; None for no loan."""
    promised, name = draft.goods[side].instalments, draft.players[side]
    if not promised:
        return None
    amount, times, is_once = sum_of(game, promised.amount), promised.times, promised.times == 1
    pays = text_of("pays_back", player=name, times=times, amount=amount)
    whole = text_of("pays_back_once", player=name, amount=amount)
    when = "next_time" if is_once else "each_time"
    secured: tuple[Wording, ...] = (text_of("unsecured"),)
    group = ""
    if deed := promised.secured:
        group = game.board.deeds[deed].group
        name_of_deed = deed_name(game.board, deed)
        secured = text_of("secured", deed=name_of_deed), name_of_deed
    brief = repaid(game.board, promised)
    return Repayment(
        side,
        markers_of(game.players)[name],
        times,
        (whole if is_once else pays, brief),
        text_of("brief", amount=brief),
        (text_of(when, player=name), text_of(f"{when}_short")),
        secured,
        group,
    )


def securities(game: Game, draft: TradeDraft, side: int) -> list[Thing]:
    """Return the deeds that can secure the loan of the player on a side (HOUSE-6)."""
    promised, marker = draft.goods[side].instalments, markers_of(game.players)[draft.players[side]]
    return [
        Thing(
            side,
            marker,
            deed.key,
            short_names(game.board, deed.key),
            deed.group,
            game.holdings[deed.key].mortgaged,
            given=bool(promised and promised.secured == deed.key),
        )
        for deed in game.board.deeds.values()
        if can_secure(game, draft, side, deed.key)
    ]


def _due(game: Game, payer: str, payee: str) -> int:
    return sum(one.amount for one in owed(game, payer, payee))


def _is_known_to_owe(game: Game, payer: str, payee: str) -> bool:
    """Return True if something is owed that everybody may see (RENT-7)."""
    due = owed(game, payer, payee)
    return any(game.setup.rent != "watchful" or isinstance(one, Debt) for one in due)


def _cash_key(game: Game, draft: TradeDraft, side: int) -> Thing:
    cash = draft.goods[side].cash
    problem = goods_problem(game, draft, side, Goods()) if game.offer else ""
    amount = sum_of(game, cash)
    texts = (text_of("cash_of", amount=amount), amount) if cash else (text_of("cash"),)
    marker = markers_of(game.players)[draft.players[side]]
    reason = "" if cash else problem
    return Thing(side, marker, "cash", texts, given=bool(cash), reason=reason, icon=CASH)


def _gets(game: Game, draft: TradeDraft, side: int) -> tuple[Told, ...]:
    """Describe the goods of the other side, and ten percent of each mortgage (MORT-5)."""
    received, name = draft.goods[1 - side], draft.players[side]
    mortgaged = (key for key in received.deeds if game.holdings[key].mortgaged)
    due = sum(valuation.interest(game, game.board.deeds[key]) for key in mortgaged)
    more: list[Wording] = [text_of("interest", amount=sum_of(game, due))] if due else []
    if binding(game, received.deeds, name):
        more.append(text_of("promises"))
    things = replace(received, debt=False, loan=False, instalments=None)
    has_things = things != NOTHING
    later = paid_later(game.board, received.instalments) if received.instalments else ""
    if later:
        more.insert(0, later if has_things else text_of("gets", goods=later))
    texts = []
    for most in NAMED:
        released = _released(game, draft, side, is_brief=most == NAMED[-1])
        also = [*more[: bool(later)], *released, *more[bool(later) :]]
        gets = text_of("gets", goods=goods_name(game.board, things, most))
        texts.append(joined(", ", [gets, *also] if has_things or not also else also))
    return tuple(dict.fromkeys(texts))


def _released(game: Game, draft: TradeDraft, side: int, is_brief: bool) -> list[Wording]:
    """Say what the other side releases: a debt, and loans (FLOW-8, HOUSE-4)."""
    (name, other), received = draft.giver_and_other(side), draft.goods[1 - side]
    told: list[Wording] = []
    if received.debt:
        amount = sum_of(game, _due(game, name, other))
        told.append(text_of("forgiven", player=other, amount=amount))
    if received.loan:
        rest = sum_of(game, sum(one.remaining for one in game.loans_between(name, other)))
        key = "forgiven_loan_brief" if is_brief else "forgiven_loan"
        told.append(text_of(key, player=other, amount=rest))
    return told


def _bound(game: Game, one: Promise, thing: Callable[..., Thing]) -> Thing:
    """Promise that comes with a deed, which nobody can take out."""
    deed = game.board.deeds[one.deed]
    landings = free_landings(one.times)
    reason = text_of("keeps_all", player=one.player, landings=landings, deed=deed.name)
    return thing(f"{one.player}.{deed.key}", bound_names(game, one), reason=reason, icon=TICKET)


def _completes(game: Game, draft: TradeDraft, side: int) -> tuple[Wording, ...]:
    """Describe the sets that the goods of the other side complete."""
    name = draft.players[side]
    given, received = draft.goods[side].deeds, draft.goods[1 - side].deeds
    sets = [
        group
        for group in dict.fromkeys(game.board.deeds[key].group for key in received)
        if all(
            deed.key in received or (game.owner(deed.key) == name and deed.key not in given)
            for deed in game.board.groups[group]
        )
    ]
    if not sets:
        return ()
    if len(sets) > 1:
        count = len(sets)
        return (
            text_of("completes_sets", player=name, count=count),
            text_of("completes_count", count=count),
        )
    [group] = sets
    is_color = game.board.groups[group][0].house_price > 0
    kind = "completes_set" if is_color else "completes_group"
    colors = set_name(group)
    return text_of(kind, player=name, set=colors), text_of("completes", set=colors)


def _answers(game: Game, draft: TradeDraft, side: int) -> Iterator[Answer]:
    name, offer = draft.players[side], game.offer
    if offer is None:
        key = "offers" if len(name) <= LONG_NAME else "offers_this"
        yield answer(game, text_of(key, player=name), draft.offer(side), tone="plain")
    elif offer.other == name:
        yield from answers_to(game, name)
    elif offer.player == name:
        withdraws = moves.WithdrawTrade(name)
        yield answer(game, text_of("withdraws"), withdraws, tone="plain")


def _balances(game: Game, draft: TradeDraft) -> tuple[Change, ...]:
    """Balances that the trade would change; none if it cannot be."""
    with suppress(IllegalMove):
        offered = game if game.offer else play(game, draft.offer(0))
        return changed(offered, decide(offered, moves.AcceptTrade(_partner(offered))))
    return ()


def _partner(game: Game) -> str:
    assert game.offer, "the trade is offered"
    return game.offer.other
