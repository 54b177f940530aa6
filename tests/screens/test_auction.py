"""The page of an auction: bids of many, and promises that come with the deed."""

import pytest

from companion.engine.moves import Bid
from companion.engine.notation import parse_record
from companion.engine.notation.record import Record
from companion.screens.auction import page
from companion.table.promises import binding, bound_names
from companion.table.prompts import auction_view
from companion.table.settings import TYPE_SIZES
from companion.text.screens.auction import AUCTION
from companion.text.screens.play import undid
from companion.text.screens.trade import text_of
from tests.screens.anywhere import wrong
from tests.screens.faults import Page, faults
from tests.screens.seat import seat
from tests.screens.states import positions, window
from tests.screens.test_heads import PANEL, UPRIGHT, nodes_of, played

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
BINDS, ENDS = "promises bind buyers", "promises in deals"
RECORD = """
edition: 1935
players: {players}
first: Ann
house rules: {rule}

ruling: Bob owns Boardwalk; Ann owns Oriental Avenue; Cy owns Baltic Avenue; Bob owns Short Line
Ann offers Cy free landing on Oriental Avenue 3 times for Baltic Avenue
Cy accepts
Ann offers Bob free landing on Oriental Avenue for good for Short Line
Bob accepts
ruling: Ann has $0; Ann stands on Short Line; Bob owns Reading Railroad
Ann throws 1 3
Bob collects rent
Ann puts up Oriental Avenue
"""


def record(players: int = 3, rule: str = BINDS) -> Record:
    return parse_record(RECORD.format(players=", ".join(NAMES[:players]), rule=rule))


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("players", [3, 6])
def test_promises_that_bind_the_buyer_are_told(players: int) -> None:
    table = seat(record(players))
    game, view = table.game, auction_view(table.game)
    assert view
    kept = binding(game, [view.deed])
    assert {one.player for one in kept} == {"Bob", "Cy"}
    for one in kept:
        assert str(bound_names(game, one)[0]) in str(view.promises[0])
    assert view.promises[-2:] == (text_of("promises"), AUCTION["promises"])
    other = seat(record(players, ENDS))
    assert wrong(page, table) == wrong(page, other)


def test_promises_that_end_with_the_sale_are_not_told() -> None:
    view = auction_view(seat(record(rule=ENDS)).game)
    assert view
    assert view.promises == ()


SHORT = ("Oma", "Leo", "Mia", "Jonas", "Emma", "Finn", "Ida", "Lilly", "Tom", "Max", "Eva", "Ben")


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(("names", "count"), [(SHORT, 2), (("Großmutter Wilma", *SHORT[1:]), 1)])
def test_twelve_bidders_have_two_bids_each_where_no_name_is_shorter_for_it(
    names: tuple[str, ...], count: int
) -> None:
    lines = f"{names[0]} throws 4 5", f"{names[0]} declines"
    nodes = nodes_of(played(names, *lines, edition="1934"), UPRIGHT)
    does = [node.hand.do for node in nodes.values() if node.hand and node.hand.do]
    bids = [do[1].move.player for do in does if do[0] == "answer" and isinstance(do[1].move, Bid)]
    assert {name: bids.count(name) for name in names} == dict.fromkeys(names, count)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", ["auction-beside-4-claims-12"])
def test_what_was_undone_goes_before_any_fact_or_verb(name: str) -> None:
    table = seat(next(one for one in positions() if one.name == name).parse())
    table.undone = undid(1, "Maximilian-Alexs")
    assert wrong(page, table) == []


@pytest.mark.parametrize("size", [PANEL, UPRIGHT], ids=["panel", "upright"])
def test_undo_is_an_icon(size: tuple[int, int]) -> None:
    nodes = nodes_of(played(SHORT[:4], "Oma throws 4 5", "Oma declines"), size)
    keys = [node for node in nodes.values() if node.hand and node.hand.do == ("undo",)]
    assert [node.w for node in keys] == [56]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("type_size", TYPE_SIZES)
def test_why_somebody_cannot_bid_lies_under_no_key(type_size: str) -> None:
    record = next(one for one in positions() if one.name.startswith("auction, high bid, 12"))
    table = seat(record.parse())
    for height in range(640, 900, 20):
        size = window(1280, height, type_size)
        nodes = size.place(page(table, size.room))
        assert faults(Page(nodes, *size[:3])) == []
