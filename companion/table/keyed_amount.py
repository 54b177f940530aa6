"""Amounts that are keyed in: what each key of the keypad does. No Kivy."""

BACKSPACE, DOUBLE_ZERO = "backspace", "00"
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", DOUBLE_ZERO, "0", BACKSPACE)
"""Keys of the keypad in reading order: four rows of three."""
MOST = 999_999
"""Largest amount that can be keyed in: the display has room for six digits."""
STEPS = (10, 50, 100)
"""Quick amounts, which add up."""


def press(amount: int, key: str) -> int:
    """Amount after one more key; a digit that would exceed ``MOST`` is ignored."""
    if key == BACKSPACE:
        return amount // 10
    pressed = amount * 10 ** len(key) + int(key)
    return pressed if pressed <= MOST else amount


def keyed(amount: int, do: tuple[object, ...], purse: int) -> int:
    """Amount after a tap on the keypad; the quick amount None is all of a ``purse``."""
    match do:
        case ("digit", str(key)):
            return press(amount, key)
        case ("quick", None):
            return purse
        case ("quick", int(step)):
            return add(amount, step)
    return amount


def add(amount: int, step: int) -> int:
    """Amount after a quick amount; one that would exceed ``MOST`` is ignored."""
    return amount + step if amount + step <= MOST else amount
