"""Pure view of the screen of the Bluetooth dice: the two dice, and what came of the last roll."""

from dataclasses import dataclass

from companion.text.told import Wording


@dataclass(frozen=True, slots=True)
class DieRow:
    """A die of this table, with the ``name`` that it tells.

    ``face`` is 0 and ``battery`` None if nothing was heard of them.
    """

    address: str
    name: str
    face: int = 0
    battery: int | None = None
    is_awake: bool = False


@dataclass(frozen=True, slots=True)
class DicePage:
    """The dice, at most two; ``is_choosing`` while dice that are rolled are taken.

    ``trouble`` is the reason why Bluetooth cannot be used, ``note`` what did not count last.
    """

    dice: tuple[DieRow, ...] = ()
    is_choosing: bool = False
    rolled: tuple[int, int] | None = None
    note: Wording = ""
    trouble: Wording = ""
