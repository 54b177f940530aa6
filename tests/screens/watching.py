"""Watch a table: the moment of a move, its stages, the page after it, and what is wrong there."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine import board, edition
from companion.engine.moves import Move
from companion.engine.state import Game, Setup
from companion.look.palette import Theme
from companion.screens import debt
from companion.screens.debt import DebtPage
from companion.screens.parts import Part
from companion.screens.registry import SCREENS
from companion.simulation.games import evening
from companion.table.debt import debtors
from companion.table.session import Source
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.told import Wording
from tests.screens.facts import facts
from tests.screens.faults import Fault, Nodes, Page, emptied, faults, moved, reachable
from tests.screens.seat import asked, at_table, met, touch, wait
from tests.screens.states import Window

STEP = 0.4
"""Seconds after which a moment is looked at again: it may have come to another stage."""


class Seen(NamedTuple):
    """Fault that is seen on a page, or in a moment, and the window in which it is."""

    where: str
    window: Window
    fault: Fault
    position: str = ""

    def __str__(self) -> str:
        width, height, _, enlarged = self.window
        size = f"{width}x{height} type x{enlarged}"
        return f"{self.position} {self.where} {size}: {self.fault}".lstrip()


class Look(NamedTuple):
    """Page that is seen in a window, with its parts, and what was seen there ``before``."""

    where: str
    window: Window
    part: Part
    page: Page
    before: Nodes

    def faults(self, table: Table) -> Iterator[Seen]:
        """Yield everything that is wrong with the page that the table shows."""
        for fault in (*emptied(self.part), *wrong_with(table, self.page, self.before)):
            yield Seen(self.where, self.window, fault)


def longest_refusal(nodes: Nodes) -> Wording:
    """Return the longest reason that a tap on a page may say; empty if nothing is refused there."""
    hands = [node.hand for node in reachable(nodes) if node.hand and node.hand.reason]
    return max((hand.reason for hand in hands), key=lambda said: len(str(said)), default="")


def stages(table: Table) -> Iterator[str]:
    """Let the moment of the last move pass, and name what is seen: the moment, then a page.

    The page of a debt shows each debtor in turn.
    """
    while table.moments.is_staged:
        yield "moment"
        wait(table, STEP)
    yield table.screen
    if table.screen == "debt":
        for debtor in debtors(table.game)[1:]:
            table.set_value("debt", DebtPage(debtor))
            yield table.screen
        table.set_value("debt", DebtPage())


def needed(table: Table) -> list[Do]:
    """Return what must be there to tap: an answer, of whoever's debt is shown if somebody owes.

    Whoever has no answer yet can show the debts of those who have.
    """
    owed = debt.shown(table.game, table.values["debt"])
    if table.screen != "debt" or not owed:
        return asked(table.now)
    answers = [one for one in table.now.answers if one.open]
    own: list[Do] = [("answer", one.move) for one in answers if one.player == owed.debtor]
    return own or [("debtor", one.player) for one in answers]


def wrong_with(table: Table, page: Page, before: Nodes) -> Iterator[Fault]:
    """Yield what is wrong with the page that a table shows, after what was seen ``before``."""
    answers = [] if table.moments.is_staged else needed(table)
    yield from faults(page, answers, facts(table))
    yield from moved(before, page.nodes)


def looks(table: Table, windows: Sequence[Window], theme: Theme) -> Iterator[Look]:
    """Let the moment of the last move pass in several windows; yield each page that is new."""
    seen: dict[Window, Nodes] = {}
    for where in stages(table):
        for window in windows:
            part = SCREENS[table.screen].page(table, window.room)
            nodes, before = met(window.place(part, theme)), seen.get(window)
            seen[window] = nodes
            if nodes != before:
                yield Look(where, window, part, Page(nodes, *window[:3]), before or {})


def watched(table: Table, windows: Sequence[Window], theme: Theme) -> Iterator[Seen]:
    """Let the moment of the last move pass in several windows; yield everything that is wrong."""
    for look in looks(table, windows, theme):
        yield from look.faults(table)


class Evening:
    """Game of scripted players at a table, each of whose moves is a touch."""

    def __init__(self, names: Sequence[str], sheet: str, cards: str) -> None:
        rules = edition.load(sheet)
        setup = Setup(tuple(names), rules, board.load("atlantic-city"), cards=cards, rent="shown")
        self.table = at_table(setup)

    @property
    def game(self) -> Game:
        """Position after the last move."""
        return self.table.game

    def play(self, move: Move, source: Source) -> None:
        """Decide and book a move; its moment begins."""
        touch(self.table, move)

    def moves(self, seed: str, turns: int) -> Iterator[Table]:
        """Play for some turns; yield the table in the moment of each move."""
        for _ in evening(self, seed, turns):
            yield self.table
