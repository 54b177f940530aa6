"""Figures as pixels: as much is covered as the figure is large, wherever it is."""

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.palette import PLAYER_SHAPES
from companion.ui.widgets.masks import (
    FIGURES,
    Polygon,
    coverage,
    mask,
    rounded,
)

WHOLE = 255


def area(polygon: Polygon) -> float:
    """Return the area, by the shoelace formula."""
    pairs = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


@given(st.floats(1, 9), st.floats(1, 9), st.floats(0.5, 6), st.floats(0.5, 6))
def test_the_coverage_of_a_rectangle_is_its_area(
    x: float, y: float, width: float, height: float
) -> None:
    rectangle = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    covered = sum(coverage([rectangle], 16)) / WHOLE
    # A line of samples more or less at the lower and the upper edge.
    assert covered == pytest.approx(width * height, abs=width / 8 + 0.5)


@pytest.mark.parametrize("shape", PLAYER_SHAPES)
@pytest.mark.parametrize("side", [14, 22, 44])
def test_the_shape_of_a_player_covers_its_area(shape: str, side: int) -> None:
    covered = sum(mask(shape, side)) / WHOLE
    assert covered == pytest.approx(area(PLAYER_SHAPES[shape]) * side**2 / 4, rel=0.03)


@pytest.mark.parametrize("figure", [*PLAYER_SHAPES, *FIGURES])
def test_figures_are_symmetric_and_have_smooth_edges(figure: str) -> None:
    side = 31
    pixels = mask(figure, side)
    rows = [pixels[i * side : (i + 1) * side] for i in range(side)]
    if "dashed" not in figure:
        for row in rows:
            assert all(abs(a - b) <= 2 for a, b in zip(row, row[::-1], strict=True))
    assert any(0 < pixel < WHOLE for pixel in pixels)


def test_a_polygon_within_another_is_a_hole() -> None:
    outer = [(0, 0), (8, 0), (8, 8), (0, 8)]
    inner = [(2, 2), (6, 2), (6, 6), (2, 6)]
    pixels = coverage([outer, inner], 8)
    assert (pixels[0], pixels[4 * 8 + 4]) == (WHOLE, 0)
    assert sum(pixels) == WHOLE * (64 - 16)


def test_the_first_row_is_the_lowest() -> None:
    pixels = coverage([[(0, 0), (4, 0), (4, 1), (0, 1)]], 4)
    assert list(pixels) == [WHOLE] * 4 + [0] * 12


@pytest.mark.parametrize("corners", [(5, 5, 5, 5), (8, 8, 0, 0), (12, 3, 0, 7), (1, 1, 1, 1)])
def test_round_corners_leave_out_what_is_outside_of_their_circles(corners: tuple[int, ...]) -> None:
    side, pixels = rounded(corners)
    left_out = side**2 - sum(pixels) / WHOLE
    assert left_out == pytest.approx(sum((1 - pi / 4) * r**2 for r in corners), abs=0.5)
    top_left, top_right, bottom_right, bottom_left = (radius > 1 for radius in corners)
    lowest, highest = pixels[:side], pixels[-side:]
    found = [highest[0], highest[-1], lowest[-1], lowest[0]]
    assert [pixel < WHOLE / 2 for pixel in found] == [
        top_left,
        top_right,
        bottom_right,
        bottom_left,
    ]
    middle = side // 2
    assert set(pixels[middle * side : (middle + 1) * side]) == {WHOLE}, "what is stretched is full"
