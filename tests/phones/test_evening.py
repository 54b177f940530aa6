"""Phones through the real server and the real socket: joining, reading, acting, and refusals."""

import os
import re
import socket

import pytest

from companion.table.knocks import REFUSED_SECONDS
from companion.text.phones import PHONE
from companion.text.screens.phones import PHONES, text_of
from companion.wishes import SOCKET_NAME, parse_object
from tests.phones.evening import Evening, answer_phone, moves, since


@pytest.fixture
def table(playing: Evening) -> Evening:
    """A new game of Ann, Bob and Cy; phones of earlier games are out."""
    playing.bank.begin()
    return playing


def test_a_phone_buys_and_collects(table: Evening) -> None:
    ann, bob = table.join("Ann"), table.join("Bob")
    table.bank.play("Ann throws 1 2")
    buys, rent = "Ann buys", "Ann collects rent from Bob"
    assert table.wish(ann, buys, since(table.seen_by(ann), buys)) == {"booked": 2}
    table.bank.play("Bob throws 1 2")
    assert moves(table.seen_by(bob)) == []
    assert table.wish(ann, rent, since(table.seen_by(ann), rent)) == {"booked": 4}
    assert table.bank.moves() == [
        ("Ann throws 1 2", "touch"),
        (buys, "phone"),
        ("Bob throws 1 2", "touch"),
        (rent, "phone"),
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


def test_what_belongs_to_the_table_or_to_others_is_not_done_by_phone(table: Evening) -> None:
    bob = table.join("Bob")
    table.bank.play("Ann throws 1 2")
    for move in ("Bob throws 1 2", "undo 1", "ruling: Bob has $9", "Bob leaves", "time is up"):
        assert set(table.wish(bob, move)) == {"said"}, move
    assert table.wish(bob, "Ann buys") == {"said": str(text_of("not yours", player="Ann"))}
    assert len(table.bank.moves()) == 1


def test_a_wish_for_an_earlier_position_books_nothing(table: Evening) -> None:
    ann = table.join("Ann")
    table.bank.play("Ann throws 1 2")
    for number in (-1, 0, 2, 10**9):
        assert table.wish(ann, "Ann buys", number) == {"said": str(text_of("changed"))}


def test_a_request_counts_once(table: Evening) -> None:
    ann = table.join("Ann")
    table.bank.play("Ann throws 1 2", "Ann buys", "Bob throws 2 3", "Bob buys")
    wish = "Ann mortgages Baltic Avenue"
    first = table.bank.doing(lambda: ann.wish(wish, 4, "once")).json()
    again = table.bank.doing(lambda: ann.wish(wish, 5, "once")).json()
    assert first == {"booked": 5}
    assert set(again) == {"said"}


# --- joining ------------------------------------------------------------------------------------


def ask(table: Evening, code: str, player: str = "Ann", phone: str = "digest") -> str:
    """Ask the bank for a seat; why it was refused."""
    return str(table.bank.table.phones.ask(code, player, phone))


def test_a_scan_shows_the_board_and_the_free_players_and_no_cookie(table: Evening) -> None:
    table.join("Bob")
    with table.join("Cy").client.stream("GET", "/stream?page=/") as stream:
        events = stream.iter_bytes()
        assert next(events)
        code = table.bank.code()
        for _ in range(3):
            shown = table.browser().get(f"/j/{code}")
        assert table.bank.table.session.setup.board.name in shown.text
        assert re.findall('name="seat" value="(.*?)"', shown.text) == ["Ann", "Bob", ""]
        assert not shown.cookies


def test_two_ask_at_once_and_the_table_lets_each_in(table: Evening) -> None:
    ann, bob = table.ask("Ann"), table.ask("Bob")
    phones = table.bank.table.phones
    assert [row.player for row in phones.value.rows if row.is_asking] == ["Ann", "Bob"]
    assert PHONE["you are"].format(player="Ann") in ann.page()
    assert moves(ann.page()) == []
    assert ann.wish("Ann buys", 0).status_code == 403
    table.bank.let_in("Bob")
    table.seen_by(bob)
    assert PHONE["you are"].format(player="Ann") in ann.page()
    table.bank.let_in("Ann")
    table.seen_by(ann)


def test_a_refused_phone_may_ask_again_after_a_while(table: Evening) -> None:
    bank, ann = table.bank, table.ask("Ann")
    answer_phone(bank.table, "Ann", "refuse phone")
    bank.until(lambda: PHONE["said no"] in ann.page())
    assert PHONE["ask again"] in ann.page()
    fields = dict(re.findall('name="(code|seat)" value="([^"]+)"', ann.page()))
    assert fields["seat"] == "Ann"

    def ask_again() -> str:
        sent = {"data": fields, "headers": {"origin": table.address}}
        return str(bank.doing(lambda: ann.client.post("/join", **sent, follow_redirects=True).text))

    assert str(text_of("said no")) in ask_again()
    bank.clock.wait(REFUSED_SECONDS)
    assert PHONE["knocking"] in ask_again()
    bank.let_in("Ann")
    table.seen_by(ann)


def test_a_page_that_waits_becomes_the_wallet_when_the_table_says_so(table: Evening) -> None:
    ann = table.ask("Ann")
    with ann.client.stream("GET", "/stream?page=/") as stream:
        lines = stream.iter_lines()
        assert "event: page" in lines
        table.bank.let_in("Ann")

        def gone() -> bool:
            return "event: gone" in lines

        assert table.bank.doing(gone)
    table.seen_by(ann)


def test_a_phone_with_a_seat_comes_home_from_everywhere(table: Evening) -> None:
    """Back and Join, or a second scan, must not cost the seat."""
    ann, code = table.join("Ann"), table.bank.code()
    for _ in range(2):
        assert ann.get(f"/j/{code}").headers["location"] == "/"
        form = {"code": code, "seat": "Bob"}
        answer = ann.client.post("/join", data=form, headers={"origin": table.address})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "set-cookie" not in answer.headers
    assert table.bank.table.phones.value.rows[0].is_asking is False
    table.seen_by(ann)


def test_a_tap_on_the_wrong_player_is_taken_back_by_another(table: Evening) -> None:
    phone = table.ask("Ann")
    token = phone.client.cookies["wallet"]
    table.ask("Bob", phone)
    assert phone.client.cookies["wallet"] == token
    assert [row.player for row in table.bank.table.phones.value.rows if row.is_asking] == ["Bob"]


def test_without_the_code_nobody_asks(table: Evening) -> None:
    table.bank.code()
    for code in ("", "x", "é" * 30):
        assert ask(table, code) == PHONES["bad code"], code
        assert PHONE["ask code"] in table.browser().get(f"/j/{code or '-'}").text, code


def test_only_players_of_the_game_have_a_seat_to_ask_for(table: Evening) -> None:
    code = table.bank.code()
    assert ask(table, code, "Nobody") == PHONES["bad code"]
    assert ask(table, code, "Ann") == ""


def test_a_code_ends_with_the_game(table: Evening) -> None:
    code = table.bank.code()
    table.bank.begin()
    assert ask(table, code) == PHONES["bad code"]
    assert table.bank.code() != code


def test_a_new_phone_replaces_the_old_one(table: Evening) -> None:
    old = table.join("Ann")
    table.join("Ann")
    table.bank.until(lambda: PHONE["replaced"].format(player="Ann") in old.page())
    assert old.wish("Ann buys", 0).status_code == 403
    assert 'name="seat"' in old.get(f"/j/{table.bank.code()}").text


def test_a_server_that_starts_again_knows_every_seat(table: Evening) -> None:
    ann, watching = table.join("Ann"), table.join("")
    table.restart_server()
    assert table.bank.until(lambda: 'data-seen="0"' in ann.page())
    table.bank.until(lambda: PHONE["watching"] in watching.page())
    table.bank.play("Ann throws 1 2")
    assert table.wish(ann, "Ann buys") == {"booked": 2}


def test_a_phone_of_another_game_has_no_seat(table: Evening) -> None:
    ann = table.join("Ann")
    table.bank.begin()
    table.bank.until(lambda: PHONE["not seated"] in ann.page())
    assert ann.wish("Ann buys", 0).status_code == 403


def test_who_watches_has_no_buttons_and_may_take_a_seat_later(table: Evening) -> None:
    phone = table.join("")
    table.bank.play("Ann throws 1 2")
    assert moves(table.seen_by(phone)) == []
    assert phone.wish("Ann buys", 1).status_code == 403
    table.ask("Ann", phone)
    table.bank.let_in("Ann")
    assert "Ann buys" in table.bank.until(lambda: moves(phone.page()))


# --- the socket ---------------------------------------------------------------------------------


def test_the_socket_answers_every_packet(table: Evening) -> None:
    path = str(table.bank.run / SOCKET_NAME)
    asking = b'{"code":"no","seat":"Ann","phone":"x"}'
    packets = [
        b"?",
        b"{}",
        b"x" * 5000,
        asking,
        b'{"game":true}',
        os.urandom(99),
    ]

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


def test_a_user_of_the_machine_who_is_not_the_server_is_refused(table: Evening) -> None:
    table.bank.socket._users.clear()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as client:
            client.connect(str(table.bank.run / SOCKET_NAME))
            assert client.recv(100) == b""
    finally:
        table.bank.socket._users.add(os.getuid())
