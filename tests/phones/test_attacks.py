"""Attacks on both servers for browsers, and faults that the attacks have to find."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion import wishes
from companion.browser import app
from companion.table.guests import Guest
from companion.web import http, visitors
from companion.web.visitors import Visitors
from tests.browser.guests import beside, guest
from tests.phones import attacks
from tests.phones.attacks import ATTACKS, Attacked
from tests.phones.evening import evening


@contextmanager
def wallets(folder: Path) -> Iterator[Attacked]:
    """The server of the phones, with Ann's."""
    with evening(folder) as playing:
        playing.bank.begin()
        wish = {"move": "Ann buys", "since": 0, "request": "a"}
        yield Attacked(
            playing.address,
            playing.join("Ann").client,
            "/wish",
            json.dumps(wish).encode(),
            tuple(json.dumps(wish | odd).encode() for odd in ({"move": 1}, {"since": True})),
            "/stream?page=/",
            "$1,500",
        )


@contextmanager
def tables(folder: Path) -> Iterator[Attacked]:
    """The table's page, with a guest's."""
    with beside(folder) as table:
        client = guest(table)
        page = client.open()
        fingers = {"secret": page.secret, "number": 1, "fingers": list[Any]()}
        yield Attacked(
            table.address,
            client,
            "/fingers",
            json.dumps(fingers).encode(),
            tuple(
                json.dumps(fingers | odd).encode()
                for odd in ({"secret": 1}, {"number": "x"}, {"fingers": [["buy"]], "number": 99})
            ),
            "/table?width=800&height=480",
            "table.js",
        )


@pytest.fixture(scope="module", params=[wallets, tables], ids=["wallets", "table"])
def attacked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Attacked]:
    with request.param(tmp_path_factory.mktemp("attacked")) as server:
        yield server


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_an_attack_gains_nothing(attacked: Attacked, attack: Callable[[Attacked], None]) -> None:
    attack(attacked)


Plant = Callable[[pytest.MonkeyPatch], None]


def everybody_is_known(planted: pytest.MonkeyPatch) -> None:
    planted.setattr(app.TableServer, "_guest", lambda *_: ("", Guest("computer", may_play=True)))


def origins_are_not_looked_at(planted: pytest.MonkeyPatch) -> None:
    planted.setattr(visitors, "is_from_here", lambda _: True)


def names_are_not_looked_at(planted: pytest.MonkeyPatch) -> None:
    planted.setattr(visitors, "is_near", lambda _: True)


def whoever_says_so_is_of_this_machine(planted: pytest.MonkeyPatch) -> None:
    is_here = app.is_of_this_machine

    def believes(request: Any) -> bool:
        return is_here(request) or request.headers.get("x-forwarded-for") == "127.0.0.1"

    planted.setattr(app, "is_of_this_machine", believes)


def nobody_is_slowed_down(planted: pytest.MonkeyPatch) -> None:
    planted.setattr(Visitors, "may_ask", lambda *_: True)


def bodies_have_no_end(planted: pytest.MonkeyPatch) -> None:
    planted.setattr(http, "MOST_BYTES", 1 << 20)
    planted.setattr(wishes, "MOST_BYTES", 1 << 20)


def cookies_are_for_scripts(planted: pytest.MonkeyPatch) -> None:
    def remembered(response: Any, cookie: str, token: str) -> Any:
        response.set_cookie(cookie, token)
        return response

    planted.setattr(app, "remember", remembered)


@pytest.mark.parametrize(
    ("plant", "attack"),
    [
        (everybody_is_known, attacks.sees_and_sends_without_being_known),
        (origins_are_not_looked_at, attacks.sends_from_elsewhere),
        (names_are_not_looked_at, attacks.calls_it_by_another_name),
        (whoever_says_so_is_of_this_machine, attacks.says_that_it_is_another),
        (nobody_is_slowed_down, attacks.asks_too_often),
        (bodies_have_no_end, attacks.sends_what_nobody_can_read),
        (cookies_are_for_scripts, attacks.puts_its_page_into_another),
    ],
    ids=lambda one: one.__name__,
)
def test_a_planted_fault_is_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    plant: Plant,
    attack: Callable[[Attacked], None],
) -> None:
    with tables(tmp_path) as server:
        plant(monkeypatch)
        if attack is attacks.puts_its_page_into_another:
            server.known.get("/")
        with pytest.raises(AssertionError):
            attack(server)
