"""Result of a move: the rent due, the property sold, the sum paid."""

from dataclasses import replace

from companion import text
from companion.engine import events as ev
from companion.engine import valuation
from companion.engine.board import Deed, Kind
from companion.engine.obligations import Claim
from companion.engine.phases import Opening, ToBuy, ToDraw
from companion.table.moments.booked import Booked
from companion.table.moments.values import Verdict
from companion.table.tiles import capital
from companion.text import listed, prompt
from companion.text.moments import moment
from companion.text.names import goods_name

MOST_NAMED = 1
"""Most properties of one side of a trade that are named; more are only counted."""


def verdict(booked: Booked, kind: str) -> Verdict:
    """Return the result of a move whose most important part is ``kind``."""
    if kind in ("undo", "ruling", "win", "bankrupt", "left"):
        return Verdict()
    if paid := booked.payment("bid", "price"):
        return _sale(booked, paid)
    if kind == "unsold":
        return Verdict(detail=moment("unsold.kept"))
    if raised := booked.raised():
        return _building(booked, raised)
    ended = booked.first(ev.OfferEnded)
    if ended and ended.how == "accepted":
        return _trade(booked, ended)
    return _arrival(booked)


def _arrival(booked: Booked) -> Verdict:
    if booked.first(ev.OpeningThrown):
        return _opening(booked)
    if claim := booked.claim():
        return _rent(booked, claim)
    if booked.first(ev.Jailed):
        return Verdict(moment("jail.go"))
    if moved := booked.first(ev.Moved):
        return _space(booked, moved.player, moved.space)
    return _sum(booked, booked.player)


def _sale(booked: Booked, paid: ev.Paid) -> Verdict:
    amount = booked.signed(-paid.amount)
    if not paid.deed:
        return Verdict(amount=amount, tone="out")
    deed = booked.board.deeds[paid.deed]
    size = len(booked.board.groups[deed.group])
    owned = booked.after.owned_in_group(paid.payer, deed.group)
    detail = moment("set") if owned == size else moment("part", owned=owned, size=size)
    return Verdict(deed.name, detail, amount, "out")


def _building(booked: Booked, raised: list[ev.BuildingsChanged]) -> Verdict:
    rents = [booked.board.deeds[event.deed].rent[event.buildings] for event in raised]
    paid = sum(event.amount for event in booked.all(ev.Paid) if event.why == "build")
    amount = booked.signed(-paid) if paid else ""
    return Verdict(moment("built.rent", amount=booked.money(max(rents))), "", amount, "out")


def _trade(booked: Booked, ended: ev.OfferEnded) -> Verdict:
    offer, board = ended.offer, booked.board
    wanted, given = (goods_name(board, side, MOST_NAMED) for side in (offer.wants, offer.gives))
    return Verdict(
        moment("gets", player=offer.player, goods=wanted),
        moment("gets", player=offer.other, goods=given),
    )


def _opening(booked: Booked) -> Verdict:
    if tied := booked.first(ev.OpeningTied):
        return Verdict(moment("tied", players=listed(tied.players)))
    if began := booked.first(ev.TurnBegan):
        return Verdict(moment("starts", player=began.player))
    rolled = booked.after.phase.thrown if isinstance(booked.after.phase, Opening) else ()
    if not rolled:
        return Verdict()
    player, total = max(rolled, key=lambda one: one[1])
    leads = prompt("opening.rolled", player=player, total=total)
    return Verdict(leads, capital(prompt("opening.highest")))


# --- rent -----------------------------------------------------------------------------------------


def _rent(booked: Booked, claim: Claim) -> Verdict:
    deed = booked.board.deeds[claim.deed]
    name = moment("rent.of", owner=claim.owner, deed=deed.name)
    if booked.payment("rent"):
        return Verdict(name, moment("rent.paid"), booked.signed(-claim.amount), "out")
    detail, houses = _reason_of_rent(booked, claim, deed)
    return Verdict(name, detail, booked.money(claim.amount), buildings=houses)


def _reason_of_rent(booked: Booked, claim: Claim, deed: Deed) -> tuple[str, int]:
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
    if holding.buildings:
        return moment("rent.with"), holding.buildings
    return moment("rent.set" if game.has_whole_group(deed) else "rent"), 0


def _dice(booked: Booked) -> tuple[int, int]:
    """Return the dice that a rent is computed from: those of this roll or of the last one."""
    rolled = booked.first(ev.Thrown)
    return rolled.dice if rolled else booked.before.turn.dice or (0, 0)


# --- other spaces ---------------------------------------------------------------------------------


def _space(booked: Booked, player: str, position: int) -> Verdict:
    space = booked.board.spaces[position]
    if space.deed:
        return _property(booked, player, space.deed)
    asked = booked.first(ev.Asked)
    if asked and isinstance(asked.phase, ToDraw):
        return Verdict(space.name, moment("draw"))
    detail = {Kind.JAIL: "visit", Kind.GO: "salary"}.get(space.kind)
    if booked.payment("pot"):
        detail = "pot"
    return replace(_sum(booked, player), text=space.name, detail=moment(detail) if detail else "")


def _property(booked: Booked, player: str, deed: Deed) -> Verdict:
    """Describe a property on which no rent is due."""
    holding = booked.before.holdings.get(deed.key)
    if holding is None:
        asked = booked.first(ev.Asked)
        if asked and isinstance(asked.phase, ToBuy):
            return Verdict(deed.name, moment("for_sale"), booked.money(deed.price))
        return Verdict(deed.name, moment("not_yet"))
    if booked.is_watchful:
        return Verdict(deed.name)
    if holding.owner == player:
        return Verdict(deed.name, moment("own", player=player))
    name = moment("rent.of", owner=holding.owner, deed=deed.name)
    if holding.mortgaged:
        return Verdict(name, moment("rent.mortgaged"))
    if booked.before.players[holding.owner].jail_turn:
        return Verdict(name, moment("rent.jailed", owner=holding.owner))
    return Verdict(name)


def _sum(booked: Booked, player: str) -> Verdict:
    """Return the sum that has reached or left the player."""
    change = text.changes(booked.events).get(player, 0)
    if not change:
        return Verdict()
    return Verdict(amount=booked.signed(change), tone="in" if change > 0 else "out")
