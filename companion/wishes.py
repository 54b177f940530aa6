"""Messages from the phones' server to the bank, and their answers.

Each is one JSON object of at most ``MOST_BYTES`` over a Unix socket that keeps messages apart:

- a wish, ``{"game": "…", "seat": "Ann", "move": "Ann buys", "since": 41, "request": "…",
  "until": 7.5}``, is answered by ``{"booked": 42}`` or by ``{"said": "…"}``, a sentence for the
  player; ``move`` is in the notation, ``since`` the number that its button had (see
  ``judging.meant_since``), and ``until`` the time of CLOCK_MONOTONIC, which all programs of a
  machine share, at which the server stops waiting: afterwards the bank does not play the move;
- a phone that asks for a seat, ``{"code": "…", "seat": "Ann", "phone": "…", "address": "…"}``,
  with the code from the table's screen, the digest of its secret and its address in the network, is
  answered by ``{"asked": "Ann"}``, or by ``{"said": "…"}``; the table lets it in later;
- what the server knows, ``{"address": "http://…", "name": "table.local", "phones": ["Ann"]}``, with
  the name of the machine in its network or an empty one, is answered by the game in
  hand and what the table has chosen, ``{"game": "…", "markers": {"Ann": 0}, "language": "en",
  "stop": false, "code": "…", "seats": {"…": 0}, "asking": {"…": [1, 42]}, "refused": []}``: the
  digest of the code, the markers of the players by the digests of their phones, with two digits
  while the phone asks, and the phones that the table refused; with ``stop`` true, the server ends.

A game is named by the hash of its row, because every ledger counts its games from 1.
"""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from companion.engine.limits import ForeignError, decode, parse_json, shown
from companion.engine.problems import InputProblem

MOST_BYTES = 2048
SHARED, REPORT = "shared", "report.html"
"""Folder of shared games beside the socket, and the report of each."""
PICTURES = ("picture", "chances", "moment", "luck", "rent")
"""Names of the pictures of a shared game: everything in one, and the pages of the story."""
PICTURE, WORDS = ".png", ".txt"
"""Endings of the files of a picture: itself, and what it shows in words."""
SOCKET_NAME = "wishes"
LONGEST_NAME, LONGEST_MOVE, LONGEST_ID = 64, 1024, 64
MOST_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class Wish:
    """Move that a player asks for on a phone."""

    game: str
    seat: str
    move: str
    since: int
    request: str
    until: float


@dataclass(frozen=True, slots=True)
class Joining:
    """Phone that asks for a seat, with the code that it has scanned."""

    code: str
    seat: str
    phone: str
    address: str


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """Address of the server, its name in the network, and the players on phones."""

    address: str
    name: str
    phones: tuple[str, ...]


Message = Wish | Joining | ServerStatus


def parse(data: bytes) -> Message:
    """Return the message in a packet. Raises ForeignError."""
    fields = parse_object(data)
    match fields:
        case {"move": move, "since": int(since), "until": int() | float() as until}:
            _check_keys(fields, 6)
            return Wish(
                _text(fields.get("game"), LONGEST_ID),
                _text(fields.get("seat"), LONGEST_NAME),
                _text(move, LONGEST_MOVE),
                since,
                _text(fields.get("request"), LONGEST_ID),
                until,
            )
        case {"code": code, "seat": seat, "phone": phone, **rest}:
            _check_keys(fields, 4 if "address" in rest else 3)
            name = _text(seat, LONGEST_NAME)
            ids = (_text(one, LONGEST_ID) for one in (phone, rest.get("address", "")))
            return Joining(_text(code, LONGEST_ID), name, *ids)
        case {"address": address, "name": name, "phones": [*phones]} if len(phones) <= MOST_PLAYERS:
            _check_keys(fields, 3)
            names = tuple(_text(name, LONGEST_NAME) for name in phones)
            return ServerStatus(_text(address, LONGEST_MOVE), _text(name, LONGEST_NAME), names)
    raise ForeignError(InputProblem.WRONG_KIND, kind="a message of the phones", value=shown(fields))


def parse_object(data: bytes) -> dict[str, Any]:
    """Return the JSON object in ``data``. Raises ForeignError."""
    if len(data) > MOST_BYTES:
        raise ForeignError(InputProblem.LINE_TOO_LONG, most=MOST_BYTES)
    fields = parse_json(decode(data, "message"))
    if not isinstance(fields, dict):
        raise ForeignError(InputProblem.WRONG_KIND, kind="a JSON object", value=shown(fields))
    return fields


def encode(fields: dict[str, Any]) -> bytes:
    """Return a message or an answer as a packet."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def digest(secret: str) -> str:
    """Return what tells a secret from others without giving it away."""
    return urlsafe_b64encode(sha256(secret.encode()).digest()[:16]).decode().rstrip("=")


def _check_keys(fields: dict[str, Any], count: int) -> None:
    # In Python, True is an integer too.
    if len(fields) != count or any(isinstance(value, bool) for value in fields.values()):
        raise ForeignError(InputProblem.WRONG_KIND, kind="known keys", value=shown(fields))


def _text(value: object, longest: int) -> str:
    if isinstance(value, str) and len(value) <= longest and (not value or value.isprintable()):
        return value
    raise ForeignError(InputProblem.WRONG_KIND, kind="a short text", value=shown(value))
