"""Payments of a move, in the order in which they are made."""

from collections.abc import Iterable, Iterator

from companion.engine import events as ev
from companion.engine.state import BANK, POT
from companion.table.moments.booked import Booked
from companion.table.moments.values import Payment


def payments(booked: Booked) -> tuple[Payment, ...]:
    """Return who paid whom, in order; payments of the same pair in a row are one."""
    return tuple(Payment(*paid) for paid in _merged(_paid(booked)))


def _paid(booked: Booked) -> Iterator[tuple[str, str, int]]:
    """Yield payer, payee and amount of each payment; an undo pays everything back."""
    for event in booked.events:
        is_back = isinstance(event, ev.Reversed)
        paid = event.event if isinstance(event, ev.Reversed) else event
        if isinstance(paid, ev.Paid) and {paid.payer, paid.payee} != {BANK, POT}:
            payer, payee = (paid.payee, paid.payer) if is_back else (paid.payer, paid.payee)
            yield payer, payee, paid.amount


def _merged(paid: Iterable[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    merged: list[tuple[str, str, int]] = []
    for payer, payee, amount in paid:
        if merged and merged[-1][:2] == (payer, payee):
            amount += merged.pop()[2]
        merged.append((payer, payee, amount))
    return merged
