"""What the doctor makes of a board's own measurements, on boards made of files."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.engine.problems import Problem
from companion.runtime import doctor
from companion.runtime.devices import has_pins
from companion.runtime.doctor import Status
from companion.system import board
from companion.text.doctor import Found
from tests.tree import ROOT

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
SSR = "00" * 21 + "02" + "00" * 42
"""SD status register of a card of class A2 (SD Physical Layer 6.00, section 4.10.2)."""


def made(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize(
    ("bits", "status", "found"),
    [
        ("0", Status.GOOD, Found.POWER_GOOD),
        ("50000", Status.NOTE, Found.POWER_WAS_LOW),
        ("50005", Status.NOTE, Found.POWER_LOW),
        ("e0008", Status.GOOD, Found.POWER_GOOD),
    ],
    ids=["good", "was low", "is low", "only hot"],
)
def test_a_weak_supply_is_noted_now_and_afterwards(
    tmp_path: Path, bits: str, status: Status, found: Found
) -> None:
    made(tmp_path, THROTTLED, f"{bits}\n")
    state = board.power(tmp_path)
    assert state is not None
    check = doctor.power(state)
    assert (check.status, check.found) == (status, Problem(found))


@pytest.mark.parametrize(
    "file",
    [
        "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled",
        "sys/devices/platform/soc/soc:firmware/get_throttled",
    ],
    ids=["Pi 5", "Pi 4"],
)
def test_a_weak_supply_is_noted_on_every_board(tmp_path: Path, file: str) -> None:
    made(tmp_path, file, "50005\n")
    assert board.power(tmp_path) == board.Power(is_low=True, was_low=True)


@pytest.mark.parametrize("alarm", [0, 1])
def test_a_weak_supply_is_noted_on_other_kernels(tmp_path: Path, alarm: int) -> None:
    made(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    made(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    made(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    assert board.power(tmp_path) == board.Power(is_low=bool(alarm), was_low=False)


def test_heat_is_noted(tmp_path: Path) -> None:
    made(tmp_path, "sys/class/thermal/thermal_zone0/temp", "84700\n")
    degrees = board.temperature(tmp_path)
    assert degrees == 84.7
    assert doctor.temperature(degrees).status is Status.NOTE
    assert doctor.temperature(52.0).status is Status.GOOD


def card(root: Path, **files: str) -> doctor.Check:
    for name, text in {"name": "SN64G", "type": "SD", **files}.items():
        made(root, f"sys/block/mmcblk0/device/{name}", f"{text}\n")
    found = board.memory_card("mmcblk0", root)
    assert found is not None
    return doctor.memory_card(found)


def test_the_class_of_a_card_is_told(tmp_path: Path) -> None:
    assert card(tmp_path).found == Problem(Found.CARD_WITHOUT_CLASS, name="SN64G")
    fast = card(tmp_path, ssr=SSR)
    assert (fast.status, fast.found) == (
        Status.GOOD,
        Problem(Found.CARD_CLASS, name="SN64G", number=2),
    )


def test_a_worn_card_is_to_be_replaced(tmp_path: Path) -> None:
    worn = card(tmp_path, type="MMC", ssr=SSR, life_time="0x02 0x0a")
    assert (worn.status, worn.found) == (
        Status.NOTE,
        Problem(Found.CARD_WORN, name="SN64G", used=100),
    )
    assert card(tmp_path, life_time="0x00 0x00").status is Status.GOOD


def test_a_board_that_measures_nothing_is_not_asked(tmp_path: Path) -> None:
    made(tmp_path, "sys/block/sda/device/type", "0\n")
    assert board.power(tmp_path) is None
    assert board.temperature(tmp_path) is None
    assert board.memory_card("sda", tmp_path) is None


def test_where_the_time_comes_from_is_told(tmp_path: Path) -> None:
    def reason() -> object:
        found = doctor.clock(tmp_path).found
        return found.reason if isinstance(found, Problem) else found

    assert reason() is Found.CLOCK_UNSURE
    tomorrow = datetime.now().astimezone() + timedelta(days=1)
    early = doctor.clock(tmp_path, tomorrow).found
    assert isinstance(early, Problem)
    assert early.reason is Found.WRONG_TIME
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    assert reason() is Found.CLOCK_OF_ITS_OWN
    made(tmp_path, "run/systemd/timesync/synchronized", "")
    assert reason() is Found.CLOCK_FROM_NETWORK


def test_only_a_board_that_calls_itself_a_tray_gets_the_name_of_one() -> None:
    rules = (ROOT / "systemd/70-companion-tray.rules").read_text().splitlines()
    givers = [rule for rule in rules if ', ENV{COMPANION_TRAY}="1"' in rule]
    assert givers
    assert all("ATTRS{product}==" in rule for rule in givers)


@pytest.mark.parametrize(("bits", "status"), [(64, Status.GOOD), (32, Status.BAD)])
def test_a_system_of_32_bits_is_refused(bits: int, status: Status) -> None:
    assert doctor.system(bits).status is status


@pytest.mark.parametrize(
    ("factory", "chip", "expected"),
    [
        ("lgpio", "", False),
        ("lgpio", "dev/gpiochip0", True),
        ("", "", False),
        ("", "dev/gpiochip0", True),
        ("mock", "", True),
    ],
)
def test_buttons_are_looked_for_only_where_pins_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, factory: str, chip: str, expected: bool
) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    if factory:
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", factory)
    if chip:
        made(tmp_path, chip, "")
    assert has_pins(tmp_path) is expected
