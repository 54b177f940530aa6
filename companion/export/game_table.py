"""A game as every export tells it: page by page, a move each, with its payments and balances."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.engine.state import BANK, POT, Game
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, GameHead
from companion.ledger.replay import AuditError, Columns

_PAYMENTS = """
SELECT move, number, payer, payee, amount, why, coalesce(deed, ''), reversed
FROM entries WHERE game = ? ORDER BY move, number
"""


@dataclass(frozen=True, slots=True)
class Payment:
    """``amount`` dollars changed hands; ``reversed`` when an undo took a payment back with them."""

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
    """A move: which turn it left, whose that is, and what every account had after it."""

    entry: Entry
    turn: int
    turn_of: str
    payments: tuple[Payment, ...]
    balances: Mapping[str, int]

    @property
    def at(self) -> str:
        """When it was booked, UTC, to the second."""
        return f"{self.entry.at[:19]}Z"


@dataclass(frozen=True)
class GameTable:
    """All of one game, and the ``position`` that it came to. Move 0 is what the bank handed out."""

    head: GameHead
    fingerprint: str
    pages: tuple[MoveRow, ...]
    position: Game

    @property
    def title(self) -> str:
        """What it is, in a line without its end."""
        moves = self.pages[-1].entry.number
        return f"Game {self.head.number}, {moves} moves, fingerprint {self.fingerprint}"

    @cached_property
    def accounts(self) -> tuple[str, ...]:
        """Who had money at any time: the players by seat, the pot if there was one, the bank."""
        paid = {POT for page in self.pages for p in page.payments if POT in (p.payer, p.payee)}
        return (*self.head.players, *paid, BANK)

    def turns(self) -> Iterator[MoveRow]:
        """The last page of every turn, once more for a turn that an undo went back to."""
        for _, pages in groupby(self.pages, attrgetter("turn")):
            *_, last = pages
            yield last


def read(books: LedgerReader, game: int) -> GameTable:
    """The pages of a game. Raises LedgerError when it does not hold: an export vouches for it."""
    row, pages = "its row", []
    try:
        fold = Columns(books, game)
        payments = books.query(lambda db: _payments(db, game))
        for entry in books.entries(game):
            row = f"move {entry.number}"
            pages.append(_page(fold, entry, payments))
        fold.end()
    except AuditError as fault:
        raise LedgerError(
            Sentence(
                "Game {game} is not exported, because it does not hold: {row}: {fault}."
                " 'companion backup' copies the ledger as it is.",
                **{"game": game, "row": row, "fault": fault},
            )
        ) from fault
    return GameTable(books.head(game), books.fingerprint(game), tuple(pages), fold.position)


def _payments(db: Database, game: int) -> dict[int, tuple[Payment, ...]]:
    payments = [
        Payment(move, number, payer, payee, amount, why, deed, bool(back))
        for move, number, payer, payee, amount, why, deed, back in db.execute(_PAYMENTS, [game])
    ]
    return {move: tuple(paid) for move, paid in groupby(payments, attrgetter("move"))}


def _page(fold: Columns, entry: Entry, payments: Mapping[int, tuple[Payment, ...]]) -> MoveRow:
    fold.take(entry)
    position, paid = fold.position, payments.get(entry.number, ())
    return MoveRow(entry, position.turn.number, position.turn.player, paid, _balances(position))


def _balances(position: Game) -> dict[str, int]:
    """What everyone has by the rules, not by adding up payments: so an export proves itself."""
    cash = {name: player.cash for name, player in position.players.items()} | {POT: position.pot}
    return cash | {BANK: -sum(cash.values())}
