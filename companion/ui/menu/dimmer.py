"""Brightness of the screen, and dimming after idle time."""

from collections.abc import Callable
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, NumericProperty

from companion.table.settings import LEVELS


class Dimmer(EventDispatcher):
    """Dimmer of the screen.

    ``panel`` is the backlight, if the panel has one; ``trigger`` is Kivy's
    ``Clock.create_trigger``. The window is darkened, too (see ``TableTop``), because not every
    backlight can be set.
    """

    dimmed = BooleanProperty(False)
    level = NumericProperty(LEVELS)
    """Brightness, from 1 to ``LEVELS``."""
    seconds = NumericProperty(0)
    """Idle time before the screen is dimmed, in seconds; 0 for never."""

    is_kept_bright = BooleanProperty(False)

    def __init__(self, panel: Any, trigger: Callable[[Any, float], Any]) -> None:
        super().__init__()
        self.panel, self._make = panel, trigger
        self._dim_later = trigger(self._dim, 0)
        self.bind(dimmed=self._shine, level=self._shine, seconds=self._wait)
        self.bind(is_kept_bright=self._shine)

    def wake(self) -> bool:
        """Wake the screen and return True if it was dimmed.

        The touch that wakes the screen is not meant for a button.
        """
        was = bool(self.dimmed)
        self.dimmed = False
        self._wait()
        return was

    def keep_bright(self, wanted: bool) -> None:
        """Keep the screen as bright as it can be, for a camera, or stop doing so."""
        self.is_kept_bright = wanted
        self._wait()

    def _wait(self, *_: object) -> None:
        self._dim_later.cancel()
        if self.seconds and not self.is_kept_bright:
            self._dim_later = self._make(self._dim, self.seconds)
            self._dim_later()

    def _dim(self, _: float) -> None:
        self.dimmed = True

    def _shine(self, *_: object) -> None:
        level = LEVELS if self.is_kept_bright else self.level
        self.panel.set(0 if self.dimmed else level / LEVELS)
