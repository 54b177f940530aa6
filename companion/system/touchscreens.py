"""Connected touchscreens. Kivy searches for them only once, so a late one must be noticed.

A touchpad, a drawing tablet and the pad of a game controller report several fingers, too. The
kernel marks a device whose fingers are where they point with INPUT_PROP_DIRECT. All numbers
here are those of linux/input-event-codes.h.
"""

from pathlib import Path

INPUTS = Path("/sys/class/input")
NODES = Path("/dev/input")
_X, _Z, _MULTI_TOUCH = 0x00, 0x02, 0x35
"""ABS_X and ABS_Z, and ABS_MT_POSITION_X: the position of one of several fingers."""
_POINTER, _DIRECT, _ACCELEROMETER = 0, 1, 6
"""INPUT_PROP_POINTER, INPUT_PROP_DIRECT and INPUT_PROP_ACCELEROMETER."""
_CONTROLLER = range(0x120, 0x140)
"""Buttons of joysticks and game controllers."""


def touchscreens(inputs: Path = INPUTS) -> set[str]:
    """List the device paths of touchscreens; a path changes when one is plugged in again."""
    return {str((event / "device").resolve()) for event in _touchscreens(inputs)}


def touchscreen_nodes(inputs: Path = INPUTS) -> list[Path]:
    """List the files from which the touches of each touchscreen are read."""
    return [NODES / event.name for event in _touchscreens(inputs)]


def has_one_finger_only(inputs: Path = INPUTS) -> bool:
    """Return True if a device reports positions of one finger, and none of several.

    Resistive panels do that, and those that pretend to be a mouse. Kivy does not read them.
    """
    return any(map(_is_for_one_finger, inputs.glob("event*")))


def _touchscreens(inputs: Path) -> list[Path]:
    return [event for event in sorted(inputs.glob("event*")) if _is_touchscreen(event)]


def _is_touchscreen(event: Path) -> bool:
    positions, properties = _bits(event, "capabilities/abs"), _bits(event, "properties")
    return bool(positions >> _MULTI_TOUCH & properties >> _DIRECT & 1)


def _is_for_one_finger(event: Path) -> bool:
    """Return True for a device with a position that is neither a pad, a controller nor a sensor."""
    positions, properties = _bits(event, "capabilities/abs"), _bits(event, "properties")
    buttons = _bits(event, "capabilities/key")
    return (
        bool(positions >> _X & 1)
        and not (positions >> _Z | positions >> _MULTI_TOUCH) & 1
        and not (properties >> _POINTER | properties >> _ACCELEROMETER) & 1
        and not any(buttons >> button & 1 for button in _CONTROLLER)
    )


def _bits(event: Path, name: str) -> int:
    """Read the bits of a device in one file; 0 if they cannot be read.

    The kernel writes the bits as words of its own width, the highest first.
    """
    try:
        words = (event / "device" / name).read_text().split()
        return sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
    except (OSError, ValueError):
        return 0
