"""Lines that only check: what a record says must hold, and how to tell what is so instead."""

import re
from dataclasses import dataclass

from companion.engine.decide import refusal
from companion.engine.limits import quoted
from companion.engine.notation.assertions import CHECKS, Holds
from companion.engine.notation.grammar import parse_move
from companion.engine.notation.tokens import FIELDS, NotationError, Words
from companion.engine.state import Game, Setup


@dataclass(frozen=True, slots=True)
class Expectation:
    """One ``expect`` or ``refused`` line."""

    text: str
    holds: Holds


def parse_expectation(text: str, setup: Setup) -> Expectation:
    """What an ``expect …`` or ``refused CLAUSE: …`` line checks. Raises NotationError."""
    line = " ".join(text.split())
    if refused := re.fullmatch(r"refused ([A-Z]+-\d+): (.+)", line, re.IGNORECASE):
        move = parse_move(refused[2], setup)
        return Expectation(line, lambda game: _refused(game, refused[1].upper(), move))
    words = Words(setup.players, setup.board)
    unread: NotationError | None = None
    for template, check in CHECKS.items():
        if match := re.fullmatch(_pattern(template), line, re.IGNORECASE):
            try:
                return Expectation(line, check(words, setup, match.groupdict()))
            except NotationError as error:
                # A player may be called May: what fits one check may be meant for another.
                unread = unread or error
    raise unread or NotationError(
        f"{quoted(line)} checks nothing known; expected such as 'expect Ann $1440', "
        "'expect dice with Bob' or 'refused BLD-2: Ann builds on Baltic Avenue'"
    )


def _pattern(template: str) -> str:
    named = {name: FIELDS[name].pattern for name in ("buildings",)}
    parts = re.split(r"\{(\w+)\}", template)
    out = re.escape(parts[0]) if parts else ""
    for name, literal in zip(parts[1::2], parts[2::2], strict=True):
        out += f"(?P<{name}>{named.get(name, '.+')})" + re.escape(literal)
    return out


def _refused(game: Game, clause: str, move: object) -> str:
    refused = refusal(game, move)  # type: ignore[arg-type]
    if refused is None:
        return "the move is legal"
    named = refused.reason.clause
    return "" if named == clause else f"it is refused by {named}: {refused.reason.meaning}"
