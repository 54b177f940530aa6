"""The past: every move as a line, who and what it was about, and what an undo would take back."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from textwrap import shorten

from companion import text as companion_text
from companion.engine.events import ClaimArose, ClaimEnded, Event, Moved, TurnBegan
from companion.engine.moves import Undo
from companion.engine.state import Game, Setup
from companion.text.screens.history import text_of
from companion.ui.play.prompts import Answer
from companion.ui.play.prompts.answers import answer
from companion.ui.session import Played

LONGEST = 160
"""How much of a move a heading has room for; below it the move stands in full."""


@dataclass(frozen=True, slots=True)
class PastMove:
    """One move: its number, when (as the clock on the wall says), what came of it, how it came,
    and which players and deeds it was about. ``stands`` until it is taken back; ``undone`` is the
    word for that."""

    number: int
    at: str
    text: str
    source: str
    players: frozenset[str]
    deeds: frozenset[str]
    stands: bool = True
    undone: str = ""


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What taking back a move and all after it comes to: those moves, the newest first, and the
    answer that does it."""

    title: str
    lines: tuple[PastMove, ...]
    answer: Answer


class HistoryCache:
    """The ``lines`` of a game's moves. A move never changes, so each is put into words once."""

    def __init__(self, setup: Setup) -> None:
        self.lines: list[PastMove] = []
        self._setup = setup

    def catch_up(self, history: Sequence[Played]) -> list[PastMove]:
        """With the moves that came since."""
        self.lines += (past_move(played, self._setup) for played in history[len(self.lines) :])
        return self.lines


def past_move(played: Played, setup: Setup) -> PastMove:
    """A move as a line of the history; bids and passes are about what is under the hammer."""
    text = companion_text.line(
        *(played.move, played.events, setup.board, setup.edition.pack),
        watchful=setup.rent == "watchful",
    )
    about = {played.lot, *_strings(played.move), *_about(played.events, setup)}
    return PastMove(
        *(played.number, f"{played.at.astimezone():%H:%M}", text),
        text_of(f"source.{played.source}"),
        frozenset(about & set(setup.players)),
        frozenset(about & set(setup.board.deeds)),
    )


def standing_moves(history: Iterable[Played]) -> list[Played]:
    """The moves that still stand: an undo takes back the last ones of them (FLOW-7)."""
    kept: list[Played] = []
    for played in history:
        if isinstance(played.move, Undo):
            del kept[len(kept) - played.move.count :]
        else:
            kept.append(played)
    return kept


def undone_by(history: Sequence[Played]) -> tuple[Played, ...]:
    """The moves that the last move, an undo, took back, in the order in which they were made."""
    *before, last = history
    assert isinstance(last.move, Undo)
    return tuple(standing_moves(before)[-last.move.count :])


def undone_word(played: Played) -> str:
    """Return the word for a move that no longer stands; an undo cannot be undone."""
    return "" if isinstance(played.move, Undo) else text_of("undone")


def filtered(lines: Iterable[PastMove], player: str = "", deed: str = "") -> list[PastMove]:
    """The moves about a player and a deed; "" is any."""
    return [
        line
        for line in lines
        if (not player or player in line.players) and (not deed or deed in line.deeds)
    ]


def undo_preview(game: Game, lines: Sequence[PastMove], number: int) -> UndoPreview | None:
    """What it takes to go back to before move ``number``; None when that no longer stands."""
    gone = tuple(line for line in reversed(lines) if line.stands and line.number >= number)
    if not gone or gone[-1].number != number:
        return None
    moves = companion_text.counted(len(gone), "move")
    takes_back = answer(game, text_of("take back", moves=moves), Undo(len(gone)), "", tone="undo")
    title = text_of("undoing", move=shorten(gone[-1].text, LONGEST, placeholder=" …"))
    return UndoPreview(title, gone, takes_back)


def _about(events: Iterable[Event], setup: Setup) -> Iterator[str]:
    """Whoever and whatever the events name, but for who is next. Rent not asked for is nobody's: a
    list of one's own moves would be a help in watching (RENT-7)."""
    for event in events:
        if isinstance(event, ClaimArose | ClaimEnded | TurnBegan):
            continue
        if isinstance(event, Moved) and (deed := setup.board.deed_at(event.space)):
            yield deed.key
        yield from _strings(event)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _strings(getattr(value, field.name))
