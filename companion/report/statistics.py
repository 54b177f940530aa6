"""Statistics over many games: who wins, which deeds are liked and earn, how long a game takes.

Only what stands is counted. Each figure is one question to the database, whatever the number of
games; nothing is played again.
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
    """Of how many games that are over a player won how many; a shared win is a win."""

    player: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class DeedRecord:
    """A deed of a board over all games that it was in somebody's hand in. ``bought`` counts the
    games in which the bank or an auction sold it; ``rent`` is in whole ``currency``."""

    board: str
    name: str
    currency: str
    bought: int
    rent: int
    games: int


@dataclass(frozen=True, slots=True)
class Length:
    """What a game of an edition takes: medians over its games that are over."""

    edition: str
    games: int
    minutes: int
    turns: int
    moves: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of it, in the order in which it is listed. ``games`` are all that were asked for."""

    games: int
    over: int
    wins: tuple[Wins, ...]
    deeds: tuple[DeedRecord, ...]
    lengths: tuple[Length, ...]


def statistics(
    books: LedgerReader, since: datetime | None = None, players: Sequence[str] = ()
) -> Statistics:
    """Of the games that began at ``since`` or later and in which all of ``players`` sat.

    Raises LedgerError.
    """
    games = [
        game
        for game in books.games()
        if (since is None or game.started_at >= since) and set(players) <= set(game.players)
    ]
    setups = {game.number: books.setup(game.number) for game in games}
    over = [game for game in games if game.over]
    return Statistics(
        len(games),
        len(over),
        _wins(books, over),
        _deeds(books, setups),
        _lengths(books, over, setups),
    )


def _wins(books: LedgerReader, over: list[GameRow]) -> tuple[Wins, ...]:
    ends = {game: codec.loads(data) for game, data in _ask(books, _ENDS)}
    played, won = Counter[str](), Counter[str]()
    for game in over:
        end = ends[game.number]
        assert isinstance(end, GameEnded)
        played.update(game.players)
        won.update(end.winners)
    ranked = sorted(played, key=lambda name: (-won[name], played[name], name))
    return tuple(Wins(name, won[name], played[name]) for name in ranked)


def _deeds(books: LedgerReader, setups: dict[int, Setup]) -> tuple[DeedRecord, ...]:
    bought, rent = Counter[_Deed](), Counter[_Deed]()
    games: dict[_Deed, set[int]] = {}
    for sums, sql in ((bought, _BOUGHT), (rent, _RENT)):
        for game, deed, figure in _ask(books, sql):
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
"""Board, deed and currency as they are printed: what a deed is known by over many games."""


def _lengths(
    books: LedgerReader, over: list[GameRow], setups: dict[int, Setup]
) -> tuple[Length, ...]:
    turns = dict(_ask(books, _TURNS))
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


def _ask(books: LedgerReader, sql: str) -> list[Any]:
    return books.query(lambda db: list(db.execute(sql)))
