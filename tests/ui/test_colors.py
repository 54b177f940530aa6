"""The colours of both themes can be read, and told apart by people who see fewer of them."""

from itertools import combinations

import pytest
from coloraide import Color

from companion.look.palette import PLAYER_SHAPES, THEMES, theme_at

READABLE, SEEN = 4.5, 3.0
"""WCAG's least contrast of a text, and of a mark with its ground."""
APART = 7.0
"""The least CIEDE2000 between two players. About 2 is the least that anybody notices side by side;
the shapes tell players apart as well."""
SEEN_AS = {
    "all colours": lambda color: color,
    "deuteranopia": lambda color: color.filter("deutan", method="machado"),
    "protanopia": lambda color: color.filter("protan", method="machado"),
}
"""Machado, Oliveira and Fernandes 2009, at full severity."""

every_theme = pytest.mark.parametrize("name", THEMES)


def contrast(text: str, ground: str) -> float:
    return Color(text).contrast(Color(ground), method="wcag21")


def alike(name: str, seen: str, count: int) -> dict[tuple[str, str], float]:
    """Return the pairs of the first ``count`` players that are too near to each other."""
    seats = [SEEN_AS[seen](Color(player.fill)) for player in THEMES[name].players[:count]]
    shapes = [*PLAYER_SHAPES]
    return {
        (shapes[i], shapes[j]): round(distance, 1)
        for i, j in combinations(range(count), 2)
        if (distance := seats[i].delta_e(seats[j], method="2000")) < APART
    }


@every_theme
@pytest.mark.parametrize("seen", SEEN_AS)
def test_no_two_of_four_players_look_alike(name: str, seen: str) -> None:
    assert alike(name, seen, 4) == {}


@every_theme
def test_no_two_of_twelve_players_look_alike(name: str) -> None:
    assert alike(name, "all colours", 12) == {}


def test_every_player_has_a_colour_and_a_shape() -> None:
    assert [len(theme.players) for theme in THEMES.values()] == [len(PLAYER_SHAPES)] * 2


@every_theme
@pytest.mark.parametrize("ground", ["ground", "sheet"])
@pytest.mark.parametrize("text", ["ink", "quiet", "credit", "debit", "amber"])
def test_words_can_be_read(name: str, text: str, ground: str) -> None:
    colors = THEMES[name]
    assert contrast(getattr(colors, text), getattr(colors, ground)) >= READABLE


@every_theme
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "sunk"),
        ("ink", "amber_ground"),
        ("on_bank", "bank"),
        ("deed_ink", "deed"),
        ("deed_ink", "marked"),
        ("deed_ink", "die"),
    ],
)
def test_words_on_their_own_ground_can_be_read(name: str, text: str, ground: str) -> None:
    colors = THEMES[name]
    assert contrast(getattr(colors, text), getattr(colors, ground)) >= READABLE


@every_theme
def test_the_colour_of_a_player_is_seen_and_can_be_written_on(name: str) -> None:
    colors = THEMES[name]
    for player in colors.players:
        assert contrast(player.fill, colors.ground) >= SEEN, player
        assert contrast(player.fill, colors.sheet) >= SEEN, player
        assert contrast(colors.on_player, player.fill) >= READABLE, player
        assert contrast(colors.ink, player.tint) >= READABLE, player


@every_theme
def test_the_edge_of_what_can_be_tapped_is_seen(name: str) -> None:
    colors = THEMES[name]
    assert contrast(colors.edge, colors.ground) >= SEEN
    assert contrast(colors.edge, colors.sheet) >= SEEN


@pytest.mark.parametrize(
    ("choice", "hour", "name"),
    [
        ("paper", 23, "paper"),
        ("clock", 12, "paper"),
        ("clock", 19, "evening"),
        ("clock", 6, "evening"),
    ],
)
def test_the_theme_may_follow_the_clock(choice: str, hour: int, name: str) -> None:
    assert theme_at(choice, hour) == name
