"""The feed: what other programs read of the game in hand, and how they follow it."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.ledger import feed, hashing
from companion.ledger.follow import FeedFollower
from companion.ledger.ledger import Ledger
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "feed"


@pytest.fixture
def ledger(tmp_path: Path, path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path / "data", feed=path) as ledger:
        yield ledger


@pytest.fixture
def follower(path: Path) -> Iterator[FeedFollower]:
    follower = FeedFollower(path)
    yield follower
    follower.close()


def is_up_to_date(follower: FeedFollower, session: Session) -> bool:
    follower.read()
    game = follower.game
    assert game, "there is a game"
    same = [one.entry.number for one in game.moves] == [one.number for one in session.history]
    return same and game.position == session.game


def test_every_move_is_followed(ledger: Ledger, follower: FeedFollower) -> None:
    session = Session.begin(ledger, SETUP)
    assert is_up_to_date(follower, session)
    for _ in range(5):
        play(session, 4, Random(session.next_number))
        assert is_up_to_date(follower, session)
    assert not follower.read()


def test_a_reader_that_starts_late_has_everything(ledger: Ledger, path: Path) -> None:
    session = Session.begin(ledger, SETUP)
    play(session, 30, Random(2))
    late = FeedFollower(path)
    assert is_up_to_date(late, session)
    late.close()


def test_another_game_and_a_continued_one_are_new_files(
    ledger: Ledger, follower: FeedFollower
) -> None:
    first = Session.begin(ledger, SETUP)
    play(first, 10, Random(3))
    assert is_up_to_date(follower, first)
    second = Session.begin(ledger, SETUP)
    assert is_up_to_date(follower, second)
    again = Session.resume(ledger, first.game_number)
    assert is_up_to_date(follower, again)
    play(again, 3, Random(4))
    assert is_up_to_date(follower, again)


def test_a_ledger_that_closes_takes_the_feed_with_it(
    tmp_path: Path, path: Path, follower: FeedFollower
) -> None:
    with Ledger.open(tmp_path / "data", feed=path) as ledger:
        Session.begin(ledger, SETUP)
        follower.read()
    assert not path.exists()
    assert follower.read()
    assert follower.game is None


def test_a_feed_that_cannot_be_written_stops_until_the_next_game(
    ledger: Ledger, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = Session.begin(ledger, SETUP)
    write = os.write

    def fail(file: int, data: bytes) -> int:
        if file == session_file:
            raise OSError(28, "full")
        return write(file, data)

    session_file = ledger.feed._current._file
    monkeypatch.setattr(feed.os, "write", fail)
    play(session, 3, Random(5))
    assert len(session.history) == 3
    [record] = caplog.records
    assert record.message.startswith("feed-stopped")
    monkeypatch.undo()
    again = Session.begin(ledger, SETUP)
    late = FeedFollower(path)
    assert is_up_to_date(late, again)
    late.close()


def test_half_a_line_waits_for_the_other_half(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    session = Session.begin(ledger, SETUP)
    play(session, 6, Random(6))
    whole = path.read_bytes()
    torn = tmp_path / "torn"
    follower = FeedFollower(torn)
    for end in range(0, len(whole), 97):
        torn.touch()
        with torn.open("ab") as file:
            file.write(whole[end : end + 97])
        follower.read()
    assert is_up_to_date(follower, session)
    follower.close()


@pytest.mark.parametrize("fault", ["changed", "missing", "twice", "strange"])
def test_a_line_that_does_not_follow_ends_the_file(
    ledger: Ledger, path: Path, tmp_path: Path, fault: str
) -> None:
    session = Session.begin(ledger, SETUP)
    play(session, 6, Random(7))
    lines = path.read_bytes().splitlines(keepends=True)
    wrong = {
        "changed": [*lines[:4], lines[4].replace(b'"touch"', b'"phone"', 1), *lines[5:]],
        "missing": [*lines[:4], *lines[5:]],
        "twice": [*lines[:4], lines[3], *lines[4:]],
        "strange": [*lines[:4], b'{"a":1}\n', *lines[4:]],
    }[fault]
    if fault == "changed" and wrong == lines:
        wrong[4] = lines[4].replace(b'"hash":"', b'"hash":"0', 1)
    other = tmp_path / "other"
    other.write_bytes(b"".join(wrong))
    follower = FeedFollower(other)
    assert follower.read()
    assert follower.game is None
    fresh = other.with_suffix(".new")
    fresh.write_bytes(b"".join(lines))
    fresh.replace(other)
    assert is_up_to_date(follower, session)
    follower.close()


def test_the_feed_has_the_hashes_of_the_ledger(ledger: Ledger, follower: FeedFollower) -> None:
    session = Session.begin(ledger, SETUP)
    play(session, 5, Random(8))
    follower.read()
    assert follower.game
    hashes = [one.entry.hash for one in follower.game.moves]
    assert hashes == [hashing.move_hash(one.entry) for one in follower.game.moves]
    assert hashes[-1] == ledger.link(session.game_number)
