"""Connected touchscreens. Kivy searches for them only once, so a late one must be noticed."""

from pathlib import Path

INPUTS = Path("/sys/class/input")
_MULTI_TOUCH = 0x35
"""ABS_MT_POSITION_X of linux/input-event-codes.h: the device reports several fingers."""


def touchscreens(inputs: Path = INPUTS) -> set[str]:
    """Return the device path of each touchscreen; it changes when one is plugged in again."""
    return {
        str((event / "device").resolve())
        for event in inputs.glob("event*")
        if _is_multi_touch(event / "device/capabilities/abs")
    }


def _is_multi_touch(capabilities: Path) -> bool:
    """Return True if the capability bits include multi-touch positions.

    The kernel writes the bits as words of its own width, the highest first.
    """
    try:
        words = capabilities.read_text().split()
        bits = sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
    except (OSError, ValueError):
        return False
    return bool(bits >> _MULTI_TOUCH & 1)
