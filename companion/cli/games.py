"""``companion games``: list the games of the ledger."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, TypedDict

from companion.cli.data import Data
from companion.cli.language import Language, use_language
from companion.cli.ledger_access import open_reader
from companion.cli.options import AsJson, command, echo, table
from companion.cli.progress import follow
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameRow
from companion.text import listed, translate_message
from companion.text.columns import RESULTS

_RESULTS = "SELECT game, winner, edition, board, minutes FROM results"

HEADS = ("game", "date", "players", "edition", "moves", "result")


class ListedGame(TypedDict):
    """A game of the ledger; ``minutes`` is null for an imported one."""

    game: int
    started_at: datetime
    players: Sequence[str]
    winners: Sequence[str]
    edition: str
    board: str
    moves: int
    minutes: int | None
    over: bool
    imported: bool
    date: date


class GamesResult(TypedDict):
    """The games of the ledger."""

    games: Sequence[ListedGame]


@command
def games_command(as_json: AsJson, language: Language, folder: Data) -> None:
    """List the games of the ledger, one per line.

    Exit status: 0, or 2 when the ledger cannot be read.
    """
    use_language(language, folder)
    with open_reader(folder) as reader, follow(reader, "Games"):
        results = _results(reader)
        games = [(game, results[game.number]) for game in reader.games()]
    facts: GamesResult = {"games": [_facts(game, result) for game, result in games]}
    rows = [_row(game, result) for game, result in games]
    empty = [translate_message(LedgerProblem.NO_GAMES)]
    echo(as_json, facts, table(HEADS, rows, "game moves") if rows else empty)


class _Result(TypedDict):
    winner: str | None
    edition: str
    board: str
    minutes: int | None


def _results(reader: LedgerReader) -> dict[int, _Result]:
    rows: list[Any] = reader.query(lambda db: list(db.query(_RESULTS)))
    return {row["game"]: row for row in rows}


def _facts(game: GameRow, result: _Result) -> ListedGame:
    return {
        "game": game.number,
        "started_at": game.started_at,
        "players": list(game.players),
        "winners": _winners(result),
        "edition": result["edition"],
        "board": result["board"],
        "moves": game.moves,
        "minutes": result["minutes"],
        "over": game.over,
        "imported": game.imported,
        "date": game.day,
    }


def _winners(result: _Result) -> list[str]:
    return result["winner"].split(", ") if result["winner"] else []


def _row(game: GameRow, result: _Result) -> tuple[str, ...]:
    here = game.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    began = game.dated.isoformat() if game.dated else here
    won = _winners(result)
    outcome = str(RESULTS.fill("won", names=listed(won))) if won else RESULTS["not over"]
    if game.imported:
        outcome = str(RESULTS.fill("imported", result=outcome))
    players = ", ".join(game.players)
    return str(game.number), began, players, result["edition"], str(game.moves), outcome
