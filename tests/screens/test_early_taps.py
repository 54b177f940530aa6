"""What has just come under a finger: nodes, rows, and rows that were scrolled."""

from companion.screens.early_taps import EarlyTaps, Seen
from companion.screens.layout import place, place_rows
from companion.screens.parts import Node, Pane, Part, column, itself, rows, text
from companion.screens.styles import BODY

LIST = "list"


def row(name: str) -> Part:
    return text(name, BODY, "#000000", do=("choose", name))


def page(*names: str, verb: str = "go") -> dict[str, Node]:
    """A key above a list."""
    listed = rows([row(name) for name in names], itself, 50, key=LIST)
    return place(column(Part(size=50, do=(verb,), key="verb"), listed), 300, 200)


def note(
    early: EarlyTaps, nodes: dict[str, Node], now: float, first: int = 0, jumps: int = 0
) -> None:
    """Note a page whose list shows its first two rows."""
    pane = nodes[LIST].look
    assert isinstance(pane, Pane)
    early.note(nodes, {LIST: Seen(place_rows(pane, 0, 2, 300), jumps)}, now)


def test_what_is_shown_first_of_all_is_not_new() -> None:
    early = EarlyTaps()
    note(early, page("a", "b"), 0.0)
    assert early.age("verb", "", 0.0) > 100
    assert early.age(LIST, "0", 0.0) > 100


def test_a_node_is_new_while_it_means_something_else() -> None:
    early = EarlyTaps()
    note(early, page("a"), 0.0)
    note(early, page("a", verb="stop"), 5.0)
    assert early.age("verb", "", 5.3) < 0.4
    note(early, page("a", verb="stop"), 6.0)
    assert early.age("verb", "", 6.0) == 1.0


def test_a_row_that_took_the_place_of_another_is_new_and_its_neighbour_is_not() -> None:
    early = EarlyTaps()
    note(early, page("a", "b"), 0.0)
    note(early, page("a", "c"), 5.0)
    assert early.age(LIST, "1", 5.1) < 0.4
    assert early.age(LIST, "0", 5.1) > 0.4
    note(early, page("c", "a"), 9.0)
    assert [early.age(LIST, own, 9.1) < 0.4 for own in ("0", "1")] == [True, True]


def test_a_row_that_a_finger_scrolled_in_sight_is_as_old_as_its_list() -> None:
    early = EarlyTaps()
    note(early, page("a", "b", "c", "d"), 0.0)
    assert early.age(LIST, "3", 0.1) > 0.4
    note(early, page("a", "b", "c", "e"), 5.0)
    assert early.age(LIST, "3", 5.1) < 0.4


def test_rows_that_no_finger_moved_are_new() -> None:
    early = EarlyTaps()
    note(early, page("a", "b"), 0.0)
    note(early, page("a", "b"), 5.0, jumps=1)
    assert early.age(LIST, "0", 5.1) < 0.4


def test_a_list_that_comes_back_is_new() -> None:
    early = EarlyTaps()
    note(early, page("a"), 0.0)
    early.note(place(Part(size=50, do=("go",), key="verb"), 300, 200), {}, 1.0)
    note(early, page("a"), 5.0)
    assert early.age(LIST, "0", 5.1) < 0.4
