"""On paper everybody has the shape and the colour that they had at the table."""

from coloraide import Color

from companion.report import paper_palette
from companion.ui import theme

PAPER = "#faf7ee"
CONTRAST = 3.0
"""What WCAG 2.2, 1.4.11, asks of a line or a sign."""


def hexes(colors: object) -> list[str]:
    return [Color("srgb", color[:3]).to_string(hex=True) for color in colors]  # type: ignore[attr-defined]


def test_the_shapes_and_colours_are_those_of_the_table() -> None:
    assert paper_palette.SHAPES == theme.PLAYER_SHAPES
    assert list(paper_palette.DARK) == hexes(theme.PLAYER_COLORS)
    streets = set(paper_palette.GROUPS) - {"railroad", "utility"}
    assert {group: paper_palette.group_color(group) for group in streets} == dict(
        zip(streets, hexes(theme.group_color(group) for group in streets), strict=True)
    )


def test_every_sign_stands_out_from_its_ground() -> None:
    for ground, colors in ((PAPER, paper_palette.LIGHT), ("#0f151b", paper_palette.DARK)):
        faint = [color for color in colors if Color(color).contrast(ground) < CONTRAST]
        assert faint == []


def test_every_shape_is_drawn() -> None:
    outlines = {paper_palette.outline(sign) for sign in range(len(paper_palette.SHAPES))}
    assert len(outlines) == len(paper_palette.SHAPES)
