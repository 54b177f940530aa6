"""Title of a moment and the line below it."""

from collections.abc import Callable

from companion import text
from companion.engine import events as ev
from companion.engine.board import HOTEL
from companion.engine.phases import Auction, CardThrow
from companion.table.moments.booked import BookedMove
from companion.table.moments.values import Headline
from companion.text import counted, deed_name, listed, pack_name, prompt, space_name
from companion.text.event_texts import sentence, short_phrase
from companion.text.moments import claim as claim_text
from companion.text.moments import moment
from companion.text.moves import HEADS, secured_deeds
from companion.text.names import goods_name, item_name, party_name, players_listed
from companion.text.purposes import purpose
from companion.text.told import Told, Wording

MOST_NAMED = 1
"""Most properties of one side of a trade that are named; more are only counted."""

Teller = Callable[[BookedMove], Headline | None]


def headline(booked: BookedMove, kind: str) -> Headline:
    """Headline of a move whose most important part is ``kind``.

    The cause of the move comes first: a roll that leads to jail is told as a roll.
    """
    tellers = _OF_KINDS.get(kind, _BY_CAUSE)
    found = (headline for teller in tellers if (headline := teller(booked)))
    return next(found, Headline(booked.player, _line(booked)))


def _line(booked: BookedMove) -> Told:
    return text.line(
        booked.move,
        booked.events,
        booked.board,
        booked.before.edition.pack,
        watchful=booked.is_watchful,
    )


# --- ends -----------------------------------------------------------------------------------------


def _undo(booked: BookedMove) -> Headline | None:
    undone = booked.first(ev.Undone)
    if undone is None:
        return None
    return Headline("", moment("undid", moves=counted(undone.count, "move")))


def _win(booked: BookedMove) -> Headline | None:
    ended = booked.first(ev.GameEnded)
    if ended is None:
        return None
    key = "over.one" if len(ended.winners) == 1 else "over.many"
    gone = booked.first(ev.PlayerOut)
    subline = _gone(gone) if gone else ""
    return Headline(ended.winners[0], prompt(key, winners=players_listed(ended.winners)), subline)


def _departure(booked: BookedMove) -> Headline | None:
    gone = booked.first(ev.PlayerOut)
    if gone is None:
        return None
    security = secured_deeds(gone.player, booked.events)
    deeds = [event for event in booked.all(ev.DeedPassed) if event.giver == gone.player]
    passed = [event.receiver for event in deeds if event.deed not in security]
    paid = [event.payee for event in booked.all(ev.Paid) if event.why == "estate"]
    receivers = passed + paid
    subline: Wording = ""
    if passed and booked.before.edition.ruined_deeds == "bank":
        subline = moment("estate.for sale")
    elif receivers:
        subline = moment("estate", receiver=party_name(receivers[0]))
    return Headline(gone.player, _gone(gone), subline)


def _gone(gone: ev.PlayerOut) -> Told:
    return (
        HEADS.fill("bankrupt", player=gone.player)
        if gone.bankrupt
        else moment("leaves", player=gone.player)
    )


# --- rolls and cards ------------------------------------------------------------------------------


def _roll(booked: BookedMove) -> Headline | None:
    rolled = booked.first(ev.Thrown)
    if rolled is None:
        return None
    return _rolled(rolled, _where(booked))


def _opening_roll(booked: BookedMove) -> Headline | None:
    rolled = booked.first(ev.OpeningThrown)
    if rolled is None:
        return None
    return _rolled(rolled, moment("rolled.start"))


def _roll_for_rent(booked: BookedMove) -> Headline | None:
    rolled, phase = booked.first(ev.CardThrown), booked.before.phase
    if rolled is None or not isinstance(phase, CardThrow):
        return None
    deed = deed_name(booked.board, phase.deed)
    return _rolled(rolled, moment("rolled.rent", deed=deed))


def _rolled(rolled: ev.Thrown | ev.OpeningThrown | ev.CardThrown, subline: Wording) -> Headline:
    title = sentence("rolled", player=rolled.player, total=sum(rolled.dice))
    return Headline(rolled.player, title, subline)


def _where(booked: BookedMove) -> Wording:
    """Return where a roll leads, in words."""
    if moved := booked.first(ev.Moved):
        return moment("moved", space=space_name(booked.board, moved.space))
    if booked.first(ev.Jailed):
        return moment("jailed.doubles")
    return moment("jail.stays") if booked.first(ev.JailTurnSet) else ""


def _card(booked: BookedMove) -> Headline | None:
    drawn, card = booked.first(ev.CardDrawn), booked.card()
    if drawn is None or card is None:
        return None
    title = moment("drew", player=drawn.player, pack=pack_name(booked.board, drawn.pack))
    return Headline(drawn.player, title, text.card(booked.board, card))


# --- properties -----------------------------------------------------------------------------------


def _sale(booked: BookedMove) -> Headline | None:
    paid = booked.payment("bid", "price")
    if paid is None:
        return None
    name = deed_name(booked.board, paid.deed) if paid.deed else _item(booked)
    return Headline(paid.payer, moment("sold", player=paid.payer), name)


def _no_sale(booked: BookedMove) -> Headline | None:
    return Headline("", moment("unsold"), _item(booked)) if booked.closes_unsold() else None


def _item(booked: BookedMove) -> Wording:
    auction = booked.before.phase
    return item_name(booked.board, auction) if isinstance(auction, Auction) else ""


def _building(booked: BookedMove) -> Headline | None:
    raised = booked.raised()
    if not raised:
        return None
    kinds = ["hotel" if event.buildings == HOTEL else "house" for event in raised]
    built = [counted(kinds.count(kind), kind) for kind in ("house", "hotel") if kind in kinds]
    lots = dict.fromkeys(deed_name(booked.board, event.deed) for event in raised)
    player = booked.player
    title = moment("build", player=player, buildings=listed(built))
    return Headline(player, title, listed([*lots]))


def _trade(booked: BookedMove) -> Headline | None:
    ended = booked.first(ev.OfferEnded)
    if ended is None or ended.how != "accepted":
        return None
    offer, board = ended.offer, booked.board
    people = {"player": offer.player, "other": offer.other}
    if not booked.completed_sets():
        return Headline(offer.player, moment("traded", **people))
    # What a set means takes the place of who gets what.
    gives, wants = (goods_name(board, side, MOST_NAMED) for side in (offer.gives, offer.wants))
    subline = moment("traded.for", gives=gives, wants=wants)
    return Headline(offer.player, moment("traded.who", **people), subline)


# --- money ----------------------------------------------------------------------------------------


def _rent(booked: BookedMove) -> Headline | None:
    paid = booked.payment("rent")
    if paid is None:
        return None
    title = sentence(
        "paid",
        payer=paid.payer,
        payee=party_name(paid.payee),
        amount=booked.money(paid.amount),
    )
    deed = deed_name(booked.board, paid.deed)
    return Headline(paid.payer, title, purpose("rent", deed))


def _debt(booked: BookedMove) -> Headline | None:
    arose = booked.first(ev.DebtArose)
    if arose is None:
        return None
    debt = arose.debt
    title = short_phrase(
        "debt",
        debtor=debt.debtor,
        creditor=party_name(debt.creditor),
        amount=booked.money(debt.amount),
    )
    deed = deed_name(booked.board, debt.deed) if debt.deed else ""
    return Headline(debt.debtor, title, purpose(debt.why, deed))


def _lapsed(booked: BookedMove) -> Headline | None:
    ended = booked.first(ev.ClaimEnded)
    if ended is None:
        return None
    claim = ended.claim
    deed = deed_name(booked.board, claim.deed)
    title = claim_text("lapsed", amount=booked.money(claim.amount))
    return Headline(claim.owner, title, moment("rent.of", owner=claim.owner, deed=deed))


_OF_KINDS: dict[str, tuple[Teller, ...]] = {
    "undid": (_undo,),
    "ruling": (),
    "won": (_win,),
    "bankrupt": (_departure,),
    "leaves": (_departure,),
    "lapsed": (_lapsed,),
}
_BY_CAUSE: tuple[Teller, ...] = (
    _roll,
    _opening_roll,
    _roll_for_rent,
    _card,
    _sale,
    _no_sale,
    _building,
    _trade,
    _rent,
    _debt,
)
