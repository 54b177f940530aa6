"""A game as a table with one row a move: the common source of every export.

``read`` replays the game by the rules. A game that fails the replay is not exported, because an
export vouches for the ledger.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from sqlite_utils import Database

from companion.engine.state import BANK, POT, Game
from companion.export.problems import ExportProblem
from companion.ledger.checks import fault_in, row_name
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, GameHead
from companion.ledger.replay import AuditError, CheckedState

_PAYMENTS = """
SELECT move, number, payer, payee, amount, why, coalesce(deed, ''), reversed
FROM entries WHERE game = ? ORDER BY move, number
"""


@dataclass(frozen=True, slots=True)
class Payment:
    """Payment of ``amount`` dollars from ``payer`` to ``payee``.

    ``reversed`` is True if the payment is the reversal that an undo made.
    """

    move: int
    number: int
    payer: str
    payee: str
    amount: int
    why: str
    deed: str
    reversed: bool


@dataclass(frozen=True, slots=True)
class MoveRow:
    """Row of one move.

    ``turn`` and ``turn_of`` are the number of the turn after the move and the player whose turn it
    is. ``balances`` maps every account to its dollars after the move, which led to ``position``.
    """

    entry: Entry
    turn: int
    turn_of: str
    payments: tuple[Payment, ...]
    balances: Mapping[str, int]
    position: Game

    @property
    def at(self) -> str:
        """Time at which the move was stored: UTC, in whole seconds."""
        return f"{self.entry.at[:19]}Z"


@dataclass(frozen=True)
class GameTable:
    """All moves of one game, and the ``position`` after the last.

    The first row is move 0, in which the bank pays out the starting cash.
    """

    head: GameHead
    fingerprint: str
    rows: tuple[MoveRow, ...]
    position: Game

    @property
    def title(self) -> str:
        """Title in one line: number, moves and fingerprint of the game."""
        moves = self.rows[-1].entry.number
        return f"Game {self.head.number}, {moves} moves, fingerprint {self.fingerprint}"

    @cached_property
    def accounts(self) -> tuple[str, ...]:
        """Accounts of the game: players by seat, the pot if ever used, the bank."""
        paid = {POT for row in self.rows for p in row.payments if POT in (p.payer, p.payee)}
        return (*self.head.players, *paid, BANK)

    def turns(self) -> Iterator[MoveRow]:
        """Yield the last row of every turn.

        A turn to which an undo returned is yielded again.
        """
        for _, rows in groupby(self.rows, attrgetter("turn")):
            *_, last = rows
            yield last


def read(reader: LedgerReader, game: int) -> GameTable:
    """Replay a game and return its table.

    Raises LedgerError if the game fails the replay.
    """
    number, rows = None, []
    try:
        replay = CheckedState(reader, game)
        payments = reader.query(lambda db: _payments(db, game))
        for entry in reader.entries(game):
            number = entry.number
            rows.append(_row(replay, entry, payments))
        replay.end()
    except AuditError as fault:
        why = fault_in(row_name(game, number), fault)
        raise LedgerError(ExportProblem.GAME_NOT_SOUND, game=game, fault=why) from fault
    return GameTable(reader.head(game), reader.fingerprint(game), tuple(rows), replay.position)


def _payments(db: Database, game: int) -> dict[int, tuple[Payment, ...]]:
    payments = [
        Payment(move, number, payer, payee, amount, why, deed, bool(back))
        for move, number, payer, payee, amount, why, deed, back in db.execute(_PAYMENTS, [game])
    ]
    return {move: tuple(paid) for move, paid in groupby(payments, attrgetter("move"))}


def _row(
    replay: CheckedState, entry: Entry, payments: Mapping[int, tuple[Payment, ...]]
) -> MoveRow:
    replay.take(entry)
    position = replay.position
    return MoveRow(
        entry=entry,
        turn=position.turn.number,
        turn_of=position.turn.player,
        payments=payments.get(entry.number, ()),
        balances=_balances(position),
        position=position,
    )


def _balances(position: Game) -> dict[str, int]:
    """Return every balance of the replayed position.

    The balances are not summed up from the payments: the journals compare the two.
    """
    cash = {name: player.cash for name, player in position.players.items()} | {POT: position.pot}
    return cash | {BANK: -sum(cash.values())}
