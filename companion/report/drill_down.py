"""Moves behind the figures of a report: a figure leads to its rows, and each row to its move."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.engine.board import Board
from companion.engine.events import ClaimArose, Thrown
from companion.report.activity import counts
from companion.report.dice import KINDS, throws
from companion.report.landings import visits
from companion.report.money import COST, changes, payments
from companion.report.timeline import AuditedTimeline, Step
from companion.text import names
from companion.text.report import REPORT, text_of

Key = tuple[Any, ...]
"""Name of a figure in the templates: its kind, and whose it is."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """Part of a figure, as a link to ``target``, with a small note behind it."""

    target: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """Figure with its rows, which are listed below the table of that name."""

    table: str
    title: str
    anchor: str
    rows: tuple[FigureRow, ...]


Part = tuple[Key, Step, int | None]
"""Part of a figure: its step, and the dollars that it adds, or None if it is only counted."""


def behind(timeline: AuditedTimeline) -> dict[Key, ReportFigure]:
    """Return every figure that has rows, by table."""
    board = timeline.setup.board
    tables = {
        "money": _money(timeline),
        "deeds": _deeds(timeline),
        "landings": _landings(timeline),
        "dice": _dice(timeline),
        "else": _activities(timeline),
    }
    return figures(
        {
            table: [(key, _row(timeline, step, dollars)) for key, step, dollars in parts]
            for table, parts in tables.items()
        },
        partial(_title, board=board),
    )


def figures(
    tables: Mapping[str, Iterable[tuple[Key, FigureRow]]], title: Callable[[Key], str]
) -> dict[Key, ReportFigure]:
    """Gather the rows of each figure; ``title`` names a figure in words."""
    found: dict[Key, ReportFigure] = {}
    for table, rows in tables.items():
        groups = defaultdict[Key, list[FigureRow]](list)
        for key, row in rows:
            groups[key].append(row)
        for key in sorted(groups):
            found[key] = ReportFigure(table, title(key), f"r{len(found)}", tuple(groups[key]))
    return found


def _row(timeline: AuditedTimeline, step: Step, dollars: int | None) -> FigureRow:
    target, turn = f"m{step.number}", str(step.before.turn.number)
    if dollars is None:
        return FigureRow(target, text_of("in turn", turn=turn))
    return FigureRow(target, str(timeline.money(dollars)), turn)


def _money(timeline: AuditedTimeline) -> Iterator[Part]:
    for step, player, why, dollars in changes(timeline):
        yield ("why", why, player), step, dollars
    for one in payments(timeline):
        yield ("paid", one.paid.payer, one.paid.payee), one.step, one.paid.amount


def _deeds(timeline: AuditedTimeline) -> Iterator[Part]:
    for one in payments(timeline):
        paid = one.paid
        if paid.deed and paid.why in COST:
            kind, sign = COST[paid.why]
            yield (kind, paid.deed), one.step, sign * paid.amount


def _landings(timeline: AuditedTimeline) -> Iterator[Part]:
    for step, space in visits(timeline):
        yield ("space", space), step, None


def _dice(timeline: AuditedTimeline) -> Iterator[Part]:
    for kind, by_tray in KINDS.items():
        for step, dice in throws(timeline, by_tray=by_tray):
            yield (kind, sum(dice)), step, None
    for step, event, at_end in timeline.seatings():
        match event:
            case Thrown(player=player):
                yield ("throws", at_end[player]), step, None
            case ClaimArose(claim) if any(isinstance(one, Thrown) for one in step.events):
                yield ("rent met", at_end[claim.payer]), step, claim.amount


def _activities(timeline: AuditedTimeline) -> Iterator[Part]:
    for step, player, kind, amount in counts(timeline):
        yield (kind, player), step, amount if kind in ("salary", "interest") else None


def _title(key: Key, board: Board) -> str:
    match key:
        case "why", why, name:
            of, what = name, REPORT[f"why {why}"]
        case "paid", payer, payee:
            return text_of(
                "payer to payee", payer=names.party_name(payer), payee=names.party_name(payee)
            )
        case "price" | "built" | "rent" as kind, deed:
            of, what = board.deeds[deed].name, REPORT[kind]
        case "space", position:
            return board.spaces[position].name
        case ("by tray" | "by hand") as kind, total:
            of, what = REPORT[kind], total
        case kind, name:
            of, what = name, REPORT[kind]
    return text_of("figure of", name=of, what=what)
