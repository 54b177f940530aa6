"""The screens around the game: nothing is clipped, and nothing too small for a finger."""

from collections.abc import Callable

import pytest

from companion.engine import board, edition
from companion.engine.state import Setup
from companion.table.story.evening import PAGES
from tests.ui.driver import Desk
from tests.ui.layout import faults
from tests.ui.test_gui_fits import COUNTS, LONGEST, A, B

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("language")]

PAST = (
    f"ruling: {B} owns Connecticut Avenue; {A} owns Pennsylvania Railroad",
    f"{A} throws 4 5",
    f"{B} collects rent",
    f"ruling: {A} pays $11111 to {B} (it was written down on paper)",
)
NAMES = [name.replace("_", " ") for name in LONGEST]


def sit_down(desk: Desk, count: int, *lines: str) -> None:
    """The longest names, each with five figures."""
    rich = "; ".join(f"{name} has $12345" for name in NAMES[:count])
    rules = "1961" if count <= 8 else "1934"
    rich_now = f"ruling: {rich}"
    desk.sit_down(" ".join(LONGEST[:count]), rich_now, *lines, rules=rules, rent="shown")
    desk.frames(4)


class Looks:
    """Faults of one screen after the other."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.found = desk, []

    def at(self, where: str, look: Callable[[], object]) -> None:
        look()
        self.desk.frames(6)
        self.found += [f"{where}: {fault}" for fault in faults(self.desk)]


@pytest.mark.parametrize("count", COUNTS)
def test_the_history_fits(desk: Desk, count: int) -> None:
    sit_down(desk, count, *PAST)
    looks = Looks(desk)
    looks.at("moves", lambda: desk.table.show_screen("history"))
    looks.at("deeds", lambda: desk.does(("filter", "deed")))
    looks.at("one deed", lambda: desk.does(("pick", "pennsylvania-railroad")))
    looks.at("players", lambda: desk.does(("filter", "player")))
    looks.at("one player", lambda: desk.does(("pick", A)))
    looks.at("undo", lambda: desk.does(("move", 1)))
    looks.at("accounts", lambda: desk.does(("filter", "account")))
    looks.at("an account", lambda: desk.does(("pick", A)))
    assert not looks.found, "\n".join(looks.found)


@pytest.mark.parametrize("count", COUNTS)
def test_the_end_fits(desk: Desk, count: int) -> None:
    looks = Looks(desk)
    out = [f"ruling: {name} is out" for name in NAMES[1:count]]
    rich = f"ruling: {A} owns Boardwalk; {A} has $99999"
    looks.at("end", lambda: sit_down(desk, count, rich, *out))
    assert desk.table.screen == "game_over"
    desk.table.open_screen("story")
    for page in PAGES:
        looks.at(page, lambda page=page: desk.table.tap(("page", page), desk.table.number, page))
    assert not looks.found, "\n".join(looks.found)


@pytest.mark.parametrize("count", COUNTS)
def test_the_set_up_fits(desk: Desk, count: int) -> None:
    looks = Looks(desk)
    rules = ("free parking pot", "starting cash", "bank credit", "flat income tax")
    desk.does(*(("enter", name) for name in NAMES[:count]), ("setting", "edition"))
    desk.does(("option", "1934"), *(("switch", name) for name in rules), ("plan", "hour"))
    for page in ("table", "more", "house"):
        looks.at(page, lambda page=page: desk.does(("back", page)))
    looks.at("play", lambda: desk.does(("chapter", "play")))
    for option in ("edition", "board", "game", "cards", "dice", "rent"):
        looks.at(option, lambda option=option: desk.does(("setting", option)))
    looks.at("token", lambda: desk.does(("seat", NAMES[0])))
    looks.at("banker", lambda: desk.does(("setting", "banker")))
    looks.at("first", lambda: desk.does(("setting", "first")))
    looks.at("name", lambda: desk.does(("back", "table"), ("new name",)))
    looks.at("typed", lambda: desk.does(*[("letter", "W", "W")] * 16))
    looks.at("taken", lambda: desk.does(("enter", NAMES[0])))
    looks.at("deal", lambda: desk.does(("deal out",)))
    looks.at("deal another", lambda: desk.does(("held", 0)))
    assert not looks.found, "\n".join(looks.found)


@pytest.mark.parametrize(
    "count", [0, 9, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 12))]
)
def test_an_incomplete_table_fits(desk: Desk, count: int) -> None:
    sit_down(desk, 8)
    looks = Looks(desk)
    desk.table.show_screen("setup")
    desk.does(*(("enter", name) for name in NAMES[:count]))
    looks.at("table", lambda: None)
    assert desk.table.setup.missing
    assert not looks.found, "\n".join(looks.found)


@pytest.mark.parametrize(
    ("where", "dice"),
    [
        ("atlantic-city", "3 4"),
        ("london", "1 1"),
        pytest.param("atlantic-city", "1 1", marks=pytest.mark.slow),
        pytest.param("london", "3 4", marks=pytest.mark.slow),
    ],
)
def test_the_cards_of_every_pack_fit(desk: Desk, where: str, dice: str) -> None:
    setup = Setup(("Ann", "Bob", "Cy"), edition.load("1961"), board.load(where), first="Ann")
    desk.table.begin(setup)
    a, b = map(int, dice.split())
    desk.table.roll(a, b, desk.table.number, "roll")
    desk.frames(6)
    assert desk.table.now.kind == "draw"
    assert faults(desk) == []


@pytest.mark.parametrize("count", COUNTS)
def test_the_menu_fits(desk: Desk, count: int) -> None:
    sit_down(desk, count)
    settings, looks = desk.table.settings, Looks(desk)
    settings.change(face_me=True)
    looks.at("menu", lambda: desk.table.show_screen("menu"))
    for page in ("parting", "settings", "seats"):
        looks.at(page, lambda page=page: desk.does(("page", page)))
    settings.change(face_me=False)
    assert not looks.found, "\n".join(looks.found)


@pytest.mark.parametrize("count", COUNTS)
def test_the_games_fit(desk: Desk, count: int) -> None:
    sit_down(desk, count)
    shelf, looks = desk.table.past_games, Looks(desk)
    looks.at("games", lambda: desk.table.show_screen("past_games"))
    looks.at("game", lambda: shelf.tapped(("game", 1), desk.table))
    for back in ("past_games", "game_over"):
        desk.table.game_code.open(1, back)
        desk.until(lambda: desk.table.game_code.value.modules)
        looks.at(f"code, {back}", lambda: desk.table.show_screen("game_code"))
    desk.table.show_screen("past_games")
    for page in ("players", "places"):
        shelf.tapped(("tab", page), desk.table)
        desk.until(lambda: not desk.table.report_job.busy)
        looks.at(page, lambda: None)
    assert not looks.found, "\n".join(looks.found)
