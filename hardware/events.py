"""Events that a dice tray reports to the program that owns it.

The events are facts: they do not name a player or a purpose. An identity is the text
``uid/boot/seq``. It is unique to one throw or fault of one tray, and the owner records it.
"""

from dataclasses import dataclass
from enum import StrEnum


class PortProblem(StrEnum):
    """Reason why a port cannot be used, as an id for programs that have texts of their own."""

    NO_SUCH_PORT = "no-such-port"
    NO_PERMISSION = "no-permission"
    IN_USE = "in-use"
    CANNOT_OPEN = "cannot-open"
    NOT_AN_ADDRESS = "not-an-address"
    NOT_PLUGGED_IN = "not-plugged-in"
    UNPLUGGED = "unplugged"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class TrayFound:
    """A tray said hello and is in use, for the first time or again."""

    uid: str
    boot: str


@dataclass(frozen=True, slots=True)
class TrayRestarted:
    """The tray lost its power, and with it every throw not yet delivered (rule 6)."""

    boot: str


@dataclass(frozen=True, slots=True)
class TrayLost:
    """No tray is in use; reported once for each loss.

    ``url`` is the address of the port, if it is known.
    """

    reason: PortProblem
    url: str = ""


@dataclass(frozen=True, slots=True)
class OtherProtocol:
    """A tray with another version of the protocol said hello; its frames are ignored."""

    uid: str
    protocol: int


@dataclass(frozen=True, slots=True)
class ThrowSeen:
    """Both dice came to rest.

    ``awaited`` is the last move number that the tray was given with the ready lamp, 0 if none.
    """

    identity: str
    dice: tuple[int, int]
    awaited: int


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A bank card was held to the reader: that of player ``number``, from 1.

    Its identity is ``uid/boot/cN``; the same card held again has another one.
    """

    identity: str
    number: int


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """The dice are at rest but cannot be read.

    ``code`` is ``cocked``, ``missing``, ``extra`` or ``sensor``.
    """

    identity: str
    code: str


@dataclass(frozen=True, slots=True)
class RollingSeen:
    """The dice are rolling or were picked up; a hint for the screen."""


@dataclass(frozen=True, slots=True)
class TrayFlooding:
    """The tray sends too many frames; the excess is dropped (see ``tray_session``)."""


Event = (
    TrayFound
    | TrayRestarted
    | TrayLost
    | OtherProtocol
    | ThrowSeen
    | FaultSeen
    | CardSeen
    | RollingSeen
    | TrayFlooding
)
