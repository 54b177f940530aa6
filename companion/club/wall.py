"""Views of the wall: pure values that its templates show.

Each card is drawn by itself: one that cannot be drawn says so, and the others are there.

Up to 50 tables fit a screen of 1920 by 1080. More are shown in turn, a page of them at a time; the
alerts and the richest players of all are always there. Offline tables keep their last sums. A table
that does not verify keeps them too, but is in no standings.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, partial
from math import ceil

from companion.club.alerts import (
    ORDER,
    Alert,
    Usual,
    alerts,
    clock_ahead,
    is_offline,
    missing_moves,
    usual,
)
from companion.club.director import Alive
from companion.club.keys import user_of
from companion.club.pages import counted_of_club
from companion.club.rounds import Round
from companion.club.table import ClubTable
from companion.club.times import MINUTE, clock
from companion.engine.edition import MOST_PLAYERS
from companion.engine.standings import Standing, standings
from companion.table.markers import markers_of
from companion.text import counted, money
from companion.text import format as text_format
from companion.text.club import WALL, alert_texts, text_of

MOST_CARDS = 50
"""Number of tables above which a wall has pages."""
PAGE = 24
"""Cards of a page."""
TURN_SECONDS = 15
LONGEST_SEARCH = 40
COLUMNS = ((4, 2), (9, 3), (16, 4), (20, 5), (30, 6), (40, 8))
"""Columns of the grid up to a number of tables; ten for more."""
COMPACT = 30
"""Number of tables above which a card has short names and no times."""
COMPACT_LINES = 4
"""Number of lines of a compact card."""
LINES = {3: (12, 11), 4: (9, 7), 5: (7, 5)}
"""Number of lines of a narrow card, without and with an alert, by the rows of cards on the wall."""
ABOUT = 24
"""Number of tables up to which a card has room for the line about its alert."""
TWO_COLUMNS = 5
"""Number of players above which a card has two columns, if the columns are wide enough."""
WIDE = 9
"""Number of tables up to which a card is wide enough for two columns."""
TALL = 6
"""Number of tables up to which a card is high enough for one column of all players."""
LEADERS = 10
MOST_ALERTS = {False: 5, True: 8}
log = logging.getLogger(__name__)
ICONS = {
    "flood": "cross",
    "unverified": "cross",
    "another ledger": "cross",
    "undrawn": "cross",
    "offline": "wifi",
    "revoked": "cross",
}


@dataclass(frozen=True, slots=True)
class WallLine:
    """Player on a card or among the leaders."""

    marker: int
    name: str
    worth: str
    table: int = 0
    is_on_turn: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Leader:
    """Player who may be among the leaders. ``others`` are all names at the same table."""

    table: int
    name: str
    worth: int
    currency: str
    marker: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlertLine:
    """Alert as it is shown; ``age`` is empty if it was there from the start."""

    table: int
    icon: str
    tone: str
    heading: str
    about: str
    age: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """Card of a table. ``alert`` is its worst one; ``more`` counts the players not shown."""

    number: int
    state: str
    age: str
    lines: tuple[WallLine, ...]
    more: int
    has_two_columns: bool
    alert: AlertLine | None
    how: str = ""
    """Sentence about how the table joins, until it has."""


@dataclass(frozen=True, slots=True)
class Wall:
    """Everything on the wall. ``find`` is what somebody looks for; ``pages`` is 1 if all fit."""

    title: str
    about: str
    minutes: str
    minutes_label: str
    share: int
    """Percent of the round that has passed; -1 without a limit."""
    cards: tuple[TableCard, ...]
    columns: int
    size: str
    alerts: tuple[AlertLine, ...]
    leaders: tuple[WallLine, ...]
    clock: str
    foot: str
    notices: tuple[str, ...]
    find: str = ""
    pages: int = 1


@dataclass(frozen=True, slots=True)
class WallScene:
    """Event as it is known at one moment; ``expected`` is the number of tables.

    ``notices`` are sentences about the whole event: its server, its rounds. The keys of the tables
    ``revoked`` are good no more.
    """

    title: str
    tables: Mapping[int, ClubTable]
    alive: Mapping[int, Alive]
    now: datetime
    last_round: Round | None = None
    expected: int = 0
    notices: tuple[str, ...] = ()
    revoked: frozenset[int] = frozenset()

    @property
    def numbers(self) -> list[int]:
        """Number of every table that is expected or was seen."""
        expected = range(1, self.expected + 1)
        return sorted({*self.tables, *self.alive, *self.revoked, *expected})


@dataclass(frozen=True, slots=True)
class Overview:
    """Facts that the walls of all pages share: alerts of each table, and the richest players."""

    scene: WallScene
    alerts: Mapping[int, list[Alert]]
    leaders: tuple[WallLine, ...]
    foot: str
    about: str


def overview(scene: WallScene) -> Overview:
    """Return what the walls of a scene have in common."""
    usually = usual(scene.tables, scene.alive)
    found: dict[int, list[Alert]] = {}
    players: list[Leader] = []
    for number in scene.numbers:
        table = scene.tables.get(number)
        try:
            found[number] = _alerts_of(scene, number, usually)
            players += _players(table) if table else []
        except Exception as error:
            found[number] = [_not_drawn(number, error)]
    live = sum(not is_offline(alive, scene.now) for alive in scene.alive.values())
    foot = text_of("live", live=live, tables=len(found))
    if len(found) <= COMPACT:
        verified = all(_is_verified(scene, number) for number in scene.tables)
        foot += f" \N{MIDDLE DOT} {WALL['verified' if verified else 'not verified']}"
    return Overview(scene, found, leaders(players), foot, _about(scene))


def wall(seen: Overview, find: str = "") -> Wall:
    """Return the wall of a scene, or its tables with a number or with players called ``find``."""
    scene, foot, find = seen.scene, seen.foot, " ".join(find.split())[:LONGEST_SEARCH]
    numbers = [number for number in scene.numbers if _is_found(scene, number, find)]
    pages, tables = 1, len(numbers)
    if tables > MOST_CARDS:
        pages, tables = ceil(tables / PAGE), PAGE
        page = int(scene.now.timestamp() / TURN_SECONDS) % pages
        numbers = numbers[page * PAGE :][:PAGE]
        foot += f" \N{MIDDLE DOT} {text_of('page', page=page + 1, pages=pages)}"
    found = dict(seen.alerts)
    cards = tuple(_drawn(scene, number, found, tables) for number in numbers)
    worst = sorted((one for few in found.values() for one in few), key=_badness)
    is_compact = tables > COMPACT
    return Wall(
        scene.title,
        seen.about,
        *_minutes(scene),
        cards,
        _columns(tables),
        _size(tables),
        tuple(_alert_line(one, scene.now) for one in worst[: MOST_ALERTS[is_compact]]),
        seen.leaders,
        clock(scene.now),
        foot,
        scene.notices,
        find,
        pages,
    )


def _is_found(scene: WallScene, number: int, find: str) -> bool:
    if not find:
        return True
    table = scene.tables.get(number)
    players = table.current.players if table and table.current else ()
    return find.lstrip("0") == str(number) or any(
        find.casefold() in name.casefold() for name in players
    )


def _drawn(scene: WallScene, number: int, alerts: dict[int, list[Alert]], tables: int) -> TableCard:
    """Return the card of a table, whatever came from it; one that cannot be drawn is an alert."""
    try:
        if not any(one.kind == "undrawn" for one in alerts[number]):
            return _card(scene, number, alerts[number], tables)
    except Exception as error:
        alerts[number] = [_not_drawn(number, error)]
    line = _alert_line(alerts[number][0], scene.now)
    return TableCard(number, "", "", (), 0, False, line)


def _not_drawn(number: int, error: Exception) -> Alert:
    _log_once(number, repr(error))
    return Alert(number, "undrawn", None, {})


@cache
def _log_once(number: int, why: str) -> None:
    log.error("club-card-not-drawn table=%d why=%s", number, why)


def _is_verified(scene: WallScene, number: int) -> bool:
    table = scene.tables[number]
    return not table.fault and not missing_moves(table, scene.alive.get(number), scene.now)


def _players(table: ClubTable) -> list[Leader]:
    if table.current is None:
        return []
    everybody, currency = table.current.players, table.current.setup.board.currency
    markers = markers_of(everybody)
    return [
        Leader(table.number, one.name, one.worth, currency, markers[one.name], everybody)
        for one in table.standings()
        if not one.out
    ]


def leaders(players: Iterable[Leader], most: int = LEADERS) -> tuple[WallLine, ...]:
    """Return the players with the most worth, the most first.

    Two with one name at different tables have their table beside it.
    """
    best = sorted(players, key=lambda one: (-one.worth, one.table))[:most]
    lines = []
    for one in best:
        elsewhere = [other.name for other in best if other.table != one.table]
        name = _short_name(one.name, [*one.others, *elsewhere], 1)
        if one.name in elsewhere:
            name += f" ({one.table})"
        worth = str(money(one.worth, one.currency))
        lines.append(WallLine(one.marker, name, worth, one.table))
    return tuple(lines)


def short_names(names: Sequence[str], letters: int = 1) -> list[str]:
    """Return first names with as many letters of the last ones as tell them apart."""
    return [_short_name(name, names, letters) for name in names]


def _short_name(name: str, names: Sequence[str], letters: int) -> str:
    for length in range(letters, len(name)):
        short = _cut(name, length)
        if [_cut(other, length) for other in names].count(short) == 1:
            return short
    return name


def _cut(name: str, length: int) -> str:
    first, *rest = name.split()
    return f"{first} {rest[-1][:length]}".rstrip() if rest else first


def _alerts_of(scene: WallScene, number: int, usually: Usual) -> list[Alert]:
    alive, table = scene.alive.get(number), scene.tables.get(number)
    if number in scene.revoked:
        # Of such a table nothing else is news.
        return [Alert(number, "revoked", None, {})]
    if table is None and alive is None:
        return []
    return alerts(table or ClubTable(number), alive, usually, scene.now, scene.last_round)


def _badness(alert: Alert) -> tuple[bool, int, int]:
    return not alert.is_red, ORDER.index(alert.kind), alert.table


def _alert_line(alert: Alert, now: datetime) -> AlertLine:
    facts = {
        key: clock(value) if isinstance(value, datetime) else value
        for key, value in alert.facts.items()
    }
    if alert.kind == "offline" and alert.since is None:
        heading, about = WALL["no news"], ""
    else:
        heading, about = alert_texts(alert.kind, **facts)
    age = ""
    if alert.since:
        minutes = (now - alert.since) // MINUTE
        age = text_of("since minutes", n=minutes) if minutes > 0 else WALL["now"]
    tone = "red" if alert.is_red else "amber"
    icon = ICONS.get(alert.kind, "warning")
    return AlertLine(alert.table, icon, tone, heading, about, age)


def _card(scene: WallScene, number: int, found: list[Alert], tables: int) -> TableCard:
    """Return the card of a table, one of as many as ``tables``."""
    table, alive, is_compact = scene.tables.get(number), scene.alive.get(number), tables > COMPACT
    alert = _alert_line(found[0], scene.now) if found else None
    if alert and tables > ABOUT:
        alert = replace(alert, about="")
    game = table.current if table else None
    if table is None or game is None:
        state = WALL["no game" if alive else "waiting"]
        is_waited_for = alive is None and number not in scene.revoked
        how = text_of("how to join", file=f"{user_of(number)}.key") if is_waited_for else ""
        return TableCard(number, state, "", (), 0, False, alert, how)
    position = game.position
    order = standings(position)
    players = _shown(order, game.on_turn(), _most_lines(tables, alert is not None))
    everybody = game.players
    markers, short = markers_of(everybody), short_names(everybody, 0 if is_compact else 1)
    names = dict(zip(everybody, short, strict=True))
    worth = text_format.number if is_compact else partial(money, currency=game.setup.board.currency)
    lines = tuple(
        WallLine(
            markers[one.name],
            names[one.name],
            str(worth(one.worth)),
            is_on_turn=one.name == game.on_turn() and not game.is_over,
            is_out=one.out,
        )
        for one in players
    )
    state = WALL["over"] if game.is_over else text_of("turn", turn=position.turn.number)
    age = ""
    if not is_compact:
        last = game.last_at - clock_ahead(table, alive)
        if number in scene.revoked:
            age = WALL["revoked"]
        else:
            age = WALL["no news"] if is_offline(alive, scene.now) else _ago(scene.now - last)
    two = TALL < tables <= WIDE and len(order) > TWO_COLUMNS
    return TableCard(number, state, age, lines, len(order) - len(players), two, alert)


def _most_lines(tables: int, has_alert: bool) -> int:
    """Return the largest number of lines of a card with one column."""
    if tables > COMPACT:
        return COMPACT_LINES
    if tables <= WIDE:
        return MOST_PLAYERS
    return LINES[ceil(tables / _columns(tables))][has_alert]


def _columns(tables: int) -> int:
    return next((columns for most, columns in COLUMNS if tables <= most), 10)


def _shown(order: list[Standing], on_turn: str, most: int) -> list[Standing]:
    """Return the players on a card with ``most`` lines: those in front, and who is on turn."""
    if len(order) <= most:
        return order
    # The line that says how many more there are takes a place, too.
    front = order[: most - 1]
    if on_turn and on_turn not in [one.name for one in front]:
        front = [*front[:-1], *(one for one in order if one.name == on_turn)]
    return front


def _ago(age: timedelta) -> str:
    seconds = max(0, int(age.total_seconds()))
    if seconds < 100:
        return text_of("seconds ago", n=seconds)
    return text_of("minutes ago", n=seconds // 60)


def _size(tables: int) -> str:
    if tables > COMPACT:
        return "compact"
    return "huge" if tables <= 4 else "large" if tables <= 16 else "middle"


def _about(scene: WallScene) -> str:
    tables = len(scene.numbers)
    players = sum(len(table.current.players) for table in scene.tables.values() if table.current)
    last = scene.last_round
    first = text_of("round", number=last.number) if last else text_of("before", number=1)
    rest = f"{counted_of_club(tables, 'table')}, {counted(players, 'player')}"
    return f"{first} \N{MIDDLE DOT} {rest}"


def _minutes(scene: WallScene) -> tuple[str, str, int]:
    """Return the minutes of the round with their label, and the percent that has passed."""
    played = scene.last_round
    if played is None:
        return "", "", -1
    passed = (scene.now - played.began) / MINUTE
    if played.end(scene.now):
        return "0", WALL["time is up"], 100
    if not played.minutes:
        return str(int(passed)), WALL["minutes played"], -1
    left = ceil(played.minutes - passed)
    label = WALL["minute left" if left == 1 else "minutes left"]
    return str(left), label, int(100 * passed / played.minutes)
