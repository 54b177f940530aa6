"""Tables of any number: none is left out without a word."""

from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.cli.club_access import read_key
from companion.club import keys
from companion.club.stream import Access, table_of
from tests.club.engine import EVENT, Event, Server, Table, free_port, needs_server
from tests.club.walls import new_director, seen, take
from tests.commands import companion


@pytest.mark.parametrize("number", [1, 7, 50, 99, 100, 1000, 123_456_789_012])
def test_a_subject_and_a_stream_name_any_table(number: int) -> None:
    access = Access("", EVENT)
    assert table_of(access.subject(number, "line")) == number
    assert access.table_of_stream(access.stream(number)) == number


@pytest.mark.parametrize("number", ["", "0", "00", "7", "007", "0100", "-1", "1.5", "+12", "٣٣"])
def test_a_table_has_one_form_of_its_number(number: str) -> None:
    assert table_of(f"club.{EVENT}.table.{number}.line") == 0
    assert Access("", EVENT).table_of_stream(f"club-{EVENT}-{number}") == 0


def test_a_stream_of_another_event_is_none_of_this_one() -> None:
    other = Access("", f"{EVENT}-2").stream(12)
    assert Access("", EVENT).table_of_stream(other) == 0


@needs_server
def test_tables_beyond_two_digits_come_to_the_director_with_their_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "PORT", free_port())
    keys.make_keys(tmp_path / "keys", EVENT, 101, ["127.0.0.1"])
    server = Server(tmp_path, tmp_path / "keys" / keys.CONFIG, keys.PORT)
    director, own = (
        read_key(tmp_path / f"keys/{user}.key")[0] for user in ("director", "table-101")
    )
    try:
        with closing(Table(tmp_path, 101)) as table:
            table.play(5)
            event = Event(director, table, through=own)
            event.hold(event.caught_up)
    finally:
        server.kill()


def test_a_table_of_four_digits_is_on_the_wall(tmp_path: Path) -> None:
    director = new_director()
    with closing(Table(tmp_path, 1000)) as table:
        table.play(5)
        take(director, table)
    assert [card.number for card in seen(director).cards] == [1000]


def test_commands_take_any_number_of_tables(tmp_path: Path) -> None:
    found = companion("club", "keys", "cup", "--tables", "120", "--folder", tmp_path / "keys")
    assert "121" in found
    companion("publish", "cup", "0", "--server", "nats://127.0.0.1:1", status=2)
