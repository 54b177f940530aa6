"""Moment: what the screens show of a booked move while it is new, as plain values.

A move can have many events: a roll passes GO, lands on a property and moves the dice on. They
become one ``Moment`` with one headline, one verdict, the path of the token and all payments. Begin
with ``values.py``; ``booked.py`` reads the events for the other modules.

If owners watch for their own rent (TABLE-6, RENT-7), a moment treats all owned spaces alike. It
names the space, but neither owner, buildings nor rent. The package imports no Kivy.
"""

from collections.abc import Mapping

from companion.engine import events as ev
from companion.engine.moves import Dice
from companion.engine.state import Game
from companion.table.moments.booked import BookedMove
from companion.table.moments.headline import headline
from companion.table.moments.parts import parts
from companion.table.moments.path import path, properties
from companion.table.moments.payments import payments
from companion.table.moments.pictures import picture
from companion.table.moments.values import Headline, Moment, MomentVerdict, Payment, Stop
from companion.table.moments.verdict import verdict
from companion.table.session import Played

NO_DICE: Mapping[str, Dice] = {}

__all__ = ("Headline", "Moment", "MomentVerdict", "Payment", "Stop", "moment_of")


def moment_of(
    before: Game, played: Played, after: Game, opening_dice: Mapping[str, Dice] = NO_DICE
) -> Moment:
    """Moment of a move, from the positions before and after it.

    ``opening_dice`` are the last dice of who has rolled for who starts, by player: a position has
    their totals only.
    """
    booked = BookedMove(before, played.move, played.events, after)
    found = parts(booked)
    told, markers = headline(booked, found[0]), booked.markers
    claim, way = booked.open_claim(), path(booked)
    shown = picture(booked, bool(way), opening_dice)
    return Moment(
        number=played.number,
        parts=found,
        headline=told,
        marker=markers.get(told.player, -1),
        verdict=verdict(booked, found[0]),
        dice=_dice(booked),
        path=() if shown else way,
        spaces=() if way else properties(booked),
        payments=payments(booked),
        creditor=markers[claim.owner] if claim else -1,
        picture=shown,
    )


def _dice(booked: BookedMove) -> Dice | None:
    rolls = (ev.Thrown, ev.OpeningThrown, ev.CardThrown)
    return next((event.dice for event in booked.events if isinstance(event, rolls)), None)
