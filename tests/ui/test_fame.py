"""The wall of fame: what all games come to, from a ledger with games that were really played."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.season import season
from companion.engine.notation import parse_move
from companion.ledger.copies import image
from companion.ledger.ledger import Ledger
from companion.table.fame import Fame, count_fame, leading
from companion.table.session import Session, Source
from companion.text.screens.past_games import ARCHIVE, text_of
from tests.ui.driver import Desk, setup
from tests.words import plain

RENT = ("{0} throws 1 2", "{0} buys", "{1} throws 1 2", "{0} collects rent from {1}")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path) as ledger:
        yield ledger


def won(ledger: Ledger, players: str, winner: str, *lines: str) -> None:
    """A game that ends with everybody else ruled out."""
    session = Session.begin(ledger, setup(players))
    names = session.setup.players
    out = [f"ruling: {name} is out" for name in names if name != winner]
    for line in (*(line.format(*names) for line in lines), *out):
        session.play(parse_move(line, session.setup), Source.TOUCH)


def wall(ledger: Ledger) -> Fame:
    return count_fame(image(ledger))


def test_wins_are_bars_in_the_colours_of_the_last_game(ledger: Ledger) -> None:
    won(ledger, "Ann Bob", "Ann")
    won(ledger, "Bob Ann Cy", "Ann")
    won(ledger, "Bob Ann", "Bob")
    assert [(one.name, one.marker, one.won, one.share) for one in wall(ledger).wins] == [
        ("Ann", 1, "2", 1.0),
        ("Bob", 0, "1", 0.5),
        ("Cy", 2, "0", 0.0),
    ]


def test_each_pair_is_there_once(ledger: Ledger) -> None:
    won(ledger, "Ann Bob Cy", "Ann")
    won(ledger, "Bob Ann", "Bob")
    assert [(one.names, one.score) for one in wall(ledger).pairs] == [
        (("Ann", "Bob"), text_of("score", won=1, lost=1)),
        (("Ann", "Cy"), text_of("score", won=1, lost=0)),
        (("Bob", "Cy"), text_of("score", won=0, lost=0)),
    ]


def test_the_dearest_rent_and_the_longest_run_are_records(ledger: Ledger) -> None:
    won(ledger, "Ann Bob", "Bob", *RENT)
    won(ledger, "Bob Ann", "Bob")
    won(ledger, "Bob Ann", "Bob")
    won(ledger, "Bob Ann", "Ann")
    records = wall(ledger).records
    found = plain({one.title: (one.text, one.note, one.marker) for one in records})
    paid = str(text_of("paid", payer="Bob", payee="Ann"))
    assert found[str(text_of("dearest"))] == ("$4 · Baltic Avenue", paid, 1)
    assert found[str(text_of("streak"))][0] == "Bob"
    assert "3" in found[str(text_of("streak"))][1]


def test_the_dearest_rent_is_that_of_the_seats(ledger: Ledger) -> None:
    renames = ("ruling: Bob is called Eve; Ann is called Bob", "undo")
    session = Session.begin(ledger, setup("Ann Bob"))
    rent = [line.format("Ann", "Bob") for line in RENT]
    for line in (*renames, *rent, renames[0], "ruling: Ann joins"):
        session.play(parse_move(line, session.setup), Source.TOUCH)
    [found] = wall(ledger).records
    paid = str(text_of("paid", payer="Eve", payee="Bob"))
    assert plain((found.text, found.note, found.marker)) == ("$4 · Baltic Avenue", paid, 0)
    club = season(ledger)
    assert club
    assert club.dearest
    assert (club.dearest[0].tenant, club.dearest[0].dollars) == ("Eve", 4)


def test_one_win_is_no_run_and_no_rent_no_record(ledger: Ledger) -> None:
    won(ledger, "Ann Bob", "Bob")
    titles = [str(one.title) for one in wall(ledger).records]
    assert str(text_of("streak")) not in titles
    assert str(text_of("dearest")) not in titles


def test_who_leads_is_known_from_the_second_winner_on(ledger: Ledger) -> None:
    expected = []
    for winner, lead in (
        ("Ann", ""),
        ("Bob", text_of("level", player="Ann", other="Bob", won=1, lost=1)),
        ("Bob", text_of("leads", player="Bob", won=2, lost=1)),
    ):
        won(ledger, "Ann Bob Cy", winner)
        expected.append(str(lead))
        assert plain([*leading(ledger)]) == expected


def test_older_games_come_at_a_tap(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.states.past_games.PAGE", 2)
    for _ in range(3):
        won(desk.ledger, "Ann Bob", "Ann")
    desk.table.show_screen("past_games")
    desk.frames()
    assert [line.number for line in desk.table.past_games.games] == [3, 2]
    desk.tap(ARCHIVE["older"])
    assert [line.number for line in desk.table.past_games.games] == [3, 2, 1]
    assert ARCHIVE["older"] not in desk.texts()


def test_who_leads_is_said_on_the_start_and_by_the_past_games(desk: Desk) -> None:
    for winner in ("Ann", "Bob", "Bob"):
        won(desk.ledger, "Ann Bob", winner)
    lead = str(text_of("leads", player="Bob", won=2, lost=1))
    desk.sit_down("Ann Bob")
    desk.table.show_screen("setup")
    desk.does(("clear",))  # Nobody is told where to drag whom.
    desk.until(lambda: lead in desk.texts())
    desk.table.show_screen("past_games")
    desk.frames()
    desk.until(lambda: lead in desk.texts())
    desk.tap("Back")
    assert desk.table.screen == "setup"
