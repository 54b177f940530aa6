"""Values that make up a moment."""

from dataclasses import dataclass

from companion.engine.moves import Dice
from companion.table.moments.parts import LONG, STAGED, UNSEEN
from companion.table.moments.pictures import MomentPicture
from companion.text.told import Wording

SECONDS, LONG_SECONDS = 1.2, 2.0


@dataclass(frozen=True, slots=True)
class Stop:
    """Space that a token leaves, passes or reaches.

    ``marker`` belongs to the owner, -1 for none. ``by_jump`` is set for a space that is not
    next to the one before.
    """

    position: int
    kind: str
    group: str = ""
    marker: int = -1
    buildings: int = 0
    mortgaged: bool = False
    by_jump: bool = False


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that changed hands."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class Headline:
    """Title of a moment, the line below it, and whose moment it is ("" for nobody's)."""

    player: str
    title: Wording
    subline: Wording = ""


@dataclass(frozen=True, slots=True)
class MomentVerdict:
    """Result of a move in a few words.

    ``text`` and ``detail`` may have several wordings, the longest first. ``tone`` is ``in`` or
    ``out`` if the amount has reached or left the player. ``buildings`` are to be drawn behind
    ``detail`` where there is room: 1 to 4 houses, 5 for a hotel.
    """

    text: Wording | tuple[Wording, ...] = ""
    detail: Wording | tuple[Wording, ...] = ""
    amount: Wording = ""
    tone: str = "plain"
    buildings: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """One booked move as a picture, a sound and a few words.

    ``parts`` are the kinds of everything that happened, the most important first. ``path`` begins
    with the space that the token left. ``spaces`` are the properties concerned as they are after
    the move, the most important last; a moment with a path has none. ``picture`` is shown instead
    of either.
    ``creditor`` is the marker of the owner whose claim arose, -1 for none.
    """

    number: int
    parts: tuple[str, ...]
    headline: Headline
    marker: int
    verdict: MomentVerdict = MomentVerdict()
    dice: Dice | None = None
    path: tuple[Stop, ...] = ()
    spaces: tuple[Stop, ...] = ()
    payments: tuple[Payment, ...] = ()
    creditor: int = -1
    picture: MomentPicture | None = None

    @property
    def kind(self) -> str:
        """The most important part."""
        return self.parts[0]

    @property
    def seconds(self) -> float:
        """Time on the screen."""
        return LONG_SECONDS if LONG.intersection(self.parts) else SECONDS

    @property
    def is_staged(self) -> bool:
        """True if the moment takes the place of the question and the log."""
        return self.kind in STAGED

    @property
    def is_told_everywhere(self) -> bool:
        """True if screens without players and stage describe the moment in words."""
        return self.is_staged or self.kind == "rent"

    @property
    def is_seen(self) -> bool:
        """True if the screens show more than the new position."""
        return self.kind not in UNSEEN
