"""Geometry of the set-up screen: seats around the table, and names in rows.

Pure functions; all measures are in the unit of their arguments, and y grows upwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, sqrt

from companion.ui.widgets.boxes import Box

ROOMY = 1.17
"""Height of a comfortable row of seats, in least heights."""


@dataclass(frozen=True, slots=True)
class Room:
    """Size of the place for the table, and the heights and the distance of its seats."""

    width: float
    height: float
    least: float
    tallest: float
    gap: float


def rows_of_seats(count: int, room: Room) -> list[tuple[int, ...]]:
    """Return the seats of each row from the top; a pair is left and right.

    The seats go clockwise from the top, as the turns do. One player alone has the top and, if
    there is room for the row, one the bottom.
    """
    if count <= 2:
        return [tuple(range(count))] if count else []
    has_head = count % 2 == 1 or (count / 2 + 1) * room.least * ROOMY <= room.height
    pairs = (count - has_head) // 2
    has_foot = has_head and count % 2 == 0
    first = 1 if has_head else 0
    rows: list[tuple[int, ...]] = [(0,)] if has_head else []
    if has_head:
        rows += [(count - 1 - row, first + row) for row in range(pairs)]
    else:
        rows += [((count - row) % count, row + 1) for row in range(pairs)]
    return [*rows, (pairs + 1,)] if has_foot else rows


def seat_boxes(wanted: Sequence[float], room: Room) -> list[Box]:
    """Place the seats on an ellipse; ``wanted`` are their widths, cut where there is no room."""
    rows = rows_of_seats(len(wanted), room)
    boxes: dict[int, Box] = {}
    pitch = room.height / max(1, len(rows))
    tall = min(room.tallest, max(room.least, pitch - room.gap))
    for number, row in enumerate(rows):
        y = _within(
            room.height - pitch * (number + 0.5) - tall / 2,
            number,
            len(rows),
            tall,
            room,
            rows == [(0, 1)],
        )
        for place, seat in enumerate(row):
            boxes[seat] = _seat(row, place, wanted[seat], y, tall, room)
    return [boxes[seat] for seat in range(len(wanted))]


def _within(y: float, number: int, rows: int, tall: float, room: Room, is_alone: bool) -> float:
    """Push the first and the last row to the edges; a pair alone stays in the middle."""
    if number in (0, rows - 1) and not is_alone:
        return 0.0 if number else room.height - tall
    return y


def _seat(
    row: tuple[int, ...], place: int, wanted: float, y: float, tall: float, room: Room
) -> Box:
    if len(row) == 1:
        width = min(wanted, room.width)
        return Box((room.width - width) / 2, y, width, tall)
    width = min(wanted, (room.width - room.gap) / 2)
    high = (y + tall / 2) / room.height * 2 - 1
    reach = sqrt(max(0.0, 1 - high * high)) * (room.width - width) / 2
    aside = max(reach, (width + room.gap) / 2)
    center = room.width / 2 + (aside if place else -aside)
    return Box(center - width / 2, y, width, tall)


def nearest(boxes: Sequence[Box], x: float, y: float) -> int:
    """Return the index of the box whose middle is nearest; 0 if there are none."""
    distances = [dist((x, y), box.center) for box in boxes]
    return distances.index(min(distances)) if distances else 0


def moved(names: Sequence[str], name: str, place: int) -> list[str]:
    """Return ``names`` with ``name``, new or not, at index ``place``."""
    others = [other for other in names if other != name]
    return [*others[:place], name, *others[place:]]


def fill_rows(
    widths: Sequence[float], last: float, width: float, rows: int, gap: float
) -> list[tuple[int, float, float]]:
    """Place chips in ``rows``: (row, x, width) of as many as fit, and of the ``last`` one.

    The last chip always has room; the others leave from the end for it.
    """
    for count in range(len(widths), -1, -1):
        placed = _flow([*widths[:count], last], width, gap)
        if placed[-1][0] < rows or not count:
            return placed
    return []


def _flow(widths: Sequence[float], width: float, gap: float) -> list[tuple[int, float, float]]:
    placed: list[tuple[int, float, float]] = []
    row, x = 0, 0.0
    for wanted in widths:
        across = min(wanted, width)
        if x and x + across > width + 0.5:
            row, x = row + 1, 0.0
        placed.append((row, x, across))
        x += across + gap
    return placed


# --- the page ------------------------------------------------------------------------------------

HEADER, GAP, EDGE = 76, 10, 10
"""Height of the heading, and distances between and around the parts of the page."""
CHIP = 54
"""Height of a name."""
CROWD = 8
"""Players from which the table takes the room of the line below it."""


def parts(width: float, height: float, count: int, in_game: bool) -> dict[str, Box]:
    """Return the places of all parts of the page with the table, for ``count`` players.

    ``in_game`` makes room for the way back to a game.
    """
    place = _upright if height > width else _landscape
    return {**place(width, height, count <= CROWD), **_heading(width, height, in_game)}


def _heading(width: float, height: float, in_game: bool) -> dict[str, Box]:
    """Place the title between the way back and the other buttons; in a game, most are icons."""
    y, tall = height - HEADER + GAP, HEADER - 2 * GAP
    is_wide = width >= height
    past_width = 222 if is_wide and not in_game else 56
    menu = Box(width - EDGE - 56, y, 56, tall)
    past = Box(menu.x - GAP - past_width, y, past_width, tall)
    more = Box(past.x - GAP - 124, y, 124, tall)
    back = Box(EDGE, y, 130 if in_game else 0, tall)
    left, right = back.x + back.width + (GAP if in_game else 6), more.x if is_wide else past.x
    title = Box(left, y, right - GAP - left, tall)
    boxes = {"back": back, "title": title, "past": past, "menu": menu}
    return {**boxes, "more": more} if is_wide else boxes


def _landscape(width: float, height: float, has_hint: bool) -> dict[str, Box]:
    bar, line = 74, 32
    start = Box(width - EDGE - 172, EDGE, 172, bar)
    plans = Box(EDGE, EDGE, start.x - GAP - EDGE, bar)
    low, top = EDGE + bar + GAP, height - HEADER
    across = (width - 2 * EDGE) * 0.6
    names = Box(EDGE + across + GAP, low, width - 2 * EDGE - across - GAP, top - low)
    table = Box(EDGE, low + line * has_hint, across, top - low - line * has_hint)
    return {
        "round_table": table,
        "hint": Box(EDGE + 6, low, across, line * has_hint),
        **_names(names, (1, 0)),
        "plans": plans,
        "start": start,
    }


def _names(area: Box, shares: tuple[float, float]) -> dict[str, Box]:
    """Place the names of people who could join, and two buttons below that share the width."""
    label, foot = 34, CHIP + GAP
    width = area.width - GAP * (shares[1] > 0)
    return {
        "add": Box(area.x, area.y + area.height - label, area.width, label),
        "names": Box(area.x, area.y + foot, area.width, area.height - label - foot),
        "clear": Box(area.x, area.y, width * shares[0], CHIP),
        "more": Box(area.x + area.width - width * shares[1], area.y, width * shares[1], CHIP),
    }


def _upright(width: float, height: float, has_hint: bool) -> dict[str, Box]:
    line, across = 32 * has_hint, width - 2 * EDGE
    start = Box(EDGE, EDGE, across, 70)
    plans = Box(EDGE, start.y + start.height + GAP, across, 3 * 50 + 2 * 6)
    low = plans.y + plans.height + GAP
    names = Box(EDGE, low, across, 34 + 2 * (CHIP + 9) + CHIP + GAP)
    table = low + names.height + 4
    return {
        "round_table": Box(EDGE, table + line, across, height - HEADER - table - line),
        "hint": Box(EDGE + 6, table, across, line),
        **_names(names, (0.6, 0.4)),
        "plans": plans,
        "start": start,
    }
