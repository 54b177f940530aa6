"""One page in a browser: the viewer that it paints, and the fingers on it."""

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, NamedTuple

from companion.browser import wire
from companion.screens.fingers import Carried, Fingers, Sight
from companion.screens.focus import BEFORE, NEXT, Focus
from companion.screens.viewer import LONG_AGO, NOTHING, Picture, Spot, Viewer
from companion.table.states.voice import Speech
from companion.table.table import Table

KEPT = 32
"""Pictures that a finger may have been meant for."""
LEAST, MOST = 320, 16384
"""Sides of a page in pixels."""
LONGEST_NAME = 12
"""Letters of the name of a key."""
NEVER_SEEN = Picture("", {}, {}, {})


class _Sent(NamedTuple):
    """Picture that was sent, and when; the number of the next move, the focus and guards then."""

    number: int
    at: float
    picture: Picture
    move: float
    focus: Spot
    guards: int


class _SightOfPage(Sight):
    """Sight of a finger on a page, which is told of late.

    A page tells of the picture that it showed, and for how long it had. So a finger is judged as if
    the way to the page and back took no time.
    """

    def __init__(self, viewer: Viewer, sent: Sequence[_Sent], age: float) -> None:
        """Look at the last picture of ``sent``, which had been shown for ``age`` seconds."""
        super().__init__(viewer)
        self._sent, self.shown = sent, sent[-1]
        self._at = min(viewer.table.clock(), self.shown.at + max(0.0, age))

    @property
    def at(self) -> float:
        """Time at which the finger came down, as if the way took none."""
        return self._at

    @property
    def number(self) -> float:
        """Number of the move that was to come in the picture."""
        return self.shown.move

    @property
    def is_guarded(self) -> bool:
        """True if the page or the question had changed just before."""
        guards = self._viewer.guards
        seen = next((sent.at for sent in self._sent if sent.guards == guards), self._at)
        return self._at - seen < self._table.echo

    def came(self, x: float, y: float) -> float:
        """Time since which a tap at a place had meant what it means."""
        meaning, came = self.shown.picture.meaning(x, y), LONG_AGO
        for sent in reversed(self._sent):
            if sent.picture.meaning(x, y) != meaning:
                return came
            came = sent.at
        return LONG_AGO


class Glass:
    """Page that paints a viewer, and tells of fingers.

    ``wake`` is called once there is something that the page does not know, until it has its
    ``news``. ``owner`` is whose page it is.
    """

    def __init__(
        self,
        table: Table,
        width: float,
        height: float,
        may_touch: bool = True,
        owner: str = "",
        wake: Callable[[], object] = lambda: None,
    ) -> None:
        self.secret = secrets.token_urlsafe(16)
        """Name of the page: whoever knows it may send its fingers."""
        self.owner, self._wake = owner, wake
        self._is_due = True
        """True while there is something that the page does not know yet."""
        self.viewer = Viewer(table, *fitting(width, height), leads=True)
        self.fingers = Fingers(self.viewer) if may_touch else None
        self.focus = Focus(self.viewer, self.fingers) if self.fingers else None
        self._table, self._shown, self._number = table, NEVER_SEEN, 0
        self._sent: deque[_Sent] = deque(maxlen=KEPT)
        self._focused = NOTHING
        self._rows_at: dict[str, float] = {}
        self._news: dict[str, Any] = {}
        self._speeches = 0
        """Number of the last speech."""
        self._spoken: Callable[[], object] | None = None
        self._heard = 0
        """Number of the last message with fingers."""
        self.viewer.bind(on_look=self._see, on_rest=self._rest, on_reveal=self._reveal)
        self.viewer.bind(on_lead=lambda address: self._tell(leads=address))
        if self.fingers:
            self.fingers.bind(pressed=self._press, carried=self._carry)
        self.viewer.look()

    def leave(self) -> None:
        """Let the table forget this page."""
        self.viewer.leave()

    # --- what the page is told --------------------------------------------------------------------

    def _tell(self, **news: Any) -> None:
        self._news |= news
        self._call_for_news()

    def _call_for_news(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._wake()

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

    def say(self, speech: Speech, spoken: Callable[[], object]) -> None:
        """Let the page say a speech, and call ``spoken`` when the page tells of its end."""
        self._speeches += 1
        self._spoken = spoken
        self._tell(says=[self._speeches, *speech])

    def hush(self) -> None:
        """Let the page be silent."""
        self._spoken = None
        self._tell(says=None)

    def news(self) -> str:
        """Return all that the page does not know yet, as JSON."""
        self._is_due = True
        self.viewer.look_if_due()
        self._is_due = False
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
        self._sent.append(
            _Sent(
                number=self._number,
                at=self._table.clock(),
                picture=picture,
                move=self._table.number,
                focus=self._focused,
                guards=self.viewer.guards,
            )
        )
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

        Each finger has what it does, its number, the picture that it was meant for with the
        milliseconds for which the page had shown it, and its place.
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
            case "down", (int(finger), int(picture), int(age), x, y):
                place, sight = _place(x, y), self._sight(picture, age)
                focus.leave()
                if sight and self._means_the_same(sight.shown, *place):
                    fingers.down(finger, *place, sight)
                else:
                    self._table.report_stale_touch()
            case "move", (int(finger), x, y):
                fingers.move(finger, *_place(x, y))
            case "up", (int(finger), x, y):
                fingers.up(finger, *_place(x, y))
            case "gone", (int(finger),):
                fingers.forget(finger)
            case "key", (str(name), int(picture), int(age)):
                sight = self._sight(picture, age)
                if sight and (name in (*NEXT, *BEFORE) or self._is_where_it_was(sight.shown)):
                    focus.key(name[:LONGEST_NAME], sight)
                else:
                    self._table.report_stale_touch()
            case "press", (bool(over), str(key), int(number), str(row), int(picture), int(age)):
                if sight := self._sight(picture, age):
                    focus.press(Spot(over, key, number, row), sight.shown.picture, sight)
                else:
                    self._table.report_stale_touch()
            case "scroll", (str(key), offset):
                self._scroll(key, _place(0, offset)[1])
            case "spoken", (int(speech),):
                if self._spoken and speech == self._speeches:
                    self._spoken()
            case "fit", (width, height):
                self.viewer.fit(*fitting(*_place(width, height)))
            case _:
                raise ValueError(does)

    def _sight(self, number: int, age: int) -> _SightOfPage | None:
        """Return what a page saw that had shown a picture for some time; None if it is forgotten.

        The age is in milliseconds.
        """
        sent = [one for one in self._sent if one.number <= number]
        is_known = sent and sent[-1].number == number
        return _SightOfPage(self.viewer, sent, age / 1000) if is_known else None

    def _means_the_same(self, shown: _Sent, x: float, y: float) -> bool:
        """Return True if a place means now what it meant in a picture that the page has shown.

        Where nothing could be touched then, nothing is meant; ``Fingers`` judge the rest.
        """
        before, now = shown.picture.meaning(x, y), self.viewer.picture.meaning(x, y)
        return before is None or before == now

    def _is_where_it_was(self, shown: _Sent) -> bool:
        """Return True if neither page, position nor focus has changed since a picture was sent."""
        now = self.viewer.picture.page, self._table.number, self.viewer.focus
        return (shown.picture.page, shown.move, shown.focus) == now

    def _scroll(self, key: str, offset: float) -> None:
        """Note where a list is, and send the rows that are in sight now."""
        self.viewer.scroll(key, max(0.0, offset))
        self._call_for_news()


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
