"""Find what is wrong with a page: what is cut off, too small, covered, faint or missing.

``faults`` reads nodes, so a page of any position is checked without a window. Lengths are compared
in dp; a touch needs 48 dp (9 mm), a tile of a long list 28, a space of the board 32.
"""

import re
from collections.abc import Callable, Collection, Iterator
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.look.palette import contrast
from companion.look.typefaces import face
from companion.screens.layout import TWICE, place_rows
from companion.screens.painter import LETTERS
from companion.screens.parts import (
    Dashed,
    Drawing,
    Ground,
    Key,
    Mark,
    Node,
    Pane,
    Part,
    Plate,
    Text,
    Words,
)
from companion.table.taps import Do
from tests.screens.facts import Fact, is_told

TOUCH = 48
"""Least height and width in dp of what can be touched."""
SMALLER = {"tile:": 28, "bidder:": 28, "space:": 28}
"""The same for keys that begin so: players among twelve, and spaces of the board."""
ROWS_SEEN = 2.5
"""Rows of a list that must be in sight: half a row shows that the list goes on."""
ROWS_AT_ONCE = 10
"""Rows of a list that are compared with each other."""
CONTRAST, CONTRAST_LARGE = 4.5, 3.0
"""Least contrast of text (WCAG 2.1, 1.4.3), and of large text."""
LARGE = 24
"""Size of type in dp from which text is large: 18 points."""
ROUNDING = 1
"""Pixels by which rounded boxes may differ."""
MUTILATED = re.compile(r"[\d$+\N{MINUS SIGN}][.,]?\xa0?…|^\W*$")
"""Words whose sum has lost digits, or of which no letter is left."""

MESSAGE = "toast"
"""Key of a message."""
CLAIM = re.compile(r"claim:\d+")
"""Key of the strip of a claim."""

Nodes = dict[str, Node]


class Kind(Enum):
    """Kinds of faults; the value says what is wrong."""

    CUT = "is cut off"
    OUTSIDE = "reaches out of the window"
    OFF_GROUND = "reaches out of what it stands on"
    LOW_BOX = "has letters higher than its box"
    SMALL = "is too small to touch"
    OVERLAP = "can be touched and lies over something else that can"
    COVERED = "has something else over it"
    ACROSS = "lies across the edge of something else"
    LOW_LIST = "is a list too low to read"
    FAINT = "has too little contrast"
    NO_LETTER = "has a letter that its font lacks"
    TWICE = "has the key of something else"
    STUCK = "leaves nothing to tap for somebody who must answer"
    UNTOLD = "is told by nothing on the page"
    BLANK = "has neither words nor a picture"
    HIDES = "lies over something that can be read or touched"
    MOVED = "is elsewhere when the moment has ended"


class Fault(NamedTuple):
    """Fault of a node: its kind, the key of the node, and the words of the node."""

    kind: Kind
    key: str
    detail: str = ""

    def __str__(self) -> str:
        name = f"{self.key} {self.detail!r}" if self.detail else self.key
        return f"{name} {self.kind.value}"


class Page(NamedTuple):
    """Nodes with the window that they stand in; ``ground`` is the colour below all of them."""

    nodes: Nodes
    width: float
    height: float
    scale: float = 1.0
    ground: str = ""


def faults(page: Page, answers: Collection[Do] = (), facts: Collection[Fact] = ()) -> list[Fault]:
    """Return everything that is wrong with a page.

    ``answers`` is what somebody must answer with: at least one of them has to be there to tap.
    ``facts`` are what the page must tell.
    """
    found = [fault for check in _CHECKS for fault in check(page)]
    found += (
        Fault(Kind.UNTOLD, one.key, one.what) for one in facts if not is_told(one, page.nodes)
    )
    if answers and not any(_meant(node) in answers for node in reachable(page.nodes)):
        found.append(Fault(Kind.STUCK, "", ", ".join(str(do) for do in answers)))
    for key, node in page.nodes.items():
        if isinstance(node.look, Pane):
            found += (fault._replace(key=f"{key}/{fault.key}") for fault in _row_faults(node, page))
    return [*dict.fromkeys(found)]


def _row_faults(pane: Node, page: Page) -> Iterator[Fault]:
    """Yield what is wrong with the rows of a pane, as if all of them were in sight.

    Some are compared at a time, and the last of them with the next ones, too: rows farther apart
    do not meet.
    """
    look = pane.look
    assert isinstance(look, Pane)
    behind = _behind(page.nodes, _middle(pane), before=pane) or page.ground
    count = len(look.rows.items)
    for first in range(0, count, ROWS_AT_ONCE):
        rows = place_rows(look, first, min(first + ROWS_AT_ONCE + 1, count), pane.w)
        yield from faults(Page(rows, pane.w, look.length, page.scale, behind))


def reachable(nodes: Nodes) -> Iterator[Node]:
    """Yield what can be touched, with the rows of every pane."""
    for node in nodes.values():
        yield node
        if isinstance(node.look, Pane):
            yield from place_rows(node.look, 0, len(node.look.rows.items), node.w).values()


def _meant(node: Node) -> Do | None:
    """Return what a tap does; in the rows of a pane, too, an answer means its move."""
    do = node.hand and node.hand.do
    return ("answer", getattr(do[1], "move", do[1])) if do and do[0] == "answer" else do


def moved(during: Nodes, after: Nodes) -> Iterator[Fault]:
    """Yield the claims that are elsewhere when a moment has ended: fingers are on the way there."""
    for key, node in during.items():
        later = after.get(key)
        if CLAIM.fullmatch(key) and later and later[:4] != node[:4]:
            yield Fault(Kind.MOVED, key, f"{node[:4]} to {later[:4]}")


def emptied(part: Part) -> Iterator[Fault]:
    """Yield the texts of a page, in any form, of which nothing is left in the last wording."""
    look = part.look
    if isinstance(look, Text) and any(look.wordings) and not all(look.wordings):
        yield Fault(Kind.CUT, part.key, f"{look.wordings[0]} or nothing")
    for kid in (*part.kids, *part.forms):
        if kid:
            yield from emptied(kid)


# --- texts ------------------------------------------------------------------------------------


def _texts(page: Page) -> Iterator[Fault]:
    for key, node in page.nodes.items():
        look = node.look
        if not isinstance(look, Words):
            continue
        if look.cut or ("…" in node.words and MUTILATED.search(node.words)):
            yield Fault(Kind.CUT, key, node.words)
        if look.points > node.h + ROUNDING:
            yield Fault(Kind.LOW_BOX, key, node.words)
        if lacking := _lacking(node.words, look.font):
            yield Fault(Kind.NO_LETTER, key, lacking)


@lru_cache(4096)
def _lacking(words: str, font: str) -> str:
    """Return the letters that a font lacks."""
    return "".join(sorted({letter for letter in words if not face(font).has(letter)}))


def _figures(page: Page) -> Iterator[Fault]:
    for key, node in page.nodes.items():
        for mark in node.look.marks if isinstance(node.look, Drawing) else ():
            if mark[0] in LETTERS and mark[1] not in LETTERS[mark[0]][1]:
                yield Fault(Kind.NO_LETTER, key, mark[1])


def _contrasts(page: Page) -> Iterator[Fault]:
    for key, node in page.nodes.items():
        look = node.look
        if not isinstance(look, Words) or not node.words:
            continue
        behind = _behind(page.nodes, _middle(node), before=node) or page.ground
        needed = CONTRAST_LARGE if look.points >= LARGE * page.scale else CONTRAST
        if behind and contrast(look.ink, behind) < needed:
            yield Fault(Kind.FAINT, key, f"{node.words}: {look.ink} on {behind}")


def _covers(page: Page) -> Iterator[Fault]:
    """Find words below something that is painted later, unless it is above all of the page."""
    above: list[Node] = []
    for key, node in reversed(page.nodes.items()):
        if isinstance(node.look, Words):
            letters = _letters(node)
            if any(_overlap(one, letters) for one in above):
                yield Fault(Kind.COVERED, key, node.words)
        if isinstance(node.look, Ground | Plate | Key | Dashed):
            if node.w >= page.width and node.h >= page.height:
                return
            above.append(node)


def _crossings(page: Page) -> Iterator[Fault]:
    """Find words that lie across the edge of something that they do not stand on."""
    below: list[Node] = []
    for key, node in page.nodes.items():
        if isinstance(node.look, Words):
            letters, ground = _letters(node), _ground_of(key, page.nodes)
            # What the ground covers is not seen.
            seen = below[below.index(ground) + 1 :] if ground in below else below
            met = (one for one in seen if _overlap(one, letters))
            if not all(_contains(one, letters) for one in met):
                yield Fault(Kind.ACROSS, key, node.words)
        if isinstance(node.look, Ground | Plate | Key | Dashed):
            if node.w >= page.width and node.h >= page.height:
                below.clear()
            below.append(node)


def _letters(node: Node) -> Node:
    """Return the box in which the letters of a text stand, without what is around them."""
    look = node.look
    assert isinstance(look, Words)
    high = min(node.h, round(look.points * len(look.lines)))
    return node._replace(y=node.y + (node.h - high) // 2, h=high)


def _behind(nodes: Nodes, place: tuple[float, float], before: Node) -> str:
    """Return the colour that is painted at a place below a node."""
    color = ""
    x, y = place
    for node in nodes.values():
        if node is before:
            return color
        left, top, width, height = node[:4]
        if not (left <= x < left + width and top <= y < top + height):
            continue
        match node.look:
            case Ground(fill=fill) | Plate(fill=fill) | Key(fill=fill) | Dashed(fill=fill):
                color = fill
            case Drawing(marks=marks):
                inside = (place[0] - node.x, place[1] - node.y)
                color = next((box[5] for box in reversed(marks) if _is_box_at(box, inside)), color)
    return color


def _is_box_at(mark: Mark, place: tuple[float, float]) -> bool:
    """Return True if a mark of a drawing fills a place."""
    if mark[0] != "box":
        return False
    _, x, y, w, h = mark[:5]
    return bool(x <= place[0] < x + w and y <= place[1] < y + h)


# --- boxes ------------------------------------------------------------------------------------


def _boxes(page: Page) -> Iterator[Fault]:
    window = Node(0, 0, round(page.width), round(page.height), Ground(""))
    for key, node in page.nodes.items():
        if key.endswith(TWICE):
            yield Fault(Kind.TWICE, key.rstrip(TWICE), node.words)
        if not _contains(window, node):
            yield Fault(Kind.OUTSIDE, key, node.words)
            continue
        ground = _ground_of(key, page.nodes)
        if ground and not _contains(ground, node):
            yield Fault(Kind.OFF_GROUND, key, node.words)


def _ground_of(key: str, nodes: Nodes) -> Node | None:
    """Return the nearest node that the node of a key stands on."""
    while key:
        key = key.rpartition(".")[0]
        if (node := nodes.get(key)) is not None:
            return node
    return None


def _touches(page: Page) -> Iterator[Fault]:
    touchable = {
        key: node
        for key, node in page.nodes.items()
        if node.hand and (node.hand.do or node.hand.reason)
    }
    for key, node in touchable.items():
        least = next((dp for start, dp in SMALLER.items() if key.startswith(start)), TOUCH)
        if min(node.w, node.h) < least * page.scale - ROUNDING:
            yield Fault(Kind.SMALL, key, f"{node.words} {node.w}x{node.h}")
    for (key, node), (above, cover) in combinations(touchable.items(), 2):
        if not _overlap(node, cover) or above.startswith(f"{key}."):
            continue
        is_layer = cover.w >= page.width and cover.h >= page.height
        if not is_layer and not _is_covered(node, above, page):
            yield Fault(Kind.OVERLAP, above, f"{cover.words} over {node.words or key}")


def _is_covered(node: Node, above: str, page: Page) -> bool:
    """Return True if a layer that takes every touch lies between a node and one above it."""
    is_below = True
    for key, other in page.nodes.items():
        if other is node:
            is_below = False
        elif key == above:
            return False
        elif not is_below and other.hand and other.w >= page.width and other.h >= page.height:
            return True
    return False


def _lists(page: Page) -> Iterator[Fault]:
    for key, node in page.nodes.items():
        if isinstance(node.look, Pane):
            rows, scale = node.look.rows, node.look.scale
            seen = min(ROWS_SEEN * rows.height * scale, node.look.length)
            if node.h < seen - ROUNDING:
                yield Fault(Kind.LOW_LIST, key, f"{node.h} pixels of {node.look.length:.0f}")


def _stages(page: Page) -> Iterator[Fault]:
    """Find a moment of which nothing is on the stage but the time that it takes."""
    stage = [node for key, node in page.nodes.items() if key.startswith("moment.")]
    if "time" in page.nodes and not any(_is_seen(node) for node in stage):
        yield Fault(Kind.BLANK, "moment")


def _messages(page: Page) -> Iterator[Fault]:
    """Find what a message lies over: it has a place of its own."""
    if message := page.nodes.get(MESSAGE):
        for key, node in page.nodes.items():
            is_needed = node.hand or isinstance(node.look, Pane) or _is_seen(node)
            is_other = key.partition(".")[0] != MESSAGE
            if is_other and is_needed and _overlap(_within(node), message):
                yield Fault(Kind.HIDES, MESSAGE, node.words or key)


def _within(node: Node) -> Node:
    """Return the box of a node without what rounding may have added."""
    edge = 2 * ROUNDING
    return Node(node.x + ROUNDING, node.y + ROUNDING, node.w - edge, node.h - edge, node.look)


def _is_seen(node: Node) -> bool:
    return bool(isinstance(node.look, Drawing) or (isinstance(node.look, Words) and node.words))


def _middle(node: Node) -> tuple[float, float]:
    return node.x + node.w / 2, node.y + node.h / 2


def _contains(outer: Node, inner: Node) -> bool:
    return (
        outer.x <= inner.x + ROUNDING
        and outer.y <= inner.y + ROUNDING
        and inner.x + inner.w <= outer.x + outer.w + ROUNDING
        and inner.y + inner.h <= outer.y + outer.h + ROUNDING
    )


def _overlap(one: Node, other: Node) -> bool:
    return (
        one.x < other.x + other.w
        and other.x < one.x + one.w
        and one.y < other.y + other.h
        and other.y < one.y + one.h
    )


_CHECKS: tuple[Callable[[Page], Iterator[Fault]], ...] = (
    _texts,
    _figures,
    _contrasts,
    _covers,
    _crossings,
    _boxes,
    _touches,
    _lists,
    _stages,
    _messages,
)
