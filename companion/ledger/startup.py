"""Before a ledger is opened to be played in: does it hold? What is damaged is not written to.

It is looked at in a copy, as by whoever only looks: the file as a whole, the chain of every game,
and of games that can be gone on with the position that their events lead to. (``audit`` asks more:
whether the rules make of every move what was booked.)
"""

from pathlib import Path

from companion.ledger import file_check, folder, identity, mirror, write_ahead_log
from companion.ledger.errors import Damaged, InUse, LedgerError
from companion.ledger.reading import Books
from companion.ledger.replay import DAMAGE, DoesNotHold, Fold, Links
from companion.ledger.snapshot import snapshot


def check(path: Path, copy: Path | None) -> None:
    """Raises Damaged when the ledger ``path`` does not hold, or lacks what its second copy has."""
    if not path.exists() or not path.stat().st_size:
        write_ahead_log.check(path)
        _is_new(path, copy)
        return
    if holder := folder.holder(path):
        raise InUse.of(path, holder)
    # If it is no file, opening it fails, and says so.
    if path.is_file():
        write_ahead_log.check(path)
        with snapshot(path) as books:
            fault = first_fault(books) or (copy and mirror.lost(books, copy))
        if fault:
            raise Damaged(f"{path} cannot be gone on with: {fault.rstrip('.')}.")


def first_fault(books: Books) -> str:
    """What does not hold, a sentence; empty when all does."""
    try:
        if not books.ask(identity.version):
            return ""
        return file_check.first_fault(books) or _first_of_games(books)
    except LedgerError as damaged:
        return str(damaged)


def _is_new(path: Path, copy: Path | None) -> None:
    if copy and (moves := mirror.moves_in(copy)):
        raise Damaged(f"{path} is not there, but its second copy {copy} has {moves} entries.")


def _first_of_games(books: Books) -> str:
    row, games = "", dict[int, Links]()
    try:
        for game in books.games():
            row = f"Game {game.number}"
            games[game.number] = (Links if game.over else Fold)(books, game.number)
        for entry in books.entries_after(0):
            row = f"Move {entry.number} of game {entry.game}"
            games[entry.game].take(entry)
        for number, game_so_far in games.items():
            row = f"Game {number}"
            game_so_far.end()
    except DoesNotHold as fault:
        return f"{row}: {fault}."
    except DAMAGE as damaged:
        return f"{row}: is damaged, {damaged}."
    return ""
