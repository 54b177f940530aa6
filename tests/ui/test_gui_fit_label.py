"""Words are drawn where they stand."""

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
