"""What a dice tray tells the program that owns it.

These are facts, not orders: nothing here says whose throw it was or what it is good for. An
identity is the text ``uid/boot/seq``: it names one throw (or one unreadable rest) of one tray for
ever, and is what the owner records.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrayFound:
    """A tray said hello and is used from now on; also said when a lost one comes back."""

    uid: str
    boot: str


@dataclass(frozen=True, slots=True)
class TrayRestarted:
    """The tray we knew has lost its power: a throw it had not yet delivered is gone (rule 6)."""

    boot: str


@dataclass(frozen=True, slots=True)
class TrayLost:
    """No tray to be used; said once for each loss. ``reason`` is a phrase fit for the screen."""

    reason: str


@dataclass(frozen=True, slots=True)
class OtherProtocol:
    """A tray that speaks another version than ours said hello; nothing it says is acted on."""

    uid: str
    protocol: int


@dataclass(frozen=True, slots=True)
class ThrowSeen:
    """Both dice came to rest; ``awaited`` is the move number the tray was last told, 0 if none."""

    identity: str
    dice: tuple[int, int]
    awaited: int


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """The dice rest but cannot be read: ``cocked``, ``missing``, ``extra`` or ``sensor``."""

    identity: str
    code: str


@dataclass(frozen=True, slots=True)
class RollingSeen:
    """The dice are rolling, or in a hand: a hint for the screen."""


@dataclass(frozen=True, slots=True)
class TrayFlooding:
    """The tray says more than it could mean; the excess is not taken from the line (see link)."""


Event = (
    TrayFound
    | TrayRestarted
    | TrayLost
    | OtherProtocol
    | ThrowSeen
    | FaultSeen
    | RollingSeen
    | TrayFlooding
)
