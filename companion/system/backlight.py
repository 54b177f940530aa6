"""Brightness of the panel, through the backlight class of the kernel."""

from pathlib import Path

LIGHTS = Path("/sys/class/backlight")


class Backlight:
    """The first backlight that can be set, if there is one."""

    def __init__(self, lights: Path = LIGHTS) -> None:
        self._light: Path | None = None
        self._maximum = 0
        for light in sorted(lights.glob("*")):
            if self._light is None:
                self._try(light)

    @property
    def is_there(self) -> bool:
        """Return True while there is a backlight; it may disappear at any time."""
        return self._light is not None

    def set(self, share: float) -> None:
        """Set the brightness, from 0 to 1 of the maximum.

        It never becomes 0, which on some panels looks like switched off.
        """
        if self._light:
            self._write(self._light, max(1, round(share * self._maximum)))

    def _try(self, light: Path) -> None:
        """Use ``light`` if it can be set: only writing the current value shows that."""
        try:
            self._maximum = int((light / "max_brightness").read_text())
            self._light = light
            self._write(light, int((light / "brightness").read_text()))
        except (OSError, ValueError):
            self._light = None

    def _write(self, light: Path, value: int) -> None:
        try:
            (light / "brightness").write_text(str(value))
        except OSError:
            self._light = None
