"""One press of a switch is one press, however its contacts rattle."""

from math import inf

QUIET = 0.05  # seconds


class Debounce:
    """Tells the first edge of a press from its rattling, and from that of letting go.

    A press counts at its first edge, so a tap of any shortness does, but only after the contacts
    lay still for ``quiet`` seconds. Nobody lets go and presses again within 50 ms.
    """

    def __init__(self, quiet: float = QUIET) -> None:
        self._quiet = quiet
        self._last_edge = -inf

    def pressed(self, now: float) -> bool:
        """The contacts closed at ``now``. Says whether that is a press."""
        rested = now - self._last_edge >= self._quiet
        self._last_edge = now
        return rested

    def released(self, now: float) -> None:
        """The contacts opened at ``now``."""
        self._last_edge = now
