"""Say what the results of a round leave out or may have wrong, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.club.alerts import OFFLINE, clock_ahead, missing_moves, wrong_clock
from companion.club.director import Alive
from companion.club.rounds import Round, game_of
from companion.club.table import ClubTable
from companion.club.times import clock
from companion.text import counted, translate_message
from companion.text.club import WALL, text_of


@dataclass(frozen=True, slots=True)
class Remark:
    """Sentences about a table in the results of a round."""

    round: int
    table: int
    text: str


def remarks(
    numbers: list[int],
    tables: Mapping[int, ClubTable],
    alive: Mapping[int, Alive],
    played: Round,
    now: datetime,
    is_last: bool = True,
) -> list[Remark]:
    """Return the remarks about a round; doubts of the moment are about the last one."""
    found = []
    for number in numbers:
        table, sign = tables.get(number), alive.get(number)
        sentences = list(_without_result(table, sign, played, now))
        if table and table.current and is_last and not table.fault:
            sentences += _doubts(table, sign, played, now)
        if sentences:
            found.append(Remark(played.number, number, " ".join(sentences)))
    return found


def _without_result(
    table: ClubTable | None, alive: Alive | None, played: Round, now: datetime
) -> Iterator[str]:
    if table and table.fault:
        yield text_of("no result", why=translate_message(table.fault))
    elif table is None or table.current is None:
        yield WALL["no game yet" if alive else "not seen"]
    elif game_of(table, played, now) is None:
        yield text_of("no move", at=clock(table.current.last_at))


def _doubts(table: ClubTable, alive: Alive | None, played: Round, now: datetime) -> Iterator[str]:
    end = played.end(now) or now
    if alive is None:
        yield WALL["never heard"]
    elif min(end, now - OFFLINE) > alive.heard:
        yield text_of("offline", at=clock(alive.heard))
    if missing := missing_moves(table, alive, now):
        yield text_of("missing", moves=counted(missing, "move"))
    if wrong := wrong_clock(clock_ahead(table, alive)):
        kind, minutes = wrong
        yield text_of(kind, n=minutes)
