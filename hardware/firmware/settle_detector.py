"""When both dice lie still: from what a reader sees, moment by moment, to what the tray says.

A reader's ``read(now)`` gives what the two dice show, each 1 to 6 or one of these; it raises
OSError when the sensor does not answer.
"""

from .tray import COCKED, EXTRA, MISSING, SENSOR, Tray

MYPY = False
if MYPY:
    from .protocols import Reader

GONE, LEANING, TOO_MANY = 0, 7, 8
STILL = 400  # milliseconds without a change: the dice lie still
LOST = 3000  # milliseconds that one die lies there and the other does not come
BLIND = 3000  # milliseconds without an answer of the sensor


class SettleDetector:
    """Tells ``tray`` when both dice roll, and what they show when they lie still.

    A die has moved when it was gone, or showed something else, since the last rest. Only when both
    have is a rest a throw: dice that lie there at power-up, and a knock that turns one, are none.
    """

    def __init__(self, tray: Tray, still: int = STILL) -> None:
        self._tray = tray
        self._still = still
        self._shown: tuple[int, int] | None = None
        self._since = 0
        self._moved = [False, False]
        self._rolling = self._settled = False
        self._blind_since = -1

    def look(self, reader: "Reader", now: int) -> None:
        """One look at the dice; to be had every few milliseconds."""
        try:
            shown = reader.read(now)
        except OSError:
            self._cannot_see(now)
            return
        self._blind_since = -1
        if shown != self._shown:
            self._changes(shown, now)
        elif not self._settled:
            self._settles(shown, now - self._since, now)

    def _changes(self, shown: tuple[int, int], now: int) -> None:
        before, self._shown = self._shown, shown
        self._since, self._settled = now, False
        if before is None:  # at power-up they lie there, or do not
            return
        for die in (0, 1):
            if shown[die] == GONE or shown[die] != before[die]:
                self._moved[die] = True
        if all(self._moved) and not self._rolling:
            self._rolling = True
            self._tray.roll(now)

    def _settles(self, shown: tuple[int, int], still: int, now: int) -> None:
        there = [die for die in shown if die != GONE]
        if still < (LOST if len(there) == 1 else self._still) or not there:
            return
        self._settled = True
        if self._rolling:
            code = _fault(shown)
            if code:
                self._tray.rest_unread(code, now)
            else:
                self._tray.rest(shown[0], shown[1], now)
        if len(there) == 2 or self._rolling:
            self._moved, self._rolling = [False, False], False

    def _cannot_see(self, now: int) -> None:
        if self._blind_since < 0:
            self._blind_since = now
        elif now - self._blind_since >= BLIND and self._rolling:
            self._tray.rest_unread(SENSOR, now)
            self._moved, self._rolling = [False, False], False


def _fault(shown: tuple[int, int]) -> str:
    if TOO_MANY in shown:
        return EXTRA
    if GONE in shown:
        return MISSING
    return COCKED if LEANING in shown else ""
