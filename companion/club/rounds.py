"""Rounds of an event and their results.

A round ends by the clock or by hand. The result of a table is the position after its last move
before that, by the table's own clock, so that it can be counted again from the ledgers alone.
Players are placed by worth (QUICK-4); those who are out come last. Places give points; players on
the same place share the points of their places.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

from companion import foreign
from companion.club.table import ClubTable, TableGame
from companion.engine.limits import ForeignError
from companion.engine.problems import InputProblem
from companion.engine.standings import Standing, standings
from companion.engine.state import Game
from companion.export.csv_tables import csv_text

POINTS = (10, 7, 5, 4, 2)
"""Points for the places at a table; no points after the last one."""
FILE_NAME = "rounds.json"


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
    """Rounds of an event, kept in a file of ``folder``."""

    def __init__(self, folder: Path) -> None:
        """Read the file, if there is one. Raises ForeignError if it cannot be used."""
        self.folder = folder
        self._path = folder / FILE_NAME
        self.rounds: list[Round] = []
        if self._path.exists():
            try:
                self.rounds = [_parsed(values) for values in foreign.read_json(self._path)]
            except ForeignError:
                raise
            except (TypeError, ValueError, LookupError) as error:
                raise ForeignError(InputProblem.NOT_JSON, str(self._path)) from error

    @property
    def last(self) -> Round | None:
        """Round that began last; None before the first."""
        return self.rounds[-1] if self.rounds else None

    def running(self, now: datetime) -> Round | None:
        """Return the round that is being played; None if there is none."""
        return self.last if self.last and self.last.end(now) is None else None

    def start(self, minutes: int, now: datetime) -> None:
        """Begin the next round, unless one is running."""
        if not self.running(now):
            self._save([*self.rounds, Round(len(self.rounds) + 1, now, minutes)])

    def end(self, now: datetime) -> None:
        """End the round that is running."""
        if running := self.running(now):
            self._save([*self.rounds[:-1], replace(running, ended=now)])

    def _save(self, rounds: list[Round]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_name(f"{FILE_NAME}.part")
        values = [asdict(one) for one in rounds]
        part.write_text(json.dumps(values, default=datetime.isoformat), "utf-8")
        part.replace(self._path)
        self.rounds = rounds


def _parsed(values: Mapping[str, object]) -> Round:
    ended = values["ended"]
    return Round(
        int(str(values["number"])),
        datetime.fromisoformat(str(values["began"])),
        int(str(values["minutes"])),
        datetime.fromisoformat(str(ended)) if ended else None,
    )


def results_of_round(
    tables: Iterable[ClubTable], played: Round, now: datetime, points: Sequence[float] = POINTS
) -> list[Result]:
    """Return the results of a round at every table that verifies, up to its end or to ``now``."""
    found = []
    end = played.end(now) or now
    for table in sorted(tables, key=lambda table: table.number):
        if not table.fault and (game := _game_of(table, played.began, end)):
            found += placed(game, points, played.number, table.number)
    return found


def _game_of(table: ClubTable, began: datetime, end: datetime) -> Game | None:
    """Return the position of the last game in which there was a move in the round."""
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
        shared = sum((*points, *[0] * (first + len(group)))[first : first + len(group)])
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


def totals(results: Iterable[Result]) -> list[tuple[str, float, int]]:
    """Return every player with the sum of points and the best worth, the best first."""
    points: dict[str, float] = {}
    best: dict[str, int] = {}
    for one in results:
        points[one.player] = points.get(one.player, 0) + one.points
        best[one.player] = max(best.get(one.player, 0), one.worth)
    order = sorted(points, key=lambda name: (-points[name], -best[name], name))
    return [(name, points[name], best[name]) for name in order]


def csv_of(results: Iterable[Result]) -> str:
    """Return results as CSV."""
    return csv_text([field.name for field in fields(Result)], map(astuple, results))
