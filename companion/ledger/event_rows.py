"""Events as rows: the columns that SQL and Datasette read, made of nothing but the event.

Every row has the whole event in ``data`` as well, and only that is hashed; an audit makes the
columns again and compares.
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
    *("player", "payer", "payee", "giver", "receiver", "amount"),
    *("deed", "space", "buildings", "mortgaged", "why"),
)
_NO_FACTS = dict.fromkeys(_FACTS)
_OTHER_NAMES = {"how": "why"}
# A claim, a debt or an offer is no money moved: whoever is to act on it is the row's player.
_NESTED = {
    "claim": {"payer": "player", "deed": "deed", "amount": "amount"},
    "debt": {"debtor": "player", "deed": "deed", "amount": "amount", "why": "why"},
    "offer": {"player": "player"},
}
_NONE = (None, None)


def taken_back(newest_first: Iterable[tuple[int, int, int]], count: int) -> list[tuple[int, int]]:
    """What an undo over ``count`` moves takes back: (move, event), the newest first.

    The moves before it are given as (number, how many events it came to, how many moves it took
    back itself). Undo counts back over moves that still stand (FLOW-7).
    """
    taken: list[tuple[int, int]] = []
    gone = 0
    for move, events, undone in newest_first:
        if undone:
            gone += undone
        elif gone:
            gone -= 1
        elif count:
            count -= 1
            taken += ((move, number) for number in range(events, 0, -1))
        else:
            break
    return taken


def undone(events: Sequence[Event]) -> int:
    """Over how many moves the events of a move go back: 0 unless it is an undo."""
    first = events[0] if events else None
    return first.count if isinstance(first, Undone) else 0


def opening_events(setup: Setup) -> tuple[Event, ...]:
    """What the bank hands out before the first move: cash, and deeds where some are dealt."""
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
    """The columns of each event of a move, in order. ``data`` is ``codec.dumps`` of each, ``taken``
    what ``taken_back`` said of an undo.

    Raises ValueError when the reversals are not of exactly that.
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
    told: Any = _taken_back(event.event) if isinstance(event, Reversed) else event
    found: dict[str, Any] = {"kind": type(told).__name__, **_NO_FACTS}
    parts, own = _told_by(told.__class__)
    for part in parts:
        if inner := getattr(told, part):
            found |= {column: getattr(inner, name) for name, column in _NESTED[part].items()}
    for name in own:
        value = getattr(told, name)
        if value is not None and value != "":
            found[_OTHER_NAMES.get(name, name)] = value
    return found


@cache
def _told_by(kind: Any) -> tuple[list[str], list[str]]:
    """Which of all these names a kind of event has."""
    parts = [name for name in _NESTED if hasattr(kind, name)]
    return parts, [name for name in (*_FACTS, *_OTHER_NAMES) if hasattr(kind, name)]


def _taken_back(event: Event) -> Event:
    """``event`` the other way round, so that sums over the rows come out right."""
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
