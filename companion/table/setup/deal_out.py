"""Deeds that are dealt before a quick game, and paid for (QUICK-1, QUICK-3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import SystemRandom

from companion.engine.board import Board, Deed
from companion.table.markers import markers_of
from companion.table.tiles import Tile
from companion.text import money

EACH = 2
QUICK = ("time-limit", "short")
"""Game variants that begin with a deal."""

Dealt = tuple[tuple[str, str], ...]
"""Pairs of player and deed, as in a set-up."""


@dataclass(frozen=True, slots=True)
class DealtHand:
    """Deeds dealt to one player."""

    name: str
    marker: int
    deeds: tuple[Tile, ...]


def deal(names: Sequence[str], board: Board, random: SystemRandom) -> Dealt:
    """Deal two random deeds to each player."""
    deeds = random.sample(sorted(board.deeds), EACH * len(names))
    return tuple((name, deeds.pop()) for name in names for _ in range(EACH))


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
