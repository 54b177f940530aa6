"""A report and statistics by touch, while the ledger stays open."""

from pathlib import Path
from threading import Event

import pytest

from companion.table.story.evening import PAGES
from companion.text import counted
from companion.text.drives import DRIVES
from companion.text.screens.past_games import ARCHIVE, text_of
from tests.ui.driver import Desk


def report_of(desk: Desk, folder: Path) -> str:
    desk.tap("Report")
    desk.until(lambda: list(folder.glob("*.html")))
    [made] = folder.glob("*.html")
    desk.until(lambda: str(desk.table.report_job.written) in desk.texts())
    return made.read_text(encoding="utf-8")


@pytest.fixture
def ended(desk: Desk) -> Desk:
    """The last page of the story of a game that is over."""
    desk.sit_down("Ann Bob", "ruling: Bob is out")
    desk.tap("Story")
    for _ in PAGES[1:]:
        desk.tap("Next")
    return desk


def test_the_end_offers_a_report_and_says_where_it_is(ended: Desk) -> None:
    page = report_of(ended, ended.ledger.folder / "reports")
    assert "reports" in str(ended.table.report_job.written)
    assert "Ann won" in page
    assert ended.table.fingerprint in page


def test_a_report_goes_to_the_stick_when_there_is_one(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.jobs.report_job.sticks", lambda: [tmp_path])
    desk.sit_down("Ann Bob", "Ann throws 1 2", "Ann buys")
    desk.table.show_screen("past_games")
    desk.table.past_games.open_game(desk.table.session.game_number)
    desk.frames()
    desk.tap("More")
    assert "Not over yet" in report_of(desk, tmp_path / "companion")
    assert str(tmp_path) not in str(desk.table.report_job.written), (
        "a path means nothing at a table"
    )


@pytest.mark.parametrize(
    ("obstacle", "said"), [(None, ARCHIVE["no stick"]), ("fixed", DRIVES["fixed"])]
)
def test_at_a_kiosk_a_stick_is_asked_for(
    ended: Desk, monkeypatch: pytest.MonkeyPatch, obstacle: str | None, said: str
) -> None:
    monkeypatch.setattr("companion.table.jobs.report_job.obstacle", lambda: obstacle)
    ended.table.report_job.is_kiosk = True
    ended.tap("Report")
    ended.until(lambda: said in ended.texts())
    assert not ended.table.report_job.busy


def test_a_report_that_cannot_be_written_is_said(
    ended: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "companion").write_text("in the way")
    monkeypatch.setattr("companion.table.jobs.report_job.sticks", lambda: [tmp_path])
    ended.tap("Report")
    ended.until(lambda: any("cannot be used" in text for text in ended.texts()))
    ended.until(lambda: not ended.table.report_job.busy)


def test_the_games_say_what_there_is_to_know_of_all_of_them(desk: Desk) -> None:
    rent = ("Bob throws 1 2", "Ann collects rent from Bob")
    desk.sit_down("Ann Bob", "Ann throws 1 2", "Ann buys", *rent, "ruling: Bob is out")
    desk.show("past_games")
    desk.tap("Players")
    desk.until(lambda: {ARCHIVE["wins"], ARCHIVE["dearest"]} <= set(desk.texts()))
    desk.tap("Places")
    desk.until(lambda: "Baltic Avenue" in desk.texts())
    desk.tap("Games")
    state = str(text_of("won", winners="Ann", moves=counted(5, "move")))
    desk.until(lambda: state in desk.texts())


def a_job_that_waits(desk: Desk) -> Event:
    """Another job reads the ledger until the event is set."""
    end = Event()
    desk.table.report_job.run("other", lambda _: end.wait(60), lambda _: None)
    assert desk.table.report_job.busy
    return end


def test_the_chart_of_a_game_is_drawn_when_another_job_is_done(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 1 2", "Ann buys", "ruling: Bob is out")
    game = desk.table.session.game_number
    desk.table.show_screen("past_games")
    end = a_job_that_waits(desk)
    desk.does(("game", game))
    assert desk.table.report_job.chart is None
    end.set()
    desk.until(lambda: desk.table.report_job.chart)
    assert desk.table.report_job.chart[0] == game


def test_players_are_counted_and_a_report_is_written_when_another_job_is_done(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 1 2", "Ann buys", "ruling: Bob is out")
    game = desk.table.session.game_number
    desk.table.show_screen("past_games")
    end = a_job_that_waits(desk)
    desk.does(("tab", "players"), ("report of", game), ("tab", "players"))
    desk.frames()
    assert ARCHIVE["counting"] in desk.texts()
    end.set()
    desk.until(lambda: ARCHIVE["wins"] in desk.texts())
    desk.until(lambda: desk.table.report_job.written)
    desk.until(lambda: not desk.table.report_job.busy)


def test_the_tap_for_statistics_is_answered_before_the_ledger_is_copied(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.table.jobs import ledger_job

    order, copy = [], ledger_job.copy_ledger
    monkeypatch.setattr(ledger_job, "copy_ledger", lambda *a: order.append("copy") or copy(*a))
    desk.sit_down("Ann Bob", "Ann throws 1 2", "Ann buys", "ruling: Bob is out")
    desk.show("past_games")
    desk.table.past_games.bind(page=order.append)
    desk.viewer.bind(on_look=lambda _: order.append("look"))
    desk.tap("Players")
    desk.until(lambda: "Wins" in desk.texts())
    tapped = order.index("players")
    assert tapped < order.index("look", tapped) < order.index("copy")
