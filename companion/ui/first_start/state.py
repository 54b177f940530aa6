"""View-model of the first start: language, time, dice and three rolls to try."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.system import timezones
from companion.table.first_start import (
    ROLLS,
    about_roll,
    about_zone,
    city_tiles,
    date_dials,
    region_tiles,
    shift,
    time_dials,
)
from companion.text.screens.first_start import FIRST_START, text_of
from companion.text.screens.past_games import full_day


class FirstStartState(EventDispatcher):
    """State of the first start at ``table``.

    ``set_clock`` is called with a time that somebody chose, and with a function for the reason why
    it could not be set. ``doubt_clock`` is called with a function that is called later: with True
    if the time is probably wrong.
    """

    words = ObjectProperty(FIRST_START)
    page = OptionProperty("hello", options=["hello", "date", "zone", "practice"])
    note = StringProperty()
    doubt = StringProperty()
    """Question about a time that is probably wrong; else ""."""
    times = ListProperty()
    dates = ListProperty()
    date = StringProperty()
    zone = StringProperty()
    """Name of the time zone, on the key that leads to the others."""
    zones = ListProperty()
    """Regions, or the cities of a region."""
    tray = StringProperty()
    """Sentence about the tray."""
    about_tray = StringProperty()
    has_tray = BooleanProperty(False)
    """True if rolls come from a tray."""
    tone = StringProperty("plain")
    change = StringProperty()
    """Text of the button that uses the tray or not; "" if there is none."""
    dice = ListProperty([0, 0])
    """The last roll: of the tray, or tapped in to practise."""
    rolls = NumericProperty(0)
    """Number of rolls that were made to practise."""
    title = StringProperty()
    task = StringProperty()
    rolled = StringProperty()
    can_practise = BooleanProperty(True)
    is_practising = BooleanProperty(False)
    leads_on = StringProperty()
    """Text of the button that leads to the table."""

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
        self._shift = timedelta()
        self._is_doubtful = False
        self._region = ""
        table.bind(tray=self.show, by_tray=self.show, time=self.show, pending_rolls=self._see_rolls)
        self.show()

    def open(self) -> None:
        """Open the first page."""
        self._shift = timedelta()
        self._is_doubtful = False
        self._doubt_clock(self._doubt)
        self._table.settings.show()
        self._restart()
        self._turn_to("hello")

    def show(self, *_: object) -> None:
        """Update the screen, in the current language."""
        self.property("words").dispatch(self)
        at = self._now() + self._shift
        self.times, self.dates, self.date = time_dials(at), date_dials(at), full_day(at)
        self.zone = about_zone(timezones.current())
        is_doubtful = self._is_doubtful and not self._shift
        self.doubt = FIRST_START["is it right"] if is_doubtful else ""
        self.note = self.doubt or FIRST_START["later"]
        self._show_tray()
        self._show_practice()
        self.can_practise = not self._table.session
        self.leads_on = FIRST_START["who" if self.can_practise else "game"]

    def _show_tray(self) -> None:
        is_there = self._table.tray == "found"
        self.has_tray = is_there and self._table.by_tray
        self.tone = "in" if self.has_tray else "plain"
        key = "found" if self.has_tray else "off" if is_there else "none"
        self.tray = FIRST_START[f"tray {key}"]
        self.about_tray = FIRST_START["about found" if self.has_tray else "about none"]
        self.change = FIRST_START["without" if self.has_tray else "with"] if is_there else ""

    def _show_practice(self) -> None:
        self.is_practising = self.rolls < ROLLS
        if self.is_practising:
            self.title = text_of("roll", number=int(self.rolls) + 1)
            self.task = FIRST_START["by tray" if self.has_tray else "by hand"]
        else:
            self.title, self.task = FIRST_START["practised"], FIRST_START["about practised"]
        self.rolled = about_roll(*self.dice) if any(self.dice) and self.rolls else ""

    def _turn_to(self, page: str) -> None:
        self.page = page
        self.show()

    # --- the clock -------------------------------------------------------------------------------

    def _doubt(self, is_doubtful: bool) -> None:
        self._is_doubtful = is_doubtful
        self.show()

    def turn_dial(self, key: str, step: int) -> None:
        """Turn a dial of the time or of the date by one step."""
        self._shift += shift(self._now() + self._shift, key, step)
        self.show()

    def show_date(self) -> None:
        """Show the dials of the date."""
        self._turn_to("date")

    def show_zones(self) -> None:
        """Show the regions, to choose a time zone."""
        self._region, self.zones = "", region_tiles()
        self._turn_to("zone")

    def pick_zone(self, key: str) -> None:
        """Show the cities of a region, or take the time zone of a city."""
        if key in timezones.REGIONS:
            self._region, self.zones = key, city_tiles(key)
        else:
            self._table.settings.set_timezone(key)
            self._turn_to("date")

    def leave_zones(self) -> None:
        """Go from the cities to the regions, and from these to the date."""
        if self._region:
            self.show_zones()
        else:
            self._turn_to("date")

    def show_hello(self) -> None:
        """Show the first page again."""
        self._restart()
        self._turn_to("hello")

    # --- the dice --------------------------------------------------------------------------------

    def change_tray(self) -> None:
        """Use the tray, or do without it."""
        self._table.by_tray = not self._table.by_tray

    def _see_rolls(self, _: object, rolls: list[Any]) -> None:
        """Show a roll of the tray, which nobody has to answer: it was made to try it."""
        if rolls and self._table.screen == "first_start" and not self._table.session:
            a, b = rolls[-1].dice
            self._table.tray_input.let_go()
            self.roll(a, b)

    def practise(self) -> None:
        """Begin the rolls to try."""
        self._restart()
        self._turn_to("practice")

    def roll(self, a: int, b: int) -> None:
        """Take a roll of the tray, or one that was tapped in."""
        self.dice = [a, b]
        if self.page == "practice":
            self.rolls = min(self.rolls + 1, ROLLS)
        self.show()

    def _restart(self) -> None:
        self.rolls, self.dice = 0, [0, 0]

    # --- the table -------------------------------------------------------------------------------

    def leave(self) -> None:
        """Set the clock if somebody turned it, and go to the table."""
        if self._shift:
            self._set_clock(self._now() + self._shift, self._say_why)
            self._shift = timedelta()
        self._table.settings.change()
        self._table.show_screen("play" if self._table.session else "setup")

    def _say_why(self, why: str) -> None:
        self._table.say(text_of("not set", why=why))
