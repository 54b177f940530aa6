"""Plays a moment on the screens: dice, tokens, money and confetti.

It looks for the widgets of the current screen: the view of the moment, and the tiles of players. A
screen without them shows nothing.
"""

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.table.moments import Moment, Payment
from companion.ui import theme
from companion.ui.play.moment_state import MomentState
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.flights import Flights
from companion.ui.widgets.moments import MomentView
from companion.ui.widgets.players import PlayerTile

AFTER_LAYOUT = 5
"""Number of times that callbacks before the next frame are waited for: labels and layouts use
them, too."""
NEXT_PAYMENT = 0.25
"""Seconds between the payments of one move."""


class MomentPlayer:
    """Listener of a ``MomentState``; the next move ends whatever still moves."""

    def __init__(self, moments: MomentState) -> None:
        self._moments = moments
        self._screens: Any = None
        self._flights: Any = None
        self._latest: Moment | None = None
        moments.fbind("on_book", self._on_book)
        moments.fbind("on_end", self._on_end)

    def use(self, screens: Widget, flights: Flights) -> None:
        """Play on these screens from now on."""
        self._screens, self._flights = screens, flights

    def _on_book(self, _: object, moment: Moment) -> None:
        self._finish()
        self._latest = moment
        if moment.is_seen:
            _before_next_frame(partial(self._play, moment), AFTER_LAYOUT)

    def _on_end(self, *_: object) -> None:
        self._finish()
        self._uncover_stage()

    def _uncover_stage(self) -> None:
        """Let what is new on the stage appear out of its ground."""
        if not self._moments.less_motion:
            for view in self._views():
                self._flights.uncover(_box(view), theme.colors.sheet)

    def _finish(self, *_: object) -> None:
        self._flights.finish()

    def _play(self, moment: Moment) -> None:
        if moment is not self._latest:
            return
        if not self._moments.less_motion:
            for view in self._views():
                view.play()
            if "win" in moment.parts:
                self._flights.throw_confetti()
        self._light_creditor(moment)
        self._pay(moment)

    def _light_creditor(self, moment: Moment) -> None:
        """Light the tile of the owner whom a new claim belongs to."""
        for tile in self._tiles():
            if tile.value.seat == moment.creditor >= 0:
                self._flights.flash(_box(tile), theme.player_fill(moment.creditor))

    def _pay(self, moment: Moment) -> None:
        tiles = {tile.value.name: tile for tile in self._tiles()}
        for payment in moment.payments:
            for name, color in (
                (payment.payer, theme.colors.debit),
                (payment.payee, theme.colors.credit),
            ):
                if tile := tiles.get(name):
                    self._flights.flash(_box(tile), color)
        if not self._moments.less_motion:
            self._fly(moment.payments, tiles)

    def _fly(self, payments: tuple[Payment, ...], tiles: dict[str, Any]) -> None:
        """Let chips fly, and balances count: from the first chip that leaves or arrives."""
        counts: dict[str, tuple[int, int, float]] = {}
        for place, payment in enumerate(payments):
            payer, payee = tiles.get(payment.payer), tiles.get(payment.payee)
            if not (payer or payee):
                continue
            start, end = (_box(tile) if tile else self._bank() for tile in (payer, payee))
            first = place * NEXT_PAYMENT
            last = self._flights.fly(start, end, payment.amount, first)
            for name, cash, begins in (
                (payment.payer, payment.payer_cash, first),
                (payment.payee, payment.payee_cash, last),
            ):
                if cash:
                    before, _, earlier = counts.get(name, (cash[0], 0, begins))
                    counts[name] = before, cash[1], earlier
        for name, (before, after, begins) in counts.items():
            if name in tiles and (label := _balance(tiles[name])):
                self._flights.count(label, before, after, begins)

    def _bank(self) -> Box:
        """Return the place from which the bank pays: the middle of the stage."""
        for view in self._views():
            return _box(view)
        x, y = self._flights.center
        return Box(x, y, 0, 0)

    def _views(self) -> list[MomentView]:
        """Return the view of the moment on the current screen, if it has one."""
        return [self._parts().moment] if "moment" in self._parts() else []

    def _tiles(self) -> list[PlayerTile]:
        """Return the tiles of the players on the current screen."""
        return list(self._parts().rail.children) if "rail" in self._parts() else []

    def _parts(self) -> Any:
        screen = self._screens.current_screen
        return screen.ids if screen else {}


def _box(widget: Widget) -> Box:
    x, y = widget.to_window(*widget.pos)
    return Box(x, y, widget.width, widget.height)


def _balance(tile: Any) -> Label | None:
    """Return the label that shows the balance of a tile."""
    labels = (part for part in tile.walk() if isinstance(part, Label))
    return next((label for label in labels if label.text == tile.value.balance), None)


def _before_next_frame(call: Any, times: int) -> None:
    if not times:
        call()
    else:
        Clock.schedule_once(lambda _: _before_next_frame(call, times - 1), -1)
