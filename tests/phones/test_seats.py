"""Seats of phones, and limits of how often they may ask, with the test's own clock."""

import json
import os
from pathlib import Path

import pytest

from companion.phones.seats import WATCHING, Asking, Phones
from companion.table.knocks import (
    ASKING_SECONDS,
    MOST_ASKING,
    MOST_OF_ADDRESS,
    REFUSED_SECONDS,
)
from companion.table.phones.seats import Seats, seats_at
from companion.web.visitors import (
    MOST_ADDRESSES,
    MOST_OF_STRANGERS,
    STREAMS_OF_OWNER,
    Allowance,
    Streams,
    Visitors,
)
from companion.wishes import digest
from tests.phones.evening import QuietBank, seat


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
    phones.note_asking("token", "Ann", "code")
    found = [phones.asked_by(token) for token in ("token", "other", "")]
    assert found == [Asking("Ann", "", "code"), None, None]
    phones.update("1", "", {}, {digest("token"): ("Ann", "42")})
    assert phones.asked_by("token") == Asking("Ann", "42", "code")
    phones.update("1", "", {}, {}, [digest("token")])
    assert (phones.asked_by("token"), phones.refused_by("")) == (None, None)
    assert phones.refused_by("token") == Asking("Ann", "42", "code")
    phones.update("1", "", {}, {}, [digest("token"), digest("other")])
    assert phones.refused_by("other") == Asking("")


def test_connected_is_who_has_a_page_open() -> None:
    phones, streams = Phones(), Streams()
    seat(phones, "1", "Ann", "Bob")
    bob = phones.find("Bob", "1")
    assert bob
    stream = streams.open(bob.key, is_known=True)
    assert stream
    assert phones.seats_of(streams.owners()) == ["Bob"]
    streams.close(stream)
    assert phones.seats_of(streams.owners()) == []


# --- the seats that the bank keeps ----------------------------------------------------------------

TWO = {"Ann": "0:0", "Bob": "1:0"}


def let_in(seats: Seats, player: str, phone: str) -> None:
    """Let a phone ask, and in."""
    assert seats.ask(player, phone) == ""
    assert seats.let_in(seats.asks[-1].number)


def test_nobody_is_let_in_who_has_not_asked() -> None:
    seats = Seats().turn_to("1", TWO)
    assert not seats.let_in(1)
    assert seats.taken == {}


def test_several_ask_to_be_one_player_and_each_shows_two_digits_of_its_own() -> None:
    hours = Hours()
    seats = Seats(clock=hours).turn_to("1", TWO)
    for phone in "abcdef":
        assert seats.ask("Ann", phone) == ""
    assert len({ask.digits for ask in seats.asks}) == 6
    assert {len(f"{ask.digits}") for ask in seats.asks} == {2}
    before = next(ask.digits for ask in seats.asks if ask.phone == "c")
    seats.ask("Bob", "c")
    assert [seats.player_of(ask) for ask in seats.asks if ask.phone == "c"] == ["Bob"]
    assert next(ask.digits for ask in seats.asks if ask.phone == "c") == before
    hours.now += ASKING_SECONDS
    assert seats.asks == ()


def test_an_answer_is_for_the_phone_that_was_looked_at() -> None:
    """Another phone that asks meanwhile has a number of its own."""
    seats = Seats().turn_to("1", TWO)
    seats.ask("Ann", "honest")
    looked_at = seats.asks[0].number
    seats.ask("Ann", "other")
    assert seats.let_in(looked_at)
    assert seats.taken == {"Ann": "honest"}
    assert not seats.let_in(looked_at), "a second tap means nothing"
    assert [ask.phone for ask in seats.asks] == ["other"]


def test_one_address_does_not_ask_for_everybody_and_shuts_nobody_out() -> None:
    everybody = {f"P{place}": f"{place}:0" for place in range(MOST_OF_ADDRESS + 2)}
    seats = Seats().turn_to("1", everybody)
    for player in everybody:
        assert seats.ask(player, f"phone of {player}", "10.0.0.1") == ""
    assert len(seats.asks) == MOST_OF_ADDRESS
    assert seats.ask("P0", "honest", "10.0.0.2") == ""
    for address in range(3, MOST_ASKING + 5):
        seats.ask("P1", f"{address}", f"10.0.0.{address}")
    assert len(seats.asks) == MOST_ASKING
    assert seats.ask("P1", "late", "10.0.1.1") == "many ask"


def test_a_refused_phone_asks_again_after_a_while_and_its_address_knocks_no_more(
    tmp_path: Path,
) -> None:
    hours = Hours()
    seats = Seats(tmp_path / "phones.json", hours).turn_to("1", TWO)
    seats.ask("Ann", "stranger", "10.0.0.1")
    assert seats.refuse(seats.asks[0].number)
    assert seats.ask("Bob", "stranger", "10.0.0.9") == "said no"
    assert [seats.ask("Ann", "new", "10.0.0.1"), seats.ask("Bob", "honest", "10.0.0.2")] == ["", ""]
    assert [ask.is_quiet for ask in seats.asks] == [True, False]
    hours.now += REFUSED_SECONDS
    assert seats.ask("Ann", "stranger", "10.0.0.9") == ""
    assert seats.asks[-1].is_quiet
    again = Seats(tmp_path / "phones.json").turn_to("1", TWO)
    assert again.ask("Ann", "stranger") == ""
    assert again.asks[-1].is_quiet
    assert again.let_in(again.asks[-1].number)
    assert again.refused == []


def test_the_table_may_let_nobody_ask_and_forgives_when_it_opens_again(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "phones.json").turn_to("1", TWO)
    seats.ask("Ann", "stranger")
    seats.refuse(seats.asks[0].number)
    seats.ask("Ann", "a")
    seats.open(False)
    assert (seats.asks, seats.ask("Ann", "a")) == ((), "closed")
    assert Seats(tmp_path / "phones.json").turn_to("1", TWO).ask("Ann", "a") == "closed"
    seats.open(True)
    assert seats.ask("Ann", "stranger") == ""


def test_seats_and_code_outlast_a_restart_and_end_with_the_game(tmp_path: Path) -> None:
    def started(game: str) -> Seats:
        return Seats(tmp_path / "phones.json").turn_to(game, TWO)

    seats = started("1")
    let_in(seats, "Ann", digest("secret"))
    assert "secret" not in (tmp_path / "phones.json").read_text()
    assert (started("1").code, started("1").taken) == (seats.code, seats.taken)
    assert (started("2").code == seats.code, started("2").taken) == (False, {})


def test_a_phone_has_one_seat() -> None:
    seats = Seats().turn_to("1", TWO)
    let_in(seats, "Ann", "a")
    let_in(seats, "Bob", "a")
    assert seats.taken == {"Bob": "a"}


def taken(bank: QuietBank) -> dict[str, str]:
    """Return who has which phone, for a program that has just started."""
    session = bank.table.session
    seats = seats_at(session.began, session.history)
    assert list(seats) == list(session.setup.players)
    return Seats(bank.table.phones.seats._path).turn_to(session.game_hash, seats).taken


def seat_by_phone(bank: QuietBank, *players: str) -> None:
    """Let a phone in for each player, whose name is its digest."""
    phones = bank.table.phones
    for player in players:
        assert phones.ask(phones.seats.code, player, player) == ""
        bank.let_in(player)


@pytest.fixture
def seated(bank: QuietBank) -> QuietBank:
    """A bank whose players have phones; nobody looks at the seats while moves are played."""
    bank.table.phones.show()
    seat_by_phone(bank, "Ann", "Bob")
    bank.play("Ann throws 1 2", "Ann buys")
    return bank


def test_another_name_for_the_same_person_keeps_the_phone(seated: QuietBank) -> None:
    seated.play("ruling: Ann is called Xu", "ruling: Bob is called Ann")
    assert taken(seated) == {"Xu": "Ann", "Ann": "Bob"}
    seated.play("undo", "undo")
    assert taken(seated) == {"Ann": "Ann", "Bob": "Bob"}


def test_two_names_that_change_places_change_no_phone(seated: QuietBank) -> None:
    seated.play("ruling: Ann is called Xu; Bob is called Ann; Xu is called Bob")
    assert taken(seated) == {"Bob": "Ann", "Ann": "Bob"}


def test_who_joins_after_an_undo_has_not_the_phone_of_who_joined_before(
    seated: QuietBank,
) -> None:
    seated.play("ruling: Eve joins")
    seat_by_phone(seated, "Eve")
    assert taken(seated)["Eve"] == "Eve"
    seated.play("undo", "ruling: Fay joins")
    assert taken(seated) == {"Ann": "Ann", "Bob": "Bob"}
    seated.play("undo", "ruling: Eve joins")
    assert "Eve" not in taken(seated), "somebody has to look who she is"


def test_a_seat_that_somebody_else_takes_over_has_no_phone(seated: QuietBank) -> None:
    seated.play("ruling: Ann is replaced by Eve")
    assert taken(seated) == {"Bob": "Bob"}
    seated.play("undo")
    assert taken(seated) == {"Ann": "Ann", "Bob": "Bob"}


def test_phones_of_an_older_file_are_asked_for_anew(tmp_path: Path) -> None:
    file = tmp_path / "phones.json"
    file.write_text(json.dumps({"game": "1", "code": "c", "seats": {"Ann": "a"}}))
    seats = Seats(file).turn_to("1", TWO)
    assert (seats.code, seats.taken) == ("c", {})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"game": 1}',
        '{"game": "1", "code": 3, "phones": {}}',
        '{"game": "1", "code": "c", "phones": [], "refused": {}}',
        "[" * 9999,
    ],
)
def test_a_file_that_cannot_be_read_is_an_empty_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "phones.json").write_text(text)
    seats = Seats(tmp_path / "phones.json").turn_to("1", TWO)
    assert seats.taken == {}
    assert seats.code


@pytest.mark.parametrize("name", ["phones.json", "phones.json.part"])
@pytest.mark.parametrize("kind", ["fifo", "link", "folder"])
@pytest.mark.timeout(60)
def test_whatever_has_the_name_of_the_file_keeps_nobody_out_and_is_not_written_through(
    tmp_path: Path, name: str, kind: str
) -> None:
    path, victim = tmp_path / name, tmp_path / "victim"
    victim.write_text("kept")
    make = {"fifo": os.mkfifo, "link": lambda path: path.symlink_to(victim), "folder": Path.mkdir}
    make[kind](path)
    seats = Seats(tmp_path / "phones.json").turn_to("1", TWO)
    let_in(seats, "Ann", "a")
    assert seats.taken == {"Ann": "a"}
    assert victim.read_text() == "kept"


def test_a_disk_that_fails_keeps_nobody_out(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "nothing" / "phones.json").turn_to("1", TWO)
    let_in(seats, "Ann", "a")
    assert seats.taken == {"Ann": "a"}


# --- streams --------------------------------------------------------------------------------------


def test_the_newest_streams_of_a_phone_take_the_place_of_the_oldest() -> None:
    """A phone that fell asleep left streams behind, and has to get in when it wakes."""
    streams = Streams()
    opened = [streams.open("phone", is_known=True) for _ in range(STREAMS_OF_OWNER + 2)]
    assert [one and one.is_over for one in opened] == [True] * 2 + [False] * STREAMS_OF_OWNER


def test_strangers_take_no_stream_from_those_with_a_seat() -> None:
    streams = Streams()
    for number in range(MOST_OF_STRANGERS):
        assert streams.open(f"10.0.0.{number}", is_known=False)
    assert streams.open("10.0.0.250", is_known=False) is None
    first = streams.open("phone", is_known=True)
    assert first
    assert not first.is_over


def test_one_address_leaves_room_for_other_strangers() -> None:
    streams = Streams()
    for _ in range(3 * MOST_OF_STRANGERS):
        assert streams.open("10.0.0.1", is_known=False)
    assert streams.open("10.0.0.2", is_known=False)
