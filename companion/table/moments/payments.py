"""Payments of a move, in the order in which they are made."""

from collections.abc import Iterable

from companion.engine.state import BANK, POT
from companion.table.moments.booked import BookedMove
from companion.table.moments.values import Payment
from companion.text import history


def payments(booked: BookedMove) -> tuple[Payment, ...]:
    """Return who paid whom, in order; payments of the same pair in a row are one."""
    made = history.payments(booked.events)
    of_players = (paid for paid in made if {*paid[:2]} != {BANK, POT})
    return tuple(Payment(*paid) for paid in _merged(of_players))


def _merged(paid: Iterable[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    merged: list[tuple[str, str, int]] = []
    for payer, payee, amount in paid:
        if merged and merged[-1][:2] == (payer, payee):
            amount += merged.pop()[2]
        merged.append((payer, payee, amount))
    return merged
