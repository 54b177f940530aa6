"""A game as one JSON object: every stored field, and values derived from them.

Each move has the fields of its hash (see ``ledger.hashing``) and its events as objects. The
derived values (turn, payments, balances) are there for convenience and are not hashed. So
``players`` are those of the start, as hashed, and ``seated`` those who sit there at the end.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypedDict

from companion.export.deeds import DeedFields, deeds
from companion.export.game_table import GameTable, MoveRow, PaymentRow
from companion.ledger.records import TrayThrow


class MoveObject(TypedDict):
    """A move with every field of its hash; ``payments`` and ``balances`` are derived."""

    entry: int
    game: int
    number: int
    at: str
    by: str
    source: str
    text: str
    request: str
    previous_hash: str
    throw: TrayThrow | None
    events: Sequence[Mapping[str, Any]]
    hash: str
    turn: int
    turn_of: str
    payments: Sequence[PaymentRow]
    balances: Mapping[str, int]


class GameObject(TypedDict):
    """A game with every field of its hash, its moves, and what everybody has at the end."""

    number: int
    started_at: str
    header: str
    program: str
    players: Sequence[str]
    hash: str
    fingerprint: str
    moves: Sequence[MoveObject]
    seated: Sequence[str]
    balances: Mapping[str, int]
    deeds: Sequence[DeedFields]


def text(table: GameTable) -> str:
    """Return the JSON object of a game, indented."""
    head = table.head
    game: GameObject = {
        "number": head.number,
        "started_at": head.started_at,
        "header": head.header,
        "program": head.program,
        "players": head.players,
        "hash": head.hash,
        "fingerprint": table.fingerprint,
        "moves": [_move(row) for row in table.rows],
        "seated": list(table.position.players),
        "balances": table.rows[-1].balances,
        "deeds": list(deeds(table.position)),
    }
    return json.dumps(game, indent=1, ensure_ascii=False, default=asdict) + "\n"


def _move(row: MoveRow) -> MoveObject:
    entry = row.entry
    return {
        "entry": entry.entry,
        "game": entry.game,
        "number": entry.number,
        "at": entry.at,
        "by": entry.by,
        "source": entry.source,
        "text": entry.text,
        "request": entry.request,
        "previous_hash": entry.previous_hash,
        "throw": entry.throw,
        "events": [json.loads(event) for event in entry.events],
        "hash": entry.hash,
        "turn": row.turn,
        "turn_of": row.turn_of,
        "payments": row.payments,
        "balances": row.balances,
    }
