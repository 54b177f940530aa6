"""An ordinary evening: short names, scripted players, and every move looked at as it is played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import cycle, repeat

import pytest

from companion import text
from companion.look.palette import THEMES
from companion.screens.layout import place
from companion.screens.parts import column, may
from companion.screens.parts import text as words
from companion.screens.styles import BODY
from companion.text.told import Name, SpaceName, Told, Typed
from tests.screens.faults import Page
from tests.screens.known import unknown
from tests.screens.states import EVERY, LANGUAGES, LARGE, WINDOWS, Window
from tests.screens.watching import Evening, Seen, looks, watched
from tests.screens.ways_given import over_budget, ways_given

PANELS = WINDOWS[:2]
NAMES = ("Oma", "Leo", "Mia", "Jonas", "Emma", "Finn", "Ida", "Lilly")
CARDS = {"1961": "table", "1934": "program", "modern": "table"}
"""Ways to draw cards with each edition: from a pack on the table, or by the program."""


def seen(
    sheet: str, count: int, turns: int, language: str, windows: Iterable[Sequence[Window]]
) -> list[Seen]:
    """Everything that is wrong with any move of an evening; ``windows`` are those of each."""
    text.set_language(language)
    evening = Evening(NAMES[:count], sheet, CARDS[sheet])
    moments = evening.moves(f"{sheet} {count}", turns)
    shown = zip(moments, windows, strict=False)
    return [one for table, some in shown for one in watched(table, some, THEMES["paper"])]


def test_every_move_of_an_hour_is_told_in_full(language: str) -> None:
    faults: list[Seen] = []
    given: dict[str, Counter[str]] = {}
    for table in Evening(NAMES[:4], "1961", CARDS["1961"]).moves("1961 4", turns=24):
        for look in looks(table, PANELS, THEMES["paper"]):
            width, height = look.window[:2]
            ways = given.setdefault(f"{width}x{height} {language}", Counter())
            ways.update(ways_given(look.page, look.part))
            faults += look.faults(table)
    assert unknown(faults) == {}
    assert over_budget(given) == {}


def test_each_way_that_a_text_gives_is_counted_and_over_a_budget_without_it() -> None:
    street = SpaceName(("North Carolina Avenue", "N. Carolina"))
    for told, width, ways in (
        (("sold at once", "sold"), 100, {"wording"}),
        (Told("to ", street), 200, {"space"}),
        (Told(Name("Maximilian"), " pays"), 170, {"type"}),
        (Told(Name("Maximilian"), " pays"), 140, {"name"}),
        (Told(Typed("w" * 40)), 200, {"typed"}),
        ("sold", 200, set()),
    ):
        given = ways_given(Page(place(words(told, BODY), width, 40, 1), width, 40))
        assert {*given} == ways
        assert {*over_budget({"evening": given}, {})} == {f"evening {way}" for way in ways}
        assert over_budget({"evening": given}, {"evening": given}) == {}
    part = column(words("here", BODY, size=40), may(words("gone", BODY, size=40)))
    assert ways_given(Page(place(part, 200, 40, 1), 200, 40), part) == {"gone": 1}


@pytest.mark.parametrize("language", LANGUAGES[:2])
def test_large_text_tells_every_move_in_full(language: str) -> None:
    assert unknown(seen("1961", 4, turns=4, language=language, windows=repeat(LARGE))) == {}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("sheet", "count", "language"),
    [
        (sheet, count, LANGUAGES[(row + column) % len(LANGUAGES)])
        for row, sheet in enumerate(CARDS)
        for column, count in enumerate((2, 3, 4, 6, 8))
    ],
)
def test_every_move_of_an_evening_is_told_in_full(sheet: str, count: int, language: str) -> None:
    windows = ((*PANELS, other) for other in cycle(EVERY[2:]))
    found = seen(sheet, count, turns=400, language=language, windows=windows)
    assert unknown(found, is_counted=False) == {}
