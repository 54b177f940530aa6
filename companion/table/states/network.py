"""View-model of the network screen: looks for networks, and has the machine changed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.system import timezones
from companion.system.machine_settings import MachineSettings, host_name
from companion.system.networks import Network, NoWifi, networks
from companion.system.wifi import new_passphrase, own_wifi
from companion.table.clock import Clock
from companion.table.network import NetworkPage, outcome, progress, tapped
from companion.table.observed import Observed
from companion.table.taps import Do
from companion.table.thread_queue import ThreadQueue, start_thread
from companion.text.screens.network import text_of
from companion.text.told import Wording

EVERY_SECOND = 1.0
LOOK_AGAIN = 10.0
"""Seconds between two looks for networks."""
PATIENCE = 200.0
"""Seconds after which the machine counts as not answering; its service has less."""


class NetworkState(Observed):
    """State of the network screen.

    Without ``settings`` nothing can be changed here. ``look`` returns the networks in reach, on a
    worker thread, and raises NoWifi; ``wifi`` and ``host`` return the machine's own Wi-Fi and name.
    """

    value: NetworkPage = NetworkPage()
    """Networks, and what is typed (a Connection)."""

    def __init__(
        self,
        settings: MachineSettings | None,
        clock: Clock,
        look: Callable[[], list[Network]] = networks,
        wifi: Callable[[], tuple[str, str]] = own_wifi,
        host: Callable[[], str] = host_name,
    ) -> None:
        super().__init__()
        self._settings, self._find, self._clock = settings, look, clock
        self._wifi, self._host = wifi, host
        self._inputs = ThreadQueue(clock)
        self._ticks = clock.trigger(EVERY_SECOND, self.tick, again=True)
        self._is_looking, self._looked_at = False, -1e9
        self._work, self._name = "", ""
        self._number, self._since = 0, 0.0

    @property
    def is_there(self) -> bool:
        """Return True if the machine can be changed from the screen."""
        return self._settings is not None

    def follow(self, screen: str) -> None:
        """Look for networks while the table shows them."""
        self._ticks.cancel()
        if screen == "network" and self._settings:
            self._looked_at = -1e9
            if not self.value.is_busy:
                self.value = NetworkPage(networks=self.value.networks)
            self._ticks()
            self.tick()

    def show(self) -> None:
        """Update the screen, in the current language."""
        self.notify("value")

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        value = self.value
        match do:
            case ("back", "out"):
                table.show_screen("device")
            case _ if value.is_busy and do[0] != "back":
                pass  # One change at a time.
            case ("take",) if value.page == "name" and not value.refusal:
                self._change("name", value.entry, system={"hostname": value.entry})
            case ("take",) if not value.refusal:
                self._join(value.chosen.name, value.entry)
            case ("join",) if not value.chosen.is_protected:
                self._join(value.chosen.name, "")
            case ("forget",):
                self._change("forget", value.chosen.name, wlan={"ssid": "", "password": ""})
            case ("unblock",):
                self._change("unblock", "", wlan=_country())
            case ("own",):
                self._turn_own(not value.own)
            case _:
                self.value = tapped(value, do)

    def _join(self, name: str, passphrase: str) -> None:
        network = {"ssid": name, "password": passphrase, "hidden": False, **_country()}
        self._change("join", name, wlan=network, hotspot={"enabled": False})

    def _turn_own(self, on: bool) -> None:
        own = {"enabled": True, "password": new_passphrase()} if on else {"enabled": False}
        self._change("own on" if on else "own off", "", hotspot=own, wlan=_country())

    # --- a change, which root makes --------------------------------------------------------------

    def _change(self, work: str, name: str, **sections: dict[str, Any]) -> None:
        self._work, self._name = work, name
        self._number, self._since = 0, self._clock()
        self.value = replace(self.value, page="list", is_busy=True)
        self._say_progress()
        start_thread(self._store, sections)

    def _store(self, sections: dict[str, dict[str, Any]]) -> None:
        assert self._settings, "a machine without them has no page"
        try:
            self._inputs.hop(self._stored)(self._settings.change(**sections))
        except OSError as error:
            why = text_of("not kept", why=error.strerror)
            self._inputs.hop(self._end)(why, "out")

    def _stored(self, number: int) -> None:
        self._number = number
        self._follow_change()

    def _follow_change(self) -> None:
        """Show how long a change takes, or what came of it."""
        assert self._settings, "a machine without them has no page"
        found = self._settings.report(self._number) if self._number else None
        if found:
            self._end(*outcome(self._work, self._name, found.outcome))
            if self._work == "join" and found.outcome == "wrong passphrase":
                self._type_again()
        elif self._clock() - self._since > PATIENCE:
            self._end(text_of("no answer"), "out")
        else:
            self._say_progress()

    def _say_progress(self) -> None:
        seconds = int(self._clock() - self._since)
        words = progress(self._work, self._name, seconds)
        self.value = replace(self.value, sentence=words, tone="plain")

    def _end(self, sentence: Wording, tone: str) -> None:
        self.value = replace(self.value, sentence=sentence, tone=tone, is_busy=False)
        self._looked_at = -1e9
        self._read()

    def _type_again(self) -> None:
        """Return to what was typed, which has a fault."""
        if self.value.page == "list":
            self.value = replace(self.value, page="typing")

    # --- what there is ---------------------------------------------------------------------------

    def tick(self, *_: object) -> None:
        """Read what has changed; look for networks from time to time."""
        if self.value.is_busy:
            self._follow_change()
            return
        self._read()
        if not self._is_looking and self._clock() - self._looked_at > LOOK_AGAIN:
            self._is_looking = True
            start_thread(self._look)

    def _read(self) -> None:
        report = self._settings.report() if self._settings else None
        known, (_, own) = report.network if report else "", self._wifi()
        self.value = replace(
            self.value,
            known=known,
            own=own,
            host=self._host(),
            has_country=bool(timezones.country()),
        )

    def _look(self) -> None:
        found: list[Network] = []
        problem = ""
        try:
            found = self._find()
        except NoWifi as why:
            problem = str(why)
        finally:
            self._inputs.hop(self._see)(found, problem)

    def _see(self, found: list[Network], problem: str) -> None:
        self._is_looking, self._looked_at = False, self._clock()
        self.value = replace(self.value, networks=tuple(found), problem=problem)


def _country() -> dict[str, str]:
    """Name the country of the time zone, if it is known: without one a radio may be blocked."""
    country = timezones.country()
    return {"country": country} if country else {}
