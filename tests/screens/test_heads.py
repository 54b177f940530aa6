"""Headers and tiles of the pages of a game: names are whole where there is room, tokens alike."""

import pytest

from companion.engine.notation.record import parse_record
from companion.screens.layout import place
from companion.screens.parts import Drawing, Node, Room, Words
from companion.screens.registry import SCREENS
from companion.screens.viewer import Viewer
from companion.table.knocks import Knock
from companion.table.properties.view import titles
from companion.table.settings import TYPE_SIZES
from companion.table.table import Table
from tests.screens.seat import seat, settle
from tests.screens.states import NAMES

UPRIGHT, PANEL = (480, 800), (800, 480)
HEADER = 104
"""Height in pixels above which the header of an upright window stands."""
LONG = ("Großmutter Wilma", "Maximilian-Alexs", "Theodora Susanne", "Jana", "Leo", "Oma")


def played(
    names: tuple[str, ...], *lines: str, with_moment: bool = False, edition: str = "1961"
) -> Table:
    """Return a table after some lines of a record."""
    head = (
        f"edition: {edition}",
        "rent: shown",
        f"players: {', '.join(names)}",
        f"first: {names[0]}",
    )
    return seat(parse_record("\n".join((*head, "", *lines, "")), "heads"), with_moment)


def nodes_of(table: Table, size: tuple[int, int]) -> dict[str, Node]:
    part = SCREENS[table.screen].page(table, Room(*size))
    return place(part, *size, 1)


@pytest.mark.parametrize("with_moment", [True, False], ids=["moment", "page"])
@pytest.mark.parametrize("name", LONG[:3])
def test_an_upright_header_has_the_name_and_all_that_is_said_of_it(
    name: str, with_moment: bool, language: str
) -> None:
    table = played((name, "Jana"), f"{name} throws 2 4", with_moment=with_moment)
    nodes = nodes_of(table, UPRIGHT)
    title = table.moments.shown.headline.title if with_moment else table.now.title
    head = [node for node in nodes.values() if node.y < HEADER and isinstance(node.look, Words)]
    said = " ".join(node.words for node in head)
    assert [part for part in str(title).split() if part not in said] == []
    assert not any(node.look.cut or node.look.way.letters for node in head)


def test_an_upright_header_keeps_the_verb_where_nothing_else_has_room(language: str) -> None:
    names = ("Mia", "Jonas", "Leo", "Emma", "Ann", "Gran", "Theodora", "Bob", "Wilhelmina")
    head = ("edition: 1934", "rent: shown", f"players: {', '.join(names)}")
    rolls = [
        f"{name} opens 1 {die}" for die, name in zip((1, 2, 3, 4, 5, 6, 1, 2), names, strict=False)
    ]
    table = seat(parse_record("\n".join((*head, "", *rolls, "")), "heads"), False)
    above = [node for node in nodes_of(table, UPRIGHT).values() if node.y < HEADER]
    said = " ".join(node.words for node in above if isinstance(node.look, Words))
    assert [part for part in str(table.now.title).split() if part not in said] == []


def test_a_key_that_buys_says_so_while_a_phone_asks(language: str) -> None:
    table = played(LONG[3:] + LONG[:1], "Jana throws 4 5")
    table.phones.knock = Knock(7, "Leo", table.marker_of("Leo"), "42")
    nodes = nodes_of(table, UPRIGHT)
    table.phones.knock = None
    said = [node for node in nodes.values() if isinstance(node.look, Words)]
    assert [node.words for node in said if node.look.cut] == []
    answers = [
        node
        for node in nodes.values()
        if node.hand and node.hand.do and node.hand.do[0] == "answer"
    ]
    assert len(answers) == 2


def test_undo_of_an_upright_header_is_an_icon() -> None:
    nodes = nodes_of(played(LONG[3:5], "Jana throws 2 4"), UPRIGHT)
    keys = [node for node in nodes.values() if node.hand and node.hand.do == ("undo",)]
    assert [(node.w, node.h) for node in keys] == [(56, 56)]


@pytest.mark.parametrize("size", [UPRIGHT, PANEL], ids=["upright", "panel"])
@pytest.mark.parametrize("count", [4, 6])
def test_tiles_of_a_table_have_one_form(count: int, size: tuple[int, int]) -> None:
    names = LONG[:count]
    rich = "ruling: Theodora Susanne has $99999; Jana is in jail"
    nodes = nodes_of(played(names, rich, f"{names[0]} throws 2 4"), size)
    forms = [[node for key, node in nodes.items() if key.startswith(f"tile:{n}")] for n in names]
    assert len({tile[0].w for tile in forms}) == 1
    tokens = [next(node for node in tile if isinstance(node.look, Drawing)) for tile in forms]
    assert len({(node.w, node.look.marks[0][1].split()[0]) for node in tokens}) == 1
    assert all(
        any(node.words[:4] == name[:4] for node in tile)
        for name, tile in zip(names, forms, strict=True)
    )


@pytest.mark.parametrize("size", [UPRIGHT, PANEL], ids=["upright", "panel"])
def test_a_low_tile_shows_that_somebody_is_in_jail(size: tuple[int, int]) -> None:
    nodes = nodes_of(played(LONG, "ruling: Jana is in jail", f"{LONG[0]} throws 2 4"), size)
    drawn = [node.look.marks for key, node in nodes.items() if is_drawn(key, node, "Jana")]
    assert [mark[1] for marks in drawn for mark in marks if mark[0] == "icon"] == ["jail"]


@pytest.mark.parametrize("size", [PANEL, UPRIGHT], ids=["panel", "upright"])
@pytest.mark.parametrize("count", [3, 4, 5, 8, 12])
def test_a_tile_keeps_four_letters_of_the_widest_name_beside_the_widest_sum(
    count: int, size: tuple[int, int], language: str
) -> None:
    names = tuple(NAMES["wide"].split(", ")[:count])
    last = f"{names[0]} is in jail; {names[1]} has $99999; {names[2]} has $77777"
    rich = "; ".join(f"{name} has $88888" for name in names)
    edition = "1961" if count <= 8 else "1934"
    table = played(names, f"ruling: {rich}", f"ruling: {last}", with_moment=True, edition=edition)
    for _ in range(2):
        nodes = nodes_of(table, size)
        for name in names:
            said = [node for key, node in nodes.items() if key.startswith(f"tile:{name}")]
            assert any(node.words.startswith(name[:4]) for node in said)
            assert not any(isinstance(node.look, Words) and node.look.cut for node in said)
        settle(table)


def is_drawn(key: str, node: Node, name: str) -> bool:
    return key.startswith(f"tile:{name}") and isinstance(node.look, Drawing)


@pytest.mark.parametrize("name", LONG[:3])
def test_a_page_of_an_upright_window_has_the_whole_title(name: str, language: str) -> None:
    table = played((name, "Jana"), f"{name} throws 2 4")
    table.open("properties")
    nodes = nodes_of(table, UPRIGHT)
    title = str(titles(name)[0])
    assert title in [node.words for node in nodes.values() if node.y < HEADER]


@pytest.mark.parametrize("screen", ["properties", "board", "trade", "pay", "history", "ruling"])
def test_undo_of_an_upright_page_is_an_icon_beside_the_whole_title(
    screen: str, language: str
) -> None:
    table = played(("Jana", "Leo"), "Jana throws 2 4")
    table.open(screen)
    nodes = nodes_of(table, UPRIGHT)
    keys = [node for node in nodes.values() if node.hand and node.hand.do == ("undo",)]
    assert [(node.w, node.h) for node in keys] == [(56, 59)]
    titles = [node.look for node in nodes.values() if node.y < HEADER and is_title(node)]
    assert titles
    assert not any(words.cut or words.way.wording for words in titles)


def is_title(node: Node) -> bool:
    return isinstance(node.look, Words) and node.look.font == "title"


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("type_size", TYPE_SIZES)
def test_a_deed_for_sale_tells_its_rents_in_any_size_of_type(
    size: tuple[int, int], type_size: str
) -> None:
    table = played(("Ann", "Bob", "Cy"), "Ann throws 4 5")
    table.settings.change(type_size=type_size)
    viewer = Viewer(table, *size)
    viewer.look()
    table.settings.change(type_size=TYPE_SIZES[0])
    words = {node.words for node in viewer.picture.nodes.values()}
    assert {"$8", "$16", "$40", "$100", "$300", "$450", "$600"} <= words
