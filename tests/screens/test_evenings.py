"""An ordinary evening: short names, scripted players, and every move looked at as it is played."""

from collections.abc import Sequence

import pytest

from companion import text
from companion.palette import THEMES
from tests.screens.known import unknown
from tests.screens.states import LANGUAGES, WINDOWS
from tests.screens.watching import Evening, Seen, Window, watched

PANELS = WINDOWS[:2]
NAMES = ("Oma", "Leo", "Mia", "Jonas", "Emma", "Finn", "Ida", "Lilly")
CARDS = {"1961": "table", "1934": "program", "modern": "table"}
"""Ways to draw cards with each edition: from a pack on the table, or by the program."""


def seen(
    sheet: str, count: int, turns: int, language: str, windows: Sequence[Window] = WINDOWS
) -> list[Seen]:
    """Everything that is wrong with any move of an evening."""
    text.set_language(language)
    evening = Evening(NAMES[:count], sheet, CARDS[sheet])
    moments = evening.moves(f"{sheet} {count}", turns)
    return [one for table in moments for one in watched(table, windows, THEMES["paper"])]


def test_every_move_of_an_hour_is_told_in_full(language: str) -> None:
    assert unknown(seen("1961", 4, turns=24, language=language, windows=PANELS)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("sheet", CARDS)
@pytest.mark.parametrize("count", [2, 3, 4, 6, 8])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_of_an_evening_is_told_in_full(sheet: str, count: int, language: str) -> None:
    assert unknown(seen(sheet, count, turns=400, language=language), is_counted=False) == {}
