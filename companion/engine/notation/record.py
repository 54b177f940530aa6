"""Records: the header, moves and assertions of a game, each with its line number."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.decide import play
from companion.engine.moves import Move, Rule, Undo
from companion.engine.notation import header
from companion.engine.notation.assertions import Expectation, parse_expectation
from companion.engine.notation.grammar import format_move, parse_move
from companion.engine.notation.readable import check_seat_name
from companion.engine.notation.tokens import NotationError
from companion.engine.problems import InputProblem
from companion.engine.refusals import IllegalMove
from companion.engine.rulings import Join, Rename
from companion.engine.state import Game, Setup, start

MOST_LINES = 100_000
LONGEST_LINE = 1 << 14
"""Number of characters; a ruling that sets up a whole table has a quarter of that."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """Move or assertion with its line number from 1 and its text without comment."""

    number: int
    text: str
    meaning: Move | Expectation


@dataclass(frozen=True, slots=True)
class Record:
    """Game as text: the setup, then moves and assertions."""

    setup: Setup
    lines: tuple[RecordLine, ...]

    def moves(self) -> Iterator[Move]:
        """Yield the moves, without the assertions."""
        return (line.meaning for line in self.lines if isinstance(line.meaning, Move))


@dataclass(frozen=True, slots=True)
class RecordFault:
    """Line that fails: an assertion with the actual value, or a move with its refusal."""

    line: RecordLine
    problem: str | IllegalMove
    """The actual value is written in the notation."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of playing a record: the last position and every line that fails."""

    game: Game
    moves: int
    expectations: int
    faults: tuple[RecordFault, ...]


def parse_record(text: str, name: str = "record") -> Record:
    """Parse a whole record.

    Raises NotationError with ``NAME:LINE`` as its place.
    """
    rows = numbered_lines(text, name)
    top = next((i for i, (_, line) in enumerate(rows) if not header.is_header(line)), len(rows))
    setup = header.build_from_lines(rows[:top], name, header.KEYS, _new_setup)
    return Record(setup, tuple(_lines(rows[top:], setup, name)))


def numbered_lines(text: str, name: str) -> list[tuple[int, str]]:
    """Return the lines with their numbers from 1, without comments and empty lines.

    Raises NotationError if there are too many, or one is too long.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        place = f"{name}:{MOST_LINES + 1}"
        raise NotationError(InputProblem.TOO_MANY_LINES, place, most=MOST_LINES)
    rows: list[tuple[int, str]] = []
    for number, raw_line in enumerate(lines, 1):
        if len(line := raw_line.partition("#")[0].strip()) > LONGEST_LINE:
            place = f"{name}:{number}"
            raise NotationError(InputProblem.LINE_TOO_LONG, place, most=LONGEST_LINE)
        if line:
            rows.append((number, line))
    return rows


def _new_setup(values: dict[str, str]) -> Setup:
    return header.check_setup(header.build_setup(values))


def _lines(rows: list[tuple[int, str]], setup: Setup, name: str) -> Iterator[RecordLine]:
    """Read each line with the players who sit at the table by then (FLOW-17)."""
    seats = [setup]
    for number, text in rows:
        line = _line(number, text, seats[-1], name)
        yield line
        if isinstance(line.meaning, Undo):
            del seats[max(1, len(seats) - line.meaning.count) :]
        elif isinstance(line.meaning, Move):
            seats.append(_seated(seats[-1], line.meaning))


def _seated(setup: Setup, move: Move) -> Setup:
    """Return the setup after the people have changed."""
    players = setup.players
    for effect in move.effects if isinstance(move, Rule) else ():
        match effect:
            case Rename(player, name):
                players = tuple(name if one == player else one for one in players)
            case Join(name):
                players = (*players, name)
    return setup if players == setup.players else replace(setup, players=players)


def check(record: Record) -> Checked:
    """Play ``record`` and evaluate its assertions.

    The first refused move ends it, because all later lines depend on that move.
    """
    game = start(record.setup)
    faults: list[RecordFault] = []
    moves = expectations = 0
    for line in record.lines:
        if isinstance(line.meaning, Expectation):
            expectations += 1
            if problem := line.meaning.check(game):
                faults.append(RecordFault(line, problem))
            continue
        try:
            game = play(game, line.meaning)
        except IllegalMove as refusal:
            faults.append(RecordFault(line, refusal))
            break
        moves += 1
    return Checked(game, moves, expectations, tuple(faults))


def format_record(setup: Setup, moves: Iterator[Move]) -> str:
    """Return the canonical record of a game."""
    lines = "".join(f"{format_move(move, setup.board)}\n" for move in moves)
    return f"{header.format_header(setup)}\n{lines}"


def _line(number: int, text: str, setup: Setup, name: str) -> RecordLine:
    checks = text.lower().startswith(("expect ", "refused "))
    try:
        meaning = (parse_expectation if checks else parse_move)(text, setup)
        if isinstance(meaning, Rule):
            _check_new_names(meaning, setup)
        return RecordLine(number, text, meaning)
    except NotationError as error:
        raise header.at_line(name, number, error) from None


def _check_new_names(ruling: Rule, setup: Setup) -> None:
    """Raise NotationError if nothing could be written about whom the ruling names."""
    for effect in ruling.effects:
        if isinstance(effect, Join | Rename):
            others = [one for one in setup.players if one != getattr(effect, "player", "")]
            check_seat_name(effect.name, others, setup.board)
