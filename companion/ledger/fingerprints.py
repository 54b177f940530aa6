"""Compare fingerprints that were kept outside of the ledger.

The hash chain is not keyed: somebody who rewrites all of it gets a ledger that passes the audit. A
fingerprint that was photographed before cannot be made to match. It is 80 bits of the hash of one
move, which depends on that move, on every earlier move of the game, and on players, rules and
times. So a ledger that passes the audit and has this fingerprint at this move contains the same
game up to that move. It proves nothing about later moves, nor about other games.
"""

import re
from base64 import b32decode
from dataclasses import dataclass

from companion.engine.problems import Problem
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader

_LETTERS = r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}"
_WRITTEN = re.compile(
    rf"(?:companion\s+game\s+(\d+),\s*(\d+)\s+moves,\s*)?({_LETTERS})", re.IGNORECASE
)
_FIND = """
SELECT game, number FROM moves
WHERE substr(hash, 1, 20) = ? AND game = coalesce(?, game) AND number = coalesce(?, number)
"""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Fingerprint with its ``game`` and number of ``moves``, if they are known."""

    letters: str
    game: int | None = None
    moves: int | None = None

    def __str__(self) -> str:
        """Return the text in the code on the screen."""
        return f"companion game {self.game}, {self.moves} moves, {self.letters}"

    @classmethod
    def parse(cls, text: str) -> "Fingerprint":
        """Read the text of a code, or the letters alone. Raises ValueError."""
        match = _WRITTEN.fullmatch(text.strip())
        if not match:
            raise ValueError(text)
        game, moves, letters = match.groups()
        if game is None:
            return cls(letters.upper())
        return cls(letters.upper(), int(game), int(moves))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Result of a comparison; ``outcome`` names the place.

    ``is_there`` is True if the chain has the fingerprint at its place.
    """

    is_there: bool
    outcome: Problem


def compare(reader: LedgerReader, expected: Fingerprint, game: int | None) -> Comparison:
    """Look for a fingerprint in a ledger or in one of its games. Raises LedgerError."""
    if place := locate(reader, expected, game):
        return Comparison(True, _where(reader, place))
    not_found, why = LedgerProblem.FINGERPRINT_NOT_FOUND, _why(reader, expected)
    return Comparison(False, Problem(not_found, fingerprint=expected.letters, why=why))


def locate(
    reader: LedgerReader, expected: Fingerprint, game: int | None = None
) -> Fingerprint | None:
    """Find the game and the move of a fingerprint; None if no move has it."""
    prefix = b32decode(expected.letters.replace("-", "")).hex()
    wanted = [prefix, game if expected.game is None else expected.game, expected.moves]
    row = reader.query(lambda db: db.execute(_FIND, wanted).fetchone())
    return Fingerprint(expected.letters, *row) if row else None


def _where(reader: LedgerReader, place: Fingerprint) -> Problem:
    last = reader.game(place.game or 0).moves
    facts = {"fingerprint": place.letters, "move": place.moves, "game": place.game}
    if place.moves != last:
        return Problem(LedgerProblem.FINGERPRINT_OF_EARLIER_MOVE, **facts, last=last)
    return Problem(LedgerProblem.FINGERPRINT_OF_LAST_MOVE, **facts)


def _why(reader: LedgerReader, expected: Fingerprint) -> Problem:
    game, move = expected.game, expected.moves
    if game is None or move is None:
        return Problem(LedgerProblem.NO_MOVE_HAS_IT)
    try:
        last = reader.game(game).moves
    except LedgerError as missing:
        return missing.problem
    if last < move:
        return Problem(LedgerProblem.END_IS_MISSING, game=game, moves=last, wanted=move)
    here = reader.fingerprint(game, move)
    return Problem(LedgerProblem.GAME_WAS_CHANGED, game=game, move=move, fingerprint=here)
