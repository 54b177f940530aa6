"""Events of the records: of every kind, and in the words that the ledger knows."""

from functools import cache
from pathlib import Path

from companion.engine import codec, decide, events
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
    "deal",
    "estate",
    "ruling",
}
HOW = {
    events.ClaimEnded: {"collected", "lapsed", "released", "void"},
    events.DebtEnded: {"paid", "released", "void"},
    events.OfferEnded: {"accepted", "refused", "withdrawn", "void"},
}


@cache
def told(path: Path) -> list[events.Event]:
    """All events of the moves of a record."""
    made = [(game, move) for game, move, asked in moves_of(read(path)) if not asked]
    return [event for game, move in made for event in decide(game, move)]


@each_record
def test_the_ledger_knows_the_words_of_every_event(path: Path) -> None:
    for event in told(path):
        assert codec.loads(codec.dumps(event)) == event
        assert getattr(event, "how", None) in HOW.get(type(event), {None}), event
        if isinstance(event, events.Paid):
            assert event.why in WHY, event
            assert event.amount > 0, event
            assert event.payer != event.payee, event


def test_every_kind_of_event_occurs() -> None:
    seen = {type(event) for path in RECORDS for event in told(path)}
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type)]
    assert {kind for kind in kinds if issubclass(kind, events.Event)} - seen == {events.Event}
