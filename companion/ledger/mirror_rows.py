"""The lines of a second copy: rows of the ledger as text and back. ``mirror`` has their form."""

import json
from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any, NamedTuple

from companion.engine.limits import parse_json
from companion.ledger import hashing
from companion.ledger.records import Entry, GameHead, ThrowEntry, ThrowOutcome, TrayThrow

Row = GameHead | Entry | ThrowEntry


class Position(NamedTuple):
    """How many games, moves (of all games) and throws of the tray there are."""

    games: int
    moves: int
    throws: int

    def after(self, row: Row) -> "Position":
        """With one row more; a move's throw comes with it."""
        match row:
            case GameHead():
                return self._replace(games=self.games + 1)
            case Entry(throw=None):
                return self._replace(moves=self.moves + 1)
            case Entry():
                return self._replace(moves=self.moves + 1, throws=self.throws + 1)
        return self._replace(throws=self.throws + 1)


BEGINNING = Position(0, 0, 0)
GAP = "does not follow from the one before it: lines are missing"


def written(row: Row, after: Position) -> bytes:
    """``row`` as a line."""
    kind = next(name for name, (made, _) in _KINDS.items() if isinstance(row, made))
    return _text({"after": after, kind: asdict(row)})


def link(row: Row) -> str:
    """The hash that ``row`` must have."""
    return next(hash_of(row) for made, hash_of in _KINDS.values() if isinstance(row, made))


def parsed(line: bytes) -> tuple[Position, Row]:
    """What ``written`` made a line of. Raises ValueError, the end of a sentence."""
    try:
        found = parse_json(line)
        after = Position(*found.pop("after"))
        ((kind, values),) = found.items()
        row = _KINDS[kind][0](**_values(values))
        if not _has_types(after, row):
            raise TypeError(kind)
        same = written(row, after) == line and link(row) == row.hash
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ValueError("is no line of a second copy") from error
    if not same:
        raise ValueError("is not as it was written: its hash does not fit")
    return after, row


def _has_types(after: Position, row: Row) -> bool:
    """A line whose hash fits may still have been written by anybody."""
    if not all(type(number) is int for number in after):
        return False
    for field in fields(row):
        value = getattr(row, field.name)
        if field.name in ("number", "entry") or (field.name in ("game", "move") and value):
            fits = type(value) is int
        elif field.name in ("players", "events"):
            fits = isinstance(value, tuple) and all(isinstance(one, str) for one in value)
        elif field.name in ("throw", "game", "move"):
            fits = value is None or isinstance(value, TrayThrow)
        else:
            fits = isinstance(value, str)
        if not fits:
            return False
    return True


class ChainCursor:
    """The rows so far: what the next one has to follow from."""

    def __init__(self) -> None:
        self.place = BEGINNING
        self._links: dict[int, str] = {}
        self._throw = ""

    def take(self, row: Row) -> Position:
        """The place after ``row``. Raises ValueError when something is missing before it."""
        place = self.place.after(row)
        if not self._comes_next(row, place):
            raise ValueError(GAP)
        self.place = place
        match row:
            case GameHead(number=game):
                self._links[game] = row.hash
            case Entry(game=game):
                self._links[game] = row.hash
                if row.throw:
                    used = ThrowEntry(
                        place.throws, row.throw, row.at, game, row.number, self._throw
                    )
                    self._throw = hashing.throw_hash(used)
            case ThrowEntry():
                self._throw = row.hash
        return place

    def _comes_next(self, row: Row, place: Position) -> bool:
        match row:
            case GameHead():
                return row.number == place.games
            case Entry():
                return row.entry == place.moves and row.previous_hash == self._links.get(row.game)
        return row.number == place.throws and row.previous_hash == self._throw


def _values(fields: dict[str, Any]) -> dict[str, Any]:
    """JSON's lists are the rows' tuples."""
    made: dict[str, Any] = {
        key: tuple(v) if isinstance(v, list) else v for key, v in fields.items()
    }
    if throw := made.get("throw"):
        dice = throw["dice"] and tuple(throw["dice"])
        made["throw"] = TrayThrow(throw["identity"], dice, ThrowOutcome(throw["outcome"]))
    return made


def _text(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"


_KINDS: dict[str, tuple[Any, Callable[[Any], str]]] = {
    "game": (GameHead, hashing.game_hash),
    "move": (Entry, hashing.move_hash),
    "throw": (ThrowEntry, hashing.throw_hash),
}
"""The name of each kind of row in a line, what it is made of, and its link."""
