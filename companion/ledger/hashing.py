"""Compute the hash chain: each row's hash covers the row and the previous hash.

This is the canonical form, for anyone who verifies a ledger without this program. A hash is the
SHA-256, in lower-case hex, of one JSON object in ASCII: keys sorted, no spaces, other characters as
``\\uXXXX``.

- A move's object has ``at by entry game number previous request source text`` as they are in its
  row (``previous`` is ``previous_hash``), ``events``: a list of the texts in ``events.data``, in
  order, and ``throw``: null, or ``[identity, outcome, a, b]`` of its row in ``tray_throws``.
- A throw's object has ``a at b game identity move number outcome previous`` as they are in its row.
  Throws have their own chain, so that throws which became no move are protected as well.
- A restoration's object has ``at first_entry last_entry number previous source``; its own chain.
- An interruption's object has ``at last_entry number previous``; its own chain.
- A game's object has ``header number program started_at`` as they are in its row, and ``players``:
  a list of the names by seat. Its hash is the ``previous`` of move 0.

A chain reveals rows that were changed, removed, inserted or swapped by somebody who did not
recompute it. It does not reveal that all of it was rewritten, nor that its end is missing. For that
the table sees a fingerprint of the last hash; ``fingerprints`` explains what a photograph of it
proves.
"""

import hashlib
import json
from base64 import b32encode

from companion.ledger.records import (
    Entry,
    GameHead,
    Interruption,
    Restoration,
    ThrowEntry,
    TrayThrow,
)

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_GROUPS, _LETTERS = 4, 4


def move_hash(entry: Entry) -> str:
    """Return the hash of a move; the ``hash`` in ``entry`` itself is ignored."""
    return _hash(
        at=entry.at,
        by=entry.by,
        entry=entry.entry,
        events=entry.events,
        game=entry.game,
        number=entry.number,
        previous=entry.previous_hash,
        request=entry.request,
        source=entry.source,
        text=entry.text,
        throw=_throw(entry.throw),
    )


def throw_hash(row: ThrowEntry) -> str:
    """Return the hash of a tray throw."""
    return _hash(
        at=row.at,
        game=row.game,
        move=row.move,
        number=row.number,
        previous=row.previous_hash,
        **throw_fields(row.throw),
    )


def throw_fields(throw: TrayThrow) -> dict[str, str | int | None]:
    """Return a throw as its columns."""
    a, b = throw.dice or (None, None)
    return {"identity": throw.identity, "outcome": throw.outcome, "a": a, "b": b}


def restoration_hash(row: Restoration) -> str:
    """Return the hash of a restoration."""
    return _hash(
        at=row.at,
        first_entry=row.first_entry,
        last_entry=row.last_entry,
        number=row.number,
        previous=row.previous_hash,
        source=row.source,
    )


def interruption_hash(row: Interruption) -> str:
    """Return the hash of an interruption."""
    return _hash(
        at=row.at, last_entry=row.last_entry, number=row.number, previous=row.previous_hash
    )


def game_hash(game: GameHead) -> str:
    """Return the hash that the chain of a game begins with."""
    return _hash(
        header=game.header,
        number=game.number,
        players=game.players,
        program=game.program,
        started_at=game.started_at,
    )


def fingerprint(link: str) -> str:
    """Return the first 80 bits of a hash as four groups of four letters and digits.

    Base 32 of RFC 4648 has no 0, 1, 8 and 9, which look like O, I, B and g on a photograph.
    """
    letters = b32encode(bytes.fromhex(link)).decode("ascii")
    return "-".join(letters[i * _LETTERS : (i + 1) * _LETTERS] for i in range(_GROUPS))


def _throw(throw: TrayThrow | None) -> list[object] | None:
    if throw is None:
        return None
    return list(throw_fields(throw).values())


def _hash(**fields: object) -> str:
    return hashlib.sha256(_CANONICAL.encode(fields).encode("ascii")).hexdigest()
