"""Names of editions, spaces, deeds, packs, buildings and players."""

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
"""Parties of a payment that are not players."""


def space_name(board: Board, position: int) -> str:
    """Return the name printed on a space, 0 to 39."""
    return board.spaces[position].name


def deed_name(board: Board, key: str) -> str:
    """Return the name printed on a title deed."""
    return board.deeds[key].name


def edition_name(edition: Edition) -> str:
    """Return the name of an edition, usually a year."""
    return translate(edition.name)


def about(edition: Edition) -> str:
    """Describe in one sentence how an edition differs from the others."""
    return translate(edition.about)


def pack_name(board: Board, pack: str) -> str:
    """Return the board's name for a pack of cards."""
    return next(space.name for space in board.spaces if space.kind == pack)


def buildings(count: int) -> str:
    """Name the buildings on a lot: 0 for none, 1 to 4 houses, 5 for a hotel."""
    if count == HOTEL:
        return THINGS["hotel"]
    return counted(count, "house") if count else THINGS["no_buildings"]


def building_name(building: str) -> str:
    """Return ``house`` or ``hotel`` in the current language."""
    return BUILDINGS[building]


def lot_name(board: Board, auction: Auction) -> str:
    """Return the name of the deed, building or jail card being auctioned."""
    if auction.deed:
        return deed_name(board, auction.deed)
    return THINGS[auction.building or "jail_card"]


def party_name(name: str) -> str:
    """Return the name of a player, the bank or the pot."""
    return PARTIES.get(name, name)


def goods_name(board: Board, goods: Goods, most: int = 28) -> str:
    """List one side of a trade: ``Baltic Avenue, $50 and a jail card``.

    More than ``most`` deeds are only counted.
    """
    things = [deed_name(board, key) for key in goods.deeds]
    if len(things) > most:
        things = [counted(len(things), "deed")]
    things += [money(goods.cash, board.currency)] if goods.cash else []
    things += [THINGS["jail_card"] for _ in goods.jail_cards]
    return listed(things) if things else THINGS["nothing"]
