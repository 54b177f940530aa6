"""Each window gets a composition of its own; none is a scaled picture of another."""

import pytest

from companion.ui.composition import Composition, composition


@pytest.mark.parametrize(
    ("size", "composed"),
    [
        ((800, 480), Composition("compact", 1.0)),
        ((1024, 600), Composition("compact", 1.25)),
        ((1280, 800), Composition("ring", 1.2)),
        ((1280, 720), Composition("ring", 1.125)),
        ((1920, 1080), Composition("ring", 1.6875)),
        ((480, 800), Composition("upright", 1.0)),
        ((720, 1280), Composition("upright", 1.5)),
        ((320, 240), Composition("compact", 0.6)),
    ],
)
def test_a_window_has_a_composition(size: tuple[int, int], composed: Composition) -> None:
    assert composition(*size) == composed
