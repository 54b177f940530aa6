"""Rounds of an event and their results.

A round ends by the clock or by hand. The result of a table is the position after its last move
before that, by the table's own clock, so that it can be counted again from the ledgers alone.
Players are placed by worth (QUICK-4); those who are out come last. Places give points; players on
the same place share the points of their places.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import datetime, timedelta
from itertools import count, groupby
from pathlib import Path
from typing import Any

from companion import foreign
from companion.club.table import ClubTable, TableGame
from companion.club.times import parse_time
from companion.engine.limits import ForeignError
from companion.engine.problems import InputProblem, Problem
from companion.engine.standings import Standing, standings
from companion.engine.state import Game
from companion.export.csv_tables import csv_text
from companion.ledger.atomic_file import replacing
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem

POINTS = (10, 7, 5, 4, 2)
"""Points for the places at a table; no points after the last one."""
FILE_NAME = "rounds.json"
MOST_MINUTES = 999


@dataclass(frozen=True, slots=True)
class Round:
    """Round of an event; ``minutes`` is 0 without a limit, ``ended`` is None until it is ended."""

    number: int
    began: datetime
    minutes: int
    ended: datetime | None = None

    def end(self, now: datetime) -> datetime | None:
        """Return when the round ended; None while it runs."""
        if self.ended or not self.minutes:
            return self.ended
        by_clock = self.began + timedelta(minutes=self.minutes)
        return by_clock if now >= by_clock else None


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one player in one round; ``turn`` is the last one of the game."""

    round: int
    table: int
    place: int
    player: str
    worth: int
    points: float
    won: bool
    turn: int


class Rounds:
    """Rounds of an event, kept in a file of ``folder``.

    ``fault`` says why the file could not be used; None if it could. Such a file is kept beside the
    next one: no evening ends because of it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / FILE_NAME
        self.rounds: list[Round] = []
        self.fault: Problem | None = None
        if self._path.exists():
            try:
                self.rounds = _parsed(foreign.read_json(self._path))
            except ForeignError as error:
                self.fault = Problem(error.reason, **error.facts)
            except (TypeError, ValueError, LookupError):
                self.fault = Problem(InputProblem.NOT_JSON)

    @property
    def last(self) -> Round | None:
        """Round that began last; None before the first."""
        return self.rounds[-1] if self.rounds else None

    def running(self, now: datetime) -> Round | None:
        """Return the round that is being played; None if there is none."""
        return self.last if self.last and self.last.end(now) is None else None

    def start(self, minutes: int, now: datetime) -> None:
        """Begin the next round, unless one is running. Raises LedgerError if it is not saved."""
        if not self.running(now):
            self._save([*self.rounds, Round(len(self.rounds) + 1, now, minutes)])

    def end(self, now: datetime) -> None:
        """End the round that is running. Raises LedgerError if that is not saved."""
        if running := self.running(now):
            self._save([*self.rounds[:-1], replace(running, ended=now)])

    def _save(self, rounds: list[Round]) -> None:
        text = json.dumps([asdict(one) for one in rounds], default=datetime.isoformat)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self.fault and self._path.exists():
                self._path.rename(self._kept())
        except OSError as error:
            why = error.strerror or str(error)
            raise LedgerError(LedgerProblem.UNWRITABLE, path=self._path, why=why) from error
        with replacing(self._path) as part:
            part.write_text(text, "utf-8")
        self.rounds = rounds

    def _kept(self) -> Path:
        """Return a new name for a file that cannot be used."""
        names = (self._path.with_name(f"rounds-damaged-{number}.json") for number in count(1))
        return next(name for name in names if not name.exists())


def _parsed(values: Any) -> list[Round]:
    """Return the rounds of a file. Raises ValueError, TypeError or LookupError if it has others."""
    if not isinstance(values, list):
        raise TypeError(values)
    return [_parsed_round(number, one) for number, one in enumerate(values, 1)]


def _parsed_round(number: int, values: Mapping[str, Any]) -> Round:
    began, minutes, ended = values["began"], values["minutes"], values["ended"]
    if values["number"] != number or type(minutes) is not int or not 0 <= minutes <= MOST_MINUTES:
        raise ValueError(values)
    return Round(number, parse_time(began), minutes, parse_time(ended) if ended else None)


def results_of_round(
    tables: Iterable[ClubTable], played: Round, now: datetime, points: Sequence[float] = POINTS
) -> list[Result]:
    """Return the results of a round at every table that verifies, up to its end or to ``now``."""
    found = []
    for table in sorted(tables, key=lambda table: table.number):
        if not table.fault and (game := game_of(table, played, now)):
            found += placed(game, points, played.number, table.number)
    return found


def game_of(table: ClubTable, played: Round, now: datetime) -> Game | None:
    """Return a table's position at the end of a round, or at ``now`` while it runs.

    It is that of the last game in which there was a move in the round; None if there was none.
    """
    began, end = played.began, played.end(now) or now
    for game in list(table.games.values())[::-1]:
        if _has_move(game, began, end):
            return game.until(end)
    return None


def _has_move(game: TableGame, began: datetime, end: datetime) -> bool:
    return any(began <= at <= end for at, _ in game.positions[1:])


def placed(
    game: Game, points: Sequence[float] = POINTS, number: int = 0, table: int = 0
) -> list[Result]:
    """Return the players of a game by place, with their points."""
    found: list[Result] = []
    for _, tied in groupby(_in_places(game), key=lambda one: one[0]):
        group = [standing for _, standing in tied]
        first = len(found)
        shared = sum(points[first : first + len(group)])
        each = shared / len(group)
        found += [
            Result(number, table, first + 1, one.name, one.worth, each, one.won, game.turn.number)
            for one in group
        ]
    return found


def _in_places(game: Game) -> list[tuple[tuple[bool, bool, int], Standing]]:
    """Return the standings with what makes two players equal; who is out never is."""
    order = standings(game)
    return [
        ((one.won, one.out, place if one.out else one.worth), one)
        for place, one in enumerate(order)
    ]


def totals(results: Sequence[Result]) -> list[tuple[str, float, int]]:
    """Return every player with the sum of points and the best worth, the best first.

    A name that is at two tables in one round is that of two people: each is counted by table.
    """
    points, best = defaultdict[str, float](float), defaultdict[str, int](int)
    shared = _shared(results)
    for one in results:
        player = f"{one.player} ({one.table})" if one.player in shared else one.player
        points[player] += one.points
        best[player] = max(best[player], one.worth)
    order = sorted(points, key=lambda name: (-points[name], -best[name], name))
    return [(name, points[name], best[name]) for name in order]


def _shared(results: Iterable[Result]) -> set[str]:
    """Return the names that are at several tables in one round."""
    tables = defaultdict[tuple[int, str], set[int]](set)
    for one in results:
        tables[one.round, one.player].add(one.table)
    return {player for (_, player), few in tables.items() if len(few) > 1}


def csv_of(results: Iterable[Result], remarks: Mapping[tuple[int, int], str]) -> str:
    """Return results as CSV; ``remarks`` has sentences about tables, by round and table.

    A table that has a remark and no result has a line without a player.
    """
    rows: dict[tuple[int, int], list[tuple[object, ...]]] = {}
    for one in results:
        place = (one.round, one.table)
        rows.setdefault(place, []).append((*astuple(one), remarks.get(place, "")))
    names = [field.name for field in fields(Result)]
    for place, text in remarks.items():
        if place not in rows:
            rows[place] = [(*place, *[""] * (len(names) - 2), text)]
    lines = [line for place in sorted(rows) for line in rows[place]]
    return csv_text([*names, "remark"], lines)
