"""On paper everybody has the shape that they had at the table."""

from companion.palette import PLAYER_SHAPES
from companion.templates import outline


def test_every_shape_is_drawn() -> None:
    assert len({outline(marker) for marker in range(len(PLAYER_SHAPES))}) == len(PLAYER_SHAPES)
