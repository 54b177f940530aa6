"""The page of a debt: the best ways to raise cash are in sight, and a key opens the rest."""

from collections.abc import Iterator
from itertools import product

import pytest

from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.notation import parse_record
from companion.screens import debt
from companion.screens.layout import place_rows
from companion.screens.parts import Node, Pane
from companion.table.debt import shortfall
from companion.table.prompts import Answer
from companion.table.table import Table
from tests.screens.facts import facts, is_told
from tests.screens.faults import Page, faults
from tests.screens.seat import seat
from tests.screens.states import EVERY, NAMES, WINDOWS, Window, besides
from tests.screens.states import Table as Seats
from tests.screens.test_heads import played

RAISING = moves.Mortgage | moves.Sell | moves.SellHotels | moves.SellDown
SMALL, RATHER_SOLVENT = WINDOWS[0], 1_345
BEST_SET = """\
ruling: {0} owns Boardwalk; {0} owns Park Place; Boardwalk carries {1}; Park Place carries {1}
"""
"""The dark blue set, whose name is the longest, and what stands on it, for a debtor."""
FOUR, EIGHT, TWELVE = (tuple(NAMES["long"].split(", ")[:count]) for count in (4, 8, 12))


def owing(names: tuple[str, ...], claims: int, ways: int, offer: str, cash: int = 100) -> Table:
    """Return a table at which somebody owes rent and has some ways to raise it."""
    return seat(parse_record(besides(Seats(names, 640), claims, ways, offer, cash)))


def nodes(table: Table, window: Window) -> dict[str, Node]:
    return window.place(debt.page(table, window.room))


def seen(page: dict[str, Node]) -> list[Move]:
    """Return the moves that raise cash and can be tapped without a list, in order."""
    return [move for node in page.values() for move in raising(node)]


def raising(node: Node) -> Iterator[Move]:
    match node.hand and node.hand.do:
        case ("answer", Answer() as answer) if isinstance(answer.move, RAISING):
            yield answer.move


def ways(table: Table) -> list[Move]:
    owed = shortfall(table.game, table.game.debts[0])
    return [way.answer.move for way in owed.ways]


def can_tap(page: dict[str, Node], *do: object) -> bool:
    return any(node.hand and node.hand.do == do for node in page.values())


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("names", [FOUR, TWELVE], ids=["four", "twelve"])
def test_the_best_ways_are_in_sight_and_a_key_opens_the_rest(names: tuple[str, ...]) -> None:
    for (claims, offer), count in product(((0, "none"), (4, "actor")), (1, 2, 7, 18)):
        table = owing(names, claims, count, offer)
        wanted = ways(table)
        for window in WINDOWS:
            page = nodes(table, window)
            found = seen(page)
            assert found == wanted[: len(found)]
            assert len(found) >= min(2, len(wanted))
            assert can_tap(page, "ways", True) == (len(found) < len(wanted))


@pytest.mark.usefixtures("language")
def test_the_longest_name_of_a_set_is_whole_beside_what_the_set_brings() -> None:
    for names, claims, count in ((FOUR, 0, 1), (EIGHT, 3, 6), (EIGHT, 4, 0)):
        owned = BEST_SET.format(names[1], "hotel")
        table = seat(parse_record(besides(Seats(names, 640), claims, count, "none") + owned))
        best = shortfall(table.game, table.game.debts[0]).ways[0]
        assert (best.kind, best.group) == ("group", "dark_blue")
        for window, lists_ways in product(EVERY, (False, True)):
            table.set_value("debt", debt.DebtPage(lists_ways=lists_ways))
            assert faults(Page(nodes(table, window), *window[:3])) == []


def test_the_list_has_every_way_and_closes_when_the_debt_can_be_paid() -> None:
    table = owing(FOUR, 4, 18, "none", RATHER_SOLVENT)
    wanted = ways(table)
    table.tap(("ways", True), table.number, "open")
    page = nodes(table, SMALL)
    [pane] = [node.look for node in page.values() if isinstance(node.look, Pane)]
    rows = place_rows(pane, 0, len(pane.rows.items), SMALL[0])
    assert seen(rows) == wanted
    table.tap(("ways", False), table.number, "close")
    assert not can_tap(nodes(table, SMALL), "ways", False)
    table.tap(("ways", True), table.number, "open again")
    best = shortfall(table.game, table.game.debts[0]).ways[0].answer
    table.submit(best, table.number, "raise")
    assert not can_tap(nodes(table, SMALL), "ways", False)


def test_the_trade_keeps_its_column_as_ways_go() -> None:
    for count in range(8):
        page = nodes(owing(FOUR, 0, count, "none"), SMALL)
        stage = page["stage"]
        right = stage.x + stage.w * 0.75
        keys = [node for key, node in page.items() if not key.startswith("bar")]
        trades = [node for node in keys if node.hand and node.hand.do == ("show", "trade")]
        assert [node.x <= right <= node.x + node.w for node in trades] == [True]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("names", [("Leo", "Mia", "Jonas"), FOUR[:3]], ids=["short", "long"])
def test_whom_a_fine_is_owed_to_is_told_where_what_for_has_no_room(names: tuple[str, ...]) -> None:
    jailed = f"ruling: {names[0]} is in jail, turn 3; {names[0]} has $6"
    table = played(names, jailed, f"{names[0]} throws 5 6")
    for window in WINDOWS:
        page = nodes(table, window)
        assert [one.what for one in facts(table) if not is_told(one, page)] == []
