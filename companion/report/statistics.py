"""Statistics over many games: wins, favourite deeds, rent by deed, length.

Undone moves are not counted. Each figure is one query, whatever the number of games; no game is
replayed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from companion.engine import codec
from companion.engine.events import GameEnded
from companion.engine.state import Setup
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameRow

_ENDS = "SELECT game, data FROM standing_events WHERE kind = 'GameEnded'"
_TURNS = "SELECT game, count(*) FROM standing_events WHERE kind = 'TurnBegan' GROUP BY game"
_BOUGHT = """
SELECT DISTINCT game, deed, 1 FROM standing_events
WHERE kind = 'Paid' AND deed IS NOT NULL AND why IN ('price', 'bid')
"""
_RENT = """
SELECT game, deed, sum(amount) FROM standing_events
WHERE kind = 'Paid' AND why = 'rent' AND deed IS NOT NULL GROUP BY game, deed
"""


@dataclass(frozen=True, slots=True)
class Wins:
    """Number of games that a player finished, and won; a shared win is a win."""

    player: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class DeedRecord:
    """Totals of one deed of a board.

    ``bought`` counts the games in which a player bought it from the bank or at auction, ``games``
    those in which it was bought or earned rent. ``rent`` is in whole units of ``currency``.
    """

    board: str
    name: str
    currency: str
    bought: int
    rent: int
    games: int


@dataclass(frozen=True, slots=True)
class Length:
    """Length of a game of one edition: medians over its finished games."""

    edition: str
    games: int
    minutes: int
    turns: int
    moves: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All statistics, in the order in which they are listed.

    ``games`` is the number of selected games, ``over`` the number of them that are finished.
    """

    games: int
    over: int
    wins: tuple[Wins, ...]
    deeds: tuple[DeedRecord, ...]
    lengths: tuple[Length, ...]


def statistics(
    reader: LedgerReader, since: datetime | None = None, players: Sequence[str] = ()
) -> Statistics:
    """Compute statistics of the games since ``since`` with all of ``players``.

    Raises LedgerError if a game cannot be read.
    """
    games = [
        game
        for game in reader.games()
        if (since is None or game.started_at >= since) and set(players) <= set(game.players)
    ]
    setups = {game.number: reader.setup(game.number) for game in games}
    over = [game for game in games if game.over]
    return Statistics(
        len(games),
        len(over),
        _wins(reader, over),
        _deeds(reader, setups),
        _lengths(reader, over, setups),
    )


def _wins(reader: LedgerReader, over: list[GameRow]) -> tuple[Wins, ...]:
    ends = {game: codec.loads(data) for game, data in _query(reader, _ENDS)}
    played, won = Counter[str](), Counter[str]()
    for game in over:
        end = ends[game.number]
        assert isinstance(end, GameEnded)
        played.update(game.players)
        won.update(end.winners)
    ranked = sorted(played, key=lambda name: (-won[name], played[name], name))
    return tuple(Wins(name, won[name], played[name]) for name in ranked)


def _deeds(reader: LedgerReader, setups: dict[int, Setup]) -> tuple[DeedRecord, ...]:
    bought, rent = Counter[_Deed](), Counter[_Deed]()
    games: dict[_Deed, set[int]] = {}
    for sums, sql in ((bought, _BOUGHT), (rent, _RENT)):
        for game, deed, figure in _query(reader, sql):
            if game in setups:
                board = setups[game].board
                key = (board.name, board.deeds[deed].name, board.currency)
                sums[key] += figure
                games.setdefault(key, set()).add(game)
    return tuple(
        DeedRecord(*key, bought[key], rent[key], len(games[key]))
        for key in sorted(games, key=lambda key: (-rent[key], key))
    )


_Deed = tuple[str, str, str]
"""Printed names of board and deed, and the currency: the identity of a deed across games."""


def _lengths(
    reader: LedgerReader, over: list[GameRow], setups: dict[int, Setup]
) -> tuple[Length, ...]:
    turns = dict(_query(reader, _TURNS))
    by_edition: dict[str, list[GameRow]] = {}
    for game in over:
        by_edition.setdefault(setups[game.number].edition.name, []).append(game)
    return tuple(
        Length(
            edition,
            len(games),
            round(median(_minutes(game) for game in games)),
            round(median(turns.get(game.number, 0) for game in games)),
            round(median(game.moves for game in games)),
        )
        for edition, games in sorted(by_edition.items())
    )


def _minutes(game: GameRow) -> float:
    return ((game.last_at or game.started_at) - game.started_at).total_seconds() / 60


def _query(reader: LedgerReader, sql: str) -> list[Any]:
    return reader.query(lambda db: list(db.execute(sql)))
