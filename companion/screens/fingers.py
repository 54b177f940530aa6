"""Fingers on one glass: what they mean, and what they cannot have meant.

A finger means the node, or the row of a list, that it came down on. It counts when it is lifted if
that is still there, under the finger, and means the same. What it means goes to ``Table.tap`` as a
plain value, with the number of the move that it was meant for and an id of its own.

A finger takes a while from the eye to the glass, and often comes twice. So it means nothing

- if it wakes the screen, or comes just after one that did;
- just after the page or the question has changed (the viewer is guarded);
- just after a touch near it that was booked: it is the echo of that touch;
- in the frame of a move, or the next one: it began on another picture;
- on what means something else at this place than just before. What is keyed in is no matter: *Add*
  stays *Add* with each letter;
- for twice as long on what came after a finger that was at something else: whoever taps two dice
  is still at the second one, though the dice are gone.

A finger on a glass far away is told of late. Its ``Sight`` says what it saw, and when it came down.
"""

from collections.abc import Hashable
from math import hypot
from typing import NamedTuple
from uuid import uuid4

from companion.screens.parts import Hand, Node
from companion.screens.viewer import FAR, LONG_AGO, NEAR, Picture, Place, Spot, Viewer
from companion.table.moments import Moment
from companion.table.observed import Observed
from companion.table.taps import Do

DRAG, SCROLL = 24, 12
"""Pixels from which a finger drags, or scrolls."""


class Finger:
    """Finger on the glass: it means what the node meant when it came down, or nothing."""

    def __init__(
        self, spot: Spot, hand: Hand | None, start: Place, number: float, moment: Moment | None
    ) -> None:
        self.spot, self.hand, self.start, self.number = spot, hand, start, number
        self.moment = moment
        """Moment that was on the stage when the finger came down."""
        self.request = uuid4().hex
        self.does = "tap"
        self.is_down = hand is not None
        self.is_stale = False
        """True if what the finger came down on has gone, or means something else."""
        self.list = ""
        """Key of the list that the finger is on."""
        self.over: Do | None = None

    @property
    def is_tap(self) -> bool:
        """True if the finger neither drags nor scrolls."""
        return self.does == "tap"


class Carried(NamedTuple):
    """Part that a finger drags, by its key, and how far it is from its place."""

    key: str
    x: float
    y: float


class _Aim(NamedTuple):
    """Last finger: when and where it came down, what it was at, and the picture it was meant for.

    A finger that came too early was meant for what was there before.
    """

    at: float = LONG_AGO
    place: Place = FAR
    kind: Hashable = None
    saw: float = LONG_AGO


class Sight:
    """Sight of a finger when it came down, and its time: here, what is on the glass now."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer, self._table = viewer, viewer.table

    @property
    def at(self) -> float:
        """Time at which the finger came down."""
        return float(self._table.clock())

    @property
    def number(self) -> float:
        """Number of the move that was to come."""
        return self._table.number

    @property
    def is_guarded(self) -> bool:
        """True if the page or the question had changed just before."""
        return self._viewer.is_guarded

    def came(self, x: float, y: float) -> float:
        """Time since which a tap at a place had meant what it means."""
        return self._viewer.came(x, y)


class Fingers(Observed):
    """Fingers on the glass of one viewer, each with an id; places are pixels from the top left.

    Followers of ``pressed`` and ``carried`` let keys sink, and what is dragged move.
    """

    pressed: frozenset[Spot] = frozenset()
    carried: Carried | None = None

    def __init__(self, viewer: Viewer) -> None:
        super().__init__()
        self._viewer, self._table = viewer, viewer.table
        self._down: dict[Hashable, Finger] = {}
        self._aim = _Aim()
        self._booked: tuple[float, Place] = LONG_AGO, FAR
        self._woken_at = LONG_AGO
        viewer.bind(on_leave=self._let_drags_go, on_seen=self._look_again)

    # --- down, moved, lifted ----------------------------------------------------------------------

    def down(
        self, finger: Hashable, x: float, y: float, sight: Sight | None = None
    ) -> Finger | None:
        """Begin a finger; return None if it was not meant for what is on the glass."""
        viewer, table, place = self._viewer, self._table, (x, y)
        sight = sight or Sight(viewer)
        if self.wakes(sight) or self._is_echo(place, sight.at):
            return None
        viewer.look_if_due()
        if sight.is_guarded:
            self._miss(place, sight.at)
            return None
        if viewer.is_just_drawn:
            table.report_stale_touch()
            return None
        picture = viewer.picture
        spot = picture.spot(x, y)
        is_list, hand = picture.is_list(spot), picture.hand(spot)
        if hand and self._is_early(picture, spot, hand, place, sight):
            hand = None
            self._miss(place, sight.at)
        else:
            self._aim = _Aim(sight.at, place, _kind(hand), sight.at)
        begun = Finger(spot, hand, place, sight.number, table.moments.shown)
        if is_list:
            begun.list = spot.key
        for other in self._down.values():
            if hand and other.spot == spot:
                other.is_down = False  # Of two fingers on one key, the last one counts.
        self._down[finger] = begun
        self._show_pressed()
        return begun

    def move(self, finger: Hashable, x: float, y: float) -> Finger | None:
        """Scroll, drag, slide, or sink and come up with the finger."""
        if not (moved := self._down.get(finger)):
            return None
        far = hypot(x - moved.start[0], y - moved.start[1])
        hand = moved.hand
        if moved.is_tap and moved.list and abs(y - moved.start[1]) > SCROLL:
            moved.does, moved.is_down = "scroll", False
        elif moved.is_tap and hand and hand.drag and far > DRAG:
            moved.does, moved.is_down = "drag", False
        if moved.does == "drag":
            self._drag(moved, x, y)
        elif moved.is_tap and hand and hand.slides:
            self._slide(moved, x, y)
        elif moved.is_tap and self._is_same(moved):
            moved.is_down = self._viewer.picture.spot(x, y) == moved.spot
        self._show_pressed()
        return moved

    def up(self, finger: Hashable, x: float, y: float) -> None:
        """Do what a finger means, if it still means it, and end the moment that it began on."""
        # Another finger may have led to another page in this frame.
        self._viewer.look_if_due()
        if not (lifted := self._down.pop(finger, None)):
            return
        table, hand = self._table, lifted.hand
        if lifted.does == "drag" and hand:
            self._drop(lifted, hand)
        elif lifted.is_stale:
            table.report_stale_touch()
        elif lifted.is_tap and lifted.is_down and hand:
            is_there = self._viewer.picture.spot(x, y) == lifted.spot
            if is_there and self._is_same(lifted):
                self._tap(lifted, hand)
        self._show_pressed()
        moments = table.moments
        if moments.shown and lifted.moment is moments.shown:
            moments.skip()

    def forget(self, finger: Hashable) -> None:
        """Let a finger mean nothing."""
        self._down.pop(finger, None)
        self._show_pressed()

    def _tap(self, lifted: Finger, hand: Hand) -> None:
        if hand.reason:
            self._table.refuse(hand.reason)
        elif hand.do and lifted.over is None:
            self._do(lifted, hand.do, lifted.request)

    def _do(self, finger: Finger, do: Do, request: str) -> None:
        """Hand a meaning to the table, and remember the touch if it was booked."""
        table, before = self._table, self._table.number
        if do[0] == "lead":
            self._viewer.dispatch("on_lead", do[1])
            return
        table.tap(do, finger.number, request)
        if table.number != before:
            self._booked = table.clock(), finger.start

    # --- dragging and sliding ---------------------------------------------------------------------

    def _drag(self, finger: Finger, x: float, y: float) -> None:
        self.carried = Carried(finger.spot.key, x - finger.start[0], y - finger.start[1])
        under = self._viewer.picture.hand(self._viewer.picture.spot(x, y))
        if under and finger.hand and under.drop != finger.over:
            finger.over = under.drop
            self._do(finger, ("over", finger.hand.drag, finger.over), finger.request)

    def _drop(self, finger: Finger, hand: Hand) -> None:
        self.carried = None
        if finger.over and self._is_same(finger) and self._viewer.picture.takes(finger.over):
            self._do(finger, ("drop", hand.drag, finger.over), finger.request)

    def _slide(self, finger: Finger, x: float, y: float) -> None:
        under = self._viewer.picture.hand(self._viewer.picture.spot(x, y))
        if under and under.slides and under.do and under.do != finger.over:
            finger.over = under.do
            self._do(finger, under.do, uuid4().hex)

    # --- what a finger cannot have meant ----------------------------------------------------------

    def wakes(self, sight: Sight) -> bool:
        """Return True if a finger wakes the screen, or is the echo of one that did."""
        table = self._table
        if table.settings and table.settings.light.wake():
            self._woken_at = table.clock()
        return sight.at - self._woken_at < table.echo

    def _is_echo(self, place: Place, now: float) -> bool:
        at, booked = self._booked
        is_soon = now - at < self._table.echo
        return is_soon and hypot(place[0] - booked[0], place[1] - booked[1]) < NEAR

    def _is_early(
        self, picture: Picture, spot: Spot, hand: Hand, place: Place, sight: Sight
    ) -> bool:
        """Return True if what is under a finger came there too late to be meant by it."""
        now, came = sight.at, sight.came(*place)
        if now - came < self._table.echo:
            return True
        aim, node = self._aim, picture.node(spot)
        is_after = came >= aim.saw and now - aim.at < self._viewer.longest
        if not is_after or aim.kind == _kind(hand):
            return False
        return aim.kind is None or (node is not None and _distance(node, aim.place) < NEAR)

    def _miss(self, place: Place, now: float) -> None:
        """Remember a finger that came too early: it was meant for what was there before."""
        self._aim = _Aim(now, place, None, now - self._table.echo)

    # --- another picture --------------------------------------------------------------------------

    def _look_again(self, *_: object) -> None:
        """Let fingers go whose node has gone, or means something else in a new picture."""
        for finger in self._down.values():
            if finger.is_down and finger.hand and not self._is_same(finger):
                finger.is_down, finger.is_stale = False, True
        self._show_pressed()

    def _let_drags_go(self, *_: object) -> None:
        """Let what is dragged go: where it came from is gone."""
        for finger in self._down.values():
            if finger.does == "drag":
                finger.does, finger.is_stale = "", True
        self.carried = None

    def _is_same(self, finger: Finger) -> bool:
        """Return True if what the finger came down on is still there and means the same."""
        hand = self._viewer.picture.hand(finger.spot)
        return bool(hand and finger.hand and hand[:2] == finger.hand[:2])

    def _show_pressed(self) -> None:
        fingers = self._down.values()
        self.pressed = frozenset(one.spot for one in fingers if one.is_down and one.is_tap)


def _kind(hand: Hand | None) -> Hashable:
    """Return what kind of thing a tap does: all letters are of one kind, and all dice."""
    return hand.do[0] if hand and hand.do else None


def _distance(node: Node, place: Place) -> float:
    """Pixels between a place and the nearest one of a node."""
    x = max(node.x - place[0], 0.0, place[0] - node.x - node.w)
    y = max(node.y - place[1], 0.0, place[1] - node.y - node.h)
    return hypot(x, y)
