"""The screen of the machine itself, by touch: what fits, what is asked, what is said."""

import errno
import os
from collections.abc import Iterator
from typing import Any

import pytest

from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem
from companion.system.bus import BusRefused
from companion.table.device import DeviceRemark
from companion.table.states.phones import PATIENCE
from companion.table.wish_input import WishInput
from companion.text.drives import DRIVES
from companion.text.screens.device import UPKEEP
from companion.text.screens.phones import PHONES, text_of
from companion.wishes import ServerStatus
from tests.ui.driver import Desk
from tests.ui.layout import faults
from tests.ui.scenes import PretendedSwitch
from tests.words import plain

STICK = "/media/somebody/A_STICK_WITH_A_LONG_NAME"
STATUS = ServerStatus("http://192.168.1.5:8080", "table.local", ("Ann",))
FULL = os.strerror(errno.ENOSPC)


class Light:
    """A panel's light that can be set."""

    is_there = True

    def set(self, share: float) -> None:
        self.share = share


def at_the_machine(desk: Desk, **hands: Any) -> Any:
    from companion.table.states.device import DeviceActions, DeviceState

    desk.table.device = DeviceState(
        DeviceActions(**{"version": "0.1.0 (0123456789ab)", **hands}), desk.clock
    )
    desk.show("device")
    return desk.table.device


def kiosk(desk: Desk, **hands: Any) -> Any:
    upkeep = at_the_machine(desk, kiosk=True, may_switch=lambda what: True, **hands)
    desk.until(lambda: upkeep.value.may_switch)
    desk.frames()
    return upkeep


def falls_over() -> Iterator[Any]:
    raise ZeroDivisionError
    yield


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_no_failure_leaves_the_buttons_dead(desk: Desk) -> None:
    from companion.table.states.device import Copy

    upkeep = at_the_machine(
        desk,
        copy=lambda: Copy("/media/stick", lambda progress: next(falls_over())),
        look=falls_over,
    )
    for verb, work in ((upkeep.copy, "_copy"), (upkeep.look_over, "_look")):
        verb()
        assert upkeep.value.is_busy
        desk.until(lambda: not upkeep.value.is_busy)
        desk.ended(work)
    assert upkeep.value.tone == "out"


def test_the_screen_is_as_bright_as_is_tapped(desk: Desk) -> None:
    light = desk.table.settings.light.panel = Light()
    desk.show("menu")
    desk.tap("Settings")
    desk.tap(desk.key("change", "brightness", 2))
    assert light.share == 0.4
    desk.tap("Dims after 10 min")
    assert "Dims after 30 min" in desk.texts()


def test_a_tap_asks_and_no_means_no(desk: Desk) -> None:
    done: list[str] = []
    kiosk(desk, switch=done.append, close=lambda: done.append("closed"))
    desk.tap("Restart")
    assert "Restart it?" in desk.texts()
    desk.tap("No")
    assert "Yes, restart" not in desk.texts()
    assert done == []
    desk.tap("Restart")
    desk.tap("Yes, restart")
    desk.until(lambda: len(done) == 2)
    assert done == ["closed", "Reboot"]


def test_a_machine_that_stays_on_says_why(desk: Desk) -> None:
    def refuse(what: str) -> None:
        raise BusRefused("Interactive authentication required.")

    kiosk(desk, switch=refuse)
    desk.tap("Switch off")
    desk.tap("Yes, switch off")
    desk.until(lambda: "It stays on: Interactive authentication required." in desk.texts())
    assert not desk.table.device.value.is_busy


def test_a_window_among_others_has_no_switch_and_can_be_closed(desk: Desk) -> None:
    at_the_machine(desk, may_switch=lambda what: True)
    assert "Switch off" not in desk.texts()
    desk.tap("Back")
    assert "Close the bank" in desk.texts()


def test_without_a_stick_it_says_what_to_do(desk: Desk) -> None:
    at_the_machine(desk)
    desk.tap("Copy to a USB stick")
    assert any("plug one in" in text for text in desk.texts())


def test_a_stick_that_cannot_be_used_is_told_from_none(desk: Desk) -> None:
    upkeep = at_the_machine(desk, copy=lambda: None, obstacle=lambda: "foreign")
    upkeep.copy()
    assert str(upkeep.value.sentence) == plain(DRIVES["foreign"])
    upkeep = at_the_machine(desk, copy=lambda: None, obstacle=lambda: None)
    upkeep.copy()
    assert str(upkeep.value.sentence) == plain(UPKEEP["no stick"])


def test_a_copy_that_fails_says_why(desk: Desk) -> None:
    from companion.table.states.device import Copy

    def fail(progress: Any) -> tuple[str, str]:
        progress(0.5)
        raise LedgerError(LedgerProblem.UNWRITABLE, path=STICK, why=FULL)

    upkeep = at_the_machine(desk, copy=lambda: Copy(STICK, fail))
    desk.tap("Copy to a USB stick")
    desk.until(lambda: FULL in str(upkeep.value.sentence))
    desk.frames()
    assert faults(desk) == []


def test_what_is_looked_over_is_seen_as_it_is_found(desk: Desk) -> None:
    def look() -> Iterator[DeviceRemark]:
        yield DeviceRemark("Ledger: sound, 3 games, 812 moves", "", "in")
        yield DeviceRemark("Second copy: /media/stick is not there", "Is it plugged in?", "out")

    at_the_machine(desk, look=look)
    desk.tap("Look it over")
    desk.until(lambda: "That is all." in desk.texts())
    desk.frames(6)
    for text in ("Ledger: sound, 3 games, 812 moves", "Is it plugged in?"):
        assert text in desk.texts()


# --- the switch of the phones' server -------------------------------------------------------------


def with_switch(desk: Desk, **how: Any) -> PretendedSwitch:
    switch = PretendedSwitch(**how)
    desk.table.phones.fit_switch(switch)
    kiosk(desk)
    return switch


def toggle(desk: Desk) -> None:
    desk.tap(desk.key("toggle"))
    desk.frames()


def test_a_tap_switches_the_phones_on_and_another_one_off(desk: Desk) -> None:
    switch, phones = with_switch(desk), desk.table.phones
    assert PHONES["is off"] in desk.texts()
    toggle(desk)
    assert switch.is_on
    assert PHONES["starting"] in desk.texts()
    phones.hear("http://192.168.1.5:8080", "", ("Ann",))
    desk.frames()
    assert str(text_of("is on", count=1)) in desk.texts()
    assert not WishInput(desk.table).answer(STATUS)["stop"]
    toggle(desk)
    assert not switch.is_on
    assert PHONES["is off"] in desk.texts()
    assert WishInput(desk.table).answer(STATUS)["stop"]
    toggle(desk)
    assert not WishInput(desk.table).answer(STATUS)["stop"]


def test_a_server_that_never_reports_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with_switch(desk)
    toggle(desk)
    phones = desk.table.phones
    late = phones._clock() + PATIENCE + 1
    monkeypatch.setattr(phones, "_clock", lambda: late)
    phones.show()
    desk.frames()
    assert PHONES["silent"] in desk.texts()


def test_a_switch_that_cannot_be_turned_says_why(desk: Desk) -> None:
    with_switch(desk, fault=OSError(errno.ENOSPC, FULL))
    toggle(desk)
    assert str(text_of("not switched", why=FULL)) in desk.texts()


def test_where_nothing_watches_the_switch_there_is_none(desk: Desk) -> None:
    kiosk(desk)
    assert desk.all_keys("toggle") == []
