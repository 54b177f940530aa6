"""Sentences that are heard, and any other text as it is said aloud."""

import re
from collections.abc import Iterable

from companion.text.catalogue import Sentences
from companion.text.history import BETWEEN
from companion.text.told import Piece, Sum, Wording, capital, sampled

SPEECH = Sentences(
    {
        "turn": "{player}, it's your turn",
        "again": "{player} rolls again",
        "for sale": "It is for sale for {amount}",
        "claim": "{owner} may collect {amount} from {payer}",
        "each pays": "Everybody pays {player} {amount}",
        "pays each": "{player} pays everybody {amount}",
    }
)
"""Sentences that are heard and stand on no screen."""

_UNHEARD = re.compile(r"[^\w\s.,:;!?¡¿%'\N{RIGHT SINGLE QUOTATION MARK}&()-]|_")
"""Signs that a synthesiser would spell, such as a picture in a name, or a currency."""
_ENDS = (".", "!", "?")

speech = SPEECH.fill


def heard(sentences: Iterable[Wording]) -> str:
    """Return sentences as one text for a synthesiser.

    Sums are plain numbers, what has moved money has a pause before its sum, and no sign is spelled.
    """
    return " ".join(filter(None, map(_heard, sentences)))


def _heard(sentence: Wording) -> str:
    words = "".join(map(_said, capital(sentence).parts))
    for between in (BETWEEN, " / "):
        words = words.replace(between, ", ")
    words = re.sub(r"\s+", " ", _UNHEARD.sub(" ", words)).strip()
    words = re.sub(r" (?=[.,:;!?])", "", words)
    return words if not words or words.endswith(_ENDS) else f"{words}."


def _said(piece: Piece) -> str:
    if not isinstance(piece, Sum):
        return str(piece)
    _, separator, _ = sampled(piece.sample)
    number = f"{abs(piece.amount):,}".replace(",", separator)
    return f", {number}" if piece.is_signed else number
