"""Past games and the wall of fame in every window: of no game, of some, and of twelve players."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import text
from companion.engine.notation import parse_move
from companion.ledger.copies import image
from companion.ledger.ledger import Ledger
from companion.screens.past_games import page
from companion.table.fame import Fame, count_fame, leading, worth_of
from companion.table.game_over import Chart
from companion.table.past_games import GameLine, GamePage, game_lines, game_page
from companion.table.session import Session, Source
from companion.text.screens.past_games import text_of
from tests.screens.anywhere import wrong
from tests.ui.driver import setup

LONG = "Wilhelmina_Maria Maximilian-Karl WWWWWWWWWWWWWWWW Zo Christopher_John Ag"
TWELVE = f"{LONG} Ann Bob Cy Dee Eve Fay"
EVENINGS = {
    "none": (),
    "one": (("Ann Bob", 0),),
    "some": (("Ann Bob Cy", 0), (LONG, 3), ("Ann Bob Cy", 0), ("Ann Bob", 1)),
    "twelve players": ((TWELVE, 2), (TWELVE, 2), (TWELVE, 0)),
}


def played(ledger: Ledger, players: str, winner: int) -> None:
    """A game with a rent, in which everybody but one player is ruled out."""
    session = Session.begin(ledger, setup(players, "1934"))
    names = session.setup.players
    first, second = names[:2]
    lines = [f"{first} throws 1 2", f"{first} buys", f"{second} throws 1 2"]
    lines.append(f"{first} collects rent from {second}")
    lines += [f"ruling: {name} is out" for name in names if name != names[winner]]
    for line in lines:
        session.play(parse_move(line, session.setup), Source.TOUCH)


@pytest.fixture(params=EVENINGS)
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path) as ledger:
        for players, winner in EVENINGS[request.param]:
            played(ledger, players, winner)
        yield ledger


@dataclass
class Shelf:
    """Past games as the page reads them."""

    games: list[GameLine]
    lead: str
    game: GamePage | None = None
    has_more: bool = True
    page: str = "games"
    done: float = 1.0
    reading: bool = False
    auditing: bool = False
    sentence: str = ""
    tone: str = "plain"


@dataclass
class Reports:
    """Figures of all games."""

    fame: Fame
    chart: tuple[int, Chart] | None = None
    busy: bool = False


@dataclass
class Table:
    """The table, which only has past games."""

    past_games: Shelf
    report_job: Reports


def tables(books: Ledger) -> Iterator[Table]:
    """Every page of past games, one after the other."""
    *_, lead = ("", *leading(books))
    copy = image(books)
    shelf = Shelf(game_lines(books, 50), lead)
    reports = Reports(count_fame(copy))
    for name in ("games", "players", "places"):
        shelf.page = name
        yield Table(shelf, reports)
    for number in books.numbers():
        shelf.page, shelf.game = "game", game_page(books, number)
        reports.chart = number, worth_of(copy, number)
        yield Table(shelf, reports)
        moves = text.counted(12345, "move")
        shelf.page, shelf.tone, shelf.sentence = "more", "in", text_of("sound", moves=moves)
        yield Table(shelf, reports)
        shelf.sentence = ""


@pytest.mark.usefixtures("language")
def test_every_page_is_right(books: Ledger) -> None:
    for table in tables(books):
        assert wrong(page, table) == [], table.past_games.page
