"""Pixels of a dp in each window; no page is a scaled picture of another."""

import pytest

from companion.screens.density import density, enlarged


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


@pytest.mark.parametrize(
    ("size", "type_size", "pixels", "factor"),
    [
        ((800, 480), "large", 1.0, 1.15),
        ((480, 800), "largest", 1.0, 1.3),
        ((1024, 600), "largest", 1.25, 1.3),
        ((1280, 800), "large", 1.38, 1.0),
        ((1920, 1080), "largest", 2.1938, 1.0),
    ],
)
def test_large_text_takes_the_room_of_a_large_window_or_else_of_the_page(
    size: tuple[int, int], type_size: str, pixels: float, factor: float
) -> None:
    assert density(*size, type_size) == pytest.approx(pixels, abs=1e-3)
    assert enlarged(*size, type_size) == factor
