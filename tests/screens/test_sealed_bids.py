"""Sealed bids (HOUSE-17): nothing that anybody can see or hear tells a sum before they are opened.

Every view of a table is walked after every move: pages at the table and in browsers, with labels
and what is said there, phones of each seat and of who watches, the history and an undo, reports,
and the position as a program reads it. The sum that is looked for is nowhere else in the game.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion import text
from companion.browser.glass import Glass
from companion.engine.notation import parse_move, parse_record
from companion.engine.snapshot import to_dict
from companion.engine.state import Game
from companion.export.problems import ExportProblem
from companion.ledger.copies import image
from companion.ledger.errors import LedgerError
from companion.phones import pages
from companion.phones.address import parse_address
from companion.report import report_html
from companion.screens import keyed_bid
from companion.screens.keyed_bid import KeyedBid
from companion.table.confirmation import sheet_for
from companion.table.game_code import draw_codes
from companion.table.prompts import auction_view, now
from companion.table.table import Table
from tests.screens.seat import at_table, settle, touch

SUM = re.compile(r"(?<![\w.,#])137(?![\w.,%]\d?)")
"""The sum of the highest sealed bid."""
RECORD = """
edition: 1961
players: Ann, Bob, Cy
first: Ann
house rules: sealed bids

ruling: Ann has $1000; Bob has $900; Cy has $800
Ann throws 5 6
Ann declines
Bob bids $137
"""
MORE = ("undo", "Bob bids $137", "Cy bids $42", "ruling: Ann has $950")
"""Moves that go on from there, none of which opens the bids."""
SIZES = ((800, 480), (480, 800), (1280, 800), (480, 320))
OPENED = ("properties", "board", "trade", "pay", "history", "ruling", "menu", "game_code")
ADDRESSES = ("/", "/board", "/deed/st-charles-place", "/trade?with=Bob&pay=5", "/pay", "/claims")


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a value that was JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (key, *strings(one))
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


def pages_of(table: Table) -> Iterator[tuple[str, str]]:
    """Yield what a browser of each size is told of each page, by its name."""
    for size in SIZES:
        glass = Glass(table, *size, may_touch=False)
        yield f"game {size}", glass.news()
        for name in OPENED:
            table.open(name)
            yield f"{name} {size}", glass.news()
        table.history.consider(table.number - 1)
        yield f"undo {size}", glass.news()
        table.open("play")
        yield f"back {size}", glass.news()
        for bidder in table.game.players:
            opened = keyed_bid.tapped(KeyedBid(), ("other bid", bidder), table.game)
            table.set_value("auction", replace(opened, amount=137 if opened.bidder else 0))
            yield f"keyed by {bidder} {size}", glass.news()
        table.set_value("auction", KeyedBid())
        glass.leave()


def views(table: Table) -> Iterator[tuple[str, str]]:
    """Yield everything that a table tells anybody, by where it does."""
    session: Any = table.session
    game, history, setup = session.game, session.history, session.setup
    for where, told in pages_of(table):
        yield where, "\n".join(strings(json.loads(told)))
    for seat in (*game.players, ""):
        for address in ADDRESSES:
            html = pages.main(parse_address(address), game, history, seat, len(history))
            yield f"phone of {seat} {address}", html
    yield "position", json.dumps(to_dict(game))
    yield "phase", repr(game.phase)
    yield "prompt", str(now(game))
    for one in history:
        yield "log", str(text.line(one.move, one.events, setup.board))
        yield "told", " ".join(map(str, text.describe(one.events, setup.board)))
    for answer in answers(game):
        yield "changes", str((answer.changes, answer.text, answer.reason))
        yield "question", str(sheet_for(game, answer))
    yield "report", report_html(table.ledger, session.game_number, moves=True)


def answers(game: Game) -> Iterator[Any]:
    view = auction_view(game)
    if view:
        yield view.hammer
        for one in view.bidders:
            yield from (*one.bids, one.passes)


def telling(table: Table) -> list[str]:
    return [where for where, told in views(table) if SUM.search(told)]


def after(*lines: str) -> Table:
    record = parse_record(RECORD)
    table = at_table(record.setup)
    if table.session.game_number == 137:  # The number is on the report.
        table = at_table(record.setup)
    for move in record.moves():
        touch(table, move)
    for line in lines:
        touch(table, parse_move(line, table.game.setup))
    return table


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("count", range(len(MORE) + 1))
def test_no_view_tells_a_sealed_bid(count: int) -> None:
    table = after(*MORE[:count])
    assert bool(table.undone) is (count == 1)
    assert telling(table) == []
    assert telling(settle(table)) == []


def test_every_kind_of_view_tells_it_once_it_is_opened() -> None:
    told = {where.split()[0] for where in telling(after(*MORE, "Ann passes"))}
    assert told >= {"history", "phone", "log", "told", "report"}


def test_the_code_of_a_game_waits_for_the_opening() -> None:
    table = after(*MORE)
    session: Any = table.session
    with pytest.raises(LedgerError) as raised:
        draw_codes(image(table.ledger), session.game_number)
    assert raised.value.problem.reason is ExportProblem.BIDS_ARE_SEALED
    touch(table, parse_move("Ann passes", table.game.setup))
    assert draw_codes(image(table.ledger), session.game_number).codes
