"""Round corners, which are pictures made once for each radius."""

from math import pi

import pytest

WHOLE = 255


@pytest.mark.gui
@pytest.mark.parametrize("radius", [1, 5, 12])
def test_round_corners_leave_out_what_is_outside_of_their_circles(radius: int) -> None:
    from companion.ui.painting import corners

    side, pixels = 2 * radius + 2, corners(radius)
    left_out = side**2 - sum(pixels) / WHOLE
    assert left_out == pytest.approx((4 - pi) * radius**2, rel=0.01, abs=0.5)
    lines = [pixels[i : i + side] for i in range(0, side**2, side)]
    assert lines == lines[::-1]
    assert {line[0] < WHOLE / 2 for line in (lines[0], lines[-1])} == {radius > 1}
    assert set(lines[side // 2]) == {WHOLE}, "what is stretched is full"


@pytest.mark.gui
@pytest.mark.parametrize("radius", [0, 3.5, 12])
def test_a_box_has_the_corners_of_its_radius(radius: float) -> None:
    from companion.ui.painting import Rounded

    assert list(Rounded(radius=radius, size=(90, 40)).display_border) == [radius] * 4
