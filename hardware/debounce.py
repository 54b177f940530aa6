"""Debouncing of a switch: one press counts once, however its contacts bounce."""

from math import inf

QUIET_S = 0.05


class Debounce:
    """Filter that accepts the first edge of a press and ignores the bouncing after it.

    A press counts at its first edge, however soon the next one follows, if the contacts have been
    quiet for ``quiet`` seconds before. No finger releases and presses again within 50 ms.
    """

    def __init__(self, quiet: float = QUIET_S) -> None:
        self._quiet = quiet
        self._last_edge = -inf

    def pressed(self, now: float) -> bool:
        """Register that the contacts closed at ``now``. Return True if it is a press."""
        is_press = now - self._last_edge >= self._quiet
        self._last_edge = now
        return is_press

    def released(self, now: float) -> None:
        """Register that the contacts opened at ``now``."""
        self._last_edge = now
