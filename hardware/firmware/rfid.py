"""Dice with a tag under each face: the tag that lies on the tray says which face is up."""

from .settle_detector import GONE, LEANING, TOO_MANY

MYPY = False
if MYPY:
    from .protocols import Faces, TagsInField

PATIENCE = 300  # milliseconds a die that was there may go unseen: a tag is missed now and then


class RfidDice:
    """A reader over ``tags_in_field``, which lists the tags that the antenna sees, as hex.

    ``faces`` gives for each tag its die, 0 or 1, and what that die shows when the tag lies below:
    ``{"04a1b2c3": (0, 6), …}``. ``teach`` writes it. A tag that is not in it is one too many. Two
    tags of one die at once: it leans.
    """

    def __init__(self, tags_in_field: "TagsInField", faces: "Faces") -> None:
        self._tags_in_field = tags_in_field
        self._faces = faces
        self._shown = [GONE, GONE]
        self._seen = [0, 0]

    def read(self, now: int) -> tuple[int, int]:
        """What the dice show. Raises OSError when the chip does not answer."""
        tags = self._tags_in_field()
        if any(tag not in self._faces for tag in tags):
            return TOO_MANY, TOO_MANY
        for die in (0, 1):
            up = [face for owner, face in [self._faces[tag] for tag in tags] if owner == die]
            if up:
                self._shown[die] = up[0] if len(up) == 1 else LEANING
                self._seen[die] = now
            elif now - self._seen[die] > PATIENCE:
                self._shown[die] = GONE
        return self._shown[0], self._shown[1]
