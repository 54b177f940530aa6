"""Reader for RFID dice: the tag at the bottom identifies the face on top."""

from .settle_detector import GONE, LEANING, TOO_MANY

MYPY = False
if MYPY:
    from .protocols import Faces, TagsInField

UNSEEN_MS = 300  # milliseconds for which a die may be unseen: the chip misses a tag now and then


class RfidDice:
    """Reader of dice with a tag under each face.

    ``tags_in_field()`` returns the tags in the antenna's field, in hex. ``faces`` maps each tag to
    its die, 0 or 1, and to the face that is up when the tag is at the bottom, such as
    ``{"04a1b2c3": (0, 6), …}``; ``teach`` writes it. A tag that is not in ``faces`` reads as
    TOO_MANY, and two tags of one die as LEANING.
    """

    def __init__(self, tags_in_field: "TagsInField", faces: "Faces") -> None:
        self._tags_in_field = tags_in_field
        self._faces = faces
        self._shown = [GONE, GONE]
        self._seen = [0, 0]

    def read(self, now: int) -> tuple[int, int]:
        """Return the faces of both dice. Raises OSError if the chip does not answer."""
        tags = self._tags_in_field()
        if any(tag not in self._faces for tag in tags):
            return TOO_MANY, TOO_MANY
        for die in (0, 1):
            up = [face for owner, face in [self._faces[tag] for tag in tags] if owner == die]
            if up:
                self._shown[die] = up[0] if len(up) == 1 else LEANING
                self._seen[die] = now
            elif now - self._seen[die] > UNSEEN_MS:
                self._shown[die] = GONE
        return self._shown[0], self._shown[1]
