"""Words are drawn where they stand, boxes have the corners that fit, and kv has our layouts."""

import pytest

pytestmark = pytest.mark.gui


@pytest.mark.usefixtures("desk")
def test_words_move_with_their_row() -> None:
    from companion.ui.widgets.text import AutoSizeLabel

    label = AutoSizeLabel(text="7", size=(40, 30), pos=(0, 0))
    label.texture_update()
    seen = []
    label.bind(center_y=lambda *_: None, place=lambda _, place: seen.append(place))
    for y in (300, 20, 240):
        label.y = y
        assert label.place == label._place()
    assert len(seen) == 3


@pytest.mark.usefixtures("desk")
def test_the_picture_of_a_text_is_as_large_as_its_words() -> None:
    from companion.ui.widgets.text import AutoSizeLabel

    label = AutoSizeLabel(text="7", size=(90, 30), pos=(0, 0))
    for text in ("7", "$1,500", ""):
        label.text = text
        label.texture_update()
        assert list(label._picture.size) == label.texture_size
        assert label._picture.pos == label.place


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("size", [(90, 40), (90, 13), (5, 40), (0, 0)])
def test_corners_are_no_larger_than_their_box(size: tuple[int, int]) -> None:
    from companion.ui.widgets.drawing import RoundedBox

    for box in (RoundedBox(size=size, radius=[10]), RoundedBox(radius=[10, 10, 0, 0])):
        box.size = size
        assert list(box.display_border) == [min(10, *(side / 2 for side in size))] * 4
