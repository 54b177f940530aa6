"""Seats of phones, and limits of how often they may ask, with the test's own clock."""

from pathlib import Path

import pytest

from companion.phones.seats import (
    MOST_ADDRESSES,
    MOST_OF_STRANGERS,
    STREAMS_OF_OWNER,
    WATCHING,
    Allowance,
    Phones,
    Streams,
    Visitors,
)
from companion.table.phones.seats import ASKING_SECONDS, Seats
from companion.wishes import digest
from tests.phones.evening import seat


class Hours:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_so_many_a_second() -> None:
    allowance = Allowance(per_second=5, burst=10)
    assert [allowance.take(100.0) for _ in range(12)] == [True] * 10 + [False] * 2
    assert [allowance.take(100.5) for _ in range(4)] == [True] * 2 + [False] * 2
    assert [allowance.take(9999.0) for _ in range(11)] == [True] * 10 + [False]


def test_an_address_that_goes_on_asking_slows_down_no_other_and_is_not_forgotten() -> None:
    visitors = Visitors(per_second=1, burst=2, clock=Hours())
    assert [visitors.may_ask("10.0.0.1") for _ in range(3)] == [True, True, False]
    for other in range(MOST_ADDRESSES):
        assert visitors.may_ask(f"10.1.{other // 256}.{other % 256}")
        assert not visitors.may_ask("10.0.0.1")


def test_whoever_has_the_code_may_watch_and_nobody_without() -> None:
    phones = Phones()
    phones.update("1", digest("code"), {}, {})
    watching = phones.find("code", "1")
    assert watching
    assert watching.seat == WATCHING
    assert phones.seats_of([watching.key]) == []
    assert phones.find("other", "1") is None
    phones.update("1", "", {}, {})
    assert phones.find("", "1") is None


def test_a_phone_that_asks_is_known_until_the_bank_says_otherwise() -> None:
    phones = Phones()
    phones.note_asking("token", "Ann")
    found = [phones.asked_by(token) for token in ("token", "other", "")]
    assert found == ["Ann", "", ""]
    phones.update("1", "", {}, {})
    assert phones.asked_by("token") == ""


def test_connected_is_who_has_a_page_open() -> None:
    phones, streams = Phones(), Streams()
    seat(phones, "1", "Ann", "Bob")
    bob = phones.find("Bob", "1")
    assert bob
    stream = streams.open(bob.key, has_seat=True)
    assert stream
    assert phones.seats_of(streams.owners()) == ["Bob"]
    streams.close(stream)
    assert phones.seats_of(streams.owners()) == []


# --- the seats that the bank keeps ----------------------------------------------------------------


def test_nobody_is_let_in_who_has_not_asked() -> None:
    seats = Seats()
    seats.turn_to("1")
    seats.let_in("Ann")
    assert seats.taken == {}


def test_the_first_who_asks_for_a_seat_is_not_pushed_aside_and_does_not_block_it() -> None:
    hours = Hours()
    seats = Seats(clock=hours)
    seats.turn_to("1")
    assert seats.ask("Ann", "a")
    assert not seats.ask("Ann", "b")
    assert seats.ask("Ann", "a")
    hours.now += ASKING_SECONDS
    assert seats.asking == {}
    assert seats.ask("Ann", "b")


def test_seats_and_code_outlast_a_restart_and_end_with_the_game(tmp_path: Path) -> None:
    def started(game: str) -> Seats:
        seats = Seats(tmp_path / "phones.json")
        seats.turn_to(game)
        return seats

    seats = started("1")
    seats.ask("Ann", digest("secret"))
    seats.let_in("Ann")
    assert "secret" not in (tmp_path / "phones.json").read_text()
    assert (started("1").code, started("1").taken) == (seats.code, seats.taken)
    assert (started("2").code == seats.code, started("2").taken) == (False, {})


def test_a_seat_that_has_another_name_keeps_its_phone(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "phones.json")
    seats.turn_to("1", ("Ann", "Bob"))
    seats.ask("Bob", digest("secret"))
    seats.let_in("Bob")
    seats.ask("Bob", digest("another"))
    for players in (("Ann", "Eve"), ("Ann", "Eve", "Dee"), ("Ann", "Bob", "Dee"), ("Ann", "Bob")):
        seats.turn_to("1", players)
        assert seats.taken == {players[1]: digest("secret")}
        assert seats.asking == {players[1]: digest("another")}
        again = Seats(tmp_path / "phones.json")
        again.turn_to("1", players)
        assert again.taken == seats.taken


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"game": 1}', '{"game": 1, "code": 3, "seats": {}}', "[" * 9999]
)
def test_a_file_that_cannot_be_read_is_an_empty_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "phones.json").write_text(text)
    seats = Seats(tmp_path / "phones.json")
    seats.turn_to("1")
    assert seats.taken == {}
    assert seats.code


def test_a_disk_that_fails_keeps_nobody_out(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "nothing" / "phones.json")
    seats.turn_to("1")
    seats.ask("Ann", "a")
    seats.let_in("Ann")
    assert seats.taken == {"Ann": "a"}


# --- streams --------------------------------------------------------------------------------------


def test_the_newest_streams_of_a_phone_take_the_place_of_the_oldest() -> None:
    """A phone that fell asleep left streams behind, and has to get in when it wakes."""
    streams = Streams()
    opened = [streams.open("phone", has_seat=True) for _ in range(STREAMS_OF_OWNER + 2)]
    assert [one and one.is_over for one in opened] == [True] * 2 + [False] * STREAMS_OF_OWNER


def test_strangers_take_no_stream_from_those_with_a_seat() -> None:
    streams = Streams()
    for number in range(MOST_OF_STRANGERS):
        assert streams.open(f"10.0.0.{number}", has_seat=False)
    assert streams.open("10.0.0.250", has_seat=False) is None
    first = streams.open("phone", has_seat=True)
    assert first
    assert not first.is_over


def test_one_address_leaves_room_for_other_strangers() -> None:
    streams = Streams()
    for _ in range(3 * MOST_OF_STRANGERS):
        assert streams.open("10.0.0.1", has_seat=False)
    assert streams.open("10.0.0.2", has_seat=False)
