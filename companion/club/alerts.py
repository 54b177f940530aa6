"""Alerts of the tables, the worst first.

Red: there is no news, or the sums do not verify. Amber: look when you can.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.club.director import Alive
from companion.club.publisher import ANOTHER_LEDGER
from companion.club.table import ClubTable
from companion.engine.state import Setup

OFFLINE = timedelta(seconds=30)
SILENT = timedelta(minutes=3)
CLOCK_OFF = timedelta(minutes=1)
SHOWN = timedelta(minutes=15)
"""Time for which a ruling, a long undo and a power cut are shown."""
FEW_MOVES = 1000
ORDER = (
    "unverified",
    "another ledger",
    "offline",
    "silent",
    "trouble",
    "room",
    "version",
    "edition",
    "rules",
    "ahead",
    "behind",
    "cut off",
    "undo",
    "ruling",
)
"""Kinds of alerts, the worst first."""
RED = ("unverified", "another ledger", "offline")


@dataclass(frozen=True, slots=True)
class Alert:
    """Alert of a table with its facts. ``since`` is None if it was there from the start."""

    table: int
    kind: str
    since: datetime | None
    facts: Mapping[str, object]

    @property
    def is_red(self) -> bool:
        """True if the table is out of the standings, or its sums are old."""
        return self.kind in RED


@dataclass(frozen=True, slots=True)
class Usual:
    """The version and the rules of most tables; others differ."""

    version: str
    edition: str
    rules: tuple[str, ...]


def usual(tables: Mapping[int, ClubTable], alive: Mapping[int, Alive]) -> Usual:
    """Return the version and rules that most tables have."""
    setups = [table.current.setup for table in tables.values() if table.current]
    versions = Counter(one.version for one in alive.values())
    sheets = Counter(setup.edition.name for setup in setups)
    rules = Counter(_rules(setup) for setup in setups)
    return Usual(_most(versions) or "", _most(sheets) or "", _most(rules) or ())


def alerts(table: ClubTable, alive: Alive | None, usually: Usual, now: datetime) -> list[Alert]:
    """Return the alerts of a table, the worst first."""
    found = [
        Alert(table.number, kind, since, facts)
        for kind, since, facts in _alerts(table, alive, usually, now)
    ]
    return sorted(found, key=lambda alert: ORDER.index(alert.kind))


def _alerts(
    table: ClubTable, alive: Alive | None, usually: Usual, now: datetime
) -> Iterator[tuple[str, datetime | None, dict[str, object]]]:
    game = table.current
    if table.fault:
        yield "unverified", None, {}
    if alive is None or now - alive.heard > OFFLINE:
        since = alive.heard if alive else None
        yield "offline", since, {"at": since}
    if alive:
        yield from _of_device(alive, usually, now)
    if game:
        yield from _of_game(table, usually, now)
        if not game.is_over and alive and now - alive.heard <= OFFLINE:
            last = game.last_at - alive.ahead
            if now - last > SILENT:
                yield "silent", last + SILENT, {"n": int((now - last).total_seconds() // 60)}


def _of_device(
    alive: Alive, usually: Usual, now: datetime
) -> Iterator[tuple[str, datetime | None, dict[str, object]]]:
    if alive.trouble == ANOTHER_LEDGER:
        yield "another ledger", None, {}
    elif alive.trouble:
        yield "trouble", None, {"text": alive.trouble}
    if alive.room < FEW_MOVES:
        yield "room", None, {"n": alive.room}
    if alive.version != usually.version:
        yield "version", None, {"own": alive.version, "other": usually.version}
    if abs(alive.ahead) > CLOCK_OFF:
        kind = "ahead" if alive.ahead > timedelta() else "behind"
        yield kind, None, {"n": round(abs(alive.ahead).total_seconds() / 60)}
    if alive.cut_off and now - (alive.cut_off - alive.ahead) < SHOWN:
        yield "cut off", alive.cut_off, {"at": alive.cut_off}


def _of_game(
    table: ClubTable, usually: Usual, now: datetime
) -> Iterator[tuple[str, datetime | None, dict[str, object]]]:
    assert table.current
    setup = table.current.setup
    if setup.edition.name != usually.edition:
        yield "edition", None, {"text": setup.edition.name}
    if (own := _rules(setup)) != usually.rules:
        different = sorted({*own} ^ {*usually.rules})
        yield "rules", None, {"text": ", ".join(different)}
    for note in table.notes[::-1]:
        if now - note.at > SHOWN:
            return
        yield note.kind, note.at, {"at": note.at, "text": note.text, "n": note.text}


def _rules(setup: Setup) -> tuple[str, ...]:
    """Return the agreements that make a game shorter, longer or different."""
    chosen = [setup.game] if setup.game != "full" else []
    return tuple(sorted([*setup.house_rules, *chosen]))


def _most(counts: Counter[Any]) -> Any:
    found = counts.most_common(1)
    return found[0][0] if found else None
