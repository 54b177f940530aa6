"""The deeds that are dealt, and paid for, before a quick game (QUICK-1, QUICK-3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import SystemRandom

from companion.engine.board import Board
from companion.text import money
from companion.ui.markers import signs
from companion.ui.tiles import Tile

EACH = 2
QUICK = ("time-limit", "short")
"""The ways to play that begin with a deal."""

Dealt = tuple[tuple[str, str], ...]
"""Player and deed, as a set-up holds them."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player is dealt."""

    name: str
    seat: int
    deeds: tuple[Tile, ...]


def deal(names: Sequence[str], board: Board, random: SystemRandom) -> Dealt:
    """Two deeds for everybody, by chance."""
    deeds = random.sample(sorted(board.deeds), EACH * len(names))
    return tuple((name, deeds.pop()) for name in names for _ in range(EACH))


def hands(dealt: Dealt, names: Sequence[str], board: Board) -> list[Hand]:
    """What everybody has; each tile's key is its place in the deal."""
    return [
        Hand(
            name,
            seat,
            tuple(
                _tile(str(place), board, deed)
                for place, (player, deed) in enumerate(dealt)
                if player == name
            ),
        )
        for name, seat in signs(names).items()
    ]


def not_dealt(dealt: Dealt, board: Board) -> list[Tile]:
    """What might have been dealt instead."""
    gone = {deed for _, deed in dealt}
    return [_tile(key, board, key) for key in board.deeds if key not in gone]


def exchanged(dealt: Dealt, place: int, deed: str) -> Dealt:
    """``dealt`` with another deed in one place."""
    return tuple((name, deed if at == place else held) for at, (name, held) in enumerate(dealt))


def written(dealt: Iterable[tuple[str, str]]) -> str:
    """As a header says it."""
    return ", ".join(f"{name} {deed}" for name, deed in dealt)


def _tile(key: str, board: Board, deed: str) -> Tile:
    return Tile(
        key,
        board.deeds[deed].name,
        money(board.deeds[deed].price, board.currency),
        group=board.deeds[deed].group,
    )
