"""One page in a browser: the viewer that it paints, and the fingers on it."""

import asyncio
import secrets
from collections import deque
from math import isfinite
from typing import Any, NamedTuple

from companion.browser import wire
from companion.screens.fingers import Carried, Fingers
from companion.screens.focus import BEFORE, NEXT, Focus
from companion.screens.viewer import NOTHING, Picture, Spot, Viewer
from companion.table.table import Table

KEPT = 32
"""Pictures that a finger may have been meant for."""
LEAST, MOST = 320, 16384
"""Sides of a page in pixels."""
LONGEST_NAME = 12
"""Letters of the name of a key."""
NEVER_SEEN = Picture("", {}, {}, {})


class _Sent(NamedTuple):
    """Picture that was sent, with the number of the next move and the focus then."""

    number: int
    picture: Picture
    move: float
    focus: Spot


class Glass:
    """Page that paints a viewer, and tells of fingers.

    ``changed`` is set while there is something that the page does not know yet.
    """

    def __init__(self, table: Table, width: float, height: float, may_touch: bool = True) -> None:
        self.secret = secrets.token_urlsafe(16)
        """Name of the page: whoever knows it may send its fingers."""
        self.changed = asyncio.Event()
        self.viewer = Viewer(table, *fitting(width, height))
        self.fingers = Fingers(self.viewer) if may_touch else None
        self.focus = Focus(self.viewer, self.fingers) if self.fingers else None
        self._table, self._shown, self._number = table, NEVER_SEEN, 0
        self._sent: deque[_Sent] = deque(maxlen=KEPT)
        self._focused = NOTHING
        self._rows_at: dict[str, float] = {}
        self._news: dict[str, Any] = {}
        self._heard = 0
        """Number of the last message with fingers."""
        self.viewer.bind(on_look=self._see, on_rest=self._rest, on_reveal=self._reveal)
        if self.fingers:
            self.fingers.bind(pressed=self._press, carried=self._carry)
        self.viewer.look()

    def leave(self) -> None:
        """Let the table forget this page."""
        self.viewer.leave()

    # --- what the page is told --------------------------------------------------------------------

    def _tell(self, **news: Any) -> None:
        self._news |= news
        self.changed.set()

    def _see(self, picture: Picture) -> None:
        flights = [wire.flight(one, picture.theme) for one in picture.flights]
        self._tell(flights=self._news.get("flights", []) + flights)

    def _rest(self) -> None:
        self._tell(rest=True, flights=[])

    def _reveal(self, spot: Spot, offset: float) -> None:
        self._tell(reveal=[spot.is_over, spot.key, offset])

    def _press(self, spots: frozenset[Spot]) -> None:
        self._tell(pressed=[_named(spot) for spot in spots])

    def _carry(self, carried: Carried | None) -> None:
        self._tell(carried=carried)

    def sound(self, name: str, volume: float) -> None:
        """Let the page play a sound."""
        self._tell(sounds=[*self._news.get("sounds", []), [name, volume]])

    def news(self) -> str:
        """Return all that the page does not know yet, as JSON."""
        self.changed.clear()
        self.viewer.look_if_due()
        self.changed.clear()
        picture, told = self.viewer.picture, self._news
        told = {key: what for key, what in told.items() if key != "flights" or what}
        told |= wire.difference(self._shown, picture, self._rows_at)
        self._number += 1
        told |= {"picture": self._number, "less": self._table.moments.less_motion}
        if said := self._said():
            told["said"] = said
        if self.viewer.focus != self._focused:
            self._focused = self.viewer.focus
            told["focus"] = _named(self._focused)
        self._sent.append(_Sent(self._number, picture, self._table.number, self._focused))
        self._shown, self._news, self._rows_at = picture, {}, {**picture.offsets}
        return wire.encode(told)

    def _said(self) -> str:
        """Return what has happened, for those who do not see it."""
        moment = self._table.moments.shown
        heads = [moment.headline.title, moment.headline.subline] if moment else []
        return " ".join(str(one) for one in (*heads, self._table.notice) if one)

    # --- what the page tells ----------------------------------------------------------------------

    def hear(self, number: int, told: list[list[Any]]) -> bool:
        """Follow fingers; a message that came already is not followed twice.

        Each finger has what it does, its number, the picture that it was meant for, and its place.
        Raises ValueError or TypeError for what no page sends.
        """
        if not self.fingers or not self.focus or number <= self._heard:
            return False
        self._heard = number
        for does, *facts in told:
            self._follow(self.fingers, self.focus, does, *facts)
        return True

    def _follow(self, fingers: Fingers, focus: Focus, does: str, *facts: Any) -> None:
        match does, facts:
            case "down", (int(finger), int(picture), x, y):
                place = _place(x, y)
                focus.leave()
                if self._means_the_same(picture, *place):
                    fingers.down(finger, *place)
                else:
                    self._table.report_stale_touch()
            case "move", (int(finger), x, y):
                fingers.move(finger, *_place(x, y))
            case "up", (int(finger), x, y):
                fingers.up(finger, *_place(x, y))
            case "gone", (int(finger),):
                fingers.forget(finger)
            case "key", (str(name), int(picture)):
                if name in (*NEXT, *BEFORE) or self._is_where_it_was(picture):
                    focus.key(name[:LONGEST_NAME])
                else:
                    self._table.report_stale_touch()
            case "press", (bool(is_over), str(key), int(number), str(row), int(picture)):
                focus.press(Spot(is_over, key, number, row), self._seen(picture))
            case "scroll", (str(key), offset):
                self._scroll(key, _place(0, offset)[1])
            case "fit", (width, height):
                self.viewer.fit(*fitting(*_place(width, height)))
            case _:
                raise ValueError(does)

    def _means_the_same(self, number: int, x: float, y: float) -> bool:
        """Return True if a place means now what it meant in a picture that the page has shown.

        Where nothing could be touched then, nothing is meant; ``Fingers`` judge the rest.
        """
        if not (seen := self._seen(number)):
            return False
        before, now = seen.meaning(x, y), self.viewer.picture.meaning(x, y)
        return before is None or before == now

    def _seen(self, number: int) -> Picture | None:
        return next((sent.picture for sent in self._sent if sent.number == number), None)

    def _is_where_it_was(self, number: int) -> bool:
        """Return True if neither page, position nor focus has changed since a picture was sent."""
        now = self.viewer.picture.page, self._table.number, self.viewer.focus
        sent = next((one for one in self._sent if one.number == number), None)
        return sent is not None and (sent.picture.page, sent.move, sent.focus) == now

    def _scroll(self, key: str, offset: float) -> None:
        """Note where a list is, and send the rows that are in sight now."""
        self.viewer.scroll(key, max(0.0, offset))
        self.changed.set()


def _named(spot: Spot) -> list[Any]:
    return [spot.is_over, spot.key, spot.row]


def _place(x: Any, y: Any) -> tuple[float, float]:
    """Return two numbers of a page. Raises ValueError or TypeError if they are none."""
    if not (isfinite(x) and isfinite(y)):
        raise ValueError("a page has no such place")
    return x, y


def fitting(width: float, height: float) -> tuple[int, int]:
    """Return the size of a page, within what pages are laid out for.

    Raises ValueError if it is no number.
    """
    across, down = (min(MOST, max(LEAST, int(side))) for side in (width, height))
    return across, down
