"""The menu where it is crowded by warnings, and where there is no game yet."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion import text
from companion.engine.problems import Problem
from companion.ledger.problems import LedgerProblem
from companion.palette import PAPER
from companion.screens.layout import place
from companion.screens.menu import page
from companion.screens.parts import Room
from companion.text.screens.phones import PHONES
from tests.screens.anywhere import wrong
from tests.screens.seat import seat
from tests.screens.states import positions

STICK = "/media/stick/companion/ledger.jsonl"
ANOTHER = Problem(LedgerProblem.COPY_OF_ANOTHER_LEDGER, path=STICK)
STOPPED = Problem(LedgerProblem.COPY_STOPPED, why=ANOTHER)
FULL = Problem(LedgerProblem.RESERVE_ALMOST_USED)


@pytest.mark.usefixtures("language")
def test_two_warnings_at_once_fit() -> None:
    table: Any = seat(next(positions()).parse())
    table.trouble = text.translate_message(Problem(LedgerProblem.BOTH, first=FULL, second=STOPPED))
    found = []
    for table.device.kiosk in (True, False):
        found += wrong(page, table)
    assert found == []


def test_without_a_game_a_key_that_needs_one_says_so() -> None:
    table: Any = SimpleNamespace(
        session=None,
        trouble="",
        signed="",
        settings=SimpleNamespace(page="menu"),
        device=SimpleNamespace(kiosk=True),
    )
    nodes = place(page(table, Room(800, 480, PAPER)), 800, 480).values()
    refused = {node.hand.do: node.hand.reason for node in nodes if node.hand and node.hand.reason}
    shown = [("show", screen) for screen in ("ruling", "history", "phones")]
    pages = [("page", page) for page in ("parting", "finish")]
    assert refused == dict.fromkeys([*shown, *pages], PHONES["no game"])
