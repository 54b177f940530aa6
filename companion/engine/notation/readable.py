"""Names that keep the notation readable: every sentence about them has to read back.

A seat called ``joins`` would make ``Ann pays $5 to joins`` the arrival of somebody else. No list
tells such names; the sentences themselves do.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle
from typing import Any

from companion.engine.board import Board
from companion.engine.moves import Goods, Move, Rule
from companion.engine.notation.grammar import EFFECTS, MOVES, format_move, read_move
from companion.engine.notation.tokens import (
    FIELDS,
    NAMES,
    Form,
    NotationError,
    NotationWords,
    field_names,
)
from companion.engine.problems import InputProblem

_GOODS = ("gives", "wants")
"""Fields of a deal, in which the loans of a player may be (HOUSE-5)."""
_SOMEBODY = "Somebody"
"""Player who sits at every table that a name is tried at."""


def check_seat_name(name: str, others: Sequence[str], board: Board) -> None:
    """Raise NotationError if a valid ``name`` makes sentences unreadable.

    Those about the ``others`` count, too: with a seat called "Bob owns", some about Bob cannot be
    read any longer. Only a name that begins with another one can be mistaken for it.
    """
    low = name.lower()
    related = [one for one in others if one.lower().startswith(low) or low.startswith(one.lower())]
    for other in dict.fromkeys((_SOMEBODY, *related)):
        if other.lower() != low and (text := _unreadable((name, other), board)):
            raise NotationError(InputProblem.UNREADABLE_NAME, name=name, text=text)


@cache
def _unreadable(seats: tuple[str, ...], board: Board) -> str:
    """Return a sentence about these players that does not read back, or ""."""
    words = NotationWords(seats, board)
    for form in (*MOVES, *EFFECTS):
        for move in _sentences(form, words):
            line = format_move(move, board)
            try:
                is_read = read_move(line, words) == move
            except NotationError:
                is_read = False
            if not is_read:
                return line
    return ""


def _sentences(form: Form, words: NotationWords) -> Iterator[Move]:
    """Yield a sentence with each player in each place, and an example of everything else."""
    fields, examples = field_names(form.template), _examples(words.board)
    for first in range(len(words.players)):
        players = cycle(words.players[first:] + words.players[:first])
        values: dict[str, Any] = {}
        for name in fields:
            if name in NAMES:
                values[name] = next(players)
            elif name in _GOODS:
                values[name] = Goods((examples["deed"],), 50, loans_of=(next(players),))
            else:
                sample = FIELDS[name].sample
                values[name] = examples.get(name) or FIELDS[name].read(words, sample)
        made = form.result(**values, **(form.fixed or {}))
        yield made if isinstance(made, Move) else Rule((made,))


def _examples(board: Board) -> dict[str, Any]:
    """Return a value of each field whose values depend on the board."""
    deed = next(iter(board.deeds.values()))
    return {
        "deed": deed.key,
        "deeds": (deed.key,),
        "group": deed.group,
        "space": deed.position,
    }
