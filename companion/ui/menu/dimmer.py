"""The screen's light: as bright as somebody chose, and dimmed while nobody is there."""

from collections.abc import Callable
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, NumericProperty

from companion.ui.settings import LEVELS


class Dimmer(EventDispatcher):
    """``panel`` is the panel's own light, if it has one; ``trigger`` is Kivy's
    ``Clock.create_trigger``.

    Dimmed, the window is darkened, too (see TableTop): not every panel's light can be set.
    """

    dimmed = BooleanProperty(False)
    level = NumericProperty(LEVELS)
    """From 1 to ``LEVELS``."""
    seconds = NumericProperty(0)
    """After how many it is dimmed, when nobody touches anything; 0 for never."""

    def __init__(self, panel: Any, trigger: Callable[[Any, float], Any]) -> None:
        super().__init__()
        self.panel, self._make = panel, trigger
        self._dim_later = trigger(self._dim, 0)
        self.bind(dimmed=self._shine, level=self._shine, seconds=self._wait)

    def stir(self) -> bool:
        """Somebody is there. Whether the screen was dimmed: what woke it was not meant for what
        it shows."""
        was = bool(self.dimmed)
        self.dimmed = False
        self._wait()
        return was

    def _wait(self, *_: object) -> None:
        self._dim_later.cancel()
        if self.seconds:
            self._dim_later = self._make(self._dim, self.seconds)
            self._dim_later()

    def _dim(self, _: float) -> None:
        self.dimmed = True

    def _shine(self, *_: object) -> None:
        self.panel.set(0 if self.dimmed else self.level / LEVELS)
