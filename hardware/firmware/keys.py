"""For a tray without eyes: two panels of six keys, one for each die.

Throw the dice anywhere, then press what they show. A key counts when both panels have one; until
then it can be pressed anew. The next press after that begins the next throw.
"""

from .settle_detector import GONE

MYPY = False
if MYPY:
    from .protocols import IsDown

BOUNCE = 15  # milliseconds a key must keep its state to be believed


class Keys:
    """A reader over ``is_down``, which says of die 0 or 1 and face 1 to 6 whether its key is down.

    Two keys of one panel at once are a slip of the fingers, and count as none.
    """

    def __init__(self, is_down: "IsDown") -> None:
        self._is_down = is_down
        self._shown = [GONE, GONE]
        self._raw = [GONE, GONE]
        self._since = [0, 0]
        self._held = [GONE, GONE]

    def read(self, now: int) -> tuple[int, int]:
        """What has been pressed, once it has been on both panels; (0, 0) until then."""
        for die in (0, 1):
            pressed = self._pressed(die, now)
            if pressed and GONE not in self._shown:
                self._shown = [GONE, GONE]
                self._held[die] = GONE  # seen again at the next look, as the first of its throw
                break
            if pressed:
                self._shown[die] = pressed
        return (GONE, GONE) if GONE in self._shown else (self._shown[0], self._shown[1])

    def _pressed(self, die: int, now: int) -> int:
        """The face whose key has just gone down for good, 0 for none."""
        down = [face for face in range(1, 7) if self._is_down(die, face)]
        raw = down[0] if len(down) == 1 else GONE
        if raw != self._raw[die]:
            self._raw[die], self._since[die] = raw, now
        if now - self._since[die] < BOUNCE or raw == self._held[die]:
            return GONE
        self._held[die] = raw
        return raw
