"""Phones through the real server and the real socket: joining, reading, acting, and refusals."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.moves import CloseAuction
from companion.engine.notation import format_move
from companion.text.phones import PHONE
from companion.text.screens.phones import PHONES, text_of
from companion.ui.phones.state import CODE_SECONDS
from companion.wishes import MOST_BYTES, SOCKET_NAME, parse_object
from tests.phones.evening import Evening, evening, moves, since


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with evening(tmp_path_factory.mktemp("evening")) as playing:
        yield playing


@pytest.fixture
def table(started: Evening) -> Evening:
    """A new game of Ann, Bob and Cy; phones of earlier games are out."""
    started.bank.begin()
    return started


def test_a_phone_buys_and_collects(table: Evening) -> None:
    ann, bob = table.join("Ann"), table.join("Bob")
    table.bank.play("Ann throws 1 2")
    assert "Ann buys" in moves(table.seen_by(ann))
    assert moves(table.seen_by(bob)) == []
    assert table.wish(ann, "Ann buys") == {"booked": 2}
    table.bank.play("Bob throws 1 2")
    assert moves(table.seen_by(ann)) == ["Ann collects rent from Bob"]
    assert table.wish(ann, "Ann collects rent from Bob") == {"booked": 4}
    assert table.bank.moves() == [
        ("Ann throws 1 2", "touch"),
        ("Ann buys", "phone"),
        ("Bob throws 1 2", "touch"),
        ("Ann collects rent from Bob", "phone"),
    ]


def test_the_auction_is_won_by_the_highest_bid_whatever_the_phones_had_seen(
    table: Evening,
) -> None:
    ann, bob, cy = (table.join(name) for name in ("Ann", "Bob", "Cy"))
    table.bank.play("Ann throws 1 2", "Ann declines")
    lot = since(table.seen_by(ann), "Ann passes")
    assert table.wish(bob, "Bob bids $10", lot) == {"booked": 3}
    assert "said" in table.wish(cy, "Cy bids $10", lot)
    assert table.wish(cy, "Cy bids $20", lot) == {"booked": 4}
    assert table.wish(ann, "Ann passes", lot) == {"booked": 5}
    assert "Bob bids $30" in moves(table.seen_by(bob))


def test_a_bid_for_an_auction_that_has_ended_is_not_one_for_the_next(table: Evening) -> None:
    cy = table.join("Cy")
    table.bank.play("Ann throws 1 2", "Ann declines", "Bob bids $10")
    lot = since(table.seen_by(cy), "Cy passes")
    board = table.bank.table.session.setup.board
    table.bank.play(format_move(CloseAuction(), board), "Bob throws 2 3", "Bob declines")
    assert table.wish(cy, "Cy bids $400", lot) == {"said": text_of("changed")}


@pytest.mark.parametrize(
    "move",
    ["Ann throws 1 2", "undo 1", "ruling: Ann has $9", "Ann leaves", "time is up"],
)
def test_what_belongs_to_the_table_is_not_done_by_phone(table: Evening, move: str) -> None:
    ann = table.join("Ann")
    assert set(table.wish(ann, move)) == {"said"}
    assert table.bank.moves() == []


def test_nobody_moves_for_another_seat(table: Evening) -> None:
    bob = table.join("Bob")
    table.bank.play("Ann throws 1 2")
    assert table.wish(bob, "Ann buys") == {"said": text_of("not yours", player="Ann")}


def test_a_wish_for_an_earlier_position_books_nothing(table: Evening) -> None:
    ann = table.join("Ann")
    table.bank.play("Ann throws 1 2")
    for number in (-1, 0, 2, 10**9):
        assert table.wish(ann, "Ann buys", number) == {"said": text_of("changed")}


def test_a_request_counts_once(table: Evening) -> None:
    ann = table.join("Ann")
    table.bank.play("Ann throws 1 2", "Ann buys", "Bob throws 2 3", "Bob buys")
    wish = "Ann mortgages Baltic Avenue"
    first = table.bank.doing(lambda: ann.wish(wish, 4, "once")).json()
    again = table.bank.doing(lambda: ann.wish(wish, 5, "once")).json()
    assert first == {"booked": 5}
    assert set(again) == {"said"}


# --- joining ------------------------------------------------------------------------------------


def code_for(table: Evening, player: str) -> str:
    phones = table.bank.table.phones
    table.bank.until(lambda: phones._is_heard)
    phones.choose(player)
    return str(phones.link.rpartition("/")[2])


def test_a_preview_does_not_use_up_the_code_and_a_phone_does(table: Evening) -> None:
    code = code_for(table, "Ann")
    for _ in range(3):
        assert table.browser().get(f"/j/{code}").status_code == 200
    assert table.bank.table.phones.redeem(code) == "Ann"
    assert table.bank.table.phones.redeem(code) is None


def test_a_code_ends_after_two_minutes_and_with_the_game(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = table.bank.table.phones
    code = code_for(table, "Ann")
    now = phones._clock()
    monkeypatch.setattr(phones, "_clock", lambda: now + CODE_SECONDS + 1)
    assert phones.redeem(code) is None
    monkeypatch.undo()
    code = code_for(table, "Ann")
    table.bank.begin()
    assert phones.redeem(code) is None


def test_a_new_phone_replaces_the_old_one(table: Evening) -> None:
    old = table.join("Ann")
    table.join("Ann")
    assert PHONE["replaced"].format(player="Ann") in old.page()
    assert old.wish("Ann buys", 0).status_code == 403


def test_a_phone_of_another_game_has_no_seat(table: Evening) -> None:
    ann = table.join("Ann")
    table.bank.begin()
    table.bank.until(lambda: PHONE["not seated"] in ann.page())
    assert ann.wish("Ann buys", 0).status_code == 403


def test_somebody_who_watches_has_no_buttons(table: Evening) -> None:
    watching = table.join("")
    table.bank.play("Ann throws 1 2")
    assert moves(table.seen_by(watching)) == []
    assert watching.wish("Ann buys", 1).status_code == 403


# --- requests -----------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "8.8.8.8", "127.0.0.1:x", ""])
def test_a_server_under_another_name_is_not_this_one(table: Evening, host: str) -> None:
    assert table.browser().client.get("/", headers={"host": host}).status_code in (400, 403)


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1"])
def test_only_the_page_itself_sends_wishes(table: Evening, origin: str | None) -> None:
    ann = table.join("Ann")
    headers = {"origin": origin} if origin else {}
    answer = ann.client.post("/wish", json={}, headers=headers)
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 900,
        b'{"move":1,"since":0,"request":"a"}',
        b'{"move":"Ann buys","since":true,"request":"a"}',
        b'{"move":"Ann buys","since":1e999,"request":"a"}',
        b"x" * (MOST_BYTES + 1),
    ],
)
def test_a_wish_that_cannot_be_read_is_refused(table: Evening, body: bytes) -> None:
    ann = table.join("Ann")
    answer = ann.client.post("/wish", content=body, headers={"origin": table.address})
    assert answer.status_code == 400


def test_the_answers_say_how_little_a_browser_may_do(table: Evening) -> None:
    ann = table.join("Ann")
    headers = ann.get().headers
    assert headers["cache-control"] == "no-store"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    [cookie] = ann.client.cookies.jar
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "strict"


# --- the socket ---------------------------------------------------------------------------------


def test_the_socket_answers_every_packet(table: Evening) -> None:
    path = str(table.bank.run / SOCKET_NAME)
    packets = [b"?", b"{}", b"x" * 5000, b'{"code":"no"}', b'{"game":true}', os.urandom(99)]

    def talk() -> list[dict[str, object]]:
        answers = []
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as client:
            client.connect(path)
            for packet in packets:
                client.send(packet)
                answers.append(parse_object(client.recv(4096)))
        return answers

    answers = table.bank.doing(talk)
    assert [set(answer) for answer in answers] == [{"said"}] * len(packets)
    assert answers[3] == {"said": PHONES["bad code"]}


def test_a_user_of_the_machine_who_is_not_the_server_is_refused(
    table: Evening, tmp_path: Path
) -> None:
    table.bank.socket._users.clear()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as client:
            client.connect(str(table.bank.run / SOCKET_NAME))
            assert client.recv(100) == b""
    finally:
        table.bank.socket._users.add(os.getuid())
