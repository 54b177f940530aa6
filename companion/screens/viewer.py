"""Viewer: the table as one pair of eyes sees it, without a toolkit.

A painter (Kivy's window, a page in a browser) has a viewer, tells it the size of its glass and what
fingers do on it, and paints each picture that the viewer tells it of. The table is shared by all
viewers: its screen, its drafts, its messages. Of one glass alone are its size, the colours, where
lists are scrolled to, the place of a message, and the fingers; see ``fingers.py``.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from companion.look.palette import EVENING, PAPER, THEMES, Theme
from companion.screens import idle, overlay
from companion.screens.density import density, enlarged
from companion.screens.figures import frame
from companion.screens.layout import Memo, place, place_rows
from companion.screens.moments import Flight, flights
from companion.screens.parts import Drawing, Hand, Marks, Node, Pane, Room
from companion.table.clock import BEFORE_THE_FRAME
from companion.table.moments import Moment
from companion.table.observed import Observed
from companion.table.settings import Settings
from companion.table.table import Table

Nodes: TypeAlias = dict[str, Node]
IDLE = "idle"
"""Page that stands for every screen while nobody touches the table."""
Place: TypeAlias = tuple[float, float]
FAR: Place = -1e9, -1e9
"""Place where no finger is."""
NEAR = 60
"""Distance in pixels within which a finger is at the same place as another one."""
RING, GAP = 5, 3
"""Width in dp of the ring around the focus, and of the gap within it."""
SERIES = 2
"""Times of an echo within which fingers that come one after the other are at the same thing."""
LONG_AGO = float("-inf")
JUST_DRAWN = 1
"""Frames after a change within which a touch may have begun before its picture was drawn."""


class Spot(NamedTuple):
    """Node under a finger by its key, and the row if the node is a list.

    ``is_over`` is True for what stands over the page.
    """

    is_over: bool = False
    key: str = ""
    number: int = -1
    row: str = ""


NOTHING = Spot()


class Picture(NamedTuple):
    """Sight of one moment: a page, and over it the question and the message.

    Nodes are in pixels, in a glass of ``width`` by ``height``. ``offsets`` are the pixels that
    lists are scrolled by, by the key of their node. ``flights`` begin to move with this picture.
    """

    page: str
    nodes: Nodes
    over: Nodes
    offsets: dict[str, float]
    is_asking: bool = False
    """True if a question keeps fingers from the page."""
    width: float = 0
    height: float = 0
    scale: float = 1
    enlarged: float = 1
    """Factor by which type is larger than usual."""
    theme: Theme = PAPER
    flights: tuple[Flight, ...] = ()

    def spot(self, x: float, y: float) -> Spot:
        """Return what a finger meets at a place, in pixels from the top left."""
        for is_over, nodes in ((True, self.over), (False, self.nodes)):
            if key := topmost(nodes, x, y):
                return Spot(is_over, key, *self._row(nodes[key], key, x, y))
            if self.is_asking:
                break
        return NOTHING

    def _row(self, node: Node, key: str, x: float, y: float) -> tuple[int, str]:
        if not isinstance(node.look, Pane):
            return NOTHING.number, NOTHING.row
        rows, scale = node.look.rows, node.look.scale
        y += self.offsets.get(key, 0) - node.y
        number = int(y // ((rows.height + rows.gap) * scale))
        if not 0 <= number < len(rows.items):
            return NOTHING.number, NOTHING.row
        return number, topmost(self._rows(node, number), x - node.x, y)

    def _rows(self, node: Node, number: int) -> Nodes:
        assert isinstance(node.look, Pane), "only lists have rows"
        return place_rows(node.look, number, number + 1, node.w)

    def is_list(self, spot: Spot) -> bool:
        """Return True if a spot is in a list."""
        return self.list_of(spot) is not None

    def list_of(self, spot: Spot) -> Node | None:
        """Node of the list that a spot is in."""
        node = self._layer(spot).get(spot.key)
        return node if node is not None and isinstance(node.look, Pane) else None

    def node(self, spot: Spot) -> Node | None:
        """Node of a spot, in its place on the glass; None if it has gone."""
        node = self._layer(spot).get(spot.key)
        if node is None or not isinstance(node.look, Pane):
            return node
        if not 0 <= spot.number < len(node.look.rows.items):
            return None
        row = self._rows(node, spot.number).get(spot.row)
        down = node.y - round(self.offsets.get(spot.key, 0))
        return row and row._replace(x=row.x + node.x, y=row.y + down)

    def hand(self, spot: Spot) -> Hand | None:
        """Return what a finger can do at a spot."""
        node = self.node(spot)
        return node.hand if node else None

    def point(self, spot: Spot) -> Place | None:
        """Return a place where a finger meets a spot; None if all of it is covered."""
        if not (node := self.node(spot)):
            return None
        shares = (0.5, 0.2, 0.8)
        places = ((node.x + node.w * a, node.y + node.h * b) for b in shares for a in shares)
        return next((place for place in places if self.spot(*place) == spot), None)

    def rows_in_sight(self, spot: Spot, node: Node, spare: int) -> Iterator[Spot]:
        """Yield what can be tapped in the rows of a list, and in some above and below."""
        assert isinstance(node.look, Pane), "only lists have rows"
        rows, top = node.look.rows, self.offsets.get(spot.key, 0)
        step = (rows.height + rows.gap) * node.look.scale
        first = max(0, int(top // step) - spare)
        last = min(len(rows.items), int((top + node.h) // step) + 1 + spare)
        for number in range(first, last):
            for row, inner in self._rows(node, number).items():
                if inner.hand and (inner.hand.do or inner.hand.reason):
                    yield spot._replace(number=number, row=row)

    def meaning(self, x: float, y: float) -> Any:
        """Return what a finger at a place is for; what is keyed in makes no difference."""
        if not (hand := self.hand(self.spot(x, y))):
            return None
        return hand.purpose or hand.do or hand.drag or hand.reason

    def takes(self, what: Any) -> bool:
        """Return True if there is a part where something can be dropped."""
        return any(node.hand and node.hand.drop == what for node in self.nodes.values())

    def _layer(self, spot: Spot) -> Nodes:
        return self.over if spot.is_over else self.nodes


def topmost(nodes: Nodes, x: float, y: float) -> str:
    """Key of the topmost node at a place that means something to a finger."""
    for key, node in reversed(nodes.items()):
        is_touched = node.hand or isinstance(node.look, Pane)
        if is_touched and node.x <= x < node.x + node.w and node.y <= y < node.y + node.h:
            return key
    return ""


def _observed(state: Any) -> list[Observed]:
    """List what can be followed of a part of the table: itself, and its light."""
    return [one for one in (state, getattr(state, "light", None)) if isinstance(one, Observed)]


class Viewer(Observed):
    """One pair of eyes at a table.

    The viewer tells ``on_look`` with each new picture, before the frame in which it is seen, and
    ``on_seen`` after all who paint it have it; ``on_leave`` when another page is about to come; and
    ``on_rest`` when everything that moves is to be at its end; ``on_reveal`` with a spot in a list,
    and the pixels to scroll that list to; and ``on_lead`` with an address to go to, if it ``leads``
    there.
    """

    def __init__(self, table: Table, width: float, height: float, leads: bool = False) -> None:
        super().__init__()
        self.table, self.width, self.height, self._leads = table, width, height, leads
        self.picture = Picture("", {}, {}, {})
        self.past: deque[tuple[float, Picture]] = deque()
        """Pictures of the last moments, each with the time at which it was replaced."""
        self.focus = NOTHING
        """Spot that Return would tap; see ``focus.py``."""
        self._memos: tuple[Memo, Memo] = {}, {}
        self._moment: Moment | None = None
        self._entered: Moment | None = None
        self._guarded_at, self._changed_frame = LONG_AGO, -1
        self.guards = 0
        """Number of times that touches have begun to be ignored."""
        self._is_due = True
        self._soon = table.clock.trigger(BEFORE_THE_FRAME, self.look)
        self._follow_table()

    def _follow_table(self) -> None:
        table = self.table
        table.bind_all(self._look_soon)
        for state in self._states():
            self._observe(state)
        for name in table.attributes:
            table.bind(**{name: self._observe})
        table.bind(screen=self.guard, sheet=self.guard, undone=self.guard)
        table.bind(number=self._note_change)
        table.moments.bind(on_book=self._begin_moment, on_end=self._end_moment)

    def leave(self) -> None:
        """Look no more: the table forgets this viewer."""
        self.table.unbind(self)
        for state in self._states():
            for part in _observed(state):
                part.unbind(self)
        self._soon.cancel()

    def _states(self) -> list[Any]:
        """List the parts of the table that change by themselves."""
        table = self.table
        others = [getattr(table, name) for name in table.attributes]
        return [table.moments, table.recovery, table.tray_input, *others]

    def _observe(self, state: Any) -> None:
        """Follow a part of the table; some begin, or are replaced, when the ledger is opened."""
        for part in _observed(state):
            part.bind_all(self._look_soon)

    # --- seeing -----------------------------------------------------------------------------------

    def fit(self, width: float, height: float) -> None:
        """See the table on a glass of another size in pixels."""
        before, (self.width, self.height) = self.scale, (width, height)
        if self.scale != before:
            self.guard()
        self.look()

    @property
    def scale(self) -> float:
        """Number of pixels that a dp has."""
        return float(density(self.width, self.height, self._type_size))

    @property
    def enlarged(self) -> float:
        """Factor by which type is larger than usual."""
        return float(enlarged(self.width, self.height, self._type_size))

    @property
    def _type_size(self) -> str:
        settings = self.table.settings
        return settings.value.type_size if settings else Settings().type_size

    @property
    def theme(self) -> Theme:
        """Colours in force; the idle page has the evening's."""
        if self._page_of_now() == IDLE:
            return EVENING
        settings = self.table.settings
        return THEMES[settings.theme] if settings else PAPER

    def look(self) -> None:
        """Look at the table, and tell what is seen."""
        self._is_due = False
        before, page, theme = self.picture, self._page_of_now(), self.theme
        if is_other := page != before.page:
            self.dispatch("on_leave")
        looks = theme, self.scale, self.enlarged
        if before.page and looks != (before.theme, before.scale, before.enlarged):
            self.guard()
        self.picture = self._see(page, theme)
        if is_other:
            # Lists of another page begin at their tops.
            self.picture = self.picture._replace(offsets={})
            self._enter()
        self._remember(before)
        self.dispatch("on_look", self.picture)
        self.dispatch("on_seen")

    def _see(self, page: str, theme: Theme) -> Picture:
        table, scale, enlarged = self.table, self.scale, self.enlarged
        room = Room(self.width / scale, self.height / scale, enlarged, self._leads, table.notice)
        size = self.width, self.height
        is_idle = page == IDLE
        below = room._replace(message="") if table.sheet else room
        part = idle.page(table, room) if is_idle else table.screens[page].page(table, below)
        nodes, over = place(part, *size, scale, theme, self._memos[0], enlarged), {}
        if table.sheet and not is_idle:
            question = overlay.page(table.sheet, room)
            over = place(question, *size, scale, theme, self._memos[1], enlarged)
        moment, self._moment = self._moment, None
        picture = Picture(
            page=page,
            nodes=nodes,
            over=over,
            is_asking=bool(over and table.sheet),
            width=self.width,
            height=self.height,
            scale=scale,
            enlarged=enlarged,
            theme=theme,
            flights=flights(moment, table.rows) if moment else (),
            offsets=self.picture.offsets,
        )
        return picture._replace(over=over | self._ring(picture))

    def _ring(self, picture: Picture) -> Nodes:
        """Return the ring around what the focus is on, which can be seen across a table."""
        node = picture.node(self.focus)
        if self.focus == NOTHING or not node:
            return {}
        ring, gap, theme = RING * picture.scale, GAP * picture.scale, picture.theme
        edge = round(ring + gap)
        box = node.x - edge, node.y - edge, node.w + 2 * edge, node.h + 2 * edge
        radius = getattr(node.look, "radius", 0)
        lines = (
            frame(*box[2:], edge - gap / 2, radius + gap / 2, gap, theme.ground),
            frame(*box[2:], ring / 2, radius + gap + ring / 2, ring, theme.ink),
        )
        return {"focus": Node(*box, Drawing(Marks(lines)))}

    def focus_on(self, spot: Spot) -> None:
        """Put the ring around a spot, or nowhere."""
        if spot != self.focus:
            self.focus = spot
            self._look_soon()

    def look_if_due(self) -> None:
        """Look now if anything at the table has changed since the last look."""
        if self._is_due:
            self.look()

    def _look_soon(self) -> None:
        self._is_due = True
        self._soon()

    def _page_of_now(self) -> str:
        settings = self.table.settings
        return IDLE if settings and settings.light.dimmed else str(self.table.screen)

    def _enter(self) -> None:
        """Let the page come in that a new moment has led to."""
        page, moment = self.picture.page, self.table.moments.shown
        enter = None if page == IDLE else self.table.screens[page].entrance
        if enter and moment and moment is not self._entered:
            self._entered = moment
            coming = enter(self.table)
            self.picture = self.picture._replace(flights=self.picture.flights + coming)

    def _begin_moment(self, moment: Moment) -> None:
        """End what still moves, and remember a moment until the page shows what it has changed."""
        self._rest()
        self._moment = moment if moment.is_seen else None
        self._look_soon()

    def _end_moment(self) -> None:
        """End what still moves; what a page comes in with goes on to its own end."""
        if not self.table.screens[self.table.screen].entrance:
            self._rest()

    def _rest(self) -> None:
        self.dispatch("on_rest")

    def scroll(self, key: str, offset: float, by_finger: bool = True) -> None:
        """Note that a list shows other rows; those that no finger has moved are new there."""
        if by_finger:
            # Earlier pictures share the offsets: a finger has seen the rows come.
            self.picture.offsets[key] = offset
        elif self.picture.offsets.get(key, 0) != offset:
            before = self.picture
            self.picture = before._replace(offsets={**before.offsets, key: offset})
            self._remember(before)

    # --- what has changed just now ----------------------------------------------------------------

    def came(self, x: float, y: float) -> float:
        """Time since which a tap at a place means what it means."""
        meaning = self.picture.meaning(x, y)
        changes: Iterator[float] = (
            until for until, picture in reversed(self.past) if picture.meaning(x, y) != meaning
        )
        return next(changes, LONG_AGO)

    @property
    def longest(self) -> float:
        """Seconds for which something may be too new for a finger."""
        return SERIES * self.table.echo

    def _remember(self, before: Picture) -> None:
        """Keep a picture that was replaced for as long as a finger may be on its way to it."""
        now, past = self.table.clock(), self.past
        if before.page:
            past.append((now, before))
        while past and past[0][0] < now - self.longest:
            past.popleft()

    def guard(self, *_: object) -> None:
        """Ignore new touches for a while: they were meant for another page or question."""
        self.guards += 1
        self._restart_guard()
        # Once more after drawing, which may have taken long.
        self.table.clock.later(0, self._restart_guard)

    def _restart_guard(self) -> None:
        self._guarded_at = self.table.clock()

    @property
    def is_guarded(self) -> bool:
        """True while new touches were meant for the previous page."""
        return bool(self.table.clock() - self._guarded_at < self.table.echo)

    @property
    def is_just_drawn(self) -> bool:
        """True while touches may have begun on the picture before the last move."""
        return self.table.clock.frames - self._changed_frame <= JUST_DRAWN

    def _note_change(self, *_: object) -> None:
        self._changed_frame = self.table.clock.frames
