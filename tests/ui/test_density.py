"""Pixels of a dp in each window; no page is a scaled picture of another."""

import pytest

from companion.screens.density import density


@pytest.mark.parametrize(
    ("size", "pixels"),
    [
        ((800, 480), 1.0),
        ((1024, 600), 1.25),
        ((1280, 800), 1.2),
        ((1280, 720), 1.125),
        ((1920, 1080), 1.6875),
        ((480, 800), 1.0),
        ((720, 1280), 1.5),
        ((320, 240), 0.6),
    ],
)
def test_a_dp_has_pixels_by_the_size_of_the_window(size: tuple[int, int], pixels: float) -> None:
    assert density(*size) == pixels
