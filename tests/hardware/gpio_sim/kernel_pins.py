"""GPIO chips of the kernel's ``gpio-sim``, whose lines a program can pull up and down."""

import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic, sleep

CONFIG = Path("/sys/kernel/config/gpio-sim")
LINES = 54  # as many as the chip of a Raspberry Pi has
CPU = Path("/proc/cpuinfo")
REVISIONS = {"Pi 4": "c03115", "Pi 5": "d04171"}
UNPRESSED, PRESSED = "pull-up", "pull-down"


class Chip:
    """A chip whose lines can be pulled and looked at."""

    def __init__(self, name: str, lines: int = LINES) -> None:
        self._device = CONFIG / name
        bank = self._device / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(lines))
        (self._device / "live").write_text("1")
        self.name = (bank / "chip_name").read_text().strip()
        device = (self._device / "dev_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / device / self.name
        while not Path("/dev", self.name).exists():
            sleep(0.01)

    def close(self) -> None:
        (self._device / "live").write_text("0")
        (self._device / "bank0").rmdir()
        self._device.rmdir()

    def pull(self, pin: int, direction: str) -> None:
        """Pull a line up or down, as a released or a pressed button does."""
        (self._lines / f"sim_gpio{pin}" / "pull").write_text(direction)

    def level(self, pin: int) -> int:
        return int((self._lines / f"sim_gpio{pin}" / "value").read_text())

    def press(self, pin: int, seconds: float) -> None:
        """Press a button for at least so long."""
        self.pull(pin, PRESSED)
        sleep(seconds)
        self.pull(pin, UNPRESSED)

    def rattle(self, pin: int, seconds: float, ends: str) -> list[float]:
        """Close and open the contact as fast as it goes. Return the time that each round took.

        A busy machine stops the virtual one in the middle of a round; the contact was then closed
        or open for almost that long.
        """
        now = monotonic()
        end, rounds = now + seconds, []
        while now < end:
            self.pull(pin, PRESSED)
            self.pull(pin, UNPRESSED)
            before, now = now, monotonic()
            rounds.append(now - before)
        self.pull(pin, ends)
        return rounds

    def share_high(self, pin: int, seconds: float) -> float:
        """Return the share of looks at a line in which it was high."""
        end, levels = monotonic() + seconds, []
        while monotonic() < end:
            levels.append(self.level(pin))
        return sum(levels) / len(levels)


class Board:
    """A Raspberry Pi as the kernel describes it: its revision, and the chip that has the pins.

    :param chip: Number of that chip. Chips with lower numbers have one line each.
    """

    def __init__(self, model: str, chip: int) -> None:
        self._others = [Chip(f"other{number}", 1) for number in range(chip)]
        self.pins = Chip("pins")
        assert self.pins.name == f"gpiochip{chip}", self.pins.name
        with NamedTemporaryFile("w") as told:
            told.write(f"Revision\t: {REVISIONS[model]}\n")
            told.flush()
            subprocess.run(["mount", "--bind", told.name, CPU], check=True)

    def close(self) -> None:
        subprocess.run(["umount", CPU], check=True)
        for chip in (self.pins, *self._others):
            chip.close()
