"""Alerts of the tables, the worst first.

Red: there is no news, or the sums do not verify. Amber: look when you can.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import mode

from companion.club.director import CLOCK_OFF, Alive
from companion.club.pages import counted_of_club
from companion.club.publisher import ANOTHER_LEDGER, NOT_STORED
from companion.club.rounds import Round
from companion.club.table import ClubTable
from companion.club.times import MINUTE
from companion.engine.state import Setup
from companion.text import counted

OFFLINE = timedelta(seconds=30)
SILENT = timedelta(minutes=3)
LATE = timedelta(seconds=15)
"""Time after which moves that have not come are missing, and not on their way."""
SHOWN = timedelta(minutes=15)
"""Time for which a ruling, a long undo and a power cut are shown."""
FEW_MOVES = 1000
FLOOD = 1000
"""Smallest number of lines beyond its ledger that is told: a table has fewer games than that."""
RED = (
    "flood",
    "unverified",
    "another ledger",
    "undrawn",
    "revoked",
    "missing",
    "not stored",
    "offline",
)
ORDER = (
    *RED,
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
Found = tuple[str, datetime | None, dict[str, object]]
"""Alert of a table that is known: its kind, since when, and its facts."""


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
    return Usual(
        mode([one.version for one in alive.values()] or [""]),
        mode([setup.edition.name for setup in setups] or [""]),
        mode(map(_rules, setups)) if setups else (),
    )


def alerts(
    table: ClubTable,
    alive: Alive | None,
    usually: Usual,
    now: datetime,
    last_round: Round | None = None,
) -> list[Alert]:
    """Return the alerts of a table, the worst first."""
    found = [
        Alert(table.number, kind, since, facts)
        for kind, since, facts in _alerts(table, alive, usually, now, last_round)
    ]
    return sorted(found, key=lambda alert: ORDER.index(alert.kind))


def clock_ahead(table: ClubTable, alive: Alive | None) -> timedelta:
    """Return how far the times of a table's moves are ahead of the director's clock."""
    if table.ahead is not None:
        return table.ahead
    return alive.ahead if alive else timedelta()


def wrong_clock(ahead: timedelta) -> tuple[str, int] | None:
    """Return the kind of a clock that is wrong, and by how many minutes; None if it is right."""
    if abs(ahead) <= CLOCK_OFF:
        return None
    return "ahead" if ahead > timedelta() else "behind", round(abs(ahead) / MINUTE)


def missing_moves(table: ClubTable, alive: Alive | None, now: datetime) -> int:
    """Return the number of moves in a table's ledger that should have come by now."""
    if alive is None or table.lacks_since is None or now - table.lacks_since < LATE:
        return 0
    return alive.moves - table.moves


def surplus_lines(table: ClubTable, alive: Alive | None) -> int:
    """Count the lines that the server has of a table and its ledger has not."""
    return table.stored - max(len(table.rows), alive.moves if alive else 0)


def is_offline(alive: Alive | None, now: datetime) -> bool:
    """Return True if a table has not been heard of late, or never."""
    return alive is None or now - alive.heard > OFFLINE


def _alerts(
    table: ClubTable,
    alive: Alive | None,
    usually: Usual,
    now: datetime,
    last_round: Round | None,
) -> Iterator[Found]:
    game, ahead = table.current, clock_ahead(table, alive)
    if (surplus := surplus_lines(table, alive)) >= FLOOD:
        yield "flood", None, {"lines": counted_of_club(surplus, "line")}
    if table.fault:
        yield "unverified", None, {}
    offline = is_offline(alive, now)
    if offline:
        since = alive.heard if alive else None
        yield "offline", since, {"at": since}
    if alive:
        yield from _of_lines(table, alive, now)
        yield from _of_device(alive, usually)
        yield from _of_clock(alive, ahead, now)
    if game:
        yield from _of_setup(game.setup, usually)
        yield from _of_notes(table, ahead, now)
        # Between two rounds nobody is expected to play.
        is_due = last_round is None or last_round.end(now) is None
        if is_due and not offline and not game.is_over:
            last = game.last_at - ahead
            if last_round:
                last = max(last, last_round.began)
            if now - last > SILENT:
                yield "silent", last + SILENT, {"n": (now - last) // MINUTE}


def _of_lines(table: ClubTable, alive: Alive, now: datetime) -> Iterator[Found]:
    missing = missing_moves(table, alive, now)
    if missing and not table.fault:
        kind = "not stored" if alive.trouble == NOT_STORED else "missing"
        yield kind, table.lacks_since, {"moves": counted(missing, "move")}


def _of_device(alive: Alive, usually: Usual) -> Iterator[Found]:
    if alive.trouble == ANOTHER_LEDGER:
        yield "another ledger", None, {}
    elif alive.trouble and alive.trouble != NOT_STORED:
        yield "trouble", None, {"text": alive.trouble}
    if alive.room < FEW_MOVES:
        yield "room", None, {"n": alive.room}
    if alive.version != usually.version:
        yield "version", None, {"own": alive.version, "usual": usually.version}


def _of_clock(alive: Alive, ahead: timedelta, now: datetime) -> Iterator[Found]:
    if wrong := wrong_clock(max(alive.ahead, ahead, key=abs)):
        kind, minutes = wrong
        yield kind, None, {"n": minutes}
    if alive.cut_off and abs(now - (at := alive.cut_off - alive.ahead)) < SHOWN:
        yield "cut off", at, {"at": at}


def _of_setup(setup: Setup, usually: Usual) -> Iterator[Found]:
    if setup.edition.name != usually.edition:
        yield "edition", None, {"text": setup.edition.name}
    if (own := _rules(setup)) != usually.rules:
        different = sorted({*own} ^ {*usually.rules})
        yield "rules", None, {"text": ", ".join(different)}


def _of_notes(table: ClubTable, ahead: timedelta, now: datetime) -> Iterator[Found]:
    for note in table.notes[::-1]:
        at = note.at - ahead
        if abs(now - at) <= SHOWN:
            yield note.kind, at, {"at": at, "text": note.text, "n": note.text}


def _rules(setup: Setup) -> tuple[str, ...]:
    """Return the agreements that make a game shorter, longer or different."""
    chosen = [setup.game] if setup.game != "full" else []
    return tuple(sorted([*setup.house_rules, *chosen]))
