"""The first start of a machine, by touch and with a tray."""

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion import text
from companion.system import timezones
from companion.system.bus import BusRefused
from companion.table import settings
from companion.text.screens.first_start import FIRST_START, ZONES, text_of
from companion.text.screens.past_games import full_day
from hardware import FakeTray
from tests.ui.driver import Desk, opened_bank, start
from tests.words import plain

pytestmark = pytest.mark.usefixtures("clock")

NOW = datetime(2026, 11, 21, 20, 32)


class Clock:
    """The machine's clock, which is set or refuses it."""

    refusal = ""

    def __init__(self) -> None:
        self.set: list[datetime] = []

    def set_to(self, when: datetime) -> None:
        self.set.append(when)
        if self.refusal:
            raise BusRefused(self.refusal)


@pytest.fixture
def clock(desk: Desk) -> Iterator[Clock]:
    """The clock of the machine on whose first start the desk is."""
    from companion.table.states.device import DeviceActions, DeviceState
    from companion.table.states.first_start import FirstStartState

    clock = Clock()
    device = DeviceState(
        DeviceActions(set_clock=clock.set_to, clock_is_doubtful=lambda at: True), desk.clock
    )
    desk.table.first_start = FirstStartState(
        desk.table, device.set_clock, device.doubt_clock, lambda: NOW
    )
    desk.table.show_screen("first_start")
    desk.until(lambda: FIRST_START["is it right"] in desk.texts())
    return clock


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time zone in which the tests began is that of the next one."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("zone")
def test_a_time_zone_is_chosen_by_region_and_city_and_kept(desk: Desk, tmp_path: Path) -> None:
    desk.tap(full_day(NOW))
    desk.tap(text_of("zone", city="UTC"))
    desk.tap(ZONES["Atlantic"])
    desk.tap("Azores")
    assert str(text_of("zone", city="Azores")) in desk.texts()
    assert time.tzname[0] in ("-01", "-0100")
    [kept] = tmp_path.rglob(settings.FILE_NAME)
    assert settings.load(kept)[0].timezone == "Atlantic/Azores"


@pytest.mark.usefixtures("zone")
def test_back_leads_from_the_cities_to_the_regions_and_from_there_to_the_date(desk: Desk) -> None:
    desk.tap(full_day(NOW))
    desk.tap(text_of("zone", city="UTC"))
    desk.tap(ZONES["Europe"])
    desk.tap(FIRST_START["back"])
    assert ZONES["Asia"] in desk.texts()
    desk.tap(FIRST_START["back"])
    assert FIRST_START["month"] in desk.texts()


@pytest.mark.usefixtures("zone")
def test_a_time_zone_that_does_not_exist_changes_nothing() -> None:
    for name in ("Atlantis/Capital", "../../etc/passwd", ""):
        timezones.use(name)
        assert timezones.current() == "UTC"


def turn(desk: Desk, key: str, step: int) -> None:
    desk.tap(desk.key("dial", key, step))


def test_the_language_is_that_of_the_next_frame(desk: Desk) -> None:
    desk.tap("Deutsch")
    assert text.language() == "de"
    assert FIRST_START["title"] in desk.texts()


def test_a_doubtful_clock_is_asked_about_and_set_on_leaving(desk: Desk, clock: Clock) -> None:
    assert FIRST_START["is it right"] in desk.texts()
    turn(desk, "hour", 1)
    turn(desk, "minute", -1)
    assert FIRST_START["is it right"] not in desk.texts()
    desk.tap("Sat 21 Nov 2026")
    turn(desk, "month", 1)
    desk.tap(FIRST_START["back"])
    assert "Mon 21 Dec 2026" in desk.texts()
    assert clock.set == []
    desk.tap(FIRST_START["who"])
    desk.until(lambda: clock.set == [datetime(2026, 12, 21, 21, 31)])
    assert desk.table.screen == "setup"


def test_a_ledger_that_is_opened_anew_leaves_a_page_that_follows(desk: Desk) -> None:
    from companion.table.states.first_start import FirstStartState

    desk.table.first_start = FirstStartState(desk.table, now=lambda: NOW)
    desk.table.first_start.follow("first_start")
    desk.frames()
    turn(desk, "hour", 1)
    assert "21" in desk.texts()


def test_a_clock_that_nobody_turned_is_left_alone(desk: Desk, clock: Clock) -> None:
    desk.tap(FIRST_START["who"])
    assert clock.set == []


def test_a_clock_that_cannot_be_set_is_said(desk: Desk, clock: Clock) -> None:
    clock.refusal = "Refused."
    turn(desk, "hour", 1)
    desk.tap(FIRST_START["who"])
    desk.until(lambda: str(desk.table.notice) == str(text_of("not set", why="Refused.")))


def test_three_rolls_of_the_tray_are_tried_and_none_is_stored(desk: Desk) -> None:
    with FakeTray() as tray:
        desk.devices.tray(tray.path)
        desk.until(lambda: FIRST_START["tray found"] in desk.texts())
        desk.tap(FIRST_START["practice"])
        for number, dice in enumerate(((4, 2), (3, 3), (6, 5)), 1):
            assert str(text_of("roll", number=number)) in plain(desk.texts())
            tray.throw(*dice)
            desk.until(lambda dice=dice: desk.table.first_start.value.dice == dice)
            desk.until(lambda: not tray.waiting)
            desk.frames()
        assert FIRST_START["practised"] in desk.texts()
        desk.tap(FIRST_START["who"])
        assert not desk.table.tray_input.pending_rolls
        desk.sit_down()
        assert desk.moves == 0
        desk.devices.close()


def test_without_a_tray_the_rolls_are_tapped(desk: Desk) -> None:
    assert FIRST_START["tray none"] in desk.texts()
    desk.tap(FIRST_START["practice"])
    for _ in range(3):
        desk.tap_dice(4, 2)
    assert str(text_of("rolled", total=6)) in plain(desk.texts())
    assert FIRST_START["practised"] in desk.texts()


def test_a_tray_can_be_left_aside(desk: Desk) -> None:
    desk.table.tray_input.on_found()
    desk.frames()
    desk.tap(FIRST_START["without"])
    assert not desk.table.by_tray
    assert FIRST_START["tray off"] in desk.texts()
    desk.tap(FIRST_START["with"])
    assert desk.table.by_tray


def test_in_a_game_it_leads_back_to_it(desk: Desk, clock: Clock) -> None:
    desk.sit_down()
    desk.show("first_start")
    assert FIRST_START["practice"] not in desk.texts()
    desk.tap(FIRST_START["game"])
    assert desk.table.screen == "play"


@pytest.mark.parametrize(
    ("kiosk", "touched", "screen"),
    [(True, False, "first_start"), (True, True, "setup"), (False, False, "setup")],
    ids=["new kiosk", "kiosk with settings", "no kiosk"],
)
def test_only_a_kiosk_that_nobody_has_touched_asks(
    tmp_path: Path, kiosk: bool, touched: bool, screen: str
) -> None:
    assert screen_after_start(tmp_path / "books", kiosk, touched) == screen


def test_who_has_answered_is_not_asked_again(tmp_path: Path) -> None:
    folder = tmp_path / "books"
    assert screen_after_start(folder, True, leave=True) == "first_start"
    assert screen_after_start(folder, True) == "setup"


def screen_after_start(
    folder: Path, kiosk: bool, touched: bool = False, leave: bool = False
) -> str:
    """Start the bank on ``folder``; return its first screen, and answer it if ``leave``."""
    folder.mkdir(exist_ok=True)
    if touched:
        settings.save(settings.place(folder), settings.Settings())
    with opened_bank(folder, kiosk=kiosk) as bank:
        start(bank)
        screen = str(bank.table.screen)
        if leave:
            bank.table.first_start.leave()
        return screen
