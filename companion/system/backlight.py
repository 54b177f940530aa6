"""How bright the panel is, as the kernel's backlight class has it."""

from pathlib import Path

LIGHTS = Path("/sys/class/backlight")


class Backlight:
    """The light of the first panel that has one that may be set; ``is_there`` when there is."""

    def __init__(self, lights: Path = LIGHTS) -> None:
        self._light: Path | None = None
        self._most = 0
        for light in sorted(lights.glob("*")):
            if self._light is None:
                self._try(light)

    @property
    def is_there(self) -> bool:
        """Whether there is a light to set; it may go while the bank is open."""
        return self._light is not None

    def set(self, share: float) -> None:
        """From 0 to 1 of what it can; never out, which on some panels is hard to tell from off."""
        if self._light:
            self._write(self._light, max(1, round(share * self._most)))

    def _try(self, light: Path) -> None:
        """Whether it may be set is only known when it was: to what it is."""
        try:
            self._most = int((light / "max_brightness").read_text())
            self._light = light
            self._write(light, int((light / "brightness").read_text()))
        except (OSError, ValueError):
            self._light = None

    def _write(self, light: Path, value: int) -> None:
        try:
            (light / "brightness").write_text(str(value))
        except OSError:
            self._light = None
