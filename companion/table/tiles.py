"""Tiles to pick players, accounts, deeds and spaces from."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.engine.state import BANK, POT, Game
from companion.table.markers import markers_of
from companion.text import sum_of
from companion.text.names import deed_name, party_name, space_name
from companion.text.told import Wording, capital


@dataclass(frozen=True, slots=True)
class Tile:
    """Thing to pick, identified by ``key``.

    ``marker`` belongs to a player (-1: none), ``group`` the colour of a deed, ``note`` a less
    prominent line.
    """

    key: str
    text: Wording
    note: Wording = ""
    marker: int = -1
    group: str = ""
    chosen: bool = False


def player_tiles(game: Game, chosen: str = "", only: Iterable[str] | None = None) -> list[Tile]:
    """Tile with the cash of each player, or of those in ``only``."""
    names = game.players if only is None else only
    return [_party(game, name, chosen) for name in game.players if name in names]


def account_tiles(game: Game, chosen: str = "") -> list[Tile]:
    """Tile of each account: players, bank, and the pot if there is one."""
    pot = [_party(game, POT, chosen)] if game.edition.pot else []
    return [*player_tiles(game, chosen), _party(game, BANK, chosen), *pot]


def _party(game: Game, name: str, chosen: str) -> Tile:
    player = game.players.get(name)
    marker = markers_of(game.players)[name] if player else -1
    cash = sum_of(game, player.cash) if player else ""
    text = capital(party_name(name))
    return Tile(name, text, cash, marker, chosen=name == chosen)


def deed_tiles(game: Game, keys: Iterable[str] | None = None, chosen: str = "") -> list[Tile]:
    """Tile of each deed in board order, or of those in ``keys``."""
    wanted = game.board.deeds if keys is None else set(keys)
    return [
        Tile(key, deed_name(game.board, key), group=deed.group, chosen=key == chosen)
        for key, deed in game.board.deeds.items()
        if key in wanted
    ]


def space_tiles(game: Game) -> list[Tile]:
    """Tile of each space; its key is the position."""
    return [
        Tile(
            str(space.position),
            space_name(game.board, space.position),
            group=space.deed.group if space.deed else "",
        )
        for space in game.board.spaces
    ]
