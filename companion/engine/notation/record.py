"""A whole record: header, moves and expectations, each knowing its line."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.data_file import DataFileError
from companion.engine.decide import play
from companion.engine.limits import excerpt
from companion.engine.moves import Move
from companion.engine.notation import header
from companion.engine.notation.assertions import Expectation, parse_expectation
from companion.engine.notation.grammar import format_move, parse_move
from companion.engine.notation.tokens import NotationError
from companion.engine.refusals import IllegalMove
from companion.engine.state import Game, Setup, start

MOST_LINES = 100_000
LONGEST_LINE = 1 << 14
"""Characters; a ruling that sets up a whole table has a quarter of that."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that means something: its number from 1, its text without comment, its meaning."""

    number: int
    text: str
    meaning: Move | Expectation


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text: what was agreed on, then what happened."""

    setup: Setup
    lines: tuple[Line, ...]

    def moves(self) -> Iterator[Move]:
        """The moves, without the lines that only check."""
        return (line.meaning for line in self.lines if isinstance(line.meaning, Move))


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that does not hold: an expectation and what is so, or a move and who refused it."""

    line: Line
    problem: str | IllegalMove


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of playing a record: the last position, and every line that does not hold."""

    game: Game
    moves: int
    expectations: int
    faults: tuple[Fault, ...]


def parse_record(text: str, name: str = "record") -> Record:
    """The record that ``text`` is. Raises NotationError: ``NAME:LINE: what was expected``."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise NotationError(f"{name}:{MOST_LINES + 1}: has more than {MOST_LINES} lines")
    rows: list[tuple[int, str]] = []
    for number, text_of_line in enumerate(lines, 1):
        if len(line := text_of_line.partition("#")[0].strip()) > LONGEST_LINE:
            raise NotationError(f"{name}:{number}: has more than {LONGEST_LINE} characters")
        if line:
            rows.append((number, line))
    top = next((i for i, (_, line) in enumerate(rows) if not header.is_header(line)), len(rows))
    setup = _header(rows[:top], name)
    return Record(setup, tuple(_line(number, line, setup, name) for number, line in rows[top:]))


def check(record: Record) -> Checked:
    """Plays ``record`` as far as the rules carry it; a refused move ends it there."""
    game = start(record.setup)
    faults: list[Fault] = []
    moves = expectations = 0
    for line in record.lines:
        if isinstance(line.meaning, Expectation):
            expectations += 1
            if problem := line.meaning.holds(game):
                faults.append(Fault(line, problem))
            continue
        try:
            game = play(game, line.meaning)
        except IllegalMove as refused:
            faults.append(Fault(line, refused))
            break
        moves += 1
    return Checked(game, moves, expectations, tuple(faults))


def format_record(setup: Setup, moves: Iterator[Move]) -> str:
    """The record of a game, in canonical form."""
    lines = "".join(f"{format_move(move, setup.board)}\n" for move in moves)
    return f"{header.format_header(setup)}\n{lines}"


def _header(rows: list[tuple[int, str]], name: str) -> Setup:
    values: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, line in rows:
        try:
            key, value = header.split(line)
            if key in values:
                raise NotationError(f"'{key}:' is there twice")
        except NotationError as error:
            raise NotationError(f"{name}:{number}: {error}") from None
        values[key], places[key] = value, number
    try:
        return header.check_setup(header.setup_of(values))
    except (NotationError, DataFileError) as error:
        raise NotationError(f"{name}:{_place(str(error), values, places)}: {error}") from None


def _place(problem: str, values: dict[str, str], places: dict[str, int]) -> int:
    """The header line that ``problem`` speaks of: the one whose key, value or file it names."""
    for key, value in values.items():
        parts = [f"'{key}:", *(f"'{excerpt(part.strip())}'" for part in value.split(","))]
        if any(part in problem for part in parts) or problem.startswith(
            (f"{value}:", f"{value} cannot")
        ):
            return places[key]
    return places.get("players", 1)


def _line(number: int, text: str, setup: Setup, name: str) -> Line:
    checks = text.lower().startswith(("expect ", "refused "))
    try:
        return Line(number, text, (parse_expectation if checks else parse_move)(text, setup))
    except NotationError as error:
        raise NotationError(f"{name}:{number}: {error}") from None
