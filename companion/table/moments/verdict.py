"""Result of a move: the rent due, the property sold, the sum paid."""

from dataclasses import replace

from companion import text
from companion.engine import events as ev
from companion.engine import valuation
from companion.engine.board import Deed, Kind
from companion.engine.obligations import Claim
from companion.engine.phases import Opening, ToBuy, ToDraw
from companion.table.moments.booked import BookedMove
from companion.table.moments.values import MomentVerdict
from companion.table.tiles import capital
from companion.text import listed, prompt
from companion.text.moments import moment
from companion.text.names import goods_name

MOST_NAMED = 1
"""Most properties of one side of a trade that are named; more are only counted."""


def verdict(booked: BookedMove, kind: str) -> MomentVerdict:
    """Return the result of a move whose most important part is ``kind``."""
    if kind in ("undo", "ruling", "win", "bankrupt", "left"):
        return MomentVerdict()
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
        return MomentVerdict(moment("jail.go"))
    if moved := booked.first(ev.Moved):
        return _space(booked, moved.player, moved.space)
    return _sum(booked, booked.player)


def _sale(booked: BookedMove, paid: ev.Paid) -> MomentVerdict:
    amount = booked.signed(-paid.amount)
    if not paid.deed:
        return MomentVerdict(amount=amount, tone="out")
    deed = booked.board.deeds[paid.deed]
    size = len(booked.board.groups[deed.group])
    owned = booked.after.owned_in_group(paid.payer, deed.group)
    detail = moment("set") if owned == size else moment("part", owned=owned, size=size)
    return MomentVerdict(deed.name, detail, amount, "out")


def _building(booked: BookedMove, raised: list[ev.BuildingsChanged]) -> MomentVerdict:
    rents = [booked.board.deeds[event.deed].rent[event.buildings] for event in raised]
    paid = sum(event.amount for event in booked.all(ev.Paid) if event.why == "build")
    amount = booked.signed(-paid) if paid else ""
    return MomentVerdict(moment("built.rent", amount=booked.money(max(rents))), "", amount, "out")


def _trade(booked: BookedMove, ended: ev.OfferEnded) -> MomentVerdict:
    offer, board = ended.offer, booked.board
    wanted, given = (goods_name(board, side, MOST_NAMED) for side in (offer.wants, offer.gives))
    return MomentVerdict(
        moment("gets", player=offer.player, goods=wanted),
        moment("gets", player=offer.other, goods=given),
    )


def _opening(booked: BookedMove) -> MomentVerdict:
    if tied := booked.first(ev.OpeningTied):
        return MomentVerdict(moment("tied", players=listed(tied.players)))
    if began := booked.first(ev.TurnBegan):
        return MomentVerdict(moment("starts", player=began.player))
    rolled = booked.after.phase.thrown if isinstance(booked.after.phase, Opening) else ()
    if not rolled:
        return MomentVerdict()
    player, total = max(rolled, key=lambda one: one[1])
    leads = prompt("opening.rolled", player=player, total=total)
    return MomentVerdict(leads, capital(prompt("opening.highest")))


# --- rent -----------------------------------------------------------------------------------------


def _rent(booked: BookedMove, claim: Claim) -> MomentVerdict:
    deed = booked.board.deeds[claim.deed]
    name = moment("rent.of", owner=claim.owner, deed=deed.name)
    if booked.payment("rent"):
        return MomentVerdict(name, moment("rent.paid"), booked.signed(-claim.amount), "out")
    detail, houses = _reason_of_rent(booked, claim, deed)
    return MomentVerdict(name, detail, booked.money(claim.amount), buildings=houses)


def _reason_of_rent(booked: BookedMove, claim: Claim, deed: Deed) -> tuple[str, int]:
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
        return MomentVerdict(space.name, moment("draw"))
    detail = {Kind.JAIL: "visit", Kind.GO: "salary"}.get(space.kind)
    if booked.payment("pot"):
        detail = "pot"
    return replace(_sum(booked, player), text=space.name, detail=moment(detail) if detail else "")


def _property(booked: BookedMove, player: str, deed: Deed) -> MomentVerdict:
    """Describe a property on which no rent is due."""
    holding = booked.before.holdings.get(deed.key)
    if holding is None:
        asked = booked.first(ev.Asked)
        if asked and isinstance(asked.phase, ToBuy):
            return MomentVerdict(deed.name, moment("for_sale"), booked.money(deed.price))
        return MomentVerdict(deed.name, moment("not_yet"))
    if booked.is_watchful:
        return MomentVerdict(deed.name)
    if holding.owner == player:
        return MomentVerdict(deed.name, moment("own", player=player))
    name = moment("rent.of", owner=holding.owner, deed=deed.name)
    if holding.mortgaged:
        return MomentVerdict(name, moment("rent.mortgaged"))
    if booked.before.players[holding.owner].jail_turn:
        return MomentVerdict(name, moment("rent.jailed", owner=holding.owner))
    return MomentVerdict(name)


def _sum(booked: BookedMove, player: str) -> MomentVerdict:
    """Return the sum that has reached or left the player."""
    change = text.changes(booked.events).get(player, 0)
    if not change:
        return MomentVerdict()
    return MomentVerdict(amount=booked.signed(change), tone="in" if change > 0 else "out")
