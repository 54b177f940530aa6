"""Pictures as JSON: the whole of the first one, then what differs from the last.

A node is a list: left, top, width and height in pixels, kind and fields of its look, a letter for
each thing that a finger can do with it, how it moves, and its label. Some end sooner.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.look.palette import Theme, color_of
from companion.screens.layout import place_rows
from companion.screens.moments import Flight
from companion.screens.parts import Hand, Node, Pane, Words
from companion.screens.viewer import Nodes, Picture

SPARE_ROWS = 6
"""Rows that are sent above and below those in sight."""
STEPS = 12
"""Number of texts of a sum that counts."""


def difference(was: Picture, now: Picture, rows_at: Mapping[str, float]) -> dict[str, Any]:
    """Return what is seen in a picture, and was not in the one before.

    ``rows_at`` are the pixels that lists were scrolled by when their rows were sent last.
    """
    told: dict[str, Any] = {}
    if was.page != now.page:
        told["page"] = now.page
        was = was._replace(nodes={})
    if was.scale != now.scale or not was.page:
        told["scale"] = now.scale
    moved = {key for key, offset in now.offsets.items() if offset != rows_at.get(key, 0)}
    layers = {"nodes": (was.nodes, now.nodes), "over": (was.over, now.over)}
    for name, (before, after) in layers.items():
        if found := _layer(before, after, now.offsets, moved):
            told[name] = found
    if was.is_asking != now.is_asking:
        told["asks"] = now.is_asking
    return told


def _layer(
    was: Nodes, now: Nodes, offsets: Mapping[str, float], moved: Collection[str]
) -> dict[str, Any]:
    """Return the nodes that differ, those that are gone, and the order if it is another one."""
    before, labels = labels_of(was), labels_of(now)
    put = {
        key: plain(node, labels.get(key, ""), offsets.get(key, 0.0), was.get(key))
        for key, node in now.items()
        if node != was.get(key) or labels.get(key) != before.get(key) or key in moved
    }
    found: dict[str, Any] = {}
    if put:
        found["put"] = put
    if gone := [key for key in was if key not in now]:
        found["gone"] = gone
    if [*now] != [*was]:
        found["order"] = [*now]
    return found


def plain(node: Node, label: str, offset: float = 0.0, was: Node | None = None) -> list[Any]:
    """Return a node as JSON has it; a list with its rows in sight, ``offset`` pixels down."""
    look = node.look
    fields: list[Any] = list(look)
    match look:
        case Pane(rows, length, scale):
            step = (rows.height + rows.gap) * scale
            first = max(0, int(offset // step) - SPARE_ROWS)
            last = min(len(rows.items), int((offset + node.h) // step) + 1 + SPARE_ROWS)
            nodes = place_rows(look, first, last, node.w)
            labels = labels_of(nodes)
            put = {key: plain(one, labels.get(key, "")) for key, one in nodes.items()}
            fields = [length, step, put]
        case Words(lines, font, points, ink, align):
            fields = [lines, font, points, ink, align, _counted(was, node)]
    told = [*node[:4], type(look).__name__, fields, _can(node.hand), node.moves, label]
    while told[-1] in ("", 0):
        told.pop()
    return told


def _counted(was: Node | None, node: Node) -> list[str]:
    """Return the texts between two sums, if a node counts from one to the other."""
    before, after = (getattr(one and one.look, "sum", None) for one in (was, node))
    if node.moves != "count" or not before or not after or before == after:
        return []
    way = after.amount - before.amount
    return [str(after.of(before.amount + way * step // STEPS)) for step in range(1, STEPS)]


def flight(one: Flight, theme: Theme) -> list[Any]:
    """Return what begins to move as JSON has it: its kind and its fields, with colours as such."""
    facts = one._asdict()
    if "color" in facts:
        facts["color"] = color_of(theme, facts["color"])
    if "colors" in facts:
        facts["colors"] = [color_of(theme, color) for color in facts["colors"]]
    return [type(one).__name__, *facts.values()]


def labels_of(nodes: Nodes) -> dict[str, str]:
    """Return what nodes are called: their labels, or else the words on them.

    Words on what can be touched are not said again. A refusal is said with its reason.
    """
    hands = {key: node for key, node in nodes.items() if node.hand}
    said: dict[str, list[str]] = {key: [] for key in hands}
    for node in nodes.values():
        if isinstance(node.look, Words) and (owner := _below(node, hands)):
            said[owner].append(node.words)
    labels = {key: str(node.label) for key, node in nodes.items() if node.label}
    for key, node in hands.items():
        words = labels.get(key) or " ".join(said[key])
        reason = str(node.hand.reason) if node.hand else ""
        labels[key] = f"{words}: {reason}" if reason and reason not in words else words
    return labels


def _below(words: Node, hands: Nodes) -> str:
    """Return the topmost of what can be touched below the middle of words."""
    x, y = words.x + words.w / 2, words.y + words.h / 2
    under = (
        key
        for key, node in reversed(hands.items())
        if node.x <= x < node.x + node.w and node.y <= y < node.y + node.h
    )
    return next(under, "")


def _can(hand: Hand | None) -> str:
    """Return a letter for each thing that a finger can do; ``r`` if it is refused."""
    if not hand:
        return ""
    able = {"t": hand.do, "r": hand.reason, "d": hand.drag, "p": hand.drop, "s": hand.slides}
    return "".join(letter for letter, what in able.items() if what)


def encode(told: Any) -> str:
    """Write as JSON; a row of a QR code is a text of 0 and 1."""
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False, default=_row)


def _row(modules: Iterable[int]) -> str:
    return "".join(map(str, modules))
