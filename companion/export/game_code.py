"""A whole game as QR codes: text that every camera reads and that a person can send.

The text of a code is one line of capital letters and digits:

    COMPANION V1 PART 1/2 ABCD-EFGH-IJKL-MNOP 0123456789…

It names the version of the form, the part, and the fingerprint of the game in its ledger. The
digits are the fingerprint again and the record of the game, compressed with bz2, which packs
records smallest and has a checksum. Every 22 bytes become one number of 53 digits: a QR
code stores digits almost as densely as bytes, and telephones display digits, but not bytes.

A game too long for one code becomes several codes, which are read in any order.
"""

import re
from bz2 import BZ2Decompressor
from bz2 import compress as pack
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import segno

from companion.engine.limits import ForeignError, excerpt
from companion.export import notation
from companion.export.game_table import require_sound
from companion.export.problems import ExportProblem
from companion.foreign import LARGEST_RECORD
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader

MOST_PARTS = 9
MOST_BYTES = 2904
"""Largest number of bytes in one code: 6,996 digits, beside the letters in front of them."""
VERSIONS = (30, 40)
"""Sizes of the codes: 137 modules a side are 3 pixels each on a small screen; 177 are the most."""
_CHUNK = 22
_BYTES = {len(str(256**count - 1)): count for count in range(1, _CHUNK + 1)}
"""Number of bytes by the number of their digits."""
_DIGITS = {count: digits for digits, count in _BYTES.items()}
_FINGERPRINT = "(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}"
_TEXT = re.compile(rf"COMPANION V([0-9]+) PART ([1-9])/([1-9]) ({_FINGERPRINT}) ([0-9 ]+)")


@dataclass(frozen=True, slots=True)
class CodedGame:
    """Game read from its codes, with the fingerprint that it has in the ledger it came from."""

    fingerprint: str
    record: str


def texts(reader: LedgerReader, game: int) -> tuple[str, ...]:
    """Return the text of each code of a game.

    Raises LedgerError if the game is not sound or too long.
    """
    require_sound(reader, game)
    fingerprint = reader.fingerprint(game)
    data = pack(f"{fingerprint}\n{notation.text(reader, game)}".encode())
    parts = [data[start : start + MOST_BYTES] for start in range(0, len(data), MOST_BYTES)]
    if len(parts) > MOST_PARTS:
        raise LedgerError(ExportProblem.GAME_TOO_LONG_FOR_CODES, game=game, most=MOST_PARTS)
    return tuple(
        f"COMPANION V1 PART {number}/{len(parts)} {fingerprint} {_digits(part)}"
        for number, part in enumerate(parts, 1)
    )


def draw(text: str) -> segno.QRCode:
    """Return the code of a text of this module, as robust as it can be at its size."""
    # segno takes several segments, each stored in its densest mode, although its types say no.
    segments: Any = re.split("(?<= )(?=[0-9]+$)", text)
    small, large = VERSIONS
    try:
        return segno.make_qr(segments, error="l", version=small)
    except segno.DataOverflowError:
        return segno.make_qr(segments, error="l", version=large)


def is_game_code(text: str) -> bool:
    """Return True if ``text`` looks like a part of a game code."""
    return text.lstrip().upper().startswith("COMPANION V")


def unpack(texts: Iterable[str]) -> CodedGame:
    """Return the game in the texts of all its codes, at least one.

    Raises ForeignError, one sentence, if they are not exactly the codes of one game.
    """
    parts: dict[int, str] = {}
    games = set()
    for text in texts:
        number, game, digits = _part(text)
        games.add(game)
        if parts.setdefault(number, digits) != digits or len(games) > 1:
            raise ForeignError(ExportProblem.CODES_OF_TWO_GAMES)
    ((fingerprint, count),) = games
    for number in range(1, count + 1):
        if number not in parts:
            raise ForeignError(ExportProblem.CODE_MISSING, part=number, parts=count)
    data = b"".join(_bytes(parts[number]) for number in range(1, count + 1))
    return _game(_unpacked(data), fingerprint)


def _part(text: str) -> tuple[int, tuple[str, int], str]:
    """Return the number of a part, its game with the number of all parts, and its digits."""
    match = _TEXT.fullmatch(" ".join(text.upper().split()))
    if not match or int(match[2]) > int(match[3]):
        raise ForeignError(ExportProblem.NOT_A_GAME_CODE, text=excerpt(text))
    version, number, count, fingerprint, digits = match.groups()
    if version != "1":
        raise ForeignError(ExportProblem.CODE_OF_ANOTHER_VERSION, version=excerpt(version))
    return int(number), (fingerprint, int(count)), digits.replace(" ", "")


def _digits(data: bytes) -> str:
    chunks = [data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK)]
    return "".join(f"{int.from_bytes(one, 'big'):0{_DIGITS[len(one)]}}" for one in chunks)


def _bytes(digits: str) -> bytes:
    width = _DIGITS[_CHUNK]
    chunks = [digits[start : start + width] for start in range(0, len(digits), width)]
    try:
        return b"".join(int(one).to_bytes(_BYTES[len(one)], "big") for one in chunks)
    except (KeyError, OverflowError) as error:
        raise ForeignError(ExportProblem.CODE_DAMAGED) from error


def _unpacked(data: bytes) -> str:
    """Return the text in compressed ``data``; never unpack more than a record may have."""
    unpacker = BZ2Decompressor()
    try:
        text = unpacker.decompress(data, LARGEST_RECORD)
        if not unpacker.eof and not unpacker.needs_input:
            raise ForeignError(ExportProblem.CODE_TOO_LARGE)
        if unpacker.eof and not unpacker.unused_data:
            return text.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise ForeignError(ExportProblem.CODE_DAMAGED) from error
    raise ForeignError(ExportProblem.CODE_DAMAGED)


def _game(text: str, fingerprint: str) -> CodedGame:
    first, _, record = text.partition("\n")
    if first != fingerprint:
        raise ForeignError(ExportProblem.CODE_DAMAGED)
    return CodedGame(fingerprint, record)
