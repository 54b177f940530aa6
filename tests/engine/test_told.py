"""Events of the records: of every kind, well formed, and in the words that the ledger knows."""

import dataclasses
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from companion.engine import codec, decide, events
from companion.engine.state import BANK
from tests.engine.records import RECORDS, each_record, moves_of, read

WHY = {
    "salary",
    "price",
    "bid",
    "rent",
    "tax",
    "fine",
    "card",
    "pot",
    "build",
    "sell",
    "mortgage",
    "lift",
    "interest",
    "bonus",
    "buyback",
    "deal",
    "loan",
    "estate",
    "ruling",
}
OF_A_DEED = {"price", "rent", "build", "sell", "mortgage", "lift", "interest"}
HOW = {
    events.ClaimEnded: {"collected", "lapsed", "released", "void"},
    events.DebtEnded: {"paid", "released", "void"},
    events.LoanEnded: {"paid", "released", "void"},
    events.OfferEnded: {"accepted", "refused", "withdrawn", "void"},
}


Tell = Callable[[Path], list[events.Event]]


@pytest.fixture(scope="module")
def told() -> Tell:
    """All events of the moves of a record; known for one run only, whose rules may be mutants."""
    return cache(_told)


def _told(path: Path) -> list[events.Event]:
    made = [(game, move) for game, move, asked in moves_of(read(path)) if not asked]
    return [event for game, move in made for event in decide(game, move)]


def is_a(value: object, kind: Any) -> bool:
    """Whether ``value`` is what an annotation says, items and fields included."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return any(is_a(value, each) for each in get_args(kind))
    if origin is tuple:
        items = get_args(kind)
        if items[-1] is Ellipsis:
            return isinstance(value, tuple) and all(is_a(item, items[0]) for item in value)
        return isinstance(value, tuple) and all(map(is_a, value, items))
    if dataclasses.is_dataclass(kind):
        return isinstance(value, kind) and is_well_formed(value)
    return isinstance(value, kind) and (kind is not int or not isinstance(value, bool))


def is_well_formed(value: Any) -> bool:
    hints = get_type_hints(type(value))
    return all(
        is_a(getattr(value, field.name), hints[field.name]) for field in dataclasses.fields(value)
    )


@each_record
def test_the_ledger_knows_the_words_of_every_event(told: Tell, path: Path) -> None:
    for event in told(path):
        assert is_well_formed(event), event
        assert codec.loads(codec.dumps(event)) == event
        assert getattr(event, "how", None) in HOW.get(type(event), {None}), event
        if isinstance(event, events.Paid):
            assert event.why in WHY, event
            assert event.amount > 0, event
            assert event.payer != event.payee, event
            of_a_deed = event.why in OF_A_DEED or (event.why == "bid" and event.payee != BANK)
            assert event.deed or not of_a_deed, event


def test_every_kind_of_event_occurs(told: Tell) -> None:
    seen = {type(event) for path in RECORDS for event in told(path)}
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type)]
    assert {kind for kind in kinds if issubclass(kind, events.Event)} - seen == {events.Event}


def test_a_badly_formed_event_is_found() -> None:
    assert not is_well_formed(events.Moved("Ann", None))  # type: ignore[arg-type]
    assert not is_well_formed(events.OpeningTied((1, 2)))  # type: ignore[arg-type]
    assert is_well_formed(events.Moved("Ann", 7))
