"""``companion games``: list the games of the ledger."""

from companion.cli.data import Data
from companion.cli.ledger_access import open_reader
from companion.cli.options import AsJson, command, echo
from companion.cli.progress import follow
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameRow
from companion.text import counted, listed

_RESULTS = "SELECT game, winner, edition, board, minutes FROM results"


@command
def games_command(as_json: AsJson, folder: Data) -> None:
    """List the games of the ledger, one per line.

    Exit status: 0, or 2 when the ledger cannot be read.
    """
    with open_reader(folder) as reader, follow(reader, "Games"):
        results = _results(reader)
        games = [(game, results[game.number]) for game in reader.games()]
    facts = {"games": [_facts(game, result) for game, result in games]}
    echo(as_json, facts, (_describe(game, result) for game, result in games))


_Result = dict[str, str | int | None]


def _results(reader: LedgerReader) -> dict[int, _Result]:
    rows = reader.query(lambda db: list(db.query(_RESULTS)))
    return {row["game"]: row for row in rows}


def _facts(game: GameRow, result: _Result) -> dict[str, object]:
    return {
        "game": game.number,
        "started_at": game.started_at.isoformat(),
        "players": list(game.players),
        "winners": _winners(result),
        "edition": result["edition"],
        "board": result["board"],
        "moves": game.moves,
        "minutes": result["minutes"],
        "over": game.over,
        "imported": game.imported,
        "date": game.day.isoformat(),
    }


def _winners(result: _Result) -> list[str]:
    winner = result["winner"]
    return str(winner).split(", ") if winner else []


def _describe(game: GameRow, result: _Result) -> str:
    here = game.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    began = game.dated.isoformat() if game.dated else here
    won = _winners(result)
    state = (f"{listed(won)} won" if won else "not over") + ", imported" * game.imported
    players, moves = ", ".join(game.players), counted(game.moves, "move")
    return f"Game {game.number}: {began}, {players}, {result['edition']}, {moves}, {state}"
