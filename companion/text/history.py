"""Lines of the history, and the changes of each player's cash."""

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
from companion.text.moves import describe_briefly, head
from companion.text.told import Told, Typed, Wording, filled, joined

LINES = Sentences(
    {
        "undid": "Took back {moves}",
        "ruling": "Ruling: {effects}",
        "nothing": "nothing changed",
        "unsold.after": "nobody bid: the bank keeps it",
        "unsold": "Nobody bid: the bank keeps it",
    }
)
BETWEEN, EFFECTS, NOTE = " · ", "; ", "{line} ({note})"


def changes(events: Iterable[Event]) -> dict[str, int]:
    """Sum what a move changed in each player's cash, in dollars.

    Players whose cash did not change are left out.
    """
    cash: Counter[str] = Counter()
    for payer, payee, amount in payments(events):
        cash[payer] -= amount
        cash[payee] += amount
    return {name: sum for name, sum in cash.items() if sum and name not in (BANK, POT)}


def payments(events: Iterable[Event]) -> Iterator[tuple[str, str, int]]:
    """Yield payer, payee and dollars of each payment of a move; an undo pays everything back.

    Cash that is handed over with a seat is no payment (FLOW-17).
    """
    booked = [*events]
    done = [event.event if isinstance(event, ev.Reversed) else event for event in booked]
    for event, paid in zip(booked, done, strict=True):
        if isinstance(paid, ev.Paid) and not is_handed_over(paid, done):
            payer, payee = paid.payer, paid.payee
            is_back = isinstance(event, ev.Reversed)
            yield (payee, payer, paid.amount) if is_back else (payer, payee, paid.amount)


def describe(events: Sequence[Event], board: Board, pack: str = "classic") -> list[Told]:
    """Describe the events that matter to players, one sentence each.

    ``pack`` is the edition's pack of cards.
    """
    return [phrase.full for phrase in _phrases(events, board, pack)]


def line(
    move: Move,
    events: Sequence[Event],
    board: Board,
    pack: str = "classic",
    *,
    watchful: bool = False,
) -> Told:
    """Describe a move in one line: ``Ann threw 5 + 4 · Virginia Avenue``."""
    if isinstance(move, moves.Rule):
        return _ruling(move, [one.full for one in _phrases(events, board, pack, move=move)])
    if isinstance(move, moves.Undo):
        return LINES.fill("undid", moves=counted(move.count, "move"))
    # A claim lapses before the throw that ends it; players look for the throw first.
    phrases = sorted(_phrases(events, board, pack, watchful), key=lambda p: p.key == "lapsed")
    opening, replaced = head(move, events, board)
    if opening:
        rest = [p.short for p in phrases if p.key not in (*replaced, *_RULINGS_ONLY)]
        return joined(BETWEEN, (opening, *rest))
    phrases = [p for p in phrases if p.key not in _RULINGS_ONLY]
    if any(p.key in _TRADED for p in phrases):
        phrases = [p for p in phrases if p.key not in _GOODS]
    closed = _closed_without_bid(move, events)
    if closed and isinstance(move, moves.CloseAuction) and not phrases:
        return Told(LINES["unsold"])
    first = phrases[0].full if phrases else describe_briefly(move)
    return joined(BETWEEN, (first, *(p.short for p in phrases[1:]), *closed))


_RULINGS_ONLY = ("carries", "mortgaged", "lifted")
"""Phrases for rulings only: elsewhere the payment tells the same."""


_TRADED = ("traded", "traded.sold", "traded.asked", "traded.given")
_GOODS = ("paid", "owns", "gave_card", "released", "lent", "loan.passed", "loan.released")
"""Phrases for a trade, and for what the goods of a trade tell as well."""


def _phrases(
    events: Sequence[Event],
    board: Board,
    pack: str,
    watchful: bool = False,
    move: Move | None = None,
) -> Iterator[Phrase]:
    told = [event for event in events if not is_handed_over(event, events)]
    for place, event in enumerate(told):
        text = phrase(event, told[:place], board, pack, move)
        if text and not (watchful and text.key == "lapsed"):
            yield text


def is_handed_over(event: Event, events: Sequence[Event]) -> bool:
    """Return True if a seat got another name, and ``event`` only hands something over (FLOW-17)."""
    passed = [(one.giver, one.receiver) for one in events if isinstance(one, ev.SeatPassed)]
    match event:
        case ev.PlayerJoined(player):
            return any(player == came for _, came in passed)
        case ev.Paid(left, came) | ev.DeedPassed(_, left, came) | ev.JailCardPassed(_, left, came):
            return (left, came) in passed
    return False


def _closed_without_bid(move: Move, events: Sequence[Event]) -> tuple[str, ...]:
    """Tell that nobody bid when an auction leaves the deed with the bank (FLOW-5)."""
    ended = any(isinstance(event, ev.Answered) for event in events)
    bought = any(isinstance(event, ev.Paid) for event in events)
    opened = any(isinstance(event, ev.BidsOpened) for event in events)
    closes = opened or isinstance(move, moves.Pass | moves.CloseAuction)
    return (LINES["unsold.after"],) if closes and ended and not bought else ()


def _ruling(move: moves.Rule, effects: Sequence[Wording]) -> Told:
    ruling = LINES.fill("ruling", effects=joined(EFFECTS, effects or [LINES["nothing"]]))
    return filled(NOTE, {"line": ruling, "note": Typed(move.note)}) if move.note else ruling
