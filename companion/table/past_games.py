"""Games of the ledger as the screen shows them. The module does not use Kivy."""

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

from companion import text as companion_text
from companion.engine import codec
from companion.engine.events import GameEnded
from companion.export.files import save_all
from companion.ledger.audit import Verdict, audit
from companion.ledger.copies import image, open_image
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameRow
from companion.report import report_html, report_name
from companion.report.timeline import load_timeline
from companion.system.priority import give_way
from companion.table.markers import markers_of, markers_over
from companion.text.names import edition_name, players_listed
from companion.text.screens.past_games import at, few, full_day, text_of
from companion.text.screens.story import duration
from companion.text.told import Told, Wording

__all__ = (
    "GameLine",
    "GamePage",
    "LedgerError",
    "audit_game",
    "audit_in_process",
    "copy_ledger",
    "game_lines",
    "game_page",
)

_MINUTES = "SELECT minutes FROM results WHERE game = ?"
_WINNERS = "SELECT data FROM standing_events WHERE game = ? AND kind = 'GameEnded'"


@dataclass(frozen=True, slots=True)
class GameLine:
    """Game in the list: number, players (long and short), time, state; ``over`` if it is finished.

    ``marker`` belongs to the winner, -1 for none or several.
    """

    number: int
    players: tuple[Wording, ...]
    at: str
    state: Wording
    over: bool
    marker: int = -1


@dataclass(frozen=True, slots=True)
class Fact:
    """Line about a game, with an icon."""

    icon: str
    text: tuple[Wording, ...]
    """Wordings, the longest first."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """Details of one game: lines about it, and its fingerprint."""

    number: int
    title: Wording
    lines: tuple[Fact, ...]
    fingerprint: str
    moves: int
    over: bool
    players: tuple[tuple[str, int], ...] = ()
    """Names and markers, by seat."""


def game_lines(books: LedgerReader, count: int) -> list[GameLine]:
    """Return the ``count`` games played last, the last one first.

    Raises LedgerError if the ledger cannot be read.
    """
    return [_line(books, row) for row in books.newest_games(count)]


def _line(books: LedgerReader, row: GameRow) -> GameLine:
    won = winners(books, row.number) if row.over else ()
    marker = markers_of(row.players)[won[0]] if len(won) == 1 else -1
    began = full_day(row.dated) if row.dated else at(row.started_at.astimezone())
    players = few(row.players), companion_text.counted(len(row.players), "player")
    return GameLine(row.number, players, began, _state(row, won), row.over, marker)


def game_page(books: LedgerReader, number: int) -> GamePage:
    """Details of a game.

    Raises LedgerError if the game cannot be read.
    """
    row = books.game(number)
    setup = books.setup(number)
    rules = text_of("rules", edition=edition_name(setup.edition), board=setup.board.name)
    house = text_of("house", rules=", ".join(setup.house_rules)) if setup.house_rules else ""
    won = winners(books, number) if row.over else ()
    facts = (
        Fact("flag", (_state(row, won),)),
        Fact("calendar", _when(row)),
        Fact("timer", _length(books, number)),
        Fact("book", (rules,)),
        Fact("edit", (house,) if house else ()),
    )
    return GamePage(
        number,
        text_of("game", number=number),
        tuple(fact for fact in facts if fact.text),
        books.fingerprint(number),
        row.moves,
        row.over,
        tuple(markers_of(row.players).items()),
    )


def copy_ledger(books: LedgerReader, say: Callable[[Wording], None]) -> bytes | None:
    """Copy the ledger into memory.

    If the ledger cannot be read, report that with ``say`` and return None.
    """
    try:
        return image(books)
    except LedgerError as error:
        say(companion_text.explain(error))
        return None


def audit_game(copy: bytes, number: int, progress: Callable[[int], object]) -> tuple[bool, Told]:
    """Audit a game; return True and a sentence if it is sound, else False and why.

    ``progress`` is called with the number of moves checked. Call it on a worker thread.
    """
    try:
        with open_image(copy, progress) as books:
            found = audit(books, number)
    except LedgerError as damaged:
        return False, Told(companion_text.explain(damaged))
    if found.verdict is Verdict.SOUND:
        return True, text_of("sound", moves=companion_text.counted(found.moves, "move"))
    fault = companion_text.explain(found.first_fault)
    return False, text_of("not sound", why=fault)


def audit_in_process(
    copy: bytes, number: int, progress: Callable[[int], object]
) -> tuple[bool, Told]:
    """Audit a game in a process of its own, so that the rules do not delay frames.

    The calling thread waits for the process.
    """
    ours, theirs = Pipe(duplex=False)
    args = (theirs, copy, number, companion_text.language())
    process = get_context("spawn").Process(target=_audit_and_send, args=args, daemon=True)
    process.start()
    theirs.close()
    try:
        while isinstance(message := ours.recv(), int):
            progress(message)
        return cast(tuple[bool, Told], message)
    except EOFError:
        return False, text_of("cut short")
    finally:
        process.join()


def _audit_and_send(connection: Connection, copy: bytes, number: int, language: str) -> None:
    give_way()
    companion_text.set_language(language)
    connection.send(audit_game(copy, number, connection.send))


def write_report(copy: bytes, game: int, folder: Path, is_stick: bool) -> Told:
    """Write the report of a game into ``folder`` and return a sentence about where it is.

    A missing folder is created. Call it on a worker thread. Raises LedgerError if the game cannot
    be read, or the report cannot be written.
    """
    with open_image(copy) as books:
        name = report_name(books, game)
        page = report_html(books, game, markers_over(load_timeline(books, game)))
    save_all(folder, {name: page})
    if is_stick:
        return text_of("on stick", folder=folder.name)
    return text_of("written", path=folder / name)


def _length(books: LedgerReader, number: int) -> tuple[str, ...]:
    """Return how long a game was played; nothing if it was imported."""
    minutes = books.query(lambda db: db.execute(_MINUTES, [number]).fetchone()[0])
    return () if minutes is None else (duration(60 * minutes),)


def _when(row: GameRow) -> tuple[Wording, ...]:
    if row.imported:
        return (text_of("imported", day=full_day(row.day)), full_day(row.day))
    began, last = row.started_at.astimezone(), (row.last_at or row.started_at).astimezone()
    until = f"{last:%H:%M}" if last.date() == began.date() else at(last)
    return text_of("when", began=at(began), until=until), at(began)


def _state(row: GameRow, won: tuple[str, ...]) -> Told:
    moves = companion_text.counted(row.moves, "move")
    if not row.over:
        return text_of("open", moves=moves)
    return text_of("won", winners=players_listed(won), moves=moves)


def winners(books: LedgerReader, number: int) -> tuple[str, ...]:
    """Winners of a finished game, or nobody."""
    data = books.query(lambda db: db.execute(_WINNERS, [number]).fetchone()[0])
    ended = codec.loads(data)
    return ended.winners if isinstance(ended, GameEnded) else ()
