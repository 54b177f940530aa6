"""The page in plain Kivy is the same picture as the table's own."""

from pathlib import Path

import pytest
from PIL import Image

from tests.browser.beside import difference
from tests.ui.test_gui_pictures import photograph
from tests.ui.window_desk import WindowDesk

pytestmark = pytest.mark.gui
MOST = 1.0
"""Percent of the pixels that may be far off: plain Kivy smooths corners in its own way."""


def test_both_pictures_of_a_purchase_are_those_of_the_table(tmp_path: Path) -> None:
    from tools.bench.by_hand import PlainPage

    ours, nodes = list[Image.Image](), []
    with WindowDesk(tmp_path, drawn=True) as desk:
        desk.sit_down("Ann Bob Cy Dee", "Ann throws 4 5")
        for lines in ((), ("Ann buys",)):
            desk.play(*lines)
            ours.append(photograph(desk, tmp_path / "ours.png"))
            nodes.append(desk.viewer.picture.nodes)
        window = desk.window
        page = PlainPage(nodes, window.size)
        window.remove_widget(desk.root)
        window.add_widget(page)
        off = []
        for picture in ours:
            desk.frames()
            off.append(difference(picture, photograph(desk, tmp_path / "plain.png")))
            page.change()
        window.remove_widget(page)
        window.add_widget(desk.root)
    assert max(off) < MOST
    assert difference(*ours) > MOST
