"""A game as a table with one row a move: the common source of every export.

A game that fails the audit is not exported, because an export vouches for the ledger.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from companion.engine.state import BANK, POT, Game
from companion.export.problems import ExportProblem
from companion.ledger.audit import Audit, audit, audit_all
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, GameHead
from companion.ledger.replay import Replay

_PAYMENTS = """
SELECT move, number, payer, payee, amount, why, coalesce(deed, ''), reversed
FROM entries WHERE game = ? ORDER BY move, number
"""


@dataclass(frozen=True, slots=True)
class PaymentRow:
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
    is. ``balances`` maps every account to its dollars after the move, which led to ``position``;
    whoever does not sit there then has none.
    """

    entry: Entry
    turn: int
    turn_of: str
    payments: tuple[PaymentRow, ...]
    balances: Mapping[str, int]
    position: Game

    @property
    def at(self) -> str:
        """Time at which the move was stored: UTC, in whole seconds."""
        return f"{self.entry.at[:19]}Z"


@dataclass(frozen=True)
class GameTable:
    """All moves of one game, and the ``position`` after the last.

    The first row is move 0, in which the bank pays out the starting cash. ``people`` are all who
    ever had an account; the head has only the players of the start.
    """

    head: GameHead
    people: tuple[str, ...]
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
        """Accounts of the game: people as they came, the pot if ever used, the bank."""
        paid = {POT for row in self.rows for p in row.payments if POT in (p.payer, p.payee)}
        return (*self.people, *paid, BANK)

    def turns(self) -> Iterator[MoveRow]:
        """Yield the last row of every turn.

        A turn to which an undo returned is yielded again.
        """
        for _, rows in groupby(self.rows, attrgetter("turn")):
            *_, last = rows
            yield last


def read(reader: LedgerReader, game: int) -> GameTable:
    """Audit a game and return its table.

    Raises LedgerError if the game or its ledger is not sound.
    """
    moves: list[tuple[Entry, Game]] = []

    def witness(entry: Entry, replay: Replay) -> None:
        moves.append((entry, replay.position))

    _refuse_unsound(audit(reader, game, witness), ExportProblem.GAME_NOT_SOUND)
    payments = _payments(reader, game)
    rows = tuple(_row(entry, position, payments) for entry, position in moves)
    return GameTable(
        head=reader.head(game),
        people=reader.people(game),
        fingerprint=reader.fingerprint(game),
        rows=rows,
        position=rows[-1].position,
    )


def require_sound(reader: LedgerReader, game: int | None = None) -> None:
    """Audit a game, or without ``game`` the whole ledger, before it is exported.

    Raises LedgerError if it is not sound.
    """
    if game is not None:
        _refuse_unsound(audit(reader, game), ExportProblem.GAME_NOT_SOUND)
        return
    for found in audit_all(reader):
        _refuse_unsound(found, ExportProblem.LEDGER_NOT_SOUND)


def _refuse_unsound(found: Audit, reason: ExportProblem) -> None:
    if found.first_fault:
        raise LedgerError(reason, game=found.game, fault=found.first_fault)


def _payments(reader: LedgerReader, game: int) -> dict[int, tuple[PaymentRow, ...]]:
    payments = [
        PaymentRow(move, number, payer, payee, amount, why, deed, bool(back))
        for move, number, payer, payee, amount, why, deed, back in reader.rows(_PAYMENTS, game)
    ]
    return {move: tuple(paid) for move, paid in groupby(payments, attrgetter("move"))}


def _row(entry: Entry, position: Game, payments: Mapping[int, tuple[PaymentRow, ...]]) -> MoveRow:
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
