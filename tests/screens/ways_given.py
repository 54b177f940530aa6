"""Count how far texts gave way on pages, and compare it with a budget that may only shrink.

A text that fits in none of its ways is a fault. One that is shorter or smaller than it was written
is none, but an evening on which many are would be read with trouble.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from companion.screens.layout import place_rows
from companion.screens.parts import Node, Pane, Part, Text, Words
from companion.screens.ways import shortened, whole
from tests.screens.faults import Page

LARGE = 26
"""Size of type in dp below which a text is small."""
WAYS = ("wording", "space", "type", "name", "typed", "gone")
"""Another wording, a short form of a space, small type, a shortened name, words that somebody typed
cut at the end, and a text that fell away."""
BUDGET: Mapping[str, Mapping[str, int]] = tomllib.loads(
    Path(__file__).with_name("ways_given.toml").read_text()
)
"""Most texts of an ordinary hour that give way in each way, by window and language."""


def ways_given(page: Page, part: Part | None = None) -> Counter[str]:
    """Count the ways in which the texts of a page gave way; those that are gone, with its parts."""
    shown = [*_words(page.nodes.values())]
    counts = Counter(way for words in shown for way in _ways(words, page.scale))
    said = {" ".join(words.lines) for words in shown}
    if gone := sum(said.isdisjoint(_wordings(text)) for text in _texts(part)):
        counts["gone"] = gone
    return counts


def over_budget(
    counts: Mapping[str, Mapping[str, int]], budget: Mapping[str, Mapping[str, int]] = BUDGET
) -> dict[str, str]:
    """Return the ways that more texts gave way in than the budget has, by window and language."""
    return {
        f"{where} {way}": f"{count} instead of {budget.get(where, {}).get(way, 0)}"
        for where, ways in counts.items()
        for way, count in ways.items()
        if count > budget.get(where, {}).get(way, 0)
    }


def _words(nodes: Iterable[Node]) -> Iterator[Words]:
    """Yield the texts of a page, those of rows that scroll, too."""
    for node in nodes:
        if isinstance(node.look, Words) and node.words:
            yield node.look
        elif isinstance(node.look, Pane):
            rows = place_rows(node.look, 0, len(node.look.rows.items), node.w)
            yield from _words(rows.values())


def _ways(words: Words, scale: float) -> Iterator[str]:
    way = words.way
    given = (way.wording, way.space, words.points < LARGE * scale, way.letters, way.typed)
    yield from (name for name, is_given in zip(WAYS, given, strict=False) if is_given)


def _texts(part: Part | None) -> Iterator[Text]:
    """Yield the texts of a page with all of its parts in their largest forms."""
    if part is None:
        return
    if isinstance(part.look, Text) and any(part.look.wordings):
        yield part.look
    for kid in part.kids:
        yield from _texts(kid)


def _wordings(text: Text) -> Iterator[str]:
    """Yield the ways to write a text in which nothing is cut off at its end."""
    for words, _ in chain(whole(text.wordings), shortened(text.wordings)):
        yield words
