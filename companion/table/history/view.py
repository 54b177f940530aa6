"""History as the screen shows it: moves as lines, filters, and undo previews."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice, takewhile

from companion import text as companion_text
from companion.engine.events import ClaimArose, ClaimEnded, Event, Moved, TurnBegan
from companion.engine.moves import Rule, Undo
from companion.engine.state import Game, Setup
from companion.table.markers import markers_of
from companion.table.prompts import Answer
from companion.table.prompts.answers import answer
from companion.table.session import Played
from companion.text.format import LISTS
from companion.text.screens.history import text_of
from companion.text.told import EMPTY, Told, Wording


@dataclass(frozen=True, slots=True)
class PastMove:
    """Move as a line of the history.

    ``text`` ends before the ``amount``; ``marker`` belongs to the player, -1 for nobody.
    ``at`` is local time. ``players``, under their names of now, and ``deeds`` are those the move is
    about. ``stands`` is False once the move is undone; ``undone`` is the label for that.
    """

    number: int
    at: str
    text: Wording
    amount: Wording
    marker: int
    icon: str
    source: Wording
    players: frozenset[str]
    deeds: frozenset[str]
    stands: bool = True
    undone: Wording = ""


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """Moves that an undo would take back, newest first, and the answer that does it."""

    lines: tuple[PastMove, ...]
    answer: Answer


class HistoryCache:
    """Cache of history lines.

    Moves never change, so each one is described once, when its line is first asked for: the cost
    does not grow with the game. Whether a move is undone does change, and is filled in each time.
    """

    def __init__(self, setup: Setup) -> None:
        self._lines: dict[int, PastMove] = {}
        self._history: Sequence[Played] = ()
        self._read = 0
        self._setup = setup
        self._standing: list[int] = []
        """Numbers of the moves that are not undone, in order."""

    def catch_up(self, history: Sequence[Played]) -> None:
        """Add the new moves."""
        for played in islice(history, self._read, None):
            if isinstance(played.move, Undo):
                del self._standing[len(self._standing) - played.move.count :]
            else:
                self._standing.append(played.number)
        self._history, self._read = history, len(history)

    def newest_first(self, player: str = "", deed: str = "") -> Iterator[PastMove]:
        """Yield the lines about a player and a deed; "" matches any."""
        for line in map(self._line, reversed(self._history)):
            if (not player or player in line.players) and (not deed or deed in line.deeds):
                yield self._with_state(line)

    def since(self, number: int) -> list[PastMove]:
        """Lines from move ``number`` on, newest first."""
        return list(takewhile(lambda line: line.number >= number, self.newest_first()))

    def _line(self, played: Played) -> PastMove:
        if played.number not in self._lines:
            self._lines[played.number] = past_move(played, self._setup)
        return self._lines[played.number]

    def _with_state(self, line: PastMove) -> PastMove:
        place = bisect_left(self._standing, line.number)
        if self._standing[place : place + 1] == [line.number]:
            return line
        # An undo has its own icon and needs no label.
        return replace(line, stands=False, undone="" if line.icon == "undo" else text_of("undone"))


def past_move(played: Played, setup: Setup) -> PastMove:
    """Move as a line; bids and passes are about the auctioned item."""
    words, amount, marker = sentence_of(played, setup)
    names = names_now(played, setup)
    about = {played.item, *_strings(played.move), *_about(played.events, setup)}
    return PastMove(
        played.number,
        f"{played.at.astimezone():%H:%M}",
        words,
        amount,
        marker,
        _ICONS.get(type(played.move), ""),
        text_of(f"source.{played.source}"),
        frozenset(names[name] for name in about & names.keys()),
        frozenset(about & set(setup.board.deeds)),
    )


_ICONS = {Rule: "edit", Undo: "undo"}
"""Icons of moves that are no player's."""


def sentence_of(played: Played, setup: Setup) -> tuple[Told, Told, int]:
    """Words of a move, the sum behind them, and the marker of who comes first.

    A sum that is one thing of a list stays in the words.
    """
    sentence = companion_text.line(
        played.move,
        played.events,
        setup.board,
        setup.edition.pack,
        watchful=setup.rent == "watchful",
    )
    words, amount = sentence.split_sum()
    before = words.parts[-1] if amount else ""
    if isinstance(before, str) and before.endswith(
        str(LISTS.fill("and", most="", last="")).rstrip()
    ):
        words, amount = sentence, EMPTY
    seat = names_now(played, setup).get(words.leading_name, "")
    return words, amount, markers_of(setup.players).get(seat, -1)


def names_now(played: Played, setup: Setup) -> dict[str, str]:
    """Name of now for everybody who sat at the table after a move (FLOW-17)."""
    return dict(zip(played.players, setup.players, strict=False))


def standing_moves(history: Iterable[Played]) -> list[Played]:
    """Return the moves that are not undone; an undo takes back the last ones (FLOW-7)."""
    kept: list[Played] = []
    for played in history:
        if isinstance(played.move, Undo):
            del kept[len(kept) - played.move.count :]
        else:
            kept.append(played)
    return kept


def undone_by(history: Sequence[Played]) -> tuple[Played, ...]:
    """Return the moves that the last move, an undo, took back, oldest first."""
    *before, last = history
    assert isinstance(last.move, Undo)
    return tuple(standing_moves(before)[-last.move.count :])


def undo_preview(game: Game, lines: Sequence[PastMove], number: int) -> UndoPreview | None:
    """Preview the undo to before move ``number``, or return None if it is undone.

    ``lines`` are those from that move on, newest first.
    """
    gone = tuple(line for line in lines if line.stands)
    if not gone or gone[-1].number != number:
        return None
    moves = companion_text.counted(len(gone), "move")
    takes_back = answer(game, text_of("take back", moves=moves), Undo(len(gone)), tone="undo")
    return UndoPreview(gone, takes_back)


def _about(events: Iterable[Event], setup: Setup) -> Iterator[str]:
    """Yield the players and deeds that the events name, except the next player.

    Claims are left out: a filtered list would remind owners of their rent (RENT-7).
    """
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
