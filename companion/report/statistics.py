"""Statistics over many games: wins, head to head, deeds, lengths, dice.

Undone moves are not counted. Each figure is one query, whatever the number of games; no game is
replayed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, permutations
from statistics import median
from typing import TypeVar

from companion.engine import codec
from companion.engine.events import GameEnded
from companion.engine.state import Setup
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameRow

_ENDS = "SELECT game, data FROM standing_events WHERE kind = 'GameEnded'"
_MINUTES = "SELECT game, minutes FROM results"
_TURNS = "SELECT game, count(*) FROM standing_events WHERE kind = 'TurnBegan' GROUP BY game"
_BOUGHT = """
SELECT game, deed, payer, min(move) FROM standing_events
WHERE kind = 'Paid' AND deed IS NOT NULL AND why IN ('price', 'bid') GROUP BY game, deed
"""
_SPENT = """
SELECT game, deed, sum(amount) FROM standing_events
WHERE kind = 'Paid' AND deed IS NOT NULL AND why IN ('price', 'bid', 'build')
GROUP BY game, deed
"""
_RENT = """
SELECT game, deed, sum(amount) FROM standing_events
WHERE kind = 'Paid' AND why = 'rent' AND deed IS NOT NULL GROUP BY game, deed
"""
_DEAREST = """
SELECT game, move, payer, payee, deed, amount FROM standing_events
WHERE kind = 'Paid' AND why = 'rent' AND deed IS NOT NULL ORDER BY amount DESC, game, move
"""
# The place of the dice in the stored form of a throw is always the same.
_DICE = """
SELECT told.game, moves.source = 'tray', a, b, count(*) FROM (
    SELECT game, move, CAST(substr(data, instr(data, '"dice":[') + 8, 1) AS INTEGER) AS a,
           CAST(substr(data, instr(data, '"dice":[') + 10, 1) AS INTEGER) AS b
    FROM standing_events WHERE kind IN ('Thrown', 'OpeningThrown')
) AS told JOIN moves ON moves.game = told.game AND moves.number = told.move
GROUP BY told.game, moves.source = 'tray', a, b
"""
T = TypeVar("T")
RECENT = 5
"""Number of games that tell how a player does of late."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One of the games; ``winners`` is empty until it is over.

    ``evening`` is the day on which the evening of the game began.
    """

    game: int
    day: str
    evening: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    edition: str
    minutes: int | None
    """None for an imported game."""
    turns: int
    moves: int


@dataclass(frozen=True, slots=True)
class Wins:
    """Number of games that a player finished, and won; a shared win is a win.

    ``expected`` is the number of wins by chance alone: a game of four has a quarter of one for
    each. ``trend`` is the number of wins above that after each of the player's games. ``recent`` is
    the number of wins in the last ``RECENT`` games.
    """

    player: str
    won: int
    played: int
    expected: float
    recent: int
    trend: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """Finished games of two players against each other: who of the two won how many."""

    player: str
    other: str
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Streak:
    """Most games won one after the other by one player, of those that the player finished."""

    player: str
    games: int


@dataclass(frozen=True, slots=True)
class DearestRent:
    """Highest rent ever paid; ``dollars`` are in whole units of ``currency``.

    Tenant and owner have the names of their seats at the end (FLOW-17).
    """

    game: int
    tenant: str
    owner: str
    name: str
    dollars: int
    currency: str


@dataclass(frozen=True, slots=True)
class DeedRecord:
    """Totals of one deed of a board.

    ``bought`` counts the games in which a player bought it from the bank or at auction, ``games``
    those in which it was bought or earned rent. ``rent`` and ``spent``, on the deed and buildings,
    are in whole units of ``currency``.

    ``finished`` counts the games of ``bought`` that are over, and ``won`` those that the first
    buyer won. By chance alone it would have been ``expected``: a game of four counts a quarter.
    """

    board: str
    name: str
    group: str
    currency: str
    bought: int
    rent: int
    spent: int
    games: int
    finished: int
    won: int
    expected: float
    by_game: dict[int, tuple[int, int]]
    """Rent and cost in each of those games."""


@dataclass(frozen=True, slots=True)
class Length:
    """Length of a game of one edition: medians over its finished games.

    ``minutes`` is None if all of them were imported.
    """

    edition: str
    games: int
    minutes: int | None
    turns: int
    moves: int


@dataclass(frozen=True, slots=True)
class DiceCount:
    """Rolls of one kind, ``tray`` or ``hand``: by their sum from 2 to 12, and by face from 1 to 6.

    Undone rolls are left out, and those for a card.
    """

    kind: str
    count: int
    doubles: int
    sums: tuple[int, ...]
    faces: tuple[int, ...]
    by_game: dict[int, tuple[int, ...]]
    """Sums from 2 to 12 in each game that had such rolls."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """All statistics, in the order in which they are listed.

    ``games`` is the number of selected games, ``over`` the number of them that are finished.
    """

    games: int
    over: int
    played: tuple[PlayedGame, ...]
    wins: tuple[Wins, ...]
    duels: tuple[Duel, ...]
    deeds: tuple[DeedRecord, ...]
    lengths: tuple[Length, ...]
    dice: tuple[DiceCount, ...]
    streak: Streak | None
    """Longest run of wins, of two games at least; the earliest of several."""
    dearest: DearestRent | None


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
    played = tuple(_played(reader, games, setups))
    over = [game for game in played if game.winners]
    return Statistics(
        len(played),
        len(over),
        played,
        _wins(over),
        _duels(over),
        _deeds(reader, setups, played),
        _lengths(over),
        _dice(reader, setups),
        _streak(over),
        _dearest(reader, setups),
    )


def _played(
    reader: LedgerReader, games: list[GameRow], setups: dict[int, Setup]
) -> Iterator[PlayedGame]:
    """Yield the games with their winners and lengths."""
    turns, minutes, ends = (dict(reader.rows(sql)) for sql in (_TURNS, _MINUTES, _ENDS))
    for game in games:
        number = game.number
        end = codec.loads(ends[number]) if game.over else None
        yield PlayedGame(
            game=number,
            day=game.day.isoformat(),
            evening=game.evening.isoformat(),
            players=game.players,
            winners=end.winners if isinstance(end, GameEnded) else (),
            edition=setups[number].edition.name,
            minutes=minutes.get(number),
            turns=turns.get(number, 0),
            moves=game.moves,
        )


def _wins(over: list[PlayedGame]) -> tuple[Wins, ...]:
    games = defaultdict[str, list[PlayedGame]](list)
    for game in over:
        for name in game.players:
            games[name].append(game)
    found = [_wins_of(name, played) for name, played in games.items()]
    return tuple(sorted(found, key=lambda one: (-one.won, one.played, one.player)))


def _wins_of(name: str, games: list[PlayedGame]) -> Wins:
    won = [name in game.winners for game in games]
    chances = [1 / len(game.players) for game in games]
    trend = zip(accumulate(won), accumulate(chances), strict=True)
    return Wins(
        player=name,
        won=sum(won),
        played=len(won),
        expected=round(sum(chances), 2),
        recent=sum(won[-RECENT:]),
        trend=tuple(round(wins - expected, 2) for wins, expected in trend),
    )


def _duels(over: list[PlayedGame]) -> tuple[Duel, ...]:
    games, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for game in over:
        for player, other in permutations(game.players, 2):
            games[player, other] += 1
            won[player, other] += player in game.winners
    return tuple(
        Duel(player, other, count, won[player, other], won[other, player])
        for (player, other), count in sorted(games.items(), key=lambda item: (-item[1], item[0]))
        if player < other
    )


def _streak(over: list[PlayedGame]) -> Streak | None:
    runs, best = Counter[str](), None
    for game in over:
        for name in game.players:
            runs[name] = runs[name] + 1 if name in game.winners else 0
            if runs[name] > (best.games if best else 1):
                best = Streak(name, runs[name])
    return best


def _dearest(reader: LedgerReader, setups: dict[int, Setup]) -> DearestRent | None:
    for game, move, payer, payee, deed, dollars in reader.rows(_DEAREST):
        if game in setups:
            board, names = setups[game].board, reader.names_now(game, move)
            tenant, owner = (names.get(party, party) for party in (payer, payee))
            name = board.deeds[deed].name
            return DearestRent(game, tenant, owner, name, dollars, board.currency)
    return None


def _deeds(
    reader: LedgerReader, setups: dict[int, Setup], played: Sequence[PlayedGame]
) -> tuple[DeedRecord, ...]:
    bought = _by_deed(setups, _buyers(reader, setups, played))
    rents: dict[_Deed, dict[int, int]] = _by_deed(setups, reader.rows(_RENT))
    costs: dict[_Deed, dict[int, int]] = _by_deed(setups, reader.rows(_SPENT))
    games = {game.game: game for game in played}
    records = []
    for key in {*bought, *rents, *costs}:
        buyers, rent, spent = bought.get(key, {}), rents.get(key, {}), costs.get(key, {})
        by_game = {
            game: (rent.get(game, 0), spent.get(game, 0)) for game in sorted({*rent, *spent})
        }
        over = [games[game] for game in buyers if games[game].winners]
        records.append(
            DeedRecord(
                *key,
                bought=len(buyers),
                rent=sum(rent.values()),
                spent=sum(spent.values()),
                games=len(by_game),
                finished=len(over),
                won=sum(buyers[game.game] in game.winners for game in over),
                expected=round(sum(1 / len(game.players) for game in over), 2),
                by_game=by_game,
            )
        )
    return tuple(sorted(records, key=lambda one: (-one.rent, one.board, one.name)))


def _by_deed(
    setups: dict[int, Setup], rows: Iterable[tuple[int, str, T]]
) -> dict["_Deed", dict[int, T]]:
    """Return what the rows tell of each deed, by its game."""
    found: dict[_Deed, dict[int, T]] = {}
    for game, deed, told in rows:
        if game in setups:
            board = setups[game].board
            known = board.deeds[deed]
            key = (board.name, known.name, known.group, board.currency)
            found.setdefault(key, {})[game] = told
    return found


def _buyers(
    reader: LedgerReader, setups: dict[int, Setup], played: Sequence[PlayedGame]
) -> Iterator[tuple[int, str, str]]:
    """Yield the first buyer of every deed in each game, under the name at the end (FLOW-17)."""
    seated = {game.game: game.players for game in played}
    for game, deed, buyer, move in reader.rows(_BOUGHT):
        if game in setups and seated[game] != setups[game].players:
            buyer = reader.names_now(game, move).get(buyer, buyer)
        yield game, deed, buyer


_Deed = tuple[str, str, str, str]
"""Printed names of board and deed, group and currency: the identity of a deed across games."""


def _lengths(over: list[PlayedGame]) -> tuple[Length, ...]:
    by_edition = defaultdict[str, list[PlayedGame]](list)
    for game in over:
        by_edition[game.edition].append(game)
    return tuple(
        Length(
            edition,
            len(games),
            _median(game.minutes for game in games),
            round(median(game.turns for game in games)),
            round(median(game.moves for game in games)),
        )
        for edition, games in sorted(by_edition.items())
    )


def _dice(reader: LedgerReader, setups: dict[int, Setup]) -> tuple[DiceCount, ...]:
    by_kind: dict[str, Counter[_Rolled]] = {"tray": Counter(), "hand": Counter()}
    for game, by_tray, a, b, count in reader.rows(_DICE):
        if game in setups:
            by_kind["tray" if by_tray else "hand"][game, a, b] += count
    return tuple(_counted(kind, rolls) for kind, rolls in by_kind.items() if rolls)


_Rolled = tuple[int, int, int]
"""Game and the two dice."""


def _counted(kind: str, rolls: Counter[_Rolled]) -> DiceCount:
    sums, faces = Counter[int](), Counter[int]()
    by_game = defaultdict[int, Counter[int]](Counter)
    for (game, a, b), count in rolls.items():
        by_game[game][a + b] += count
        sums[a + b] += count
        faces[a] += count
        faces[b] += count
    return DiceCount(
        kind=kind,
        count=rolls.total(),
        doubles=sum(count for (_, a, b), count in rolls.items() if a == b),
        sums=_from_2_to_12(sums),
        faces=tuple(faces[face] for face in range(1, 7)),
        by_game={game: _from_2_to_12(found) for game, found in sorted(by_game.items())},
    )


def _from_2_to_12(sums: Counter[int]) -> tuple[int, ...]:
    return tuple(sums[total] for total in range(2, 13))


def _median(minutes: Iterable[int | None]) -> int | None:
    known = [one for one in minutes if one is not None]
    return round(median(known)) if known else None
