"""Make the columns of events, which SQL and Datasette read, from the events alone.

Every row also has the whole event in ``data``. Only ``data`` is hashed; an audit makes the columns
again and compares them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from companion.engine.events import (
    BuildingsChanged,
    DeedPassed,
    Event,
    JailCardPassed,
    MortgageChanged,
    Paid,
    Reversed,
    Undone,
)
from companion.engine.state import BANK, POT, Setup, start

_FACTS = (
    "player",
    "payer",
    "payee",
    "giver",
    "receiver",
    "amount",
    "deed",
    "space",
    "buildings",
    "mortgaged",
    "why",
)
_NO_FACTS = dict.fromkeys(_FACTS)
_OTHER_NAMES = {"how": "why"}
# A claim, a debt, an offer, a promise or a loan moves no money: whoever must act on it, or lands
# free, is the player of the row.
_NESTED = {
    "claim": {"payer": "player", "deed": "deed", "amount": "amount"},
    "debt": {"debtor": "player", "deed": "deed", "amount": "amount", "why": "why"},
    "offer": {"player": "player"},
    "promise": {"player": "player", "deed": "deed"},
    "loan": {"borrower": "player", "secured": "deed", "amount": "amount"},
}
_NONE = (None, None)


def taken_back(newest_first: Iterable[tuple[int, int, int]], count: int) -> list[tuple[int, int]]:
    """Return the events that an undo reverses as (move, event), the newest first.

    ``count`` is the number of moves to undo. ``newest_first`` has the moves before the undo as
    (number, its number of events, number of moves that it undoes itself). Undo counts back over
    moves that are not undone (FLOW-7).
    """
    taken: list[tuple[int, int]] = []
    skipped = 0
    for move, events, undone in newest_first:
        if undone:
            skipped += undone
        elif skipped:
            skipped -= 1
        elif count:
            count -= 1
            taken += ((move, number) for number in range(events, 0, -1))
        else:
            break
    return taken


def undone(events: Sequence[Event]) -> int:
    """Return the number of moves that the events of a move undo; 0 if it is no undo."""
    first = events[0] if events else None
    return first.count if isinstance(first, Undone) else 0


def opening_events(setup: Setup) -> tuple[Event, ...]:
    """Return the bank's payments before the first move, and the deeds that are dealt."""
    game = start(setup)
    cash = [(player.name, player.cash) for player in game.players.values()]
    paid = [Paid(BANK, name, dollars, "start") for name, dollars in (*cash, (POT, game.pot))]
    dealt = [DeedPassed(deed, BANK, holding.owner) for deed, holding in game.holdings.items()]
    return (*(event for event in paid if event.amount), *dealt)


def rows(
    game: int,
    move: int,
    events: Sequence[Event],
    data: Sequence[str],
    taken: Iterable[tuple[int, int]] = (),
) -> list[dict[str, Any]]:
    """Make the columns of each event of a move, in order.

    ``data`` is ``codec.dumps`` of each event; ``taken`` is the result of ``taken_back`` for an
    undo. Raises ValueError if the reversals do not match ``taken``.
    """
    places = [place for place, event in enumerate(events) if isinstance(event, Reversed)]
    sources = dict(zip(places, taken, strict=True))
    return [
        {
            "game": game,
            "move": move,
            "number": place + 1,
            **_facts(event),
            "reversed": int(place in sources),
            "reversed_move": sources.get(place, _NONE)[0],
            "reversed_event": sources.get(place, _NONE)[1],
            "data": data[place],
        }
        for place, event in enumerate(events)
    ]


def _facts(event: Event) -> dict[str, Any]:
    source: Any = _taken_back(event.event) if isinstance(event, Reversed) else event
    columns: dict[str, Any] = {"kind": type(source).__name__, **_NO_FACTS}
    parts, own = _names_of(source.__class__)
    for part in parts:
        if inner := getattr(source, part):
            columns |= {column: getattr(inner, name) for name, column in _NESTED[part].items()}
    for name in own:
        value = getattr(source, name)
        if value is not None and value != "":
            columns[_OTHER_NAMES.get(name, name)] = value
    return columns


@cache
def _names_of(kind: Any) -> tuple[list[str], list[str]]:
    """Return the known attribute names that a kind of event has."""
    parts = [name for name in _NESTED if hasattr(kind, name)]
    return parts, [name for name in (*_FACTS, *_OTHER_NAMES) if hasattr(kind, name)]


def _taken_back(event: Event) -> Event:
    """Return ``event`` in reverse, so that sums over the rows are correct."""
    match event:
        case Paid(payer, payee):
            return replace(event, payer=payee, payee=payer)
        case DeedPassed(_, giver, receiver) | JailCardPassed(_, giver, receiver):
            return replace(event, giver=receiver, receiver=giver)
        case BuildingsChanged(_, before, buildings):
            return replace(event, before=buildings, buildings=before)
        case MortgageChanged(_, mortgaged):
            return replace(event, mortgaged=not mortgaged)
    return event
