"""View of the machine: its pages, and what came of the last tap."""

from dataclasses import dataclass

from companion.table.versions import VersionRow
from companion.text.told import Wording


@dataclass(frozen=True, slots=True)
class DeviceRemark:
    """Result of a check; ``tone`` is "in" if it passed, "out" if it failed."""

    text: Wording
    remedy: Wording
    tone: str


@dataclass(frozen=True, slots=True)
class Device:
    """Page that is shown: ``upkeep``, ``versions`` or ``checks``, and what there is to say.

    ``asked`` is what waits for a "yes": ``off``, ``restart`` or ``back``. ``progress``, from 0 to
    1, is that of a copy.
    """

    page: str = "upkeep"
    asked: str = ""
    sentence: Wording = ""
    tone: str = "plain"
    is_busy: bool = False
    progress: float = 0.0
    may_switch: bool = False
    """True if the program may switch the machine off."""
    versions: VersionRow | None = None
    """State of the versions of a flashed card; None on every other machine."""
    remarks: tuple[DeviceRemark, ...] = ()
