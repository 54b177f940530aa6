"""Place parts in a window: a pure function, so that every page is tested without a window.

Three rules, and no others:

1. A row or a column gives each kid its size and shares what is left, between the bounds of each, as
   flexible boxes of CSS do.
2. If the kids need more room than there is, the one with the highest rank takes its next smaller
   form, until they fit. A part too high or too wide for its place takes a smaller form, too; none
   takes such a form while another can give way. What could still be written shorter (see ``ways``)
   falls away only if even that does not fit.
3. A text takes its first way that fits, in the largest size that fits; see ``typesetting``.

Where large text is wanted, all sizes of type and the heights of lines are multiplied by a factor
first. Parts that cannot be placed so have the usual type, larger where their room allows it.

Lengths of parts are in dp; a dp has ``scale`` pixels. Colours of parts have names; the theme is
applied here, and nowhere else, so that parts of any page can be remembered.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from companion.look.palette import PAPER, Theme, color_of
from companion.screens.parts import (
    HEIGHTS,
    HUG,
    ORNAMENT,
    SEEN,
    SPACES,
    Blank,
    Dashed,
    Drawing,
    Figure,
    Ground,
    Hand,
    Key,
    Look,
    Mark,
    Marks,
    Node,
    Pane,
    Part,
    Plate,
    Rows,
    Text,
)
from companion.screens.typesetting import HALF_PIXEL, TIGHT, UNBOUND, fitted, least_of_text

TWICE = "'"
"""Sign after the key of a node whose key was taken already: ``faults`` reports it."""
UP = 0.5 + 1e-6
"""Added to round pixels: neighbours must meet though their sums of floats differ a little."""
BLANK = Blank()

Nodes: TypeAlias = list[tuple[str, Node]]
Memo: TypeAlias = dict[str, tuple[Part, tuple[Any, ...], Nodes]]
"""Parts with kids by the keys of their nodes, where each was placed last, and all its nodes."""
MOST_KEPT = 4000
"""Parts of a memo, which is then begun anew: a page has about a hundred."""


def place(
    part: Part,
    w: float,
    h: float,
    scale: float = 1.0,
    theme: Theme = PAPER,
    memo: Memo | None = None,
    enlarged: float = 1.0,
) -> dict[str, Node]:
    """Return the nodes of a part in a window of ``w`` x ``h`` pixels, in the order of painting.

    Type is ``enlarged`` by a factor, where there is room.

    With a ``memo``, a part that is equal to the one placed there last is not placed again.
    """
    placing = _Placing(scale, theme, memo, enlarged)
    placing.place(part, 0.0, 0.0, w / scale, h / scale, "", "")
    return placing.by_key()


def place_rows(pane: Pane, first: int, last: int, w: float) -> dict[str, Node]:
    """Return the nodes of the rows from ``first`` to before ``last``, from the top of all rows."""
    rows, placing = pane.rows, _Placing(pane.scale, pane.theme, None, pane.enlarged)
    for number, item in enumerate(rows.items[first:last], first):
        top = number * (rows.height + rows.gap)
        placing.place(rows.row(item), 0.0, top, w / pane.scale, rows.height, f"{number}", "")
    return placing.by_key()


class _Placing:
    """One pass over the parts of a page."""

    def __init__(self, scale: float, theme: Theme, memo: Memo | None, enlarged: float) -> None:
        self.scale, self.theme, self.memo, self.enlarged = scale, theme, memo, enlarged
        self.nodes: Nodes = []
        if memo and len(memo) > MOST_KEPT:
            memo.clear()

    def by_key(self) -> dict[str, Node]:
        """Return the nodes by their keys, in the order of painting."""
        found: dict[str, Node] = {}
        for key, node in self.nodes:
            while key in found:
                key += TWICE
            found[key] = node
        return found

    def place(
        self, part: Part, x: float, y: float, w: float, h: float, key: str, moves: str
    ) -> None:
        """Place a part in a box, in dp."""
        key, moves = part.key or key, part.moves or moves
        if self.memo is None or not part.kids:
            self._place(part, x, y, w, h, key, moves)
            return
        where = x, y, w, h, moves, self.scale, self.theme, self.enlarged
        last = self.memo.get(key)
        if last and last[1] == where and last[0] == part:
            self.nodes += last[2]
            return
        first = len(self.nodes)
        self._place(part, x, y, w, h, key, moves)
        self.memo[key] = part, where, self.nodes[first:]

    def _place(
        self, part: Part, x: float, y: float, w: float, h: float, key: str, moves: str
    ) -> None:
        self._paint(part, x, y, w, h, key, moves)
        if not part.kids:
            return
        left, top, right, bottom = _padding(part)
        x, y, w, h = x + left, y + top, w - left - right, h - top - bottom
        if part.flow == "over":
            for i, kid in enumerate(part.kids):
                if shown := _form_for(kid, w, h, self.enlarged):
                    self.place(shown, x, y, w, h, f"{key}.{i}", moves)
            return
        is_down = part.flow == "down"
        along, across = (h, w) if is_down else (w, h)
        kids, enlarged = _chosen(part.kids, along, across, part.gap, is_down, self.enlarged)
        free = along - part.gap * (len(kids) - 1)
        for i, kid, size in _sized(kids, free, is_down, enlarged):
            if is_down:
                self.place(kid, x, y, w, size, f"{key}.{i}", moves)
                y += size + part.gap
            else:
                self.place(kid, x, y, size, h, f"{key}.{i}", moves)
                x += size + part.gap

    def _paint(
        self, part: Part, x: float, y: float, w: float, h: float, key: str, moves: str
    ) -> None:
        """Make the node of a part that can be seen or touched."""
        touch = None
        if part.do or part.reason or part.drag or part.drop:
            touch = Hand(part.do, part.reason, part.drag, part.drop, part.slides, part.purpose)
        elif part.look is None:
            return
        scale = self.scale
        left, top = int(x * scale + UP), int(y * scale + UP)
        right, bottom = int((x + w) * scale + UP), int((y + h) * scale + UP)
        look = _painted(part.look, w, h, scale, self.theme, self.enlarged)
        node = Node(left, top, right - left, bottom - top, look, touch, moves, part.label)
        self.nodes.append((key, node))


# --- rule 1: sizes and shares -----------------------------------------------------------------


def _sized(
    kids: list[tuple[int, Part]], free: float, is_down: bool, enlarged: float
) -> Iterator[tuple[int, Part, float]]:
    """Yield place, kid and size: fixed sizes first, then shares between their bounds.

    Shares that break their bounds in the direction that weighs more are settled first; the others
    share what is left (CSS Flexible Box Layout, 9.7).
    """
    sizes: dict[int, float] = {}
    sharing = []
    for i, kid in kids:
        if kid.size:
            sizes[i] = least(kid, is_down, factor=enlarged)
            free -= sizes[i]
        else:
            sharing.append((i, kid))
    needs = {i: kid.least for i, kid in sharing}
    if len(sharing) > 1 and (not is_down or enlarged > 1):
        # Nothing is cut for an equal share of a row; nor is large type small for one of a column.
        for factor in (enlarged,) if is_down else (TIGHT, 1.0):
            own = {i: least(kid, is_down, factor=factor) for i, kid in sharing}
            if sum(own.values()) <= free + HALF_PIXEL:
                needs = own
    if not any(needs.values()) and not any(kid.most for _, kid in sharing):
        each = max(0.0, free) / (sum([kid.share for _, kid in sharing]) or 1)
        for i, kid in kids:
            yield i, kid, sizes[i] if kid.size else kid.share * each
        return
    while sharing:
        each = max(0.0, free) / (sum(kid.share for _, kid in sharing) or 1)
        wanted = {
            i: max(needs[i], min(kid.share * each, kid.most or UNBOUND)) for i, kid in sharing
        }
        beyond = sum(wanted[i] - kid.share * each for i, kid in sharing)
        for i, kid in sharing:
            if not beyond or (wanted[i] - kid.share * each) * beyond > 0:
                sizes[i] = wanted[i]
                free -= wanted[i]
        sharing = [(i, kid) for i, kid in sharing if i not in sizes]
    yield from ((i, kid, sizes[i]) for i, kid in kids)


# --- rule 2: forms ----------------------------------------------------------------------------


def _form_for(kid: Part | None, w: float, h: float, enlarged: float) -> Part | None:
    """Return the largest form of a kid that fits into a box; the smallest one if none does."""
    if kid is None or not kid.forms:
        return kid
    for factor in _factors(enlarged):
        for form in (kid, *kid.forms):
            if form is None and factor:
                continue
            if form is None or all(
                least(form, is_down, False, factor=factor) <= size
                for is_down, size in ((True, h), (False, w))
            ):
                return form
    return kid.forms[-1]


def _factors(enlarged: float) -> tuple[float, ...]:
    """Return the factors that type is tried with, the largest first."""
    return (enlarged, 1.0, TIGHT) if enlarged > 1 else (1.0, TIGHT)


def _chosen(
    kids: tuple[Part | None, ...],
    room: float,
    across: float,
    gap: float,
    is_down: bool,
    enlarged: float,
) -> tuple[list[tuple[int, Part]], float]:
    """Return the kids in the forms for which there is room, each with its place.

    The factor by which their type can be enlarged there comes with them: all of it, or 1.
    """
    placed = [(i, kid) for i, kid in enumerate(kids) if kid]
    has_forms = any(kid.forms for _, kid in placed)
    if enlarged > 1:
        choosing = _Choosing(placed, room, across, gap, is_down)
        if choosing.fits(enlarged):
            return [*choosing.shown.items()], enlarged
    if not has_forms:
        return placed, 1.0
    choosing = _Choosing(placed, room, across, gap, is_down)
    if not choosing.fits(1.0):
        choosing.fits(TIGHT)
    return [*choosing.shown.items()], 1.0


class _Choosing:
    """Choice of the forms of some kids, by their places."""

    def __init__(
        self,
        kids: list[tuple[int, Part]],
        room: float,
        across: float,
        gap: float,
        is_down: bool,
    ) -> None:
        self.room, self.across, self.gap, self.is_down = room, across, gap, is_down
        self.shown = dict(kids)
        self.left = {i: [*kid.forms] for i, kid in kids if kid.forms}
        self.ranks = {i: kid.rank for i, kid in kids}

    def fits(self, factor: float) -> bool:
        """Take smaller forms until there is room for type by a factor; return False if never."""
        shown, is_down = self.shown, self.is_down
        for i in [*self.left]:
            if self._is_too_wide(i, shown[i], factor):
                self._shrink(i, factor)
        needs = {i: least(kid, is_down, factor=factor) for i, kid in shown.items()}
        while sum(needs.values()) + self.gap * (len(needs) - 1) > self.room + HALF_PIXEL:
            able = [i for i in self.left if self._can_shrink(i, factor)]
            if not able:
                return False
            i = max(able, key=lambda place: (self._stays(place, factor), self.ranks[place], place))
            self._shrink(i, factor)
            needs.pop(i)
            if i in shown:
                needs[i] = least(shown[i], is_down, factor=factor)
        return True

    def _is_too_wide(self, i: int, kid: Part | None, factor: float) -> bool:
        if kid is None:
            return False
        factor = factor if factor > 1 and self.ranks[i] >= ORNAMENT else TIGHT
        return least(kid, not self.is_down, False, factor=factor) > self.across + HALF_PIXEL

    def _stays(self, i: int, factor: float) -> bool:
        """Return True unless a kid that is not too wide has only smaller forms that are."""
        forms = self.shown[i], *self.left[i]
        return self._is_too_wide(i, forms[0], factor) or not all(
            self._is_too_wide(i, form, factor) for form in forms[1:]
        )

    def _can_shrink(self, i: int, factor: float) -> bool:
        """Return True if a kid may take a smaller form.

        It does not fall away while it can be written shorter. Only ornaments give way to larger
        type: a smaller form may lack what the largest one tells.
        """
        if factor > 1:
            return self.ranks[i] >= ORNAMENT
        kid, falls = self.shown[i], self.left[i][0] is None
        if not (factor and falls):
            return True
        return least(kid, self.is_down, factor=TIGHT) >= least(kid, self.is_down)

    def _shrink(self, i: int, factor: float) -> None:
        smaller = self.left[i].pop(0)
        while self.left[i] and self._is_too_wide(i, smaller, factor):
            smaller = self.left[i].pop(0)
        if not self.left[i]:
            del self.left[i]
        if smaller is None:
            del self.shown[i]
        else:
            self.shown[i] = smaller


def least(
    part: Part, is_down: bool, along: bool = True, hugs: bool = False, factor: float = 1.0
) -> float:
    """Return the least room that a part needs in dp: its height if ``is_down``, else its width.

    ``size`` and ``least`` count only ``along`` the flow that a part stands in. A part that ``hugs``
    its content needs its first wordings in full; another one can do with the last. What is inside
    may take its smallest form. Type is multiplied by a ``factor``; a height that is too low for
    enlarged type grows with it, unless it has a bound (``most``). If the factor is ``TIGHT``, texts
    are in the smallest type, with the shortest names.
    """
    hugs = hugs or (along and part.size == HUG)
    own = 0.0
    if along and (part.size > 0 or part.least):
        own = part.size if part.size > 0 else part.least
        if factor <= 1 or (part.size > 0 and (not is_down or part.most)):
            return own
    if isinstance(part.look, Text):
        own = max(own, least_of_text(part.look, is_down, hugs, factor))
    kids = [kid if hugs or not kid.forms else kid.forms[-1] for kid in part.kids if kid]
    left, top, right, bottom = _padding(part)
    padding = top + bottom if is_down else left + right
    in_flow = part.flow == ("down" if is_down else "across")
    needs = [least(kid, is_down, in_flow, hugs, factor) for kid in kids if kid] or [0.0]
    inner = sum(needs) + part.gap * (len(needs) - 1) if in_flow else max(needs)
    return max(own, inner + padding)


def unsqueezed(part: Part) -> Part:
    """Return a part that shares the height of a column, but gets the least that it needs."""
    return part._replace(least=least(part, is_down=True))


def _padding(part: Part) -> tuple[float, float, float, float]:
    """Return the room inside an edge: left, top, right and bottom, where the lip of a key is."""
    pad = part.pad
    across, down = (
        (SPACES[pad[0]], SPACES[pad[1]]) if isinstance(pad, tuple) else (SPACES[pad], HEIGHTS[pad])
    )
    return across, down, across, down + getattr(part.look, "depth", 0)


# --- rule 3: texts, and other looks that depend on the room -----------------------------------


def _painted(look: Any, w: float, h: float, scale: float, theme: Theme, enlarged: float) -> Look:
    """Return what is painted of a look in a box of ``w`` x ``h`` dp."""
    kind = type(look)
    if kind is Text:
        return fitted(look, w, h, scale, theme, enlarged)
    if kind is Figure:
        return _drawn(look, round(w * scale), round(h * scale), scale, theme)
    if kind is Rows:
        higher = max(1.0, min(enlarged, h / (SEEN * look.height)))
        look = look._replace(height=look.height * higher)
        length = len(look.items) * (look.height + look.gap) - (look.gap if look.items else 0)
        return Pane(look, round(length * scale), scale, theme, enlarged)
    if look is None:
        return BLANK
    if getattr(look, "radius", 0) > (most := min(w, h) / 2):
        look = look._replace(radius=most)
    return _finished(look, scale, theme)


@lru_cache(2048)
def _drawn(figure: Figure, w: int, h: int, scale: float, theme: Theme) -> Drawing:
    marks = figure.draw(w, h, scale, *figure.values)
    return Drawing(Marks(_in_theme(mark, theme) for mark in marks))


def _in_theme(mark: Mark, theme: Theme) -> Mark:
    """Return a mark in the colour that it has in a theme."""
    at = COLOR_AT.get(mark[0], 0)
    return (*mark[:at], color_of(theme, mark[at]), *mark[at + 1 :]) if at else mark


COLOR_AT = {"box": 5, "glyph": 5, "icon": 5, "line": 3}
"""Place of the colour in a mark, by its kind."""


@lru_cache(1024)
def _finished(look: Ground | Plate | Key | Dashed | Blank, scale: float, theme: Theme) -> Look:
    """Return a look in pixels, in the colours of a theme."""
    fields: dict[str, Any] = look._asdict()
    for name, value in fields.items():
        fields[name] = color_of(theme, value) if isinstance(value, str) else value * scale
    return look._replace(**fields)
