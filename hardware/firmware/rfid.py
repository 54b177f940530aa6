"""Reader for RFID dice: the tag at the bottom identifies the face on top."""

from .settle_detector import GONE, LEANING, TOO_MANY

MYPY = False
if MYPY:
    from collections.abc import Callable

    from .protocols import Faces, TagsInField

UNSEEN_MS = 300  # milliseconds for which a die may be unseen: the chip misses a tag now and then


class RfidDice:
    """Reader of dice with a tag under each face.

    ``tags_in_field()`` returns the tags in the antenna's field, in hex. ``faces`` maps each tag to
    its die, 0 or 1, and to the face that is up when the tag is at the bottom, such as
    ``{"04a1b2c3": (0, 6), …}``; ``teach`` writes it. A tag that is not in ``faces`` reads as
    TOO_MANY, and two tags of one die as LEANING.

    ``cards`` maps the tags of bank cards to their players. A card is not a die: ``on_card`` is
    called with the player and the time, once each time that one comes near.
    """

    def __init__(
        self,
        tags_in_field: "TagsInField",
        faces: "Faces",
        cards: "dict[str, int] | None" = None,
        on_card: "Callable[[int, int], object] | None" = None,
    ) -> None:
        self._tags_in_field = tags_in_field
        self._faces = faces
        self._cards = cards or {}
        self._on_card = on_card
        self._held: dict[str, int] = {}
        self._tags: list[str] = []
        self._shown = [GONE, GONE]
        self._seen = [0, 0]

    def read(self, now: int) -> tuple[int, int]:
        """Return the faces of both dice. Raises OSError if the chip does not answer."""
        self._tags = self._tags_in_field()
        tags = [tag for tag in self._tags if tag not in self._cards]
        self._take_cards(now)
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

    def seen(self) -> list[str]:
        """Return the tags in the field, with what they were taught as."""
        return [self._named(tag) for tag in self._tags]

    def _named(self, tag: str) -> str:
        if tag in self._cards:
            return f"{tag}.c{self._cards[tag]}"
        if tag in self._faces:
            die, face = self._faces[tag]
            return f"{tag}.{die + 1}-{face}"
        return tag

    def _take_cards(self, now: int) -> None:
        for tag in self._tags:
            if tag in self._cards:
                is_new = tag not in self._held or now - self._held[tag] > UNSEEN_MS
                self._held[tag] = now
                if is_new and self._on_card:
                    self._on_card(self._cards[tag], now)
