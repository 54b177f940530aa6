"""A game as one JSON object: all that is in the books about it, and what follows from that.

Every move has the fields that its hash is made of (see ``chain``), its events as the objects that
they are, and then what is only there for the reader: turn, payments, balances.
"""

import json
from dataclasses import asdict
from typing import Any

from companion.export.deeds import deeds
from companion.export.game_table import GameTable, MoveRow


def text(told: GameTable) -> str:
    """The object, indented."""
    head = told.head
    whole = {
        **asdict(head),
        "fingerprint": told.fingerprint,
        "moves": [_move(page) for page in told.pages],
        "balances": told.pages[-1].balances,
        "deeds": [asdict(deed) for deed in deeds(told.position)],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _move(page: MoveRow) -> dict[str, Any]:
    return {
        **asdict(page.entry),
        "events": [json.loads(event) for event in page.entry.events],
        "turn": page.turn,
        "turn_of": page.turn_of,
        "payments": [asdict(payment) for payment in page.payments],
        "balances": page.balances,
    }
