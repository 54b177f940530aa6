"""What things are called: editions, spaces, deeds, packs, buildings."""

from companion.engine.board import HOTEL, Board
from companion.engine.edition import Edition
from companion.engine.moves import Goods
from companion.engine.phases import Auction
from companion.engine.state import BANK, POT
from companion.text.catalogue import Sentences, translate
from companion.text.format import counted, listed, money

BUILDINGS = Sentences({"house": "house", "hotel": "hotel"})
THINGS = Sentences(
    {
        "house": "a house",
        "hotel": "a hotel",
        "jail_card": "a jail card",
        "no_buildings": "no buildings",
        "nothing": "nothing",
    }
)
PARTIES = Sentences({BANK: "the bank", POT: "the pot"})
"""Those at the table that are no players."""


def space_name(board: Board, position: int) -> str:
    """The name printed on a space, 0 to 39."""
    return board.spaces[position].name


def deed_name(board: Board, key: str) -> str:
    """The name printed on the title deed of that key."""
    return board.deeds[key].name


def edition_name(edition: Edition) -> str:
    """What an edition is called: a year, mostly."""
    return translate(edition.name)


def about(edition: Edition) -> str:
    """What is peculiar to an edition, in a sentence of its file."""
    return translate(edition.about)


def pack_name(board: Board, pack: str) -> str:
    """What the board calls a pack of cards: the name of the spaces on which it is drawn."""
    return next(space.name for space in board.spaces if space.kind == pack)


def buildings(count: int) -> str:
    """What a lot carries: 0 nothing, 1 to 4 houses, 5 a hotel."""
    if count == HOTEL:
        return THINGS["hotel"]
    return counted(count, "house") if count else THINGS["no_buildings"]


def building_name(building: str) -> str:
    """``house`` or ``hotel``."""
    return BUILDINGS[building]


def lot_name(board: Board, auction: Auction) -> str:
    """What is under the hammer: a deed, a building or a jail card."""
    if auction.deed:
        return deed_name(board, auction.deed)
    return THINGS[auction.building or "jail_card"]


def party_name(name: str) -> str:
    """Who pays or is paid: a player, the bank, the pot."""
    return PARTIES.get(name, name)


def goods_name(board: Board, goods: Goods, most: int = 28) -> str:
    """One side of a deal: ``Baltic Avenue, $50 and a jail card``. More deeds than ``most`` are only
    counted."""
    things = [deed_name(board, key) for key in goods.deeds]
    if len(things) > most:
        things = [counted(len(things), "deed")]
    things += [money(goods.cash, board.currency)] if goods.cash else []
    things += [THINGS["jail_card"] for _ in goods.jail_cards]
    return listed(things) if things else THINGS["nothing"]
