"""What things are called: spaces, deeds, packs, buildings, and the headings of the phases."""

from companion.app.wording.figures import counted
from companion.engine.board import HOTEL, Board

HEADINGS = {
    "opening": "Who starts?",
    "throw": "To throw",
    "buy": "For sale",
    "auction": "Auction",
    "draw": "A card",
    "card_throw": "A throw for the rent",
    "fine_or_chance": "A choice",
    "tax": "Income tax",
    "settle": "A debt",
    "over": "The end",
}
"""By ``Now.kind``."""

NO_BUILDINGS, ONE_HOTEL = "no buildings", "a hotel"


def heading(kind: str) -> str:
    """What a phase is called, in a word or two."""
    return HEADINGS[kind]


def space_name(board: Board, position: int) -> str:
    """The name printed on a space, 0 to 39."""
    return board.spaces[position].name


def deed_name(board: Board, key: str) -> str:
    """The name printed on the title deed of that key."""
    return board.deeds[key].name


def pack_name(board: Board, pack: str) -> str:
    """What the board calls a pack of cards: the name of the spaces on which it is drawn."""
    return next(space.name for space in board.spaces if space.kind == pack)


def buildings(count: int) -> str:
    """What a lot carries: 0 nothing, 1 to 4 houses, 5 a hotel."""
    if count == HOTEL:
        return ONE_HOTEL
    return counted(count, "house") if count else NO_BUILDINGS
