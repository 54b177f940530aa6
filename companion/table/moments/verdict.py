"""Result of a move: the rent due, the property sold, the sum paid."""

from dataclasses import replace

from companion import text
from companion.engine import events as ev
from companion.engine import valuation
from companion.engine.board import HOTEL, Deed, Kind
from companion.engine.obligations import Claim
from companion.engine.phases import ToBuy, ToDraw
from companion.table.moments.booked import TRIES, BookedMove
from companion.table.moments.headline import MOST_NAMED
from companion.table.moments.values import MomentVerdict
from companion.text import counted, deed_name, listed, prompt, space_name
from companion.text.event_texts import sentence
from companion.text.moments import moment
from companion.text.names import bids_listed, goods_name, party_name, players_listed, set_name
from companion.text.told import Told, Wording, capital

FEWER_BIDS = (4, 3, 2)
"""Numbers of sealed bids that are told where not all have room, the highest first."""


def verdict(booked: BookedMove, kind: str) -> MomentVerdict:
    """Return the result of a move whose most important part is ``kind``."""
    if kind in ("undid", "ruling", "won"):
        return MomentVerdict()
    if kind in ("bankrupt", "leaves"):
        return _departure(booked)
    if sets := booked.completed_sets():
        return _full_set(booked, sets)
    if paid := booked.payment("bid", "price"):
        return _sale(booked, paid)
    if kind == "unsold":
        return MomentVerdict(detail=moment("unsold.kept"))
    if raised := booked.raised():
        return _building(booked, raised)
    ended = booked.first(ev.OfferEnded)
    if ended and ended.how == "accepted":
        return _trade(booked, ended)
    return _arrival(booked)


def _arrival(booked: BookedMove) -> MomentVerdict:
    if booked.first(ev.OpeningThrown):
        return _opening(booked)
    if claim := booked.claim():
        return _rent(booked, claim)
    if booked.first(ev.Jailed):
        return MomentVerdict(moment("jailed"))
    if used := booked.tries_in_jail():
        return _jail(booked, used)
    if booked.card() and not booked.first(ev.Moved):
        return _card(booked)
    if moved := booked.first(ev.Moved):
        return _space(booked, moved.player, moved.space)
    return _sum(booked, booked.player)


def _sale(booked: BookedMove, paid: ev.Paid) -> MomentVerdict:
    amount = booked.signed(-paid.amount)
    bids = _sealed_bids(booked)
    if not paid.deed:
        return MomentVerdict(bids or "", "", amount, tone="out")
    deed = booked.board.deeds[paid.deed]
    size = len(booked.board.groups[deed.group])
    owned = booked.after.owned_in_group(paid.payer, deed.group)
    name = deed_name(booked.board, paid.deed)
    detail = bids or moment("part", owned=owned, size=size)
    return MomentVerdict(name, detail, amount, "out")


def _sealed_bids(booked: BookedMove) -> tuple[Wording, ...]:
    """Return all sealed bids that were opened, and the highest of them (HOUSE-17)."""
    opened = booked.first(ev.BidsOpened)
    if opened is None:
        return ()
    counts = (len(opened.bids), *FEWER_BIDS)
    return tuple(bids_listed(opened.bids, booked.board, count) for count in counts)


def _full_set(booked: BookedMove, sets: list[tuple[str, str]]) -> MomentVerdict:
    """Return the sets that a player has now, with those of the other one or what follows."""
    told, *others = _sets_told(sets)
    [first, *_] = booked.board.groups[sets[0][1]]
    detail: Wording | tuple[Wording, ...] = moment("set.other")
    if others:
        detail = others[0]
    elif first.kind is Kind.STREET:
        detail = moment("set.street", amount=booked.money(first.house_price))
    amount: Wording = ""
    if paid := booked.payment("bid", "price"):
        amount = booked.signed(-paid.amount)
    return MomentVerdict(told, detail, amount, "out" if amount else "plain")


def _departure(booked: BookedMove) -> MomentVerdict:
    """Return who plays on, and the sets that an heir has now."""
    rest = moment("play on", count=len(booked.after.in_play()))
    for sets in _sets_told(booked.completed_sets()):
        return MomentVerdict(sets, rest)
    return MomentVerdict(rest)


def _sets_told(sets: list[tuple[str, str]]) -> list[tuple[Told, ...]]:
    """Return wordings for each player who has complete sets; the last one counts them."""
    told: list[tuple[Told, ...]] = []
    for player in dict.fromkeys(player for player, _ in sets):
        names = [set_name(group) for owner, group in sets if owner == player]
        named = moment("set", player=player, set=listed(names))
        counted_only = moment("sets", player=player, count=len(names))
        told.append((named, counted_only) if len(names) > 1 else (named,))
    return told


def _building(booked: BookedMove, raised: list[ev.BuildingsChanged]) -> MomentVerdict:
    rents = [booked.board.deeds[event.deed].rent[event.buildings] for event in raised]
    paid = sum(event.amount for event in booked.all(ev.Paid) if event.why == "build")
    amount = booked.signed(-paid) if paid else ""
    return MomentVerdict(moment("build.rent", amount=booked.money(max(rents))), "", amount, "out")


def _trade(booked: BookedMove, ended: ev.OfferEnded) -> MomentVerdict:
    offer, board = ended.offer, booked.board
    wanted, given = (goods_name(board, side, MOST_NAMED) for side in (offer.wants, offer.gives))
    return MomentVerdict(
        moment("traded.gets", player=offer.player, goods=wanted),
        moment("traded.gets", player=offer.other, goods=given),
    )


def _opening(booked: BookedMove) -> MomentVerdict:
    if tied := booked.first(ev.OpeningTied):
        return MomentVerdict(moment("tied", players=players_listed(tied.players)))
    if began := booked.first(ev.TurnBegan):
        return MomentVerdict(sentence("starts", player=began.player))
    return MomentVerdict(capital(prompt("opening.highest")))


def _jail(booked: BookedMove, used: int) -> MomentVerdict:
    """Return how many tries are left; after the last one the fine is due."""
    if debt := booked.first(ev.DebtArose):
        owed = booked.signed(-debt.debt.amount)
        return MomentVerdict(moment("jail.no doubles"), "", owed, "out")
    return MomentVerdict(moment("jail.no doubles"), counted(TRIES - used, "try"))


def _card(booked: BookedMove) -> MomentVerdict:
    """Return who pays whom for a card; the sum is on the card."""
    player, paid = booked.player, [one for one in booked.all(ev.Paid) if one.why != "estate"]
    debts = [one.debt for one in booked.all(ev.DebtArose)]
    pairs = {(one.payer, one.payee) for one in paid} | {(one.debtor, one.creditor) for one in debts}
    if not pairs:
        return MomentVerdict(moment("card.kept", player=player))
    if len(pairs) > 1:
        is_gain = all(payee == player for _, payee in pairs)
        return MomentVerdict(moment("card.each" if is_gain else "card.to each", player=player))
    [(payer, payee)] = pairs
    words = moment("card.pays", payer=party_name(payer), payee=party_name(payee))
    return MomentVerdict(capital(words))


# --- rent -----------------------------------------------------------------------------------------


def _rent(booked: BookedMove, claim: Claim) -> MomentVerdict:
    deed = booked.board.deeds[claim.deed]
    name = moment("rent.of", owner=claim.owner, deed=deed_name(booked.board, deed.key))
    if booked.payment("rent"):
        return MomentVerdict(name, moment("rent.paid"), booked.signed(-claim.amount), "out")
    detail, houses = _reason_of_rent(booked, claim, deed)
    return MomentVerdict(name, detail, booked.money(claim.amount), buildings=houses)


def _reason_of_rent(booked: BookedMove, claim: Claim, deed: Deed) -> tuple[Told, int]:
    """Explain the amount of a rent; return the buildings that it is for, too."""
    game = booked.before
    holding, owned = game.holdings[deed.key], game.owned_in_group(claim.owner, deed.group)
    if rolled := booked.first(ev.CardThrown):
        return moment("rent.dice", times=deed.rent[-1], total=sum(rolled.dice)), 0
    total = sum(_dice(booked))
    if claim.amount > valuation.rent(game, deed, total):
        return moment("rent.double"), 0
    if deed.kind is Kind.UTILITY:
        return moment("rent.dice", times=deed.rent[owned - 1], total=total), 0
    if deed.kind is Kind.RAILROAD:
        return moment("rent.owned", owned=owned, size=len(booked.board.groups[deed.group])), 0
    if count := holding.buildings:
        words = "rent.house" if count == 1 else "rent.hotel" if count == HOTEL else "rent.houses"
        return moment(words, count=count), count
    return moment("rent.set" if game.has_whole_group(deed) else "rent"), 0


def _dice(booked: BookedMove) -> tuple[int, int]:
    """Find the dice that a rent is computed from: this roll or the last one."""
    rolled = booked.first(ev.Thrown)
    return rolled.dice if rolled else booked.before.turn.dice or (0, 0)


# --- other spaces ---------------------------------------------------------------------------------


def _space(booked: BookedMove, player: str, position: int) -> MomentVerdict:
    space = booked.board.spaces[position]
    if space.deed:
        return _property(booked, player, space.deed)
    asked = booked.first(ev.Asked)
    if asked and isinstance(asked.phase, ToDraw):
        return MomentVerdict(space_name(booked.board, position), moment("draw"))
    detail = {Kind.JAIL: "visit", Kind.GO: "salary"}.get(space.kind)
    if booked.payment("pot"):
        detail = "pot"
    name = space_name(booked.board, position)
    told = _instalments(booked, player) or (moment(detail) if detail else "")
    return replace(_sum(booked, player), text=name, detail=told)


def _instalments(booked: BookedMove, player: str) -> tuple[Wording, ...]:
    """Return wordings of what was paid for loans after a salary, and to whom (HOUSE-2)."""
    paid = [one for one in booked.all(ev.Paid) if one.why == "loan" and one.payer == player]
    if not paid:
        return ()
    parts = [
        moment("loan.to", amount=booked.money(one.amount), payee=party_name(one.payee))
        for one in paid
    ]
    total = booked.money(sum(one.amount for one in paid))
    return moment("loan.salary", paid=listed(parts)), moment("loan.sum", amount=total)


def _property(booked: BookedMove, player: str, deed: Deed) -> MomentVerdict:
    """Describe a property on which no rent is due."""
    name = deed_name(booked.board, deed.key)
    holding = booked.before.holdings.get(deed.key)
    if holding is None:
        asked = booked.first(ev.Asked)
        if asked and isinstance(asked.phase, ToBuy):
            return MomentVerdict(name, moment("for_sale"), booked.money(deed.price))
        return MomentVerdict(name, moment("not_yet"))
    if booked.is_watchful:
        return MomentVerdict(name)
    if holding.owner == player:
        return MomentVerdict(name, moment("own", player=player))
    name = moment("rent.of", owner=holding.owner, deed=name)
    if holding.mortgaged:
        return MomentVerdict(name, moment("rent.mortgaged"))
    if booked.before.players[holding.owner].jail_turn:
        return MomentVerdict(name, moment("rent.jailed", owner=holding.owner))
    return MomentVerdict(name)


def _sum(booked: BookedMove, player: str) -> MomentVerdict:
    """Sum that has reached or left the player."""
    change = text.changes(booked.events).get(player, 0)
    if not change:
        return MomentVerdict()
    return MomentVerdict(amount=booked.signed(change), tone="in" if change > 0 else "out")
