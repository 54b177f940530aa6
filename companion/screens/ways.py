"""Ways to write a text, the best first: what gives way where room is missing.

1. The names of spaces take their short forms, then another wording is taken.
2. The type gets one step smaller; the layout does that.
3. Names of players, which stand beside their tokens, keep nine letters, six, or four.
4. Words that somebody typed lose their end.

Sums, verbs and reasons never give way.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from companion.text.told import Name, SpaceName, Told, Typed

LETTERS = (9, 6, 4)
"""Letters that names keep, one step after the other; a name of one letter more stays whole."""
DOTS = "…"


class Way(NamedTuple):
    """Account of what gave way: the wording and the form of its spaces, as numbers from 0.

    ``smaller`` is by how many dp the type is smaller than the style has it. ``letters`` are left of
    long names, and ``typed`` of what somebody typed; 0 is all of them.
    """

    wording: int = 0
    space: int = 0
    smaller: float = 0
    letters: int = 0
    typed: int = 0


Written: TypeAlias = tuple[str, Way]
"""Text as it may be written, and what gave way for it."""
Wordings: TypeAlias = tuple[Told, ...]


@lru_cache(4096)
def whole(wordings: Wordings, keeps_spaces: bool = False) -> tuple[Written, ...]:
    """Return the ways with whole names; of spaces, too, if the text ``keeps_spaces``."""
    return tuple(
        (_said(told, space), Way(number, space))
        for number, told in enumerate(wordings)
        for space in range(1 if keeps_spaces else _forms(told))
    )


@lru_cache(4096)
def shortened(wordings: Wordings) -> tuple[Written, ...]:
    """Return the ways with shorter names; all names of a text have the same number of letters."""
    ways = []
    for letters in LETTERS:
        for number, told in enumerate(wordings):
            if _has_longer(told, letters):
                for space in range(_forms(told)):
                    ways.append((_said(told, space, letters), Way(number, space, 0, letters)))
    return tuple(ways)


def clipped(wordings: Wordings) -> Iterator[Written]:
    """Yield the last wording with ever less of what somebody typed."""
    number, told = len(wordings) - 1, wordings[-1]
    least = LETTERS[-1]
    way = Way(number, _forms(told) - 1, letters=least if _has_longer(told, least) else 0)
    typed = [len(part.text) for part in told.parts if isinstance(part, Typed)]
    for left in range(max(typed, default=0) - 1, 0, -1):
        yield _said(told, way.space, least, left), way._replace(typed=left)


def _has_longer(told: Told, letters: int) -> bool:
    """Return True if a text has a name that is shortened to a number of letters."""
    return any(isinstance(part, Name) and len(part.text) > letters + 1 for part in told.parts)


def _forms(told: Told) -> int:
    """Return the largest number of forms of a space in a text, at least 1."""
    return max((len(one.forms) for one in told.parts if isinstance(one, SpaceName)), default=1)


def _said(told: Told, space: int, letters: int = 0, typed: int = 0) -> str:
    names = [part.text for part in told.parts if isinstance(part, Name)] if letters else []
    said = []
    for part in told.parts:
        if isinstance(part, SpaceName):
            said.append(part.forms[min(space, len(part.forms) - 1)])
        elif isinstance(part, Name) and letters:
            said.append(short_name(part.text, letters, names))
        elif isinstance(part, Typed) and typed:
            said.append(_cut(part.text, typed))
        else:
            said.append(str(part))
    return "".join(said)


def short_name(name: str, letters: int, others: list[str]) -> str:
    """Name of a number of letters; names that begin alike end where they differ."""
    short = _cut(name, letters)
    alike = [other for other in others if other != name and _cut(other, letters) == short]
    if not alike or short == name:
        return short
    first = max(_alike(name, other) for other in alike)
    return f"{name[: letters - 1].rstrip()}{DOTS}{name[first : first + 1]}"


def _alike(one: str, other: str) -> int:
    """Return the number of letters with which both names begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters + 1 else text[:letters].rstrip() + DOTS
