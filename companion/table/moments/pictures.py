"""Picture of a moment without a way: a card, the jail, opening rolls, a full set, an estate."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine import events as ev
from companion.engine import valuation
from companion.engine.board import Kind
from companion.engine.moves import Dice
from companion.engine.phases import Opening
from companion.engine.state import BANK
from companion.table.moments.booked import TRIES, BookedMove
from companion.text.moves import secured_deeds
from companion.text.names import short_names
from companion.text.told import Wording

NOBODY, EVERYBODY = -1, -2
"""Markers of the bank or the pot, and of all other players."""
MOST_DEEDS = 6
"""Most deeds of an estate that are drawn."""


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """Card of a pack, with its sum and the markers of who pays and who is paid.

    A card without a sum has its ``effect`` alone; one that leads to jail has who goes there.
    """

    pack: str
    effect: str
    amount: Wording = ""
    tone: str = "plain"
    payer: int = NOBODY
    payee: int = NOBODY
    jailed: int = NOBODY


@dataclass(frozen=True, slots=True)
class JailCell:
    """Player in jail, after ``used`` of ``tries`` to roll doubles."""

    marker: int
    used: int
    tries: int = TRIES


@dataclass(frozen=True, slots=True)
class OpeningRoll:
    """Total of a player who has rolled for who starts, and the dice if they are known."""

    name: str
    marker: int
    total: int
    is_highest: bool
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class FullSet:
    """Properties of a set that is complete now: short names, and the rents of today.

    ``before`` and ``after`` are rents of the property that came; empty where owners watch for rent.
    """

    group: str
    deeds: tuple[tuple[tuple[str, ...], Wording], ...]
    before: Wording = ""
    after: Wording = ""


@dataclass(frozen=True, slots=True)
class Estate:
    """Estate of a player who is out, on its way to the heir; each deed has group and names.

    ``more`` deeds are not listed. The heir may be the bank.
    """

    name: str
    marker: int
    heir: str
    heir_marker: int
    deeds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    more: int = 0
    cash: Wording = ""


MomentPicture: TypeAlias = DrawnCard | JailCell | tuple[OpeningRoll, ...] | FullSet | Estate


def picture(
    booked: BookedMove, has_way: bool, opening_dice: Mapping[str, Dice]
) -> MomentPicture | None:
    """Picture of a move; None if the way of a token, or properties, are its picture.

    ``opening_dice`` are the last dice of who has rolled for who starts, by player.
    """
    if gone := booked.first(ev.PlayerOut):
        return _estate(booked, gone)
    if sets := booked.completed_sets():
        return _full_set(booked, *sets[0])
    drawn = booked.first(ev.CardDrawn)
    if drawn and (booked.first(ev.Jailed) or not has_way):
        return _card(booked, drawn)
    if has_way:
        return None
    if used := booked.tries_in_jail():
        return JailCell(booked.markers[booked.player], used)
    if rolled := booked.first(ev.OpeningThrown):
        return _opening(booked, rolled, opening_dice)
    return None


def _estate(booked: BookedMove, gone: ev.PlayerOut) -> Estate:
    passed = [event for event in booked.all(ev.DeedPassed) if event.giver == gone.player]
    cash = [paid for paid in booked.all(ev.Paid) if paid.why == "estate"]
    security = secured_deeds(gone.player, booked.events)
    rest = [event.receiver for event in passed if event.deed not in security]
    heir = [*rest, *(paid.payee for paid in cash), BANK][0]
    keys = [event.deed for event in passed] or [
        deed.key for deed in booked.before.deeds_of(gone.player)
    ]
    shown = MOST_DEEDS if len(keys) <= MOST_DEEDS else MOST_DEEDS - 1
    board, markers = booked.board, booked.markers
    return Estate(
        gone.player,
        markers[gone.player],
        heir if heir in markers else "",
        markers.get(heir, NOBODY),
        tuple((board.deeds[key].group, short_names(board, key)) for key in keys[:shown]),
        len(keys[shown:]),
        booked.money(cash[0].amount) if cash and cash[0].amount else "",
    )


def _full_set(booked: BookedMove, player: str, group: str) -> FullSet:
    board, game = booked.board, booked.after
    deeds = board.groups[group]
    if booked.is_watchful or deeds[0].kind is Kind.UTILITY:
        return FullSet(group, tuple((short_names(board, deed.key), "") for deed in deeds))
    rents = {deed.key: booked.money(valuation.rent(game, deed, 0)) for deed in deeds}
    came = [event.deed for event in booked.all(ev.DeedPassed) if event.receiver == player]
    last = next(deed for deed in deeds if deed.key in came)
    printed = last.rent[0 if last.kind is Kind.STREET else len(deeds) - 2]
    return FullSet(
        group,
        tuple((short_names(board, deed.key), rents[deed.key]) for deed in deeds),
        booked.money(printed),
        rents[last.key],
    )


def _card(booked: BookedMove, drawn: ev.CardDrawn) -> DrawnCard:
    card, player = booked.card(), drawn.player
    effect, markers = card.effect if card else "", booked.markers
    paid = [one for one in booked.all(ev.Paid) if player in (one.payer, one.payee)]
    total = sum(one.amount if one.payee == player else -one.amount for one in paid)
    owed = sum(one.debt.amount for one in booked.all(ev.DebtArose) if one.debt.debtor == player)
    total -= owed
    if not total:
        jailed = markers[player] if booked.first(ev.Jailed) else NOBODY
        return DrawnCard(drawn.pack, effect, jailed=jailed)
    others = {one.payer for one in paid} | {one.payee for one in paid}
    others |= {one.debt.creditor for one in booked.all(ev.DebtArose)}
    others -= {player}
    other = EVERYBODY if len(others) > 1 else markers.get(next(iter(others)), NOBODY)
    mine, is_gain = markers[player], total > 0
    return DrawnCard(
        drawn.pack,
        effect,
        booked.signed(total),
        "in" if is_gain else "out",
        payer=other if is_gain else mine,
        payee=mine if is_gain else other,
    )


def _opening(
    booked: BookedMove, rolled: ev.OpeningThrown, dice: Mapping[str, Dice]
) -> tuple[OpeningRoll, ...]:
    """Return everybody's roll of this round, the highest first."""
    before = booked.before.phase
    totals = dict(before.thrown) if isinstance(before, Opening) else {}
    totals[rolled.player] = sum(rolled.dice)
    dice = {**dice, rolled.player: rolled.dice}
    known = {name: dice[name] for name in totals if sum(dice.get(name, ())) == totals[name]}
    top, markers = max(totals.values()), booked.markers
    ranked = sorted(totals, key=lambda name: -totals[name])
    return tuple(
        OpeningRoll(name, markers[name], totals[name], totals[name] == top, known.get(name))
        for name in ranked
    )
