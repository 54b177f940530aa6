"""A keyboard alone, or a knob with a button: an evening without a finger."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.screens.focus import Focus, order
from companion.screens.viewer import NOTHING
from tests.screens.glass import PANEL, PAUSE, UPRIGHT, Glass, opened


class Keys:
    """Keys on a table's glass, pressed as slowly as a person does."""

    def __init__(self, glass: Glass) -> None:
        self.glass, self.focus = glass, Focus(glass.viewer, glass.fingers)

    def press(self, *names: str) -> None:
        for name in names:
            self.glass.wait(PAUSE)
            self.focus.key(name)
            self.glass.frames()

    @property
    def words(self) -> str:
        """Words on the thing that Return would tap."""
        picture = self.glass.viewer.picture
        node = picture.node(self.focus.spot)
        if node is None or self.focus.spot == NOTHING:
            return ""
        nodes = picture.over if self.focus.spot.is_over else picture.nodes
        inside = [one for key, one in nodes.items() if key.startswith(f"{self.focus.spot.key}.")]
        return node.label or " ".join(one.words for one in inside if one.words)

    def go_to(self, words: str) -> None:
        """Press Tab until the focus is on something called so."""
        seen = []
        while words not in self.words:
            self.press("Tab")
            assert self.focus.spot not in seen, f"{words} is not among {seen}"
            seen.append(self.focus.spot)


@pytest.fixture(params=[PANEL, UPRIGHT], ids=["wide", "upright"])
def glass(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Glass]:
    with opened(tmp_path, request.param) as [glass]:
        yield glass


@pytest.fixture
def keys(glass: Glass) -> Keys:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    return Keys(glass)


def test_a_game_is_begun_and_played_by_keys_alone(glass: Glass) -> None:
    keys = Keys(glass)
    glass.table.show_screen("setup")
    for name in ("Ann", "Bob", "Start"):
        keys.go_to(name)
        keys.press("Return")
    assert glass.table.screen == "play"
    for first, second in ("56", "12", "45"):
        while not glass.keys("die"):
            glass.wait(PAUSE)
        keys.press(first, second)
    assert glass.moves == 3
    keys.go_to("Buy")
    keys.press("Return")
    assert glass.moves == 4
    assert glass.viewer.picture.nodes["cash:Ann"].words == "$1,380"


def test_the_question_comes_first_and_undo_last(keys: Keys) -> None:
    keys.press("Tab")
    assert "Buy" in keys.words
    keys.press("Tab")
    assert "Auction" in keys.words
    keys.press("BackTab", "BackTab")
    assert keys.words == "Undo"


def test_arrows_go_where_they_point_and_stay_at_the_edge(keys: Keys, glass: Glass) -> None:
    keys.go_to("Buy")
    top = glass.viewer.picture.node(keys.focus.spot)
    keys.press("Down")
    below = glass.viewer.picture.node(keys.focus.spot)
    assert top
    assert below
    assert below.y > top.y
    for _ in range(20):
        keys.press("Down")
    last = keys.focus.spot
    keys.press("Down")
    assert keys.focus.spot == last != NOTHING


def test_escape_is_back_and_changes_nothing(keys: Keys, glass: Glass) -> None:
    for word, screen in (("Properties", "properties"), ("Trade", "trade"), ("Pay", "pay")):
        keys.go_to(word)
        keys.press("Return")
        assert glass.table.screen == screen
        keys.press("Escape")
        assert glass.table.screen == "play", screen
    assert glass.moves == 1
    keys.press("Escape")
    assert glass.table.screen == "play"


def test_a_sheet_keeps_the_focus_to_itself(keys: Keys, glass: Glass) -> None:
    glass.table.show_screen("menu")
    keys.go_to("Close")
    keys.press("Return")
    assert glass.table.sheet
    assert all(spot.is_over for spot in order(glass.viewer.picture))
    keys.press("Escape")
    assert glass.table.sheet is None


def test_the_ring_comes_with_a_key_and_goes_with_a_finger(keys: Keys, glass: Glass) -> None:
    def rings() -> list[str]:
        return [key for key in glass.viewer.picture.over if key.startswith("focus")]

    assert rings() == []
    keys.press("Tab")
    node, ring = glass.viewer.picture.node(keys.focus.spot), glass.viewer.picture.over["focus"]
    assert node
    assert (ring.x, ring.w) == (node.x - (node.x - ring.x), node.w + 2 * (node.x - ring.x))
    assert ring.x < node.x
    assert glass.viewer.picture.point(keys.focus.spot), "the ring takes no touch"
    keys.focus.leave()
    glass.frames()
    assert rings() == []


def test_it_goes_to_what_is_asked_next(keys: Keys, glass: Glass) -> None:
    keys.go_to("Menu")
    glass.play("Ann buys", "Bob throws 1 2")
    assert keys.words
    assert "Menu" not in keys.words


def test_a_key_that_is_held_down_books_once(keys: Keys, glass: Glass) -> None:
    keys.go_to("Buy")
    glass.wait(PAUSE)
    for _ in range(10):
        keys.focus.key("Return")
        glass.frames()
    assert glass.moves == 2


def test_a_name_is_typed_as_on_the_screen(glass: Glass) -> None:
    keys = Keys(glass)
    glass.table.show_screen("setup")
    keys.go_to("New name")
    keys.press("Return", "z", "o", "x", "Backspace", "e")
    assert glass.table.values["setup"].entry.lower() == "zoe"


def test_a_list_follows_the_focus(glass: Glass) -> None:
    glass.sit_down("Ann Bob", *(f"ruling: Ann has ${cash}" for cash in range(1000, 1040)))
    keys, shown = Keys(glass), []
    glass.viewer.bind(on_reveal=lambda spot, offset: shown.append((spot.number, offset)))
    glass.viewer.bind(on_reveal=lambda spot, offset: glass.viewer.scroll(spot.key, offset))
    glass.table.show_screen("history")
    keys.press("Tab")
    while not keys.focus.spot.row:
        keys.press("Tab")
    for _ in range(15):
        keys.press("Down")
    assert shown
    picture = glass.viewer.picture
    node = picture.node(keys.focus.spot)
    rows = picture.list_of(keys.focus.spot)
    assert node
    assert rows
    assert rows.y <= node.y
    assert node.y + node.h <= rows.y + rows.h


def test_a_dark_screen_only_wakes(keys: Keys, glass: Glass) -> None:
    keys.go_to("Buy")
    glass.table.settings.light.dimmed = True
    glass.frames()
    keys.press("Return")
    assert not glass.table.settings.light.dimmed
    assert glass.moves == 1


def test_keys_without_a_meaning_are_left_to_others(keys: Keys) -> None:
    assert [keys.focus.key(name) for name in ("F1", "", "ß", "Home")] == [False] * 4
