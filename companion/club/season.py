"""Count a season from the ledger of a club, and render its page.

Each game gives points for the places at its table (``rounds.placed``), as its last move left it.
Only the best evenings of a player count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import permutations

from companion.club.pages import environment
from companion.club.rounds import POINTS, Result, placed
from companion.club.times import is_possible
from companion.engine.state import Game
from companion.ledger.checks import fault_in, folded, row_name
from companion.ledger.errors import Damaged
from companion.ledger.problems import Why
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameRow
from companion.ledger.replay import AuditError
from companion.report.calendar import calendar
from companion.report.comparisons import SHOWN, DeedShare, Matrix, deed_shares
from companion.report.statistics import DearestRent, DeedRecord, statistics
from companion.table.markers import markers_of, told_apart
from companion.text import language
from companion.text.club import season_text

BEST = 5
"""Number of evenings of a player that count."""
_MINUTES = """
SELECT game, minutes FROM results WHERE minutes IS NOT NULL ORDER BY minutes DESC, game LIMIT 1
"""


@dataclass(slots=True)
class Person:
    """Player of a season, with the points of each evening."""

    name: str
    marker: int
    points: dict[date, float] = field(default_factory=dict)
    won: set[date] = field(default_factory=set)
    wins: int = 0
    best_worth: int = 0
    struck: set[date] = field(default_factory=set)

    @property
    def total(self) -> float:
        """Sum of the points of the best evenings."""
        return sum(points for day, points in self.points.items() if day not in self.struck)


@dataclass(slots=True)
class ClubEvening:
    """Evening of a season: its games with their results."""

    day: date
    games: int = 0
    results: list[Result] = field(default_factory=list)

    @property
    def players(self) -> int:
        """Number of different players."""
        return len({one.player for one in self.results})

    @property
    def best(self) -> Result:
        """Result of the player with the most worth of those who were first."""
        return max(self.results, key=lambda one: (one.place == 1, one.worth))


@dataclass(frozen=True, slots=True)
class Season:
    """Everything on the page of a season; persons and evenings are in order."""

    persons: tuple[Person, ...]
    evenings: tuple[ClubEvening, ...]
    highest: tuple[Result, date]
    dearest: tuple[DearestRent, date] | None
    """Dearest rent, with its evening."""
    duels: Matrix
    """Games in which the first of two players had the better place, and those of the second."""
    shares: tuple[DeedShare, ...]
    property: DeedRecord | None
    """Property with the most rent for a dollar spent."""
    longest: tuple[int, date] | None
    """Minutes of the longest game; None if all were imported."""
    namesakes: tuple[str, ...]
    """Names that were in two games at once, and so belong to several people."""


def season(
    reader: LedgerReader, points: Sequence[float] = POINTS, best: int = BEST
) -> Season | None:
    """Count a season; None if there is no game with a move. Raises LedgerError."""
    evenings: dict[date, ClubEvening] = {}
    days: dict[int, date] = {}
    people: dict[str, Person] = {}
    rows: list[GameRow] = []
    for row, game in _games(reader):
        rows.append(row)
        number = row.number
        day = days[number] = row.evening
        evening = evenings.setdefault(day, ClubEvening(day))
        evening.games += 1
        markers = markers_of(game.players)
        for one in placed(game, points, table=number):
            evening.results.append(one)
            person = people.setdefault(one.player, Person(one.player, markers[one.player]))
            person.points[day] = person.points.get(day, 0) + one.points
            person.best_worth = max(person.best_worth, one.worth)
            if one.place == 1:
                person.wins += 1
                person.won.add(day)
    if not evenings:
        return None
    for person in people.values():
        worst_first = sorted(person.points, key=lambda day: (person.points[day], day))
        person.struck = set(worst_first[: max(0, len(worst_first) - best)])
    order = sorted(people.values(), key=lambda one: (-one.total, -one.best_worth, one.name))
    markers = told_apart({one.name: one.marker for one in order})
    for person in order:
        person.marker = markers[person.name]
    days_of_all = tuple(evenings[day] for day in sorted(evenings))
    results = [(one, evening.day) for evening in days_of_all for one in evening.results]
    found = statistics(reader)
    spent = [one for one in found.deeds if one.spent]
    return Season(
        tuple(order),
        days_of_all,
        max(results, key=lambda pair: pair[0].worth),
        (rent, days[rent.game]) if (rent := found.dearest) else None,
        _duels([one.name for one in order], [result for result, _ in results]),
        deed_shares(found),
        max(spent, key=lambda one: one.rent / one.spent, default=None),
        _longest(reader, days),
        _namesakes(rows),
    )


def _duels(names: Sequence[str], results: Sequence[Result]) -> Matrix:
    """Count for each two players who had the better place, in finished games or not."""
    games = Counter(one.player for one in results)
    most = sorted(names, key=lambda name: -games[name])[:SHOWN]
    places = defaultdict[int, dict[str, int]](dict)
    for one in results:
        places[one.table][one.player] = one.place
    players = tuple(name for name in names if name in most)
    cells: dict[tuple[str, str], tuple[int, int]] = {}
    for table in places.values():
        for name, other in permutations(table, 2):
            if {name, other} <= {*players}:
                ahead, behind = cells.get((name, other), (0, 0))
                won, lost = table[name] < table[other], table[name] > table[other]
                cells[name, other] = ahead + won, behind + lost
    return Matrix(players, cells, ())


def _namesakes(rows: Sequence[GameRow]) -> tuple[str, ...]:
    """Return the names that were in two games at once."""
    found: set[str] = set()
    ends: dict[str, datetime] = {}
    for row in sorted(rows, key=lambda row: row.started_at):
        for name in row.players:
            if row.started_at < ends.get(name, row.started_at):
                found.add(name)
            end = row.last_at or row.started_at
            ends[name] = max(end, ends.get(name, end))
    return tuple(sorted(found))


def _games(reader: LedgerReader) -> Iterator[tuple[GameRow, Game]]:
    """Yield every game that has a move, with the position after its last one.

    Raises Damaged if a game has a time that cannot be.
    """
    for row in reader.games():
        if row.moves:
            for at in (row.started_at, row.last_at or row.started_at):
                if not is_possible(at):
                    fault = AuditError(Why.TIME_IMPOSSIBLE, at=at.isoformat())
                    raise Damaged.of(fault_in(row_name(row.number), fault))
            *_, (_, replay) = folded(reader, row.number)
            yield row, replay.position


def _longest(reader: LedgerReader, days: dict[int, date]) -> tuple[int, date] | None:
    for game, minutes in reader.rows(_MINUTES):
        return minutes, days.get(game, min(days.values()))
    return None


def season_html(
    found: Season, title: str, points: Sequence[float] = POINTS, best: int = BEST
) -> str:
    """Return the page of a season, which loads nothing from elsewhere."""
    first, last = found.evenings[0].day.year, found.evenings[-1].day.year
    years = str(first) if first == last else f"{first}/{last % 100:02d}"
    title = title or season_text("title", years=years)
    template = environment().get_template("season.html")
    return template.render(
        season=found,
        title=title,
        points=points,
        best=best,
        language=language(),
        markers={person.name: person.marker for person in found.persons},
        years=calendar({one.day: {one.best.player} for one in found.evenings}),
        behind={},
    )
