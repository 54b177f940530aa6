"""Browsers on other devices: they ask, the table answers, and all see the same."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import httpx
import pytest

from companion.browser.app import device_of
from companion.table.guests import MOST_GUESTS, Guests
from companion.table.knocks import REFUSED_SECONDS
from companion.text.browser import BROWSER
from companion.text.screens.phones import PHONES
from companion.web.visitors import Visitors
from tests.browser.guests import Beside, Device, beside, guest
from tests.browser.program import OpenPage

SOON = 0.2
"""Seconds after which everybody sees the same."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("beside")) as table:
        yield table


@pytest.fixture
def table(shared: Beside) -> Iterator[Beside]:
    """The table at a new game, without guests."""
    yield shared
    for key in shared.do(lambda: [*shared.table.guests.guests.passes]):
        shared.tap_guests("end guest", key)
    shared.until(lambda: not shared.table.guests.value.knock or shared.forget_knocks())


def fingers(secret: str) -> str:
    return json.dumps({"secret": secret, "number": 1, "fingers": []})


def test_whoever_was_not_let_in_sees_and_touches_nothing(table: Beside) -> None:
    stranger, page = Device(table.address), OpenPage(table.address)
    assert BROWSER["ask"] in stranger.get("/").text
    assert "Ann" not in stranger.get("/").text
    stranger.knock()
    assert "Ann" not in stranger.get("/").text
    with stranger.stream("GET", "/table?width=800&height=480") as stream:
        lines = stream.iter_lines()
        heard = [next(lines) for _ in range(6)]
    assert {line for line in heard if line.startswith("event")} == {"event: alive"}
    assert stranger.post("/fingers", content=fingers(page.secret)).status_code == 403
    page.close()


def test_both_show_the_same_digits_and_who_is_let_in_plays(table: Beside) -> None:
    device = Device(table.address)
    digits = device.knock()
    assert len(digits) == 2
    assert device.digits() == digits, "and again, when the page is loaded again"
    with device.stream("GET", "/table") as waiting:
        assert table.answer("let in") == digits
        assert "event: gone" in waiting.iter_lines()
    assert device.sees_the_table()
    page = device.open()
    page.tap("Menu")
    while page.painted.page != "menu":
        page.read()
    page.tap("Back")
    page.close()


def test_who_only_watches_touches_nothing(table: Beside) -> None:
    page = guest(table, may_play=False).open()
    before = table.do(lambda: table.table.screen)
    for finger in range(3):
        place = page.painted.place("Menu")
        page.tell(["down", finger, page.painted.picture, 1000, *place], ["up", finger, *place])
        page.tell(["key", "Tab", page.painted.picture])
    assert table.do(lambda: table.table.screen) == before
    page.close()


def test_a_no_is_told_and_the_same_one_may_ask_again_later(table: Beside) -> None:
    device = Device(table.address)
    device.knock()
    with device.stream("GET", "/table") as waiting:
        table.answer("refuse phone")
        assert "event: gone" in waiting.iter_lines()
    assert PHONES["said no"] in device.get("/").text
    assert not device.sees_the_table()
    assert PHONES["said no"] in device.post("/knock").text
    table.wait(REFUSED_SECONDS)
    device.knock()
    assert table.do(lambda: table.table.guests.knock) is None, "it knocks no more on the game"
    table.answer("let in")
    assert device.sees_the_table()


def test_a_visit_ends_at_once(table: Beside) -> None:
    device = guest(table)
    page = device.open()
    [row] = table.until(lambda: [one for one in table.table.guests.value.rows if one.is_here])
    table.tap_guests("end guest", row.key)
    assert page.tell().status_code == 403
    assert page.is_over()
    assert not device.sees_the_table()


def test_a_page_takes_fingers_of_its_owner_alone(table: Beside) -> None:
    page, other = guest(table).open(), guest(table)
    assert other.post("/fingers", content=fingers(page.secret)).status_code == 410
    page.close()


def test_two_devices_and_the_panel_book_a_double_tap_once(table: Beside) -> None:
    pages = [guest(table).open() for _ in range(2)]
    before = table.do(lambda: len(table.table.session.history))
    for page in pages:
        while not page.painted.middle("die:0:5"):
            page.read()
    table.wait(1)

    def roll(page: OpenPage, number: int) -> None:
        for finger, key in enumerate(("die:0:5", "die:1:6")):
            place = page.painted.middle(key)
            assert place
            told = ["down", finger, page.painted.picture, 1000, *place], ["up", finger, *place]
            for _ in range(2):
                assert page.tell(*told).status_code == 200

    threads = [Thread(target=roll, args=[page, 0]) for page in pages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.do(lambda: len(table.table.session.history)) == before + 1
    for page in pages:
        page.close()


def test_everybody_sees_the_same_soon(table: Beside, record_figures: Callable[..., None]) -> None:
    pages = [guest(table).open(), guest(table).open(480, 800)]
    seen = [list[float](), list[float]()]
    changes = ["menu", "play"] * 10

    def follow(number: int) -> None:
        for screen in changes:
            while pages[number].painted.page != screen:
                pages[number].read()
            seen[number].append(time.monotonic())

    threads = [Thread(target=follow, args=[number]) for number in range(2)]
    for thread in threads:
        thread.start()
    took = []
    for place, screen in enumerate(changes):
        at = table.do(lambda screen=screen: (table.table.show_screen(screen), time.monotonic())[1])
        while any(len(one) <= place for one in seen):
            time.sleep(0.001)
        took += [one[place] - at for one in seen]
    for thread in threads:
        thread.join()
    took.sort()
    median, p95 = took[len(took) // 2], took[round(len(took) * 0.95) - 1]
    print(f"seen on two devices after {median * 1000:.0f} ms (median), {p95 * 1000:.0f} ms (p95)")
    record_figures("pages", seen_ms=round(median * 1000))
    assert median < SOON
    for page in pages:
        page.close()


def test_one_address_is_slowed_down_and_nobody_else(table: Beside) -> None:
    fast, other, known = Device(table.address), Device(table.address), guest(table)
    gate = table.bank._front._pages._gate
    before, gate.strangers = gate.strangers, Visitors(per_second=0, burst=3)
    assert [fast.get("/").status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert other.get("/").status_code == 200
    assert [known.get("/").status_code for _ in range(5)] == [200] * 5
    gate.strangers = before


def test_an_address_knocks_a_few_times(table: Beside) -> None:
    own, began = Device(table.address).own, time.monotonic()
    answers = [Device(table.address, own).post("/knock").status_code for _ in range(30)]
    since = time.monotonic() - began
    assert answers[:6] == [303] * 6
    assert answers.count(303) <= 6 + since / 10, "one more every ten seconds"
    assert {*answers} == {303, 429}
    assert len(table.do(lambda: table.table.guests.guests.asks)) == 3


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_nobody_is_of_this_machine_by_saying_so(table: Beside, name: str) -> None:
    device = Device(table.address)
    said = "for=127.0.0.1" if name == "Forwarded" else "127.0.0.1"
    assert "table.js" not in device.get("/", headers={name: said, "Host": "127.0.0.1"}).text


def test_guests_outlast_a_restart_and_the_oldest_makes_room(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests.json", lambda: 0.0)
    for number in range(MOST_GUESTS + 1):
        assert guests.knock("tablet", f"device {number}") == ""
        assert guests.let_in(guests.asks[0].number, may_play=number % 2 == 0)
    again = Guests(tmp_path / "guests.json", lambda: 0.0)
    assert again.passes == guests.passes
    assert len(again.passes) == MOST_GUESTS
    assert "device 0" not in again.passes
    again.end("device 5")
    assert "device 5" not in Guests(tmp_path / "guests.json").passes


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"guests": {"a": 1}, "refused": []}', '{"guests": [], "refused": 5}']
)
def test_a_file_that_cannot_be_read_has_no_guests(tmp_path: Path, text: str) -> None:
    file = tmp_path / "guests.json"
    file.write_text(text)
    assert Guests(file).passes == {}


@pytest.mark.parametrize(
    ("browser", "device"),
    [
        ("Mozilla/5.0 (iPad; CPU OS 12_5) AppleWebKit/605.1.15", "tablet"),
        ("Mozilla/5.0 (iPhone; U; 12_5) Mobile/15E148", "phone"),
        ("Mozilla/5.0 (Linux; Android 8.1.0; SM-T580) Chrome/98.0 Safari/537.36", "tablet"),
        ("Mozilla/5.0 (Linux; Android 13; Pixel 6) Chrome/119.0 Mobile Safari/537.36", "phone"),
        ("Mozilla/5.0 (Linux; Android 9; KFMAWI) Silk/93.2 Chrome/93.0 Safari", "tablet"),
        ("Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36", "television"),
        ("Mozilla/5.0 (X11; Linux) Firefox/115.0", "computer"),
        ("", "computer"),
    ],
)
def test_a_device_is_called_what_it_is(browser: str, device: str) -> None:
    assert device_of(browser) == device


def test_a_server_that_is_not_there_is_no_guest(tmp_path: Path) -> None:
    """The window plays on, and says who has the port."""
    with beside(tmp_path / "one") as one, beside(tmp_path / "two") as two:
        pages = two.bank._front
        pages._thread, pages._port, pages._problem = None, int(one.address.rpartition(":")[2]), "x"
        two.do(pages.start)
        assert two.until(lambda: pages.found().problem == "taken")
        assert httpx.get(one.address).status_code == 200
