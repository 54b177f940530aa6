"""View-model of the device screen: copies to a stick, checks and power."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from threading import Thread

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.system.bus import BusRefused
from companion.system.clock import FromNetwork
from companion.system.power import OFF, RESTART
from companion.system.versions import Standing, Versions
from companion.table.session import LedgerError
from companion.table.versions import VersionRow, version_row
from companion.text import translate_message
from companion.text.screens.device import UPKEEP, text_of
from companion.text.screens.versions import REFUSED
from companion.ui.thread_queue import UiQueue

Progress = Callable[[float], object]
"""Callback for progress, from 0 to 1."""
SWITCHES = {"off": OFF, "restart": RESTART}


@dataclass(frozen=True, slots=True)
class Remark:
    """Result of a check; ``tone`` is "in" if it passed, "out" if it failed."""

    text: str
    remedy: str
    tone: str

    @property
    def icon(self) -> str:
        """Icon of the result."""
        return {"in": "done", "out": "warning"}.get(self.tone, "info")


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy to a folder.

    ``make`` returns the name of the file and raises LedgerError. Call it on a worker thread.
    """

    folder: str
    make: Callable[[Progress], str]


@dataclass(frozen=True, slots=True)
class DeviceActions:
    """Functions of the device, and ``kiosk``: True if the program may switch it off.

    ``copy`` prepares a copy, or returns None without a stick. ``look`` returns the checks, to be
    run on a worker thread. Both raise LedgerError. ``may_switch``, ``switch``, ``set_clock`` and
    ``clock_is_doubtful`` also need a worker thread; ``switch`` and ``set_clock`` raise BusRefused.
    ``close`` closes the ledger. ``clock_is_doubtful`` is True if nothing has kept the time since
    that of ``newest_move``.
    """

    version: str = ""
    kiosk: bool = False
    copy: Callable[[], Copy | None] = lambda: None
    look: Callable[[], Iterator[Remark]] = lambda: iter(())
    may_switch: Callable[[str], bool] = lambda what: False
    switch: Callable[[str], None] = lambda what: None
    close: Callable[[], object] = lambda: None
    set_clock: Callable[[datetime], None] = lambda when: None
    newest_move: Callable[[], datetime | None] = lambda: None
    clock_is_doubtful: Callable[[datetime | None], bool] = lambda newest: False
    versions: Versions | None = None
    """Versions of a flashed card; None on every other machine."""


class DeviceState(EventDispatcher):
    """State of the device screen."""

    words = ObjectProperty(UPKEEP)
    page = OptionProperty("upkeep", options=["upkeep", "sure", "doctor", "versions"])
    kiosk = BooleanProperty(False)
    """True if the device runs only this program: power buttons, and no way to quit."""
    leads_back = StringProperty("menu")
    """Screen to return to."""
    has_first_start = AliasProperty(
        lambda self: self.kiosk and self.leads_back == "menu", bind=["kiosk", "leads_back"]
    )
    """True if language, time and dice can be set again."""
    version = StringProperty()
    number = StringProperty()
    """The version without the name of its folder."""
    busy = BooleanProperty(False)
    done = NumericProperty(0)
    """Progress of a copy, from 0 to 1."""
    sentence = StringProperty()
    tone = StringProperty("plain")
    may_switch = BooleanProperty(False)
    dead = AliasProperty(lambda self: self.busy or not self.may_switch, bind=["busy", "may_switch"])
    """True if the power buttons cannot be used."""
    pending = OptionProperty("", options=["", *SWITCHES, "back"])
    """Action that waits for a "yes"."""
    power = StringProperty()
    """Note about the power buttons."""
    yes = AliasProperty(
        lambda self: self.words[f"yes {self.pending or 'off'}"], bind=["pending", "words"]
    )
    versions = ListProperty()
    """Row of the versions, if the machine is a flashed card; else empty."""
    phones = ListProperty()
    """State of the phones, if their server can be switched here; else empty."""
    remarks = ListProperty()
    looking = StringProperty()

    def __init__(self, actions: DeviceActions) -> None:
        super().__init__()
        self._actions = actions
        self._inputs = UiQueue()
        self._hop = self._inputs.hop
        self.kiosk = actions.kiosk
        self._is_looking = False
        if actions.versions:
            self.versions = [VersionRow("")]
        self.show()

    def show(self) -> None:
        """Update the screen, in the current language."""
        self.property("words").dispatch(self)
        self.version = text_of("version", version=self._actions.version)
        self.number = text_of("version", version=self._actions.version.partition(" ")[0])
        self.power = UPKEEP["about power" if self.may_switch else "cannot switch"]

    def open(self) -> None:
        """Open the first page."""
        self.page, self.pending, self.done = "upkeep", "", 0
        self._say("", "plain")
        if self.kiosk:
            self._start(self._check_power)

    def _check_power(self) -> None:
        may = all(map(self._actions.may_switch, SWITCHES.values()))
        self._hop(self._show_power)(may)

    def _show_power(self, may: bool) -> None:
        self.may_switch = may
        self.show()

    def _say(self, sentence: str, tone: str) -> None:
        self.sentence, self.tone = sentence, tone

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        Thread(target=work, args=arguments, daemon=True).start()

    # --- copies ----------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the ledger to the stick."""
        try:
            copy = self._actions.copy()
        except LedgerError as error:
            self._copied(text_of("not copied", why=translate_message(error)), "out")
            return
        if copy is None:
            self._say(UPKEEP["no stick"], "out")
            return
        self.busy, self.done = True, 0
        self._say(text_of("copying", folder=copy.folder), "plain")
        self._start(self._copy, copy)

    def _copy(self, copy: Copy) -> None:
        try:
            message = text_of("copied", file=copy.make(self._hop(self._advance))), "in"
        except LedgerError as error:
            message = text_of("not copied", why=translate_message(error)), "out"
        except Exception as unknown:
            message = text_of("not copied", why=unknown), "out"
            raise
        finally:  # the buttons must not stay dead
            self._hop(self._copied)(*message)

    def _advance(self, done: float) -> None:
        self.done = done

    def _copied(self, sentence: str, tone: str) -> None:
        self.busy, self.done = False, float(tone == "in")
        self._say(sentence, tone)

    # --- power: one tap asks, another one acts ---------------------------------------------------

    def ask(self, what: str) -> None:
        """Ask for a "yes" to ``off`` or ``restart``."""
        self.pending, self.page = what, "sure"
        self._say(UPKEEP[f"sure {what}"], "plain")

    def refrain(self) -> None:
        """Cancel the action."""
        self.pending, self.page = "", "upkeep"
        self._say("", "plain")

    def confirm(self) -> None:
        """Close the ledger, then switch off or restart."""
        if self.busy:
            return
        what, self.pending, self.busy = self.pending, "", True
        self.page = "upkeep"
        self._say(UPKEEP[f"{what} now"], "in")
        if what == "back":
            self.page = "versions"
            self._wish(lambda versions: versions.go_back())
            return
        self._actions.close()
        self._start(self._switch, SWITCHES[what])

    def _switch(self, what: str) -> None:
        try:
            self._actions.switch(what)
        except BusRefused as error:
            self._hop(self._stays_on)(text_of("not switched", why=error))

    def _stays_on(self, sentence: str) -> None:
        self.busy = False
        self._say(sentence, "out")

    # --- the clock -------------------------------------------------------------------------------

    def doubt_clock(self, answer: Callable[[bool], None]) -> None:
        """Call ``answer`` with True if the time is probably wrong, else with False."""
        self._start(self._doubt_clock, self._actions.newest_move(), self._hop(answer))

    def _doubt_clock(self, newest: datetime | None, answer: Callable[[bool], None]) -> None:
        answer(self._actions.clock_is_doubtful(newest))

    def set_clock(self, when: datetime, fail: Callable[[str], None]) -> None:
        """Set the clock of the machine; call ``fail`` with the reason if that is refused."""
        self._start(self._set_clock, when, self._hop(fail))

    def _set_clock(self, when: datetime, fail: Callable[[str], None]) -> None:
        try:
            self._actions.set_clock(when)
        except FromNetwork:
            fail(UPKEEP["from network"])
        except BusRefused as error:
            fail(str(error))

    # --- versions of a flashed card --------------------------------------------------------------

    def open_versions(self) -> None:
        """Open the page of the versions."""
        self.page = "versions"
        self.watch_versions()

    def watch_versions(self) -> None:
        """Look where the versions stand, and show it; a look that still runs is enough."""
        if self._actions.versions and not self._is_looking:
            self._is_looking = True
            self._start(self._watch_versions, self._actions.versions)

    def _watch_versions(self, versions: Versions) -> None:
        standing = None
        try:
            standing = versions.standing()
        finally:  # the next look must not wait for ever
            self._hop(self._show_versions)(standing)

    def _show_versions(self, standing: Standing | None) -> None:
        self._is_looking = False
        # Only what is new: a key that is drawn anew under a finger would not feel it.
        if standing and self.versions != [row := version_row(standing)]:
            self.versions = [row]

    def change_version(self, row: VersionRow) -> None:
        """Do what the key of the row says."""
        if row.verb == "restart":
            self.ask("restart")
        elif offer := row.offer:
            self._wish(lambda versions: versions.install(offer))
        else:
            self._wish(lambda versions: versions.fetch())

    def _wish(self, wish: Callable[[Versions], None]) -> None:
        assert self._actions.versions, "without versions there is no row"
        self.busy = False
        try:
            wish(self._actions.versions)
        except OSError:
            self.page = "upkeep"
            self._say(REFUSED["failed"], "out")
        self.watch_versions()

    # --- checks ----------------------------------------------------------------------------------

    def look_over(self) -> None:
        """Run the checks and show each result as it arrives."""
        try:
            remarks = self._actions.look()
        except LedgerError as error:
            self._say(translate_message(error), "out")
            return
        self.page, self.remarks, self.busy = "doctor", [], True
        self.looking = UPKEEP["looking"]
        self._start(self._look, remarks)

    def _look(self, remarks: Iterator[Remark]) -> None:
        see = self._hop(self._see)
        try:
            for remark in remarks:
                see(remark)
        finally:  # the buttons must not stay dead
            self._hop(self._looked)()

    def _see(self, remark: Remark) -> None:
        self.remarks = [*self.remarks, remark]

    def _looked(self) -> None:
        self.busy, self.looking = False, UPKEEP["looked"]
