"""The colours can be read, and told apart by people who see fewer of them."""

from itertools import combinations

import pytest
from coloraide import Color

from companion.ui import theme

READABLE = 4.5
"""WCAG's least contrast of a text with its ground."""
APART = 7.0
"""The least CIEDE2000 between two players, however they are seen. About 2 is the least that anybody
notices side by side; the shapes tell players apart as well."""
SEEN_AS = {
    "all colours": lambda color: color,
    "deuteranopia": lambda color: color.filter("deutan", method="machado"),
    "protanopia": lambda color: color.filter("protan", method="machado"),
}
"""Machado, Oliveira and Fernandes 2009, at full severity."""
GROUNDS = {"background": theme.BACKGROUND, "a lit row": theme.LIT, "a panel": theme.PANEL}


def color(rgba: tuple[float, ...]) -> Color:
    return Color("srgb", [*rgba[:3]])


def contrast(text: tuple[float, ...], ground: tuple[float, ...]) -> float:
    return color(text).contrast(color(ground), method="wcag21")


@pytest.mark.parametrize("seen", SEEN_AS)
def test_no_two_players_look_alike(seen: str) -> None:
    seats = [SEEN_AS[seen](color(paint)) for paint in theme.PLAYER_COLORS]
    alike = {
        (theme.PLAYER_SHAPES[i], theme.PLAYER_SHAPES[j]): round(distance, 1)
        for i, j in combinations(range(len(seats)), 2)
        if (distance := seats[i].delta_e(seats[j], method="2000")) < APART
    }
    assert alike == {}


def test_no_two_players_have_the_same_shape() -> None:
    assert len(set(theme.PLAYER_SHAPES)) == len(theme.PLAYER_SHAPES) == 12


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_players_name_can_be_read(ground: str) -> None:
    contrasts = [contrast(paint, GROUNDS[ground]) for paint in theme.PLAYER_COLORS]
    assert min(contrasts) >= READABLE


def test_what_is_written_on_a_players_colour_can_be_read() -> None:
    for paint in theme.PLAYER_COLORS:
        assert contrast(theme.text_on(paint), paint) >= READABLE


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", ["TEXT", "QUIET", "IN", "OUT", "ATTENTION"])
def test_plain_words_can_be_read(text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), GROUNDS[ground]) >= READABLE


@pytest.mark.parametrize("tone", theme.TONES)
@pytest.mark.parametrize(
    ("reason", "state"), [("", "normal"), ("", "down"), ("Ann has too little.", "normal")]
)
def test_an_answer_can_be_read(tone: str, reason: str, state: str) -> None:
    ground = theme.pressed(theme.fill(tone, reason), state)
    assert contrast(theme.ink(tone, reason), ground) >= READABLE
