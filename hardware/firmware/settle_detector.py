"""Detection of rest: turns the readings of the dice into throws and faults.

A reader's ``read(now)`` returns the two faces, each 1 to 6 or one of the codes below, and raises
OSError if the sensor does not answer.
"""

from .tray import COCKED, EXTRA, MISSING, Tray

MYPY = False
if MYPY:
    from .protocols import Reader

GONE, LEANING, TOO_MANY = 0, 7, 8
STILL = 400  # milliseconds without a change until the dice are at rest
LOST = 3000  # milliseconds with one die at rest until the other counts as missing
BLIND = 3000  # milliseconds without an answer until the sensor counts as failed


class SettleDetector:
    """Detector that reports to ``tray`` when both dice roll, and their faces at rest.

    A die has moved if it was gone, or showed another face, since the last rest. A rest is a throw
    only if both dice have moved: dice that lie in the tray at power-up make no throw, nor does a
    knock that turns one die.
    """

    def __init__(self, tray: Tray, still: int = STILL) -> None:
        self._tray = tray
        self._still = still
        self._shown: tuple[int, int] | None = None
        self._since = 0
        self._moved = [False, False]
        self._rolling = self._settled = False
        self._blind_since = -1
        self.is_blind = False  # True while the sensor has failed

    def look(self, reader: "Reader", now: int) -> None:
        """Read the dice once. Call it every few milliseconds."""
        try:
            shown = reader.read(now)
        except OSError:
            self._cannot_see(now)
            return
        self._blind_since = -1
        self.is_blind = False
        if shown != self._shown:
            self._changes(shown, now)
        elif not self._settled:
            self._settles(shown, now - self._since, now)

    def _changes(self, shown: tuple[int, int], now: int) -> None:
        before, self._shown = self._shown, shown
        self._since, self._settled = now, False
        if before is None:  # the first reading after power-up is not a movement
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
        elif now - self._blind_since >= BLIND and not self.is_blind:
            self.is_blind = True
            self._tray.fail(now)
            # Dice that were thrown meanwhile must be thrown again.
            self._shown, self._moved, self._rolling = None, [False, False], False


def _fault(shown: tuple[int, int]) -> str:
    if TOO_MANY in shown:
        return EXTRA
    if LEANING in shown:  # two tags of one die hide the other from a chip that lists two
        return COCKED
    return MISSING if GONE in shown else ""
