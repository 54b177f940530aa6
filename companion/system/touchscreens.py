"""Connected touchscreens. Kivy searches for them only once, so a late one must be noticed."""

from pathlib import Path

INPUTS = Path("/sys/class/input")
_X, _MULTI_TOUCH = 0x00, 0x35
"""ABS_X and ABS_MT_POSITION_X of linux/input-event-codes.h: of one finger, and of several."""


def touchscreens(inputs: Path = INPUTS) -> set[str]:
    """Return the device path of each touchscreen; it changes when one is plugged in again."""
    return {
        str((event / "device").resolve())
        for event in inputs.glob("event*")
        if _positions(event) >> _MULTI_TOUCH & 1
    }


def has_one_finger_only(inputs: Path = INPUTS) -> bool:
    """Return True if a device reports positions of one finger, and none of several.

    Resistive panels do that, and those that pretend to be a mouse. Kivy does not read them.
    """
    every = map(_positions, inputs.glob("event*"))
    return any(bits >> _X & 1 and not bits >> _MULTI_TOUCH & 1 for bits in every)


def _positions(event: Path) -> int:
    """Return the capability bits for positions, 0 if they cannot be read.

    The kernel writes the bits as words of its own width, the highest first.
    """
    try:
        words = (event / "device/capabilities/abs").read_text().split()
        return sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
    except (OSError, ValueError):
        return 0
