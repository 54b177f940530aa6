"""Setting the clock from the screen, and when it is asked about. In place of timedated stands a
program that refuses what timedated refuses; ``clock.sh`` asks the real one."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.system import clock
from companion.system.bus import BusRefused
from tests.stand_ins import stand_in

WHEN = datetime(2026, 11, 21, 20, 32)
NOW = datetime.now().astimezone()
BUS = """#!/bin/sh
# Answers like busctl of timedated, whose properties are files, and notes what it was asked.
cd '{folder}'
case $6 in
    Get) echo "v b $(cat "$9")" ;;
    SetNTP) echo "$6 $8" >>asked; echo "$8" >NTP ;;
    SetTime)
        echo "$6 $8" >>asked
        [ "$(cat NTP)" = false ] ||
            {{ echo 'Call failed: Automatic time synchronization is enabled' >&2; exit 1; }}
        [ ! -e broken ] || {{ echo 'Call failed: Access denied' >&2; exit 1; }} ;;
esac
"""


class Timedated:
    """A service with the properties that matter here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = folder / "asked"
        self.has(NTP=False, NTPSynchronized=False)

    def has(self, **properties: bool) -> None:
        for name, value in properties.items():
            (self.folder / name).write_text(str(value).lower())


@pytest.fixture
def timedated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Timedated:
    stand_in(tmp_path / "bin/busctl", BUS.format(folder=tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}/bin", prepend=os.pathsep)
    return Timedated(tmp_path)


def set_time() -> str:
    return f"SetTime {round(WHEN.timestamp() * 1_000_000)}"


def test_the_clock_is_set(timedated: Timedated) -> None:
    clock.set_to(WHEN)
    assert timedated.asked.read_text().splitlines() == [set_time()]


@pytest.mark.parametrize("is_refused", [False, True])
def test_a_program_that_found_no_network_is_stopped_for_a_moment(
    timedated: Timedated, is_refused: bool
) -> None:
    """Raspberry Pi OS has one that runs always; whatever happens, it runs again."""
    timedated.has(NTP=True)
    if is_refused:
        (timedated.folder / "broken").touch()
        with pytest.raises(BusRefused, match="Access denied"):
            clock.set_to(WHEN)
    else:
        clock.set_to(WHEN)
    asked = timedated.asked.read_text().splitlines()
    assert asked == ["SetNTP false", set_time(), "SetNTP true"]


def test_the_time_of_the_network_stays(timedated: Timedated) -> None:
    timedated.has(NTP=True, NTPSynchronized=True)
    with pytest.raises(clock.FromNetwork):
        clock.set_to(WHEN)
    assert not timedated.asked.exists()


def test_a_clock_that_any_program_has_set_by_the_network_is_right(
    timedated: Timedated, tmp_path: Path
) -> None:
    assert clock.is_doubtful(tmp_path)
    timedated.has(NTPSynchronized=True)
    assert not clock.is_doubtful(tmp_path)


@pytest.mark.parametrize(
    ("microvolts", "is_doubtful"),
    [("0", True), ("1234", True), ("3012000", False), ("", False), (None, False)],
    ids=["no cell", "noise", "a cell", "unreadable", "another clock"],
)
@pytest.mark.usefixtures("timedated")
def test_a_clock_whose_battery_is_missing_is_doubtful(
    tmp_path: Path, microvolts: str | None, is_doubtful: bool
) -> None:
    rtc = tmp_path / "sys/class/rtc/rtc0"
    rtc.mkdir(parents=True)
    if microvolts is not None:
        (rtc / "battery_voltage").write_text(f"{microvolts}\n")
    assert clock.is_doubtful(tmp_path) is is_doubtful


@pytest.mark.usefixtures("timedated")
def test_a_time_before_the_last_move_is_doubtful_whatever_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    assert not clock.is_doubtful(tmp_path, NOW - timedelta(days=1))
    assert clock.is_doubtful(tmp_path, NOW + timedelta(days=1))


@pytest.mark.parametrize("year", [1970, clock.FIRST_YEAR - 1])
def test_a_time_before_the_program_was_made_cannot_be(year: int) -> None:
    assert not clock.is_plausible(NOW.replace(year=year, day=1), None)
    assert clock.is_plausible(NOW, None)


def test_without_a_bus_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert clock.is_doubtful(tmp_path)
    with pytest.raises(BusRefused, match="busctl"):
        clock.set_to(WHEN)
