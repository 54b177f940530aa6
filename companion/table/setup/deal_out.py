"""Deeds that are dealt before the first roll, and paid for (QUICK-1, QUICK-3, HOUSE-10)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from companion.engine.board import Board, Deed
from companion.engine.edition import Edition
from companion.table.markers import markers_of
from companion.table.tiles import Tile
from companion.text import money

TRIES = 200
"""Deals that are looked at for one that everybody can pay for."""
Dealt = tuple[tuple[str, str], ...]
"""Pairs of player and deed, as in a set-up."""


@dataclass(frozen=True, slots=True)
class DealtHand:
    """Deeds dealt to one player."""

    name: str
    marker: int
    deeds: tuple[Tile, ...]


def deal(names: Sequence[str], board: Board, rules: Edition, count: int, random: Random) -> Dealt:
    """Deal ``count`` random deeds to each player, anew if somebody could not pay for them.

    There may be no such deal: then the last one is returned, and refused by the rules.
    """
    dealt: Dealt = ()
    for _ in range(TRIES if count * len(names) <= len(board.deeds) else 0):
        deeds = random.sample(sorted(board.deeds), count * len(names))
        dealt = tuple((name, deeds.pop()) for name in names for _ in range(count))
        if not rules.dealt_deeds_paid or _dearest(dealt, names, board) <= rules.starting_cash:
            break
    return dealt


def _dearest(dealt: Dealt, names: Sequence[str], board: Board) -> int:
    """Return what the player with the dearest deeds pays for them."""
    prices = [(name, board.deeds[deed].price) for name, deed in dealt]
    return max(sum(price for one, price in prices if one == name) for name in names)


def hands(dealt: Dealt, names: Sequence[str], board: Board) -> list[DealtHand]:
    """Deeds of each player; the key of a tile is its index in the deal."""
    return [
        DealtHand(
            name,
            marker,
            tuple(
                _tile(str(place), board, board.deeds[deed])
                for place, (player, deed) in enumerate(dealt)
                if player == name
            ),
        )
        for name, marker in markers_of(names).items()
    ]


def undealt_tiles(dealt: Dealt, board: Board) -> list[Tile]:
    """Deeds that are not dealt."""
    gone = {deed for _, deed in dealt}
    return [_tile(key, board, deed) for key, deed in board.deeds.items() if key not in gone]


def exchange_deed(dealt: Dealt, place: int, deed: str) -> Dealt:
    """Deal with another deed at index ``place``."""
    return tuple((name, deed if at == place else held) for at, (name, held) in enumerate(dealt))


def header_text(dealt: Iterable[tuple[str, str]]) -> str:
    """Format the deal for a header of the notation."""
    return ", ".join(f"{name} {deed}" for name, deed in dealt)


def _tile(key: str, board: Board, deed: Deed) -> Tile:
    return Tile(key, deed.name, money(deed.price, board.currency), group=deed.group)
