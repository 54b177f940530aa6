"""The clock at the first start: how it is shown, and when it is doubted."""

from datetime import datetime

import pytest

from companion.system import clock
from companion.table.first_start import about_roll, turned
from tests.words import plain

LATE = datetime(2026, 12, 31, 23, 59)


@pytest.mark.parametrize(
    ("key", "step", "becomes"),
    [
        ("hour", 1, "2026-12-31 00:59"),
        ("minute", 1, "2026-12-31 23:00"),
        ("minute", -1, "2026-12-31 23:58"),
        ("day", 1, "2026-12-01 23:59"),
        ("day", -1, "2026-12-30 23:59"),
        ("month", 1, "2026-01-31 23:59"),
        ("month", -1, "2026-11-30 23:59"),
        ("year", 1, "2027-12-31 23:59"),
    ],
)
def test_a_dial_turns_alone(key, step, becomes):
    assert f"{turned(LATE, key, step):%Y-%m-%d %H:%M}" == becomes


def test_the_29th_of_february_is_the_28th_of_another_year():
    assert turned(datetime(2028, 2, 29), "year", 1) == datetime(2029, 2, 28)


def test_a_year_stays_within_what_a_clock_can_have():
    assert turned(datetime(2099, 1, 1), "year", 1).year == 2099
    assert turned(datetime(2020, 1, 1), "year", -1).year == 2020


@pytest.mark.usefixtures("keys")
def test_doubles_are_named():
    assert plain(about_roll(4, 2)) == "rolled(total=6)"
    assert plain(about_roll(2, 2)) == "doubles(total=4)"


@pytest.mark.parametrize(
    ("there", "is_doubtful"),
    [("", True), ("run/systemd/timesync/synchronized", False), ("sys/class/rtc/rtc0", False)],
)
def test_a_clock_without_network_and_battery_is_doubted(tmp_path, there, is_doubtful):
    (tmp_path / there).mkdir(parents=True, exist_ok=True)
    assert clock.is_doubtful(tmp_path) is is_doubtful
