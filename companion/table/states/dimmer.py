"""Brightness of the screen, and dimming after idle time."""

from typing import Any

from companion.table.clock import Clock
from companion.table.observed import Observed
from companion.table.settings import LEVELS


class Dimmer(Observed):
    """Dimmer of the screen, which tells ``on_wake`` whenever somebody touches the table.

    ``panel`` is the backlight, if the panel has one. The window is darkened, too (see
    ``TableTop``), because not every backlight can be set.
    """

    dimmed: bool = False
    level: int = LEVELS
    """Brightness, from 1 to ``LEVELS``."""
    seconds: float = 0
    """Idle time before the screen is dimmed, in seconds; 0 for never."""

    is_kept_bright: bool = False

    def __init__(self, panel: Any, clock: Clock) -> None:
        super().__init__()
        self.panel, self._clock = panel, clock
        self._dim_later = clock.trigger(0, self._dim)
        self.bind(dimmed=self._shine, level=self._shine, seconds=self._wait)
        self.bind(is_kept_bright=self._shine)

    def wake(self) -> bool:
        """Wake the screen and return True if it was dimmed.

        The touch that wakes the screen is not meant for a button.
        """
        was = self.dimmed
        self.dimmed = False
        self._wait()
        self.dispatch("on_wake")
        return was

    def keep_bright(self, wanted: bool) -> None:
        """Keep the screen as bright as it can be, for a camera, or stop doing so."""
        self.is_kept_bright = wanted
        self._wait()

    def _wait(self, *_: object) -> None:
        self._dim_later.cancel()
        if self.seconds and not self.is_kept_bright:
            self._dim_later = self._clock.later(self.seconds, self._dim)

    def _dim(self) -> None:
        self.dimmed = True

    def _shine(self, *_: object) -> None:
        level = LEVELS if self.is_kept_bright else self.level
        self.panel.set(0 if self.dimmed else level / LEVELS)
