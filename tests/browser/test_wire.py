"""A page is told all that a viewer sees: the whole at first, then each difference."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion import text
from companion.browser import wire
from companion.screens.parts import Hand, Node, Plate, Words
from companion.screens.viewer import Picture, Viewer
from companion.text.told import Sum, Told
from tests.browser.painted import PaintedPage
from tests.screens.seat import seat
from tests.screens.states import positions
from tests.ui.driver import Desk
from tests.ui.scenes import SCENES, show

NOTHING = Picture("", {}, {}, {})
SIZES = [(800, 480), (480, 800), (1280, 800)]


def news(was: Picture, now: Picture, rows_at: dict[str, float]) -> str:
    return wire.encode(wire.difference(was, now, rows_at) | {"picture": 1})


@pytest.mark.parametrize("size", SIZES)
def test_differences_add_up_to_the_whole(size: tuple[int, int]) -> None:
    """Over the pages of many positions, one after the other, on one glass."""
    followed, was = PaintedPage(), NOTHING
    for position in islice(positions(), 0, None, 7):
        table = seat(position.parse(), with_moment=True)
        for screen in ("play", "board", "history", "properties", "menu", "play"):
            table.screen = screen
            viewer = Viewer(table, *size)
            viewer.look()
            followed.hear(news(was, viewer.picture, was.offsets))
            anew = PaintedPage()
            anew.hear(news(NOTHING, viewer.picture, {}))
            was = viewer.picture
            assert shown(followed) == shown(anew), (position, screen)
            viewer.leave()


def shown(page: PaintedPage) -> dict[str, list[tuple[str, list[Any]]]]:
    """Nodes in their order, without the steps between two sums."""
    return {
        layer: [(key, [*node[:5], node[5][:5], *node[6:]]) for key, node in nodes.items()]
        for layer, nodes in page.layers.items()
    }


def test_what_stays_is_not_told_again() -> None:
    viewer = Viewer(seat(next(positions()).parse()), 800, 480)
    viewer.look()
    before = viewer.picture
    viewer.look()
    assert wire.difference(before, viewer.picture, {}) == {}


def test_the_scale_of_what_flies_is_told_when_it_is_another_one() -> None:
    table = seat(next(positions()).parse())
    pictures = []
    for size in SIZES:
        viewer = Viewer(table, *size)
        viewer.look()
        pictures.append(viewer.picture)
    panel, _, desktop = pictures
    assert wire.difference(NOTHING, panel, {})["scale"] == panel.scale == 1
    assert wire.difference(panel, desktop, {})["scale"] == desktop.scale > 1
    assert "scale" not in wire.difference(desktop, desktop, {})


def test_an_order_is_told_when_it_is_another_one() -> None:
    one, two = (Node(0, 0, side, side, Plate("#fff", "#000")) for side in (1, 2))
    was = NOTHING._replace(page="play", nodes={"one": one, "two": two})
    now = was._replace(nodes={"two": two, "one": one})
    assert wire.difference(was, now, {}) == {"nodes": {"order": ["two", "one"]}}


def test_a_sum_counts_in_the_form_of_its_text() -> None:
    def words(amount: int) -> Node:
        total = Sum(amount, "$", "{currency}1,234")
        look = Words((str(total),), "bold", 30, "#000", sum=total)
        return Node(0, 0, 90, 40, look, moves="count")

    fields = wire.plain(words(120), "", was=words(0))[5]
    assert fields[5] == [f"${step}" for step in range(10, 120, 10)]
    assert wire.plain(words(120), "", was=words(120))[5][5] == []
    assert wire.plain(words(120), "")[5][5] == []


def test_a_key_is_called_by_the_words_on_it_and_a_refusal_by_its_reason() -> None:
    words = Words(("Go", "bankrupt"), "bold", 30, "#000")
    nodes = {
        "key": Node(0, 0, 100, 50, Plate("#fff", "#000"), Hand(do=("answer",))),
        "key.0": Node(10, 10, 80, 30, words),
        "no": Node(0, 60, 100, 50, Plate("#fff", "#000"), Hand(reason=Told("no")), label="Buy"),
        "beside": Node(200, 0, 80, 30, words),
    }
    assert wire.labels_of(nodes) == {"key": "Go bankrupt", "no": "Buy: no"}


def test_a_list_is_sent_with_the_rows_in_sight() -> None:
    table = seat([*positions()][-1].parse())
    table.screen = "history"
    viewer = Viewer(table, 800, 480)
    viewer.look()
    key, node = next(one for one in viewer.picture.nodes.items() if hasattr(one[1].look, "rows"))
    length, step, rows = wire.plain(node, "")[5]
    assert length == node.look.length
    assert {int(row.partition(".")[0]) for row in rows} <= set(range(20))
    further = wire.plain(node, "", offset=length - node.h)[5][2]
    assert max(int(row.partition(".")[0]) for row in further) == len(node.look.rows.items) - 1
    viewer.scroll(key, step)
    told = wire.difference(viewer.picture, viewer.picture, {})
    assert [*told["nodes"]["put"]] == [key]


def test_everything_is_json() -> None:
    for position in islice(positions(), 0, None, 40):
        viewer = Viewer(seat(position.parse()), 800, 480)
        viewer.look()
        json.loads(news(NOTHING, viewer.picture, {}))
        viewer.leave()


def test_whatever_can_be_tapped_has_a_name() -> None:
    """Not a number of a space, and not nothing; keys of digits are called by their digits."""
    found = set()
    for position in islice(positions(), 0, None, 25):
        table = seat(position.parse())
        for screen in ("play", "board", "properties", "menu", "history"):
            table.screen = screen
            for size in SIZES:
                viewer = Viewer(table, *size)
                viewer.look()
                nodes, labels = viewer.picture.nodes, wire.labels_of(viewer.picture.nodes)
                for key, node in nodes.items():
                    is_key = node.hand and (node.hand.do or node.hand.reason)
                    digit = key.startswith("digit:")
                    if is_key and not digit and not any(map(str.isalpha, labels[key])):
                        found.add((screen, key.partition(":")[0], labels[key]))
                viewer.leave()
    assert found == set()


def test_each_face_of_each_die_has_a_name_of_its_own() -> None:
    table, called = seat(next(positions()).parse()), set()
    for language in ("de", "es", "en"):
        text.set_language(language)
        viewer = Viewer(table, *SIZES[0])
        viewer.look()
        labels = wire.labels_of(viewer.picture.nodes)
        called |= {label for key, label in labels.items() if key.startswith("die:")}
        viewer.leave()
    assert len(called) == 3 * 12


def test_whatever_can_be_tapped_in_any_scene_has_a_name(tmp_path: Path) -> None:
    found = set()
    with Desk(tmp_path) as desk:
        for name, scene in SCENES.items():
            show(desk, scene, 4)
            for nodes in (desk.viewer.picture.nodes, desk.viewer.picture.over):
                for key, label in wire.labels_of(nodes).items():
                    hand = nodes[key].hand
                    if hand and (hand.do or hand.reason) and not label.strip():
                        found.add((name, key))
    assert found == set()
