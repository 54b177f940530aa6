"""Sentences that are heard of a move, in the current language.

They are those of the history, and what a history leaves out because a screen shows it: rent that is
due, a price, and whose turn it is. Owners who watch for their own rent hear nothing of it (RENT-7).
"""

from collections.abc import Iterator

from companion import text
from companion.engine import events as ev
from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.phases import CardThrow, Opening, ToBuy, ToThrow
from companion.engine.state import Game
from companion.table.moments.booked import BookedMove
from companion.table.moments.payments import payments
from companion.table.moments.values import Payment
from companion.text import deed_name, money
from companion.text.event_texts import sentence, short_phrase
from companion.text.moments import moment
from companion.text.names import goods_name, party_name
from companion.text.purposes import purpose
from companion.text.speech import speech
from companion.text.told import Wording, joined

OFF, MONEY, EVERYTHING = SAYS = "off", "money", "everything"
"""Choices of what the voice says."""
LEO, MIA, ANN = "Leo", "Mia", "Ann"
"""Players of the sample."""
MOST_PAYMENTS = 3
"""Most payments of a move that are told one by one."""


def sentences_of(booked: BookedMove, says: str, called: str = "") -> list[Wording]:
    """Return the sentences of a move for one of ``SAYS``.

    ``called`` is the player who was told last to roll: nobody is called twice for the same roll.
    """
    if says == MONEY:
        return [*_money(booked), *_due(booked)]
    if says == EVERYTHING:
        return [*_told(booked), *_due(booked), *_asked(booked, called)]
    return []


def roller(game: Game) -> str:
    """Name the player who is to roll; empty if something else is asked."""
    match game.phase:
        case ToThrow(player=player) | CardThrow(player=player):
            return player
        case Opening(waiting=(player, *_)):
            return player
    return ""


def is_roll(move: Move) -> bool:
    """Return True if a player has rolled with a move."""
    return isinstance(move, moves.Roll | moves.RollForStart)


def _told(booked: BookedMove) -> Iterator[Wording]:
    """Yield what has happened; a trade and a rent as a moment tells them."""
    rent, ended = booked.payment("rent"), booked.first(ev.OfferEnded)
    if ended and ended.how == "accepted":
        yield moment("traded", player=ended.offer.player, other=ended.offer.other)
        for player, goods in (
            (ended.offer.player, ended.offer.wants),
            (ended.offer.other, ended.offer.gives),
        ):
            yield moment("traded.gets", player=player, goods=goods_name(booked.board, goods))
    elif rent and not is_roll(booked.move):
        paid = _paid(booked, Payment(rent.payer, rent.payee, rent.amount))
        yield joined(", ", (paid, purpose("rent", deed_name(booked.board, rent.deed))))
    else:
        yield _line(booked)


def _line(booked: BookedMove) -> Wording:
    pack, is_watchful = booked.before.edition.pack, booked.is_watchful
    return text.line(booked.move, booked.events, booked.board, pack, watchful=is_watchful)


def _money(booked: BookedMove) -> Iterator[Wording]:
    """Yield who paid whom, and who owes whom."""
    if isinstance(booked.move, moves.Undo):
        yield _line(booked)
        return
    paid = payments(booked)
    if together := _together(booked, paid):
        yield together
    else:
        yield from (_paid(booked, one) for one in paid[:MOST_PAYMENTS])
    for arose in booked.all(ev.DebtArose):
        debt, creditor = arose.debt, party_name(arose.debt.creditor)
        amount = booked.money(debt.amount)
        yield short_phrase("debt", debtor=debt.debtor, creditor=creditor, amount=amount)


def _paid(booked: BookedMove, one: Payment) -> Wording:
    payer, payee = party_name(one.payer), party_name(one.payee)
    return sentence("paid", payer=payer, payee=payee, amount=booked.money(one.amount))


def _together(booked: BookedMove, paid: tuple[Payment, ...]) -> Wording:
    """Return one sentence for the same sum to, or from, everybody; empty if it is not so."""
    amounts, everybody = {one.amount for one in paid}, {*booked.before.in_play()}
    payers, payees = {one.payer for one in paid}, {one.payee for one in paid}
    if len(paid) < 2 or len(amounts) > 1 or payers | payees != everybody:
        return ""
    amount = booked.money(*amounts)
    if len(payees) == 1:
        return speech("each pays", player=party_name(*payees), amount=amount)
    if len(payers) == 1:
        return speech("pays each", player=party_name(*payers), amount=amount)
    return ""


def _due(booked: BookedMove) -> Iterator[Wording]:
    """Yield the rent that its owner may collect."""
    if claim := booked.open_claim():
        amount = booked.money(claim.amount)
        yield speech("claim", owner=claim.owner, payer=claim.payer, amount=amount)


def _asked(booked: BookedMove, called: str) -> Iterator[Wording]:
    """Yield what is asked now: a price, or a roll."""
    phases = (asked.phase for asked in booked.all(ev.Asked))
    for phase in phases:
        if isinstance(phase, ToBuy) and booked.after.phase == phase:
            price = booked.board.deeds[phase.deed].price
            yield speech("for sale", amount=booked.money(price))
    player = roller(booked.after)
    has_begun = isinstance(booked.before.phase, Opening) != isinstance(booked.after.phase, Opening)
    if player and (player != called or has_begun):
        yield speech("turn", player=player)
    elif player and (is_roll(booked.move) or not roller(booked.before)):
        yield speech("again", player=player)


def sample(says: str) -> list[Wording]:
    """Return sentences that show what is told for one of ``SAYS``."""
    paid = sentence("paid", payer=LEO, payee=MIA, amount=money(200))
    if says == MONEY:
        return [paid]
    return [sentence("rolled", player=LEO, total=6), paid, speech("turn", player=ANN)]
