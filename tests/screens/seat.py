"""Tables after the moves of a record, as pages see them: real ones, with a clock that stands still.

All of a process have one ledger, in which each record is another game.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.engine.moves import Move
from companion.engine.notation.record import Record
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger
from companion.runtime.build import build_screens
from companion.screens.parts import Node
from companion.screens.registry import SCREENS
from companion.screens.trade import Trade
from companion.table.prompts import Prompt
from companion.table.session import Source
from companion.table.states.device import DeviceActions, DeviceState
from companion.table.table import CHANGE_SECONDS, Table
from companion.table.trade.draft import TradeDraft
from tests.clock import StillClock

VERSION = "0.1.0 (0123456789ab)"
_folder = TemporaryDirectory(prefix="companion-seats-")


@cache
def _ledger() -> Any:
    return Ledger.open(Path(_folder.name))


def seat(record: Record, with_moment: bool = False) -> Table:
    """Return a table after the moves of a record, in the moment of the last one if wanted."""
    table = at_table(record.setup)
    *before, last = record.moves()
    session: Any = table.session
    for move in before:
        session.play(move, Source.TOUCH)
    table.show()
    touch(table, last)
    return table if with_moment else settle(table)


def at_table(setup: Setup) -> Table:
    """Return a table at the first move of a game.

    It has phones, and is a kiosk if the players are an odd number.
    """
    ledger, clock = _ledger(), StillClock()
    table = Table(ledger, clock, SCREENS)
    is_odd = bool(len(setup.players) % 2)
    table.device = DeviceState(DeviceActions(VERSION, kiosk=is_odd), clock)
    build_screens(table, ledger, Path(_folder.name) / "settings.json")
    table.settings.value = replace(table.settings.value, face_me=True)
    for name in ("is_served", "is_on", "has_switch", "has_network"):
        setattr(table.phones, name, True)
    table.tray_input.state, table.time = "found", "21:45"
    table.begin(setup)
    return table


def touch(table: Table, move: Move) -> None:
    """Play a move as a finger does: its moment begins."""
    session: Any = table.session
    table.show_played(session.play(move, Source.TOUCH))
    table.notice = ""


def settle(table: Table) -> Table:
    """Let the moment of the last move pass, and what is shown for a while after it."""
    wait(table, CHANGE_SECONDS)
    return table


def wait(table: Table, seconds: float) -> None:
    """Let time pass at a table."""
    clock: Any = table.clock
    clock.wait(seconds)


def with_trade(table: Table, draft: TradeDraft, **shown: Any) -> Table:
    """Show another trade in preparation."""
    table.set_value("trade", Trade(draft, **shown))
    return table


def asked(prompt: Prompt) -> list[tuple[str, Any]]:
    """What must be there to be tapped."""
    return [("answer", answer.move) for answer in prompt.answers if answer.open]


def met(nodes: dict[str, Node]) -> dict[str, Node]:
    """Nodes whose answers mean their moves."""
    found = {}
    for key, node in nodes.items():
        if node.hand and node.hand.do and node.hand.do[0] == "answer":
            node = node._replace(hand=node.hand._replace(do=("answer", node.hand.do[1].move)))
        found[key] = node
    return found
