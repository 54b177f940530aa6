"""One page in a browser: the viewer that it paints, and the fingers on it."""

import asyncio
import secrets
from collections import deque
from math import isfinite
from typing import Any

from companion.browser import wire
from companion.screens.fingers import Carried, Fingers
from companion.screens.viewer import Picture, Spot, Viewer
from companion.table.table import Table

KEPT = 32
"""Pictures that a finger may have been meant for."""
LEAST, MOST = 320, 16384
"""Sides of a page in pixels."""
NEVER_SEEN = Picture("", {}, {}, {})


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
        self.has_left = False
        self._table, self._shown, self._number = table, NEVER_SEEN, 0
        self._sent: deque[tuple[int, Picture]] = deque(maxlen=KEPT)
        self._rows_at: dict[str, float] = {}
        self._news: dict[str, Any] = {}
        self._heard = 0
        """Number of the last message with fingers."""
        self.viewer.bind(on_look=self._see, on_rest=self._rest)
        if self.fingers:
            self.fingers.bind(pressed=self._press, carried=self._carry)
        self.viewer.look()

    def leave(self) -> None:
        """End the stream, and let the table forget this page."""
        self.has_left = True
        self.viewer.leave()
        self.changed.set()

    # --- what the page is told --------------------------------------------------------------------

    def _tell(self, **news: Any) -> None:
        self._news |= news
        self.changed.set()

    def _see(self, picture: Picture) -> None:
        flights = [wire.flight(one, picture.theme) for one in picture.flights]
        self._tell(flights=self._news.get("flights", []) + flights)

    def _rest(self) -> None:
        self._tell(rest=True, flights=[])

    def _press(self, spots: frozenset[Spot]) -> None:
        self._tell(pressed=[[spot.is_over, spot.key, spot.row] for spot in spots])

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
        self._sent.append((self._number, picture))
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
        if not self.fingers or number <= self._heard:
            return False
        self._heard = number
        for does, *facts in told:
            self._follow(self.fingers, does, *facts)
        return True

    def _follow(self, fingers: Fingers, does: str, *facts: Any) -> None:
        match does, facts:
            case "down", (int(finger), int(picture), x, y):
                place = _place(x, y)
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
        seen = next((picture for sent, picture in self._sent if sent == number), None)
        if seen is None:
            return False
        before, now = seen.meaning(x, y), self.viewer.picture.meaning(x, y)
        return before is None or before == now

    def _scroll(self, key: str, offset: float) -> None:
        """Note where a list is, and send the rows that are in sight now."""
        self.viewer.scroll(key, max(0.0, offset))
        self.changed.set()


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
