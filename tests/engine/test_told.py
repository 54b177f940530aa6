"""Outcome of the records, event by event: well formed, in the words that the ledger knows, and
every refusal with all the facts that its sentence needs."""

import dataclasses
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from companion import text
from companion.engine import IllegalMove, codec, decide, events, play, refusal
from companion.engine.moves import Move
from companion.engine.notation import check, parse_move, parse_record
from companion.engine.state import Game, start

RECORDS = sorted(Path(__file__).parent.glob("rules/**/*.game"))
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
    "deal",
    "estate",
    "ruling",
}
HOW = {
    events.ClaimEnded: {"collected", "lapsed", "released", "void"},
    events.DebtEnded: {"paid", "released", "void"},
    events.OfferEnded: {"accepted", "refused", "withdrawn", "void"},
}


def played(path: Path) -> Iterator[tuple[Game, Move]]:
    """Each move of a record with the position it is made in, those that are refused too."""
    record = parse_record(path.read_text(encoding="utf-8"), path.name)
    game = start(record.setup)
    for line in record.lines:
        if isinstance(line.meaning, Move):
            yield game, line.meaning
            game = play(game, line.meaning)
        elif line.text.lower().startswith("refused"):
            yield game, parse_move(line.text.partition(":")[2].strip(), record.setup)


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


def says_what_the_books_know(event: events.Event) -> bool:
    if isinstance(event, events.Paid):
        return event.why in WHY and event.amount > 0 and event.payer != event.payee
    return getattr(event, "how", None) in HOW.get(type(event), {None})


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_events_are_well_formed(path: Path) -> None:
    for game, move in played(path):
        refused = refusal(game, move)
        if refused:
            is_said_in_full(refused, game)
            continue
        for event in decide(game, move):
            assert is_well_formed(event), event
            assert says_what_the_books_know(event), event
            assert codec.loads(codec.dumps(event)) == event


def is_said_in_full(refused: IllegalMove, game: Game) -> None:
    """With every name and number that the sentence has a place for, and not in general terms."""
    sentence = text.refused(refused, game)
    assert "None" not in sentence
    assert refused.reason.meaning not in sentence


def test_a_badly_formed_event_is_found() -> None:
    assert not is_well_formed(events.Moved("Ann", None))  # type: ignore[arg-type]
    assert not is_well_formed(events.OpeningTied((1, 2)))  # type: ignore[arg-type]
    assert not says_what_the_books_know(events.Paid("Ann", "Bob", 5, "alms"))
    assert is_well_formed(events.Moved("Ann", 7))


def test_every_kind_of_event_occurs() -> None:
    seen = {
        type(event)
        for path in RECORDS
        for past in _moves(check(parse_record(path.read_text(encoding="utf-8"))).game)
        for event in past
    }
    kinds = {
        k for k in vars(events).values() if isinstance(k, type) and issubclass(k, events.Event)
    }
    # An undo takes itself out of the position's past; its own records show it.
    assert kinds - seen - {events.Event, events.Undone, events.Reversed} == set()


def _moves(game: Game) -> Iterator[tuple[events.Event, ...]]:
    while game.past:
        yield game.past.events
        game = game.past.before
