"""Keys of a keyboard, and a knob with a button: where they are on a picture, and what they press.

The focus is on one thing that can be tapped. Return presses it as if a finger had tapped it, so the
same rules hold. The focus appears with the first arrow, and goes with the first touch. It follows
the order in which people answer: what is asked, claims, the rest of the page, *Undo* at the end.
"""

from collections.abc import Iterator
from math import hypot

from companion.screens.fingers import Fingers, Sight
from companion.screens.parts import Node, Pane
from companion.screens.viewer import NOTHING, Nodes, Picture, Spot, Viewer
from companion.table.keyboard import RUB_OUT
from companion.table.keyed_amount import BACKSPACE

NEXT, BEFORE = ("Tab", "Right", "Down"), ("BackTab", "Left", "Up")
"""Names of the keys that lead to what comes next, and to what came before."""
PRESS, BACK, ERASE = "Return", "Escape", "Backspace"
KEYBOARD = "keyboard"
"""Finger that presses what the focus is on."""
LEAVES = ("back", "cancel", "leave", "clear")
"""Meanings of the keys that Escape presses: they lead back, and change nothing."""
LAST = ("claim:", "offer", "tile:", "log", "bar", "space:")
"""Beginnings of the keys of nodes that come after what is asked, in this order."""
ASIDE = 3
"""Weight of a step aside, beside one in the direction of an arrow."""


class Focus:
    """Focus of one viewer."""

    def __init__(self, viewer: Viewer, fingers: Fingers) -> None:
        self._viewer, self._fingers = viewer, fingers
        self._die = 0
        """Die that the next digit throws."""
        self._seen = viewer.picture.page, viewer.table.number
        viewer.bind(on_seen=self._keep)

    @property
    def spot(self) -> Spot:
        """Thing that Return would tap."""
        return self._viewer.focus

    def leave(self) -> None:
        """Show no focus: a finger has come."""
        self._move(NOTHING)

    def key(self, name: str, sight: Sight | None = None) -> bool:
        """Do what a key is for, by its name or its letter; return False if it is for nothing."""
        viewer = self._viewer
        viewer.look_if_due()
        sight = sight or Sight(viewer)
        if self._fingers.wakes(sight):
            return True
        spots = order(viewer.picture)
        if name in (*NEXT, *BEFORE):
            self._step(spots, name)
        elif name == PRESS and self.spot in spots:
            self._press(self.spot, sight)
        elif name == BACK:
            return self._go_back(spots, sight)
        elif name == ERASE or len(name) == 1:
            return self._type(spots, name, sight)
        else:
            return False
        return True

    def press(self, spot: Spot, seen: Picture | None, sight: Sight) -> None:
        """Tap a spot that whoever cannot see has chosen, if it means what it meant when chosen."""
        self._viewer.look_if_due()
        hand = seen.hand(spot) if seen else None
        if hand and hand == self._viewer.picture.hand(spot):
            self._press(spot, sight)
        else:
            self._viewer.table.report_stale_touch()

    def _step(self, spots: list[Spot], name: str) -> None:
        if not spots:
            return
        if self.spot not in spots:
            self._move(spots[0] if name in NEXT else spots[-1])
        elif name in ("Tab", "BackTab"):
            step = 1 if name in NEXT else -1
            self._move(spots[(spots.index(self.spot) + step) % len(spots)])
        else:
            self._move(self._towards(spots, name))

    def _towards(self, spots: list[Spot], name: str) -> Spot:
        """Return the nearest spot in the direction of an arrow; the edge leads nowhere."""
        across, down = {"Right": (1, 0), "Left": (-1, 0), "Down": (0, 1), "Up": (0, -1)}[name]
        x, y = _middle(self._viewer.picture.node(self.spot))
        found: list[tuple[float, Spot]] = []
        for spot in spots:
            there = _middle(self._viewer.picture.node(spot))
            dx, dy = there[0] - x, there[1] - y
            along, aside = dx * across + dy * down, abs(dx * down) + abs(dy * across)
            if spot != self.spot and along > 0:
                found.append((hypot(along, ASIDE * aside), spot))
        return min(found, default=(0.0, self.spot))[1]

    def _move(self, spot: Spot) -> None:
        """Put the focus on a spot; a list shows the row that it is in."""
        viewer = self._viewer
        viewer.focus_on(spot)
        rows, row = viewer.picture.list_of(spot), viewer.picture.node(spot)
        if rows and row:
            above, below = rows.y - row.y, row.y + row.h - rows.y - rows.h
            if (further := max(0, below) - max(0, above)) != 0:
                offset = viewer.picture.offsets.get(spot.key, 0) + further
                viewer.dispatch("on_reveal", spot, max(0, offset))

    def _keep(self, *_: object) -> None:
        """Go to what is asked first when the page or the position has changed."""
        viewer = self._viewer
        before, self._seen = self._seen, (viewer.picture.page, viewer.table.number)
        if before != self._seen:
            self._die = 0
        if self.spot == NOTHING:
            return
        if before != self._seen or not viewer.picture.hand(self.spot):
            self._move(next(iter(order(viewer.picture)), NOTHING))

    def _press(self, spot: Spot, sight: Sight) -> None:
        """Tap a place of a spot that nothing covers."""
        if place := self._viewer.picture.point(spot):
            self._fingers.down(KEYBOARD, *place, sight)
            self._fingers.up(KEYBOARD, *place)

    def _go_back(self, spots: list[Spot], sight: Sight) -> bool:
        kinds = {spot: _kind(self._viewer.picture, spot) for spot in spots}
        found = [spot for kind in LEAVES for spot in spots if kinds[spot] == kind]
        if found:
            self._press(found[0], sight)
        return bool(found)

    def _type(self, spots: list[Spot], letter: str, sight: Sight) -> bool:
        """Tap the key of a letter or a digit, if there is one; a digit throws a die, too."""
        for spot in spots:
            hand = self._viewer.picture.hand(spot)
            match hand and hand.do:
                case ("die", self._die, int(face)) if str(face) == letter:
                    self._die = 1 - self._die
                case ("digit", str(digit)) if digit == (BACKSPACE if letter == ERASE else letter):
                    pass
                case ("letter", _, str(key)) if letter == ERASE and key == RUB_OUT:
                    pass
                case ("letter", str(text), str(key)) if letter in (key, text.lower()):
                    pass
                case _:
                    continue
            self._press(spot, sight)
            return True
        return False


def order(picture: Picture) -> list[Spot]:
    """Return what can be tapped, in the order in which people answer."""
    layers = [(True, picture.over)]
    if not picture.is_asking:
        layers.append((False, picture.nodes))
    spots = [spot for is_over, nodes in layers for spot in _spots(picture, is_over, nodes)]
    reached = [spot for spot in spots if spot.row or picture.point(spot)]
    return sorted(reached, key=lambda spot: _rank(picture, spot))


def _spots(picture: Picture, is_over: bool, nodes: Nodes) -> Iterator[Spot]:
    for key, node in nodes.items():
        if isinstance(node.look, Pane):
            yield from picture.rows_in_sight(Spot(is_over, key), node, spare=1)
        elif node.hand and (node.hand.do or node.hand.reason):
            yield Spot(is_over, key)


def _rank(picture: Picture, spot: Spot) -> int:
    """Return the place of a spot among groups: what is asked is first, and *Undo* last."""
    if (kind := _kind(picture, spot)) == "undo":
        return len(LAST) + 2
    if kind in LEAVES and not spot.is_over:
        return len(LAST) + 1
    starts = [spot.key.startswith(start) for start in LAST]
    return starts.index(True) + 1 if any(starts) else 0


def _kind(picture: Picture, spot: Spot) -> str:
    hand = picture.hand(spot)
    return str(hand.do[0]) if hand and hand.do else ""


def _middle(node: Node | None) -> tuple[float, float]:
    return (node.x + node.w / 2, node.y + node.h / 2) if node else (0.0, 0.0)
