"""Reader for a tray without sensors: six keys for each of the two dice.

Throw the dice anywhere, then press the key of each face. A throw is complete when both panels have
a key; until then, another key of the same panel corrects the first. The next press begins the next
throw.
"""

from .settle_detector import GONE

MYPY = False
if MYPY:
    from .protocols import IsDown

BOUNCE = 15  # milliseconds for which a key must keep its state


class Keys:
    """Reader of two key panels.

    ``is_down(die, face)`` returns True if the key of die 0 or 1 and face 1 to 6 is down. Two keys
    of one panel at once are a slip, and count as none.
    """

    def __init__(self, is_down: "IsDown") -> None:
        self._is_down = is_down
        self._shown = [GONE, GONE]
        self._raw = [GONE, GONE]
        self._since = [0, 0]
        self._held = [GONE, GONE]

    def read(self, now: int) -> tuple[int, int]:
        """Return the pressed faces of both dice; (0, 0) until both panels have one."""
        for die in (0, 1):
            pressed = self._pressed(die, now)
            if pressed and GONE not in self._shown:
                self._shown = [GONE, GONE]
                self._held[die] = GONE  # read again next time, as the first key of the next throw
                break
            if pressed:
                self._shown[die] = pressed
        return (GONE, GONE) if GONE in self._shown else (self._shown[0], self._shown[1])

    def seen(self) -> list[str]:
        """Return the keys that are down: ``2-5`` is the 5 of the second die."""
        pairs = [(die, face) for die in (0, 1) for face in range(1, 7)]
        return [f"{die + 1}-{face}" for die, face in pairs if self._is_down(die, face)][:8]

    def _pressed(self, die: int, now: int) -> int:
        """Return the face whose key has just gone down and is debounced, or 0."""
        down = [face for face in range(1, 7) if self._is_down(die, face)]
        raw = down[0] if len(down) == 1 else GONE
        if raw != self._raw[die]:
            self._raw[die], self._since[die] = raw, now
        if now - self._since[die] < BOUNCE or raw == self._held[die]:
            return GONE
        self._held[die] = raw
        return raw
