"""View-model of the first start: what changes the machine, and rolls that are stored nowhere."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.system import timezones
from companion.table.first_start import FirstStart, rolled, tapped
from companion.table.observed import Observed
from companion.table.taps import Do
from companion.text.screens.first_start import text_of


class FirstStartState(Observed):
    """State of the first start at ``table``.

    ``set_clock`` is called with a time that somebody chose, and with a function for the reason why
    it could not be set. ``doubt_clock`` is called with a function that is called later: with True
    if the time is probably wrong.
    """

    value: FirstStart = FirstStart()

    def __init__(
        self,
        table: Any,
        set_clock: Callable[[datetime, Callable[[str], None]], object] = lambda when, fail: None,
        doubt_clock: Callable[[Callable[[bool], None]], object] = lambda answer: None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__()
        self._table, self._now = table, now
        self._set_clock, self._doubt_clock = set_clock, doubt_clock

    def follow(self, screen: str) -> None:
        """Begin with the first page when the table shows it."""
        if screen == "first_start":
            self.value = FirstStart()
            self.show()
            self._doubt_clock(self._doubt)

    def show(self) -> None:
        """Show the time of now, and the zone."""
        at = self._now() + self.value.shift
        self.value = replace(self.value, at=at, zone=timezones.current())

    def _doubt(self, is_doubtful: bool) -> None:
        self.value = replace(self.value, is_doubtful=is_doubtful)

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        match do:
            case ("speak", str(language)):
                table.settings.speak(language)
            case ("city", str(zone)):
                table.settings.set_timezone(zone)
                self.value = replace(self.value, page="date")
                self.show()
            case ("tray",):
                table.by_tray = not table.by_tray
            case ("rolled", int(first), int(second)):
                self.roll(first, second)
            case ("leave",):
                self.leave()
            case _:
                self.value = tapped(self.value, do)

    def roll(self, a: int, b: int) -> None:
        """Take a roll to try: it is stored nowhere."""
        self.value = rolled(self.value, a, b)

    def see_rolls(self, rolls: Sequence[Any]) -> None:
        """Show a roll of the tray, which nobody has to answer: it was made to try it."""
        if rolls and self._table.screen == "first_start" and not self._table.session:
            a, b = rolls[-1].dice
            self._table.tray_input.let_go()
            self.roll(a, b)

    def see_stick(self, trouble: str) -> None:
        """Show why a stick that is in cannot be read; nothing if it can be, or none is in."""
        self.value = replace(self.value, stick=trouble)

    def leave(self) -> None:
        """Set the clock if somebody turned it, and go to the table."""
        if self.value.shift:
            self._set_clock(self._now() + self.value.shift, self._say_why)
        self._table.settings.change()
        self._table.show_screen("play" if self._table.session else "setup")

    def _say_why(self, why: str) -> None:
        self._table.say(text_of("not set", why=why))
