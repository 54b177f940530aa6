"""A game as one JSON object: every stored field, and values derived from them.

Each move has the fields of its hash (see ``ledger.hashing``) and its events as objects. The
derived values (turn, payments, balances) are there for convenience and are not hashed. So
``players`` are those of the start, as hashed, and ``seated`` those who sit there at the end.
"""

import json
from dataclasses import asdict
from typing import Any

from companion.export.deeds import deeds
from companion.export.game_table import GameTable, MoveRow


def text(table: GameTable) -> str:
    """Return the JSON object of a game, indented."""
    head = table.head
    game = {
        **asdict(head),
        "fingerprint": table.fingerprint,
        "moves": [_move(row) for row in table.rows],
        "seated": list(table.position.players),
        "balances": table.rows[-1].balances,
        "deeds": [asdict(deed) for deed in deeds(table.position)],
    }
    return json.dumps(game, indent=1, ensure_ascii=False) + "\n"


def _move(row: MoveRow) -> dict[str, Any]:
    return {
        **asdict(row.entry),
        "events": [json.loads(event) for event in row.entry.events],
        "turn": row.turn,
        "turn_of": row.turn_of,
        "payments": [asdict(payment) for payment in row.payments],
        "balances": row.balances,
    }
