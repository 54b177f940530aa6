"""Which touchscreens there are. Kivy looks for them once, so one that comes late has to be seen."""

from pathlib import Path

INPUTS = Path("/sys/class/input")
_PLACES = 0x35
"""ABS_MT_POSITION_X of linux/input-event-codes.h: what tells where several fingers are."""


def touchscreens(inputs: Path = INPUTS) -> set[str]:
    """Where each of them is; one that is plugged in anew is another."""
    return {
        str((event / "device").resolve())
        for event in inputs.glob("event*")
        if _tells_places(event / "device/capabilities/abs")
    }


def _tells_places(capabilities: Path) -> bool:
    """The kernel writes the bits as words of its own width, the highest first."""
    try:
        words = capabilities.read_text().split()
        bits = sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
    except (OSError, ValueError):
        return False
    return bool(bits >> _PLACES & 1)
