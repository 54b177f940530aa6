"""States of a table that every screen is worked out for, each reached by a record.

``positions`` is a product: open claims, a debt and the ways to pay it, an offer, beside every
number of players, kinds of names and sums, and every stage of a turn. ``states`` shows each of them
in every language, window and scheme. No state is made by hand: a record sets a table up by rulings
and then plays, or scripted players have played it; ``Position.play`` replays it with the rules.
"""

import re
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import NamedTuple

from companion.engine import board
from companion.engine.decide import play
from companion.engine.notation.record import Record, parse_record
from companion.engine.state import Game, start
from companion.look.palette import PAPER, Theme
from companion.screens.density import density, enlarged
from companion.screens.layout import place
from companion.screens.parts import Node, Part, Room
from companion.table.settings import TYPE_SIZES

LANGUAGES = ("en", "de", "es")
SIZES = (
    (800, 480),
    (480, 800),
    (1024, 600),
    (1280, 800),
    (720, 1280),
    (1080, 1920),
    (1920, 1080),
)
"""Width and height of windows in pixels: panels, either way up, and screens."""


class Window(NamedTuple):
    """Window of some pixels, with the pixels of a dp, and the factor by which type is larger."""

    width: int
    height: int
    scale: float
    enlarged: float = 1.0

    @property
    def room(self) -> Room:
        return Room(self.width / self.scale, self.height / self.scale, self.enlarged)

    def place(self, part: Part, theme: Theme = PAPER) -> dict[str, Node]:
        """Lay out a page."""
        factor = self.enlarged
        return place(part, self.width, self.height, self.scale, theme, enlarged=factor)


def window(width: int, height: int, type_size: str = "normal") -> Window:
    """Return a window of some pixels with type of a size."""
    scale = density(width, height, type_size)
    return Window(width, height, scale, enlarged(width, height, type_size))


WINDOWS = tuple(window(*size) for size in SIZES)
LARGE = tuple(
    window(*size, type_size)
    for type_size in TYPE_SIZES[1:]
    for size in ((800, 480), (480, 800), (1280, 800))
)
"""Windows with large text."""
EVERY = (*WINDOWS, *LARGE)
LARGEST = LARGE[-3:-1]
"""Panels with the largest text."""
SCHEMES = ("paper", "evening")
RECORDS = Path(__file__).parent / "records"
HEADER = re.compile(r"(house rules: .*)?\n?((?s:.*))")

# --- who plays --------------------------------------------------------------------------------

COUNTS = (2, 3, 4, 5, 6, 8, 9, 12)
NAMES = {
    "short": "Al, Bo, Cy, Di, Ed, Fi, Gi, Ho, Ib, Jo, Ki, Lu",
    "long": (
        "Großmutter Wilma, Maximilian-Alexs, Christopher John, Åsa-Mærit Øygård, "
        "Bartholomew Finn, Anne-Marie Louis, Konstantin Felix, Theodora Susanne, "
        "Elisabeth Regina, Alexander Moritz, Magdalena Sophie, Sebastian Martin"
    ),
    "wide": ", ".join(letter * 16 for letter in "WMQOGDHNAUKR"),
    "alike": ", ".join(f"Maximilian {letter}" for letter in "ABCDEFGHIJKL"),
    "mixed": (
        "Ümit, WWWWWWWWWWWWWWWW, Bo, Großmutter Wilma, Iiiiiiiiiiiiiiii, Zoë, "
        "Christopher John, Łukasz, Al, Åsa-Mærit Øygård, Jo, Maximilian-Alexs"
    ),
}
SUMS = (0, 9, 146, 640, 1085, 12_345, 99_999)
"""Cash of everybody whom the position does not make poor."""

# --- what stands beside the stage -------------------------------------------------------------

CLAIMS = (0, 1, 2, 3, 4)
DEBTS = {
    "no debt": -1,
    "no way": 0,
    "1 way": 1,
    "2 ways": 2,
    "7 ways": 7,
    "11 ways": 11,
    "18 ways": 18,
}
"""Deeds that a debtor can raise cash with; with all of them, some have houses."""
OFFERS = ("none", "actor", "other")
"""Who is offered a trade: nobody, whoever must answer, or somebody else."""
LANDED = ("Oriental Avenue", "Vermont Avenue", "St. Charles Place", "Short Line")
"""Deeds on which somebody lands on the way."""
DEBTORS_DEEDS = """\
Baltic Avenue
Electric Company
Indiana Avenue
Reading Railroad
Water Works
Atlantic Avenue
Pacific Avenue
States Avenue
Tennessee Avenue
Kentucky Avenue
Ventnor Avenue
Mediterranean Avenue
North Carolina Avenue
Virginia Avenue
St. James Place
New York Avenue
B. & O. Railroad
Marvin Gardens
""".splitlines()
BUILT = (
    "ruling: St. James Place carries 2 houses; Tennessee Avenue carries 2 houses; "
    "New York Avenue carries 3 houses; Baltic Avenue carries hotel; "
    "Mediterranean Avenue carries hotel"
)


class Position(NamedTuple):
    """Position of a game: its name, and the record that leads to it."""

    name: str
    record: str

    def parse(self) -> Record:
        return parse_record(self.record, self.name)

    def play(self) -> Game:
        """Replay the record with the rules."""
        record = self.parse()
        game = start(record.setup)
        for move in record.moves():
            game = play(game, move)
        return game


class State(NamedTuple):
    """Position as it is shown: in a language, in a window of some pixels and a scheme."""

    position: Position
    language: str
    window: Window
    scheme: str

    @property
    def name(self) -> str:
        width, height = self.window[:2]
        return f"{self.position.name}, {self.language} {width}x{height} {self.scheme}"


class Table(NamedTuple):
    """Players of a position, with the cash of those whom it does not make poor."""

    names: tuple[str, ...]
    cash: int

    @property
    def first(self) -> str:
        return self.names[0]

    @property
    def second(self) -> str:
        return self.names[1]

    @property
    def last(self) -> str:
        return self.names[-1]

    def record(self, *lines: str, header: str = "") -> str:
        """Return a record in which everybody has their cash before ``lines``."""
        edition = "1961" if len(self.names) <= 8 else "1934"
        rich = "; ".join(f"{name} has ${self.cash}" for name in self.names)
        head = (
            f"edition: {edition}",
            "rent: shown",
            f"players: {', '.join(self.names)}",
            f"first: {self.first}",
            *header.splitlines(),
        )
        return "\n".join((*head, "", f"ruling: {rich}", *lines, ""))


def tables() -> Iterator[Table]:
    """Yield tables for ever, so that every count meets all names and sums in turn.

    The numbers of counts, names and sums have no common factor.
    """
    names, sums = cycle(NAMES.values()), cycle(SUMS)
    for count in cycle(COUNTS):
        yield Table(tuple(next(names).split(", ")[:count]), next(sums))


# --- claims, debts and offers -----------------------------------------------------------------


def besides(table: Table, claims: int, ways: int, offer: str, cash: int = 100) -> str:
    """Return a record with open claims, a debt with ``ways`` to pay it (none if -1) and an offer.

    The first player lands on three deeds in one turn, the second one on the fourth and then on
    Boardwalk, whose rent the last one collects from ``cash``. A claim that is not wanted does not
    arise, because the deed is the lander's own. Of two players the first one owes, beside two
    claims at most.
    """
    debtor = table.first if len(table.names) == 2 else table.second
    landers = [table.first] * 3 + [debtor]
    owners = [table.last if i < claims else lander for i, lander in enumerate(landers)]
    owned = DEBTORS_DEEDS[: max(ways, 0)]
    effects = [f"{owner} owns {deed}" for owner, deed in zip(owners, LANDED, strict=True)]
    effects += [f"{debtor} owns {deed}" for deed in owned]
    effects += [
        f"{table.last} owns {deed}" for deed in ("Boardwalk", "Park Place", "Connecticut Avenue")
    ]
    effects += ["Boardwalk carries 3 houses", "Park Place carries 3 houses"]
    lines = [
        f"ruling: {'; '.join(effects)}",
        *([BUILT] if owned == DEBTORS_DEEDS else []),
        f"{table.first} throws 3 3",
        f"{table.first} throws 1 1",
    ]
    if debtor == table.first:
        before, rolls = 36, ["1 2"]
    else:
        before, rolls = 33, ["1 1", "2 2"]
        lines.append(f"{table.first} throws 1 2")
    lines += [f"ruling: {debtor} stands on space {before}; {debtor} has ${cash}"]
    lines += [f"{debtor} throws {roll}" for roll in (rolls if ways >= 0 else rolls[:-1])]
    if offer != "none":
        other = debtor if offer == "actor" else table.first
        lines.append(f"{table.last} offers {other} Connecticut Avenue for nothing")
    if ways >= 0:
        lines.append(f"{table.last} collects rent from {debtor}")
    return table.record(*lines)


# --- stages of a turn -------------------------------------------------------------------------

_TITLED = (RECORDS / "stages.txt").read_text("utf-8").removeprefix("# ").strip().split("\n\n# ")
STAGES = {title: lines for title, _, lines in (stage.partition("\n") for stage in _TITLED)}
"""Lines for the first (A), the second (B) and the last (L) of three players or more; a line of the
header may come before them."""


# --- crowds -----------------------------------------------------------------------------------


def crowd(table: Table, claims: int, *lines: str, header: str = "") -> str:
    """Return a record in which the second player (B) acts beside open claims of the last one.

    The first player lands on three deeds, the second one on the fourth, and goes on by ``lines``.
    """
    first, second, last = table.first, table.second, table.last
    owners = [last if i < claims else (first, first, first, second)[i] for i in range(len(LANDED))]
    owned = [f"{owner} owns {deed}" for owner, deed in zip(owners, LANDED, strict=True)]
    said = (line.format(A=first, B=second, L=last) for line in lines)
    return table.record(
        f"ruling: {'; '.join(owned)}; {last} owns Connecticut Avenue",
        *(f"{first} throws {roll}" for roll in ("3 3", "1 1", "1 2")),
        f"ruling: {second} stands on space 33",
        f"{second} throws 1 1",
        *said,
        header=header,
    )


CHANCE = ("ruling: {B} stands on space 4", "{B} throws 1 2")
CHEST = ("ruling: {B} stands on space 14", "{B} throws 1 2")
FOR_SALE = ("ruling: {B} stands on space 20", "{B} throws 1 3")
OFFERED = "{L} offers {B} Connecticut Avenue for nothing"
AUCTION = (*FOR_SALE, "{B} declines")
BIDS = ("{A} bids $50", "{L} bids $60")


def crowds() -> Iterator[Position]:
    """Yield what stands beside each other at its fullest: cards, answers, bidders, deeds, claims.

    Names and sums are in turn of every kind; most tables have four players, some eight or twelve.
    """
    named, sums = cycle(NAMES.values()), cycle(SUMS[3:])

    def seated(count: int) -> Table:
        return Table(tuple(next(named).split(", ")[:count]), next(sums))

    for claims, pack in product(CLAIMS[1:], (CHANCE, CHEST)):
        kind = "chance" if pack is CHANCE else "chest"
        yield Position(f"{kind} beside {claims} claims", crowd(seated(4), claims, *pack))
    for claims, count in product((0, 3), (8, 12)):
        yield Position(
            f"jail card, chance, {claims} claims and offer, {count} players",
            crowd(seated(count), claims, "ruling: {B} holds chance jail card", OFFERED, *CHANCE),
        )
        yield Position(
            f"buy beside {claims} claims and offer, {count} players",
            crowd(seated(count), claims, OFFERED, *FOR_SALE),
        )
        yield Position(
            f"auction of {count} beside {claims} claims", crowd(seated(count), claims, *AUCTION)
        )
        yield Position(
            f"bids of {count} beside {claims} claims", crowd(seated(count), claims, *AUCTION, *BIDS)
        )
    for claims, ways in product((0, 2, 4), (1, 7)):
        name = f"{claims} claims, {ways} ways, nearly solvent"
        yield Position(name, besides(seated(4), claims, ways, "actor", cash=1_345))
    for claims in CLAIMS[1:]:
        table = seated(4)
        third = f"{table.names[2]} throws 4 6"
        lines = ("{B} throws 2 3", "ruling: {A} has $1; {B} has $1", third)
        yield Position(f"{claims} claims missed, nothing to pay", crowd(table, claims, *lines))
    table, deeds = seated(4), board.load("atlantic-city").deeds.values()
    owned = "; ".join(f"{table.first} owns {deed.name}" for deed in deeds)
    yield Position("every deed of one player", table.record(f"ruling: {owned}"))


# --- all of them ------------------------------------------------------------------------------


def positions() -> Iterator[Position]:
    """Yield every position once: the products, the stages, the crowds, and recorded games."""
    seats = tables()
    for claims, (debt, ways), offer in product(CLAIMS, DEBTS.items(), OFFERS):
        table = next(seats)
        name = f"{claims} claims, {debt}, offer {offer}, {len(table.names)} players, {table.first}"
        yield Position(name, besides(table, claims, ways, offer))
    for stage, lines in STAGES.items():
        for _ in range(2):
            table = next(table for table in seats if len(table.names) > 2)
            names = {"A": table.first, "B": table.second, "L": table.last}
            header, said = HEADER.fullmatch(lines.format_map(names)).groups()
            record = table.record(*said.splitlines(), header=header or "")
            yield Position(f"{stage}, {len(table.names)} players", record)
    yield from crowds()
    for path in sorted(RECORDS.glob("*.game")):
        yield Position(path.stem, path.read_text("utf-8"))


def states() -> Iterator[State]:
    """Yield every position in every language, window and scheme."""
    for position, language, window, scheme in product(positions(), LANGUAGES, WINDOWS, SCHEMES):
        yield State(position, language, window, scheme)
