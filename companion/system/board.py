"""Hardware of the board: power supply, temperature, memory card and pins (sysfs)."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/")
"""Folder that contains /sys, /run and /dev."""

_THROTTLED = "sys/devices/platform/soc*/*firmware/get_throttled"
"""File of Raspberry Pi's own kernel; a Raspberry Pi 5 has an address in both names."""
_SENSORS, _VOLT, _ALARM = "sys/class/hwmon/hwmon*", "rpi_volt", "in0_lcrit_alarm"
"""Sensor of every other kernel, which knows of now only."""
_LOW_NOW, _LOW_SINCE_START = 1 << 0, 1 << 16
_APPLICATION_CLASS = 21
"""Byte of the SD status register with the application performance class in its low half."""
_LIFE_STEP = 10
"""Percent of a card's life that one step of ``life_time`` stands for (JEDEC eMMC 5.0)."""


@dataclass(frozen=True, slots=True)
class Power:
    """Under-voltage of a Raspberry Pi, as ``vcgencmd get_throttled`` reports it."""

    is_low: bool
    was_low: bool


@dataclass(frozen=True, slots=True)
class MemoryCard:
    """SD card or eMMC under a folder.

    ``application_class`` is 1 or 2 for A1 and A2, and 0 if the card has none. ``used`` is how much
    of its life is used up in percent, or None if it does not say.
    """

    name: str
    application_class: int
    used: int | None


def power(root: Path = ROOT) -> Power | None:
    """Read the state of the power supply; None on another board."""
    for file in root.glob(_THROTTLED):
        with suppress(OSError, ValueError):
            bits = int(file.read_text(), 16)
            return Power(bool(bits & _LOW_NOW), bool(bits & _LOW_SINCE_START))
    for sensor in root.glob(_SENSORS):
        with suppress(OSError, ValueError):
            if (sensor / "name").read_text().strip() == _VOLT:
                return Power(bool(int((sensor / _ALARM).read_text())), was_low=False)
    return None


def temperature(root: Path = ROOT) -> float | None:
    """Read the temperature of the processor in degrees Celsius; None if it is not measured."""
    with suppress(OSError, ValueError):
        return int((root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    return None


def memory_card(disk: str, root: Path = ROOT) -> MemoryCard | None:
    """Return what the card says that is the disk of this name; None if it is no card."""
    device = root / "sys/block" / disk / "device"
    try:
        name = (device / "name").read_text().strip()
        kind = (device / "type").read_text().strip()
    except OSError:
        return None
    if kind not in ("SD", "MMC"):
        return None
    return MemoryCard(name, _application_class(device), _used(device))


def gpio_chips(root: Path = ROOT) -> list[Path]:
    """List the devices that have GPIO pins."""
    return sorted((root / "dev").glob("gpiochip*"))


def _application_class(device: Path) -> int:
    with suppress(OSError, ValueError, IndexError):
        return bytes.fromhex((device / "ssr").read_text())[_APPLICATION_CLASS] & 0x0F
    return 0


def _used(device: Path) -> int | None:
    with suppress(OSError, ValueError):
        steps = [int(word, 16) for word in (device / "life_time").read_text().split()]
        return max(steps) * _LIFE_STEP if any(steps) else None
    return None
