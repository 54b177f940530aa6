"""Dice that are tapped in, one key each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TappedDice:
    """Faces tapped so far, 0 for none, for the move of a number: another one forgets them."""

    faces: tuple[int, int] = (0, 0)
    number: int = 0

    def tapped(self, die: int, face: int, number: int) -> "TappedDice":
        """Dice after a key of the first (0) or the second (1) die."""
        first, second = self.faces if self.number == number else (0, 0)
        return TappedDice((face, second) if die == 0 else (first, face), number)

    def shown(self, number: int) -> tuple[int, int]:
        """Faces that count for the move of a number."""
        return self.faces if self.number == number else (0, 0)
