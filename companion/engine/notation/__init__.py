"""The notation: a game as plain text, one move a line, that a person can read aloud and the engine
can replay exactly. ``parse_move(format_move(move)) == move`` for every move."""

from companion.engine.notation.assertions import Expectation, parse_expectation
from companion.engine.notation.grammar import format_move, parse_move
from companion.engine.notation.header import check_name, format_header, parse_header, read_header
from companion.engine.notation.record import (
    Checked,
    Fault,
    Line,
    Record,
    check,
    format_record,
    parse_record,
)
from companion.engine.notation.tokens import NotationError

__all__ = [
    "Checked",
    "Expectation",
    "Fault",
    "Line",
    "NotationError",
    "Record",
    "check",
    "check_name",
    "format_header",
    "format_move",
    "format_record",
    "parse_expectation",
    "parse_header",
    "parse_move",
    "parse_record",
    "read_header",
]
