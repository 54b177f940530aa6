"""View-model of the device screen: copies to a stick, checks and power."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from companion.system.bus import BusRefused
from companion.system.clock import FromNetwork
from companion.system.power import OFF, RESTART
from companion.system.versions import Versions, VersionStanding
from companion.table.clock import Clock
from companion.table.device import Device, DeviceRemark
from companion.table.observed import Observed
from companion.table.session import LedgerError
from companion.table.taps import Do
from companion.table.thread_queue import ThreadQueue, start_thread
from companion.table.versions import VersionRow, version_row
from companion.text import explain
from companion.text.drives import drive_problem
from companion.text.screens.device import UPKEEP, text_of
from companion.text.screens.versions import REFUSED
from companion.text.told import Told, Wording

Progress = Callable[[float], object]
"""Callback for progress, from 0 to 1."""
SWITCHES = {"off": OFF, "restart": RESTART}
EVERY_SECOND = 1.0


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy to a folder.

    ``make`` returns the name of the file and a warning, or "", and raises LedgerError. Call it on a
    worker thread.
    """

    folder: str
    make: Callable[[Progress], tuple[str, Told]]


@dataclass(frozen=True, slots=True)
class DeviceActions:
    """Functions of the device, and ``kiosk``: True if the program may switch it off.

    ``copy`` prepares a copy, or returns None without a stick; ``obstacle`` is the reason why the
    stick that is there cannot be used, a key of ``DRIVES``. ``look`` returns the checks, to be
    run on a worker thread. ``copy`` and ``look`` raise LedgerError. ``may_switch``, ``switch``,
    ``set_clock`` and ``clock_is_doubtful`` also need a worker thread; ``switch`` and ``set_clock``
    raise BusRefused.
    ``close`` closes the ledger. ``clock_is_doubtful`` is True if nothing has kept the time since
    that of ``newest_move``.
    """

    version: str = ""
    kiosk: bool = False
    copy: Callable[[], Copy | None] = lambda: None
    obstacle: Callable[[], str | None] = lambda: None
    look: Callable[[], Iterator[DeviceRemark]] = lambda: iter(())
    may_switch: Callable[[str], bool] = lambda what: False
    switch: Callable[[str], None] = lambda what: None
    close: Callable[[], object] = lambda: None
    set_clock: Callable[[datetime], None] = lambda when: None
    newest_move: Callable[[], datetime | None] = lambda: None
    clock_is_doubtful: Callable[[datetime | None], bool] = lambda newest: False
    versions: Versions | None = None
    """Versions of a flashed card; None on every other machine."""


class DeviceState(Observed):
    """State of the device screen."""

    value: Device = Device()

    def __init__(self, actions: DeviceActions, clock: Clock) -> None:
        super().__init__()
        self._actions = actions
        self._hop = ThreadQueue(clock).hop
        self.version, self.kiosk = actions.version, actions.kiosk
        self.leads_back = "menu"
        self._is_looking = False
        self._table: Any = None
        self._ticks = clock.trigger(EVERY_SECOND, self._look_again, again=True)
        if actions.versions:
            self.change(versions=VersionRow(""))

    def change(self, **fields: Any) -> None:
        """Change some fields of the value."""
        self.value = replace(self.value, **fields)

    def _soon(self, **fields: Any) -> None:
        self._hop(partial(self.change, **fields))()

    def _say(self, sentence: Wording, tone: str, **fields: Any) -> None:
        self.change(sentence=sentence, tone=tone, **fields)

    def follow(self, table: Any) -> None:
        """Begin with the first page when the table shows the machine, and look each second."""
        self._ticks.cancel()
        if table.screen == "device":
            self.open()
            self._table = table
            self._ticks()
            self._look_again()

    def _look_again(self, *_: object) -> None:
        self.watch_versions()
        if self._table.phones:  # There are none before the ledger is open.
            self._table.phones.show()

    def open(self) -> None:
        """Open the first page."""
        self._say("", "plain", page="upkeep", asked="", progress=0.0)
        if self.kiosk:
            start_thread(self._check_power)

    def _check_power(self) -> None:
        may = all(map(self._actions.may_switch, SWITCHES.values()))
        self._soon(may_switch=may)

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        match do:
            case ("back", "out"):
                table.show_screen(self.leads_back)
            case ("back", _):
                self.open()
            case ("toggle",):
                table.phones.turn()
            case ("copy",):
                self.copy()
            case ("check",):
                self.look_over()
            case ("versions",):
                self.change(page="versions")
                self.watch_versions()
            case ("version",):
                self._change_version()
            case ("ask", str(what)):
                self.change(asked=what)
            case ("no",):
                self.change(asked="")
            case ("yes",):
                self._confirm()

    # --- copies ----------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the ledger to the stick."""
        try:
            copy = self._actions.copy()
        except LedgerError as error:
            self._say(text_of("not copied", why=explain(error)), "out")
            return
        if copy is None:
            self._say(drive_problem(self._actions.obstacle(), UPKEEP["no stick"]), "out")
            return
        self._say(text_of("copying", folder=copy.folder), "plain", is_busy=True, progress=0.0)
        start_thread(self._copy, copy)

    def _copy(self, copy: Copy) -> None:
        message: tuple[Told, str]
        try:
            file, warning = copy.make(lambda done: self._soon(progress=done))
            sentence = Told(text_of("copied", file=file), " ", warning).rstrip()
            message = sentence, "in"
        except LedgerError as error:
            message = text_of("not copied", why=explain(error)), "out"
        except Exception as unknown:
            message = text_of("not copied", why=unknown), "out"
            raise
        finally:  # the buttons must not stay dead
            self._soon(sentence=message[0], tone=message[1], is_busy=False)

    # --- power: one tap asks, another one acts ---------------------------------------------------

    def _confirm(self) -> None:
        """Close the ledger, then switch off or restart; or go back to the version before."""
        what = self.value.asked
        if self.value.is_busy or not what:
            return
        self._say(UPKEEP[f"{what} now"], "in", asked="")
        if what == "back":
            self._wish(lambda versions: versions.go_back())
            return
        self.change(page="upkeep", is_busy=True)
        self._actions.close()
        start_thread(self._switch, SWITCHES[what])

    def _switch(self, what: str) -> None:
        try:
            self._actions.switch(what)
        except BusRefused as error:
            self._soon(sentence=text_of("not switched", why=error), tone="out", is_busy=False)

    # --- the clock -------------------------------------------------------------------------------

    def doubt_clock(self, answer: Callable[[bool], None]) -> None:
        """Call ``answer`` with True if the time is probably wrong, else with False."""
        start_thread(self._doubt_clock, self._actions.newest_move(), self._hop(answer))

    def _doubt_clock(self, newest: datetime | None, answer: Callable[[bool], None]) -> None:
        answer(self._actions.clock_is_doubtful(newest))

    def set_clock(self, when: datetime, fail: Callable[[str], None]) -> None:
        """Set the clock of the machine; call ``fail`` with the reason if that is refused."""
        start_thread(self._set_clock, when, self._hop(fail))

    def _set_clock(self, when: datetime, fail: Callable[[str], None]) -> None:
        try:
            self._actions.set_clock(when)
        except FromNetwork:
            fail(UPKEEP["from network"])
        except BusRefused as error:
            fail(str(error))

    # --- versions of a flashed card --------------------------------------------------------------

    def watch_versions(self) -> None:
        """Look where the versions stand, and show it; a look that still runs is enough."""
        if self._actions.versions and not self._is_looking:
            self._is_looking = True
            start_thread(self._watch_versions, self._actions.versions)

    def _watch_versions(self, versions: Versions) -> None:
        standing = None
        try:
            standing = versions.standing()
        finally:  # the next look must not wait for ever
            self._hop(self._show_versions)(standing)

    def _show_versions(self, standing: VersionStanding | None) -> None:
        self._is_looking = False
        if standing:
            self.change(versions=version_row(standing))

    def _change_version(self) -> None:
        """Do what the key of the versions says."""
        row = self.value.versions
        assert row, "without versions there is no key"
        if row.verb == "restart":
            self.change(asked="restart")
        elif offer := row.offer:
            self._wish(lambda versions: versions.install(offer))
        else:
            self._wish(lambda versions: versions.fetch())

    def _wish(self, wish: Callable[[Versions], None]) -> None:
        assert self._actions.versions, "without versions there is no row"
        try:
            wish(self._actions.versions)
        except OSError:
            self._say(REFUSED["failed"], "out", page="upkeep")
        self.watch_versions()

    # --- checks ----------------------------------------------------------------------------------

    def look_over(self) -> None:
        """Run the checks and show each result as it arrives."""
        try:
            remarks = self._actions.look()
        except LedgerError as error:
            self._say(explain(error), "out")
            return
        self.change(page="checks", remarks=(), is_busy=True)
        start_thread(self._look, remarks)

    def _look(self, remarks: Iterator[DeviceRemark]) -> None:
        see = self._hop(self._see)
        try:
            for remark in remarks:
                see(remark)
        finally:  # the buttons must not stay dead
            self._soon(is_busy=False)

    def _see(self, remark: DeviceRemark) -> None:
        self.change(remarks=(*self.value.remarks, remark))
