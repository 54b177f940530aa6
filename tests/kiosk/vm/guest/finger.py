"""A touch panel that the kernel believes in, and one finger on it."""

from time import sleep

from evdev import AbsInfo, UInput
from evdev.ecodes import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    ABS_X,
    ABS_Y,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    INPUT_PROP_DIRECT,
)

WIDTH, HEIGHT = 800, 480
ON_THE_GLASS = 0.08  # seconds


class Finger:
    """Speaks protocol B, as the Raspberry Pi's own panel does."""

    def __init__(self) -> None:
        across, along = (AbsInfo(0, 0, side - 1, 0, 0, 0) for side in (WIDTH, HEIGHT))
        axes = [(ABS_X, across), (ABS_Y, along)]
        axes += [(ABS_MT_POSITION_X, across), (ABS_MT_POSITION_Y, along)]
        axes += [
            (ABS_MT_SLOT, AbsInfo(0, 0, 9, 0, 0, 0)),
            (ABS_MT_TRACKING_ID, AbsInfo(0, 0, 65535, 0, 0, 0)),
        ]
        can = {EV_KEY: [BTN_TOUCH], EV_ABS: axes}
        self._panel = UInput(can, name="generic ft5x06 (00)", input_props=[INPUT_PROP_DIRECT])
        self._touches = 0

    def tap(self, x: int, y: int) -> None:
        """Touch a place, never twice the same pixel: the kernel tells only what has changed, and a
        bank that was started anew has not heard where the finger was."""
        self._touches += 1
        x, y = x + self._touches % 2, y + self._touches % 2
        self._say(EV_ABS, ABS_MT_SLOT, 0)
        self._say(EV_ABS, ABS_MT_TRACKING_ID, self._touches)
        for axis, value in ((ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y), (ABS_X, x), (ABS_Y, y)):
            self._say(EV_ABS, axis, value)
        self._say(EV_KEY, BTN_TOUCH, 1)
        self._panel.syn()
        sleep(ON_THE_GLASS)
        self._say(EV_ABS, ABS_MT_TRACKING_ID, -1)
        self._say(EV_KEY, BTN_TOUCH, 0)
        self._panel.syn()

    def _say(self, kind: int, code: int, value: int) -> None:
        self._panel.write(kind, code, value)
