"""Notation: a game as plain text, one move a line.

A person can read it aloud, and the engine can replay it exactly. For every move,
``parse_move(format_move(move, board), setup) == move``.

A record is a header, then moves and assertions. ``check`` plays it and lists what fails:

    >>> from companion.engine.notation import check, parse_record
    >>> checked = check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     Ann throws 1 2
    ...     Ann buys
    ...     expect Ann $1450
    ... '''))
    >>> [(fault.line.number, fault.line.text, fault.problem) for fault in checked.faults]
    [(6, 'expect Ann $1450', 'Ann $1440')]
    >>> checked.game.owner("baltic-avenue")
    'Ann'

Import from here: the rest of the engine, never a layer above it. Begin reading with ``grammar``,
which has the form of every line, then ``tokens`` for names and values. ``record`` reads whole
files, ``header`` their first lines, ``rules_card`` such lines under a name, and ``assertions`` the
lines that check a position.
"""

from companion.engine.notation.assertions import Expectation, parse_expectation
from companion.engine.notation.grammar import format_effects, format_move, parse_move
from companion.engine.notation.header import (
    check_setup,
    deeds_dealt,
    format_header,
    parse_header,
    read_header,
)
from companion.engine.notation.readable import check_seat_name
from companion.engine.notation.record import (
    Checked,
    Record,
    RecordFault,
    RecordLine,
    check,
    format_record,
    parse_record,
)
from companion.engine.notation.rules_card import (
    RulesCard,
    build_card,
    format_card,
    parse_card,
    read_card_name,
)
from companion.engine.notation.tokens import NotationError, check_name, check_new_name

__all__ = [
    "Checked",
    "Expectation",
    "NotationError",
    "Record",
    "RecordFault",
    "RecordLine",
    "RulesCard",
    "build_card",
    "check",
    "check_name",
    "check_new_name",
    "check_seat_name",
    "check_setup",
    "deeds_dealt",
    "format_card",
    "format_effects",
    "format_header",
    "format_move",
    "format_record",
    "parse_card",
    "parse_expectation",
    "parse_header",
    "parse_move",
    "parse_record",
    "read_card_name",
    "read_header",
]
