"""Fingers of a page in a browser: what they mean was on the page, and is there still."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.browser.glass import KEPT, Glass
from companion.browser.voice import PagesSpeaker
from companion.table.states.voice import Speech
from companion.text.screens.phones import PHONES
from tests.browser.painted import PaintedPage
from tests.screens.glass import PANEL, PAUSE, UPRIGHT, opened
from tests.screens.glass import Glass as TableGlass

LONG = 60_000
"""Milliseconds for which a picture was shown when a finger came down, unless a test is about it."""


class Page:
    """Page in a browser, with the numbers of its messages."""

    def __init__(self, table: Any, size: tuple[int, int] = PANEL, may_touch: bool = True) -> None:
        self.woken = 0
        self.glass = Glass(table, *size, may_touch=may_touch, wake=self._wake)
        self.painted, self.number = PaintedPage(), 0
        self.read()

    def _wake(self) -> None:
        self.woken += 1

    def read(self) -> dict[str, Any]:
        return self.painted.hear(self.glass.news())

    def tell(self, *told: list[Any]) -> bool:
        self.number += 1
        return self.glass.hear(self.number, json.loads(json.dumps(told)))

    def tap(self, label: str) -> None:
        """A finger on what is called so in the picture that the page has."""
        x, y = self.painted.place(label)
        self.tell(["down", 1, self.painted.picture, LONG, x, y], ["up", 1, x, y])


@pytest.fixture
def there(tmp_path: Path) -> Iterator[TableGlass]:
    """A table with a game, and another glass of it."""
    with opened(tmp_path) as [glass]:
        glass.sit_down("Ann Bob", "Ann throws 4 5")
        yield glass


@pytest.fixture
def page(there: TableGlass) -> Page:
    page = Page(there.table)
    there.wait(PAUSE)
    page.read()
    return page


def test_a_page_plays(there: TableGlass, page: Page) -> None:
    page.tap("Buy for $120")
    assert there.moves == 2
    there.wait(PAUSE)
    page.read()
    assert page.painted.layers["nodes"]["cash:Ann"][5][0] == ["$1,380"]


def test_everybody_sees_the_same(there: TableGlass, page: Page) -> None:
    other = Page(there.table, UPRIGHT)
    page.tap("Properties")
    there.wait(PAUSE)
    assert there.viewer.picture.page == "properties"
    for one in (page, other):
        one.read()
        assert one.painted.page == "properties"


def test_a_key_sinks_while_a_finger_is_on_it(there: TableGlass, page: Page) -> None:
    x, y = page.painted.place("Buy for $120")
    page.tell(["down", 7, page.painted.picture, LONG, x, y])
    [[is_over, key, row]] = page.read()["pressed"]
    assert (is_over, row) == (False, "")
    assert page.painted.label(key) == "Buy for $120"
    page.tell(["move", 7, x, y - 200])
    assert page.read()["pressed"] == []
    page.tell(["up", 7, x, y - 200])
    assert there.moves == 1


def test_a_message_that_comes_twice_counts_once(there: TableGlass, page: Page) -> None:
    x, y = page.painted.place("Buy for $120")
    told = [["down", 1, page.painted.picture, LONG, x, y], ["up", 1, x, y]]
    assert page.glass.hear(9, told)
    there.wait(PAUSE)
    assert not page.glass.hear(9, told)
    assert there.moves == 2


def test_a_finger_that_was_meant_for_another_picture_books_nothing(
    there: TableGlass, page: Page
) -> None:
    """Somebody else has bought it meanwhile; a key of another meaning is there now."""
    x, y = page.painted.place("Buy for $120")
    seen = page.painted.picture
    there.tap("answer")
    there.wait(PAUSE)
    page.read()
    before = there.moves
    page.tell(["down", 1, seen, LONG, x, y], ["up", 1, x, y])
    there.wait(PAUSE)
    assert there.moves == before
    assert "changed" in page.read().get("said", "") or there.table.notice


@pytest.mark.parametrize("picture", [0, -1, 10**9])
def test_a_finger_on_a_picture_that_was_never_sent_books_nothing(
    there: TableGlass, page: Page, picture: int
) -> None:
    x, y = page.painted.place("Buy for $120")
    page.tell(["down", 1, picture, LONG, x, y], ["up", 1, x, y])
    assert there.moves == 1


def test_old_pictures_are_forgotten(there: TableGlass, page: Page) -> None:
    x, y = page.painted.place("Buy for $120")
    old = page.painted.picture
    for _ in range(KEPT):
        page.read()
    page.tell(["down", 1, old, LONG, x, y], ["up", 1, x, y])
    assert there.moves == 1


def test_a_double_tap_counts_once(there: TableGlass, page: Page) -> None:
    page.tap("Buy for $120")
    there.wait(0.18)
    page.read()
    x, y = there.viewer.width / 2, there.viewer.height / 2
    page.tell(["down", 2, page.painted.picture, LONG, x, y], ["up", 2, x, y])
    assert there.moves == 2


def test_a_page_that_watches_touches_nothing(there: TableGlass) -> None:
    page = Page(there.table, may_touch=False)
    x, y = page.painted.place("Buy for $120")
    assert not page.tell(["down", 1, page.painted.picture, LONG, x, y], ["up", 1, x, y])
    assert there.moves == 1


# --- pages that are far away ----------------------------------------------------------------------

WAY = 2.0
"""Seconds that news take to a page that is far away, and fingers from there."""
EARLY, LATE = 50, 600
"""Milliseconds after a picture that a finger takes which was on its way, or meant it."""


@pytest.mark.parametrize(("age", "moves"), [(EARLY, 1), (LATE, 2)])
def test_a_finger_is_judged_by_what_a_far_page_had_shown(
    there: TableGlass, page: Page, age: int, moves: int
) -> None:
    """Somebody opens another page and comes back: what is to be bought is there again."""
    for _ in range(2):
        there.table.show_screen("board" if there.table.screen == "play" else "play")
        there.frames()
        page.read()
    x, y = page.painted.place("Buy for $120")
    there.wait(WAY)
    page.tell(["down", 1, page.painted.picture, age, x, y], ["up", 1, x, y])
    assert there.moves == moves


@pytest.mark.parametrize(("age", "moves"), [(EARLY, 3), (LATE, 4)])
def test_what_has_just_come_to_a_far_page_was_not_meant(
    there: TableGlass, page: Page, age: int, moves: int
) -> None:
    """The page is the same, and what is at the place is another thing."""
    x, y = page.painted.place("Buy for $120")
    there.play("Ann buys", "Bob throws 4 2")
    page.read()
    assert page.painted.place("Buy for $100") == (x, y)
    there.wait(WAY)
    page.tell(["down", 1, page.painted.picture, age, x, y], ["up", 1, x, y])
    assert there.moves == moves


@pytest.mark.parametrize(("age", "moves"), [(EARLY, 1), (LATE, 2)])
def test_return_is_judged_by_what_a_far_page_had_shown(
    there: TableGlass, page: Page, age: int, moves: int
) -> None:
    page.tell(["key", "Tab", page.painted.picture, LONG])
    for screen in ("board", "play"):
        there.table.show_screen(screen)
        there.frames()
        page.read()
    assert page.painted.label(page.glass.viewer.focus.key) == "Buy for $120"
    there.wait(WAY)
    page.tell(["key", "Return", page.painted.picture, age])
    assert there.moves == moves


def test_two_far_pages_that_tap_at_once_book_one_move(there: TableGlass) -> None:
    """Dice of the next player are where those of the last one were, with the same faces."""
    there.sit_down("Ann Bob")
    pages = [Page(there.table) for _ in range(2)]
    there.wait(PAUSE)
    for one in pages:
        one.read()
    for die in (0, 1):
        for one in pages:
            x, y = one.painted.middle(f"die:{die}:3") or (0.0, 0.0)
            one.tell(["down", 1, one.painted.picture, LATE, x, y], ["up", 1, x, y])
            there.wait(WAY)
    assert there.moves == 1


def test_dice_that_were_meant_for_somebody_else_are_not_booked(there: TableGlass) -> None:
    there.sit_down("Ann Bob")
    page = Page(there.table)
    seen = page.painted.picture
    places = [page.painted.middle(f"die:{die}:3") or (0.0, 0.0) for die in (0, 1)]
    there.play("Ann throws 4 6")
    page.read()
    for x, y in places:
        there.wait(WAY)
        page.tell(["down", 1, seen, LONG, x, y], ["up", 1, x, y])
    assert there.moves == 1


def test_a_message_that_came_meanwhile_changes_nothing_beside_it(
    there: TableGlass, page: Page
) -> None:
    x, y = page.painted.place("Buy for $120")
    seen = page.painted.picture
    there.table.refuse("something")
    there.frames()
    page.read()
    page.tell(["down", 1, seen, LATE, x, y], ["up", 1, x, y])
    assert there.moves == 2


NOT_MEANT: list[Callable[[], list[Any]]] = [
    lambda: ["buy", "boardwalk"],
    lambda: ["down", 1, 1, 1],
    lambda: ["down", "one", 1, 1, 5, 5],
    lambda: ["down", 1, 1, 1, None, 5],
    lambda: ["down", 1, 1, None, 5, 5],
    lambda: ["key", "Tab", 1],
    lambda: ["up"],
    lambda: [],
    lambda: ["scroll", 5, 5],
    lambda: ["fit", "wide", 4],
    lambda: [{"down": 1}],
]


@pytest.mark.parametrize("told", NOT_MEANT)
def test_what_no_page_sends_is_refused(page: Page, told: Callable[[], list[Any]]) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        page.tell(told())


@pytest.mark.parametrize("size", [(1, 1), (10**9, 10**9), (-5, 3)])
def test_a_page_of_no_size_is_laid_out_in_one(there: TableGlass, size: tuple[int, int]) -> None:
    page = Page(there.table, size)
    assert page.glass.viewer.width >= 320
    assert page.glass.viewer.height <= 16384
    assert page.painted.labels


def test_a_page_is_laid_out_again_when_it_is_turned(page: Page) -> None:
    page.tell(["fit", *UPRIGHT])
    page.read()
    assert page.painted.layers["nodes"][""][2:4] == [*UPRIGHT]


def test_a_list_sends_the_rows_in_sight(there: TableGlass, page: Page) -> None:
    there.play("Ann buys", *(f"ruling: Ann has ${cash}" for cash in range(1000, 1060)))
    there.tap("show", "history")
    there.wait(PAUSE)
    page.read()
    nodes = page.painted.layers["nodes"]
    key = next(key for key, node in nodes.items() if node[4] == "Pane")
    length, step, rows = nodes[key][5]
    page.tell(["scroll", key, length - nodes[key][3]])
    there.wait(PAUSE)
    page.read()
    below = page.painted.layers["nodes"][key][5][2]
    assert max(int(row.partition(".")[0]) for row in below) == round(length / step) - 1
    assert below.keys() != rows.keys()


def test_a_page_that_has_left_is_told_nothing(there: TableGlass, page: Page) -> None:
    page.glass.leave()
    there.tap("answer")
    there.wait(PAUSE)
    assert page.woken == 0


def test_a_page_is_called_once_until_it_has_its_news(there: TableGlass, page: Page) -> None:
    page.read()
    before = page.woken
    there.tap("answer")
    there.wait(PAUSE)
    assert page.woken == before + 1
    page.read()
    assert page.woken == before + 1, "reading is no news"


def test_the_newest_speech_comes_with_its_language_until_it_is_hushed(page: Page) -> None:
    said = []
    for words in ("one", "two"):
        page.glass.say(Speech(words, "de", 0.4), partial(said.append, words))
    assert page.read()["says"] == [2, "two", "de", 0.4]
    page.tell(["spoken", 1], ["spoken", 2])
    assert said == ["two"]
    page.glass.hush()
    assert page.read()["says"] is None
    page.tell(["spoken", 2])
    assert said == ["two"]
    assert "says" not in page.read()


def test_a_speech_of_pages_ends_once_with_the_first_or_in_time(
    there: TableGlass, page: Page
) -> None:
    clock, ends = there.table.clock, []
    speaker = PagesSpeaker(clock, lambda: [page.glass, Page(there.table).glass])
    speaker.say(Speech("Ann", "en", 1.0), ends.append)
    page.tell(["spoken", 1])
    there.wait(60)
    assert ends == [True]
    speaker.say(Speech("Ann", "en", 1.0), ends.append)
    there.wait(60)
    assert ends == [True, False], "a page without a voice"
    speaker.say(Speech("Ann", "en", 1.0), ends.append)
    speaker.hush()
    there.wait(60)
    assert ends == [True, False]


def test_sounds_and_what_flies_come_with_the_picture(there: TableGlass, page: Page) -> None:
    page.tap("Buy for $120")
    page.glass.sound("coins", 0.4)
    there.frames()
    told = page.read()
    assert ["coins", 0.4] in told["sounds"]
    [[_, _, _, _, colors]] = [one for one in told["flights"] if one[0] == "Fly"]
    assert all(color.startswith("#") for color in colors)
    assert "flights" not in page.read()


def test_keys_of_a_keyboard_play(there: TableGlass, page: Page) -> None:
    page.tell(["key", "Tab", page.painted.picture, LONG])
    there.frames()
    told = page.read()
    assert "focus" in told["over"]["put"]
    assert page.painted.label(told["focus"][1]) == "Buy for $120"
    page.tell(["key", "Return", page.painted.picture, LONG])
    assert there.moves == 2


def test_a_key_that_was_pressed_on_another_picture_books_nothing(
    there: TableGlass, page: Page
) -> None:
    page.tell(["key", "Tab", page.painted.picture, LONG])
    there.wait(PAUSE)
    page.read()
    seen = page.painted.picture
    there.tap("answer")
    there.wait(PAUSE)
    before = there.moves
    page.tell(["key", "Return", seen, LONG])
    there.wait(PAUSE)
    assert there.moves == before


def test_a_button_that_a_screen_reader_presses_is_tapped(there: TableGlass, page: Page) -> None:
    key = next(key for key in page.painted.layers["nodes"] if page.painted.label(key) == "Board")
    page.tell(["press", False, key, -1, "", page.painted.picture, LONG])
    there.wait(PAUSE)
    assert there.viewer.picture.page == "board"
    page.read()
    page.tell(["press", False, key, -1, "", page.painted.picture, LONG])
    page.tell(["press", True, "elsewhere", 5, "5.0", page.painted.picture, LONG])
    assert there.viewer.picture.page == "board"


def test_a_wallet_is_opened_on_the_device_that_shows_the_table(
    there: TableGlass, page: Page
) -> None:
    there.table.phones.hear("http://192.168.178.40:8080", "", ())
    there.table.show_screen("phones")
    there.wait(PAUSE)
    page.read()
    there.wait(PAUSE)
    page.tap(PHONES["here"])
    assert page.read()["leads"] == there.table.phones.value.link
    assert there.viewer.picture.page == "phones", "nothing else happens"
    assert PHONES["here"] not in [node.words for node in there.nodes.values()]
