"""The history: what came of a move, in a line, and what it did to everybody's balance."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.engine import events as ev
from companion.engine import moves
from companion.engine.board import Board
from companion.engine.events import Event
from companion.engine.moves import Move
from companion.engine.state import BANK, POT
from companion.text.catalogue import Sentences
from companion.text.events import Phrase, phrase
from companion.text.format import counted
from companion.text.moves import head, in_a_word

LINES = Sentences(
    {
        "undo": "Took back {moves}",
        "ruling": "Ruling: {effects}",
        "nothing": "nothing changed",
        "nobody_bid": "nobody bid: the bank keeps it",
        "no_bid": "Nobody bid: the bank keeps it",
    }
)
BETWEEN, EFFECTS, NOTE = " · ", "; ", "{line} ({note})"


def changes(events: Iterable[Event]) -> dict[str, int]:
    """What a move did to each player's cash, in dollars; whoever it left alone is not in it."""
    cash: Counter[str] = Counter()
    for event in events:
        paid, sign = (event.event, -1) if isinstance(event, ev.Reversed) else (event, 1)
        if isinstance(paid, ev.Paid):
            cash[paid.payer] -= sign * paid.amount
            cash[paid.payee] += sign * paid.amount
    return {name: sum for name, sum in cash.items() if sum and name not in (BANK, POT)}


def describe(
    events: Sequence[Event], board: Board, pack: str = "classic", *, watchful: bool = False
) -> list[str]:
    """The events that people care about, a sentence each.

    ``pack`` is the edition's; where owners are ``watchful`` no word is said of rent not asked for.
    """
    return [phrase.full for phrase in _phrases(events, board, pack, watchful)]


def line(
    move: Move,
    events: Sequence[Event],
    board: Board,
    pack: str = "classic",
    *,
    watchful: bool = False,
) -> str:
    """The line of a move in the history: ``Ann threw 5 + 4 · Virginia Avenue``."""
    if isinstance(move, moves.Rule):
        return _ruling(move, describe(events, board, pack))
    if isinstance(move, moves.Undo):
        return LINES["undo"].format(moves=counted(move.count, "move"))
    # A claim lapses before the throw that ends it is told; people look for the throw first.
    phrases = sorted(_phrases(events, board, pack, watchful), key=lambda p: p.key == "lapsed")
    begins, said = head(move, events, board)
    if begins:
        rest = [p.short for p in phrases if p.key not in (*said, *_EFFECTS_ONLY)]
        return BETWEEN.join((begins, *rest))
    phrases = [p for p in phrases if p.key not in _EFFECTS_ONLY]
    closed = _closed_without_bid(move, events)
    if closed and isinstance(move, moves.CloseAuction):
        return LINES["no_bid"]
    first = phrases[0].full if phrases else in_a_word(move)
    return BETWEEN.join((first, *(p.short for p in phrases[1:]), *closed))


_EFFECTS_ONLY = ("carries", "mortgaged", "lifted")
"""Said in full where a ruling does them; elsewhere by what was paid for it."""


def _phrases(events: Sequence[Event], board: Board, pack: str, watchful: bool) -> Iterator[Phrase]:
    for place, event in enumerate(events):
        found = phrase(event, events[:place], board, pack)
        if found and not (watchful and found.key == "lapsed"):
            yield found


def _closed_without_bid(move: Move, events: Sequence[Event]) -> tuple[str, ...]:
    """An auction that ends with nobody paying leaves the deed with the bank (FLOW-5)."""
    ended = any(isinstance(event, ev.Answered) for event in events)
    bought = any(isinstance(event, ev.Paid) for event in events)
    speaks = isinstance(move, moves.Pass | moves.CloseAuction)
    return (LINES["nobody_bid"],) if speaks and ended and not bought else ()


def _ruling(move: moves.Rule, effects: list[str]) -> str:
    said = EFFECTS.join(effects) or LINES["nothing"]
    ruled = LINES["ruling"].format(effects=said)
    return NOTE.format(line=ruled, note=move.note) if move.note else ruled
