"""The pages in Chromium: nothing sticks out, everything can be hit, and a tap is booked.

Needs Chromium, which Playwright drives.
"""

import shutil
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Error

from companion.text.phones import PHONE
from tests.phones.evening import Evening
from tests.phones.lost_host import Network
from tests.phones.still import FAULTS
from tests.phones.still import SIZES as ALL_SIZES
from tests.tree import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]

SIZES = ("large", "small")
PAGES = ("/", "/board", "/deed/boardwalk", "/trade?with=Bob&give=boardwalk&pay=50", "/pay?to=Bob")
SEEN = "document.getElementById('page').dataset.seen === '{}'"


class Tabs:
    """Tabs of the players' phones, which follow the game."""

    def __init__(self, playing: Evening, chromium: Any) -> None:
        self.playing, self.bank = playing, playing.bank
        self._chromium = chromium

    def phone(self, size: str, **settings: Any) -> Any:
        """Return a phone as the browser sees it."""
        width, height = ALL_SIZES[size]
        screen = {"width": width, "height": height}
        return self._chromium.new_context(
            viewport=screen, has_touch=True, is_mobile=True, **settings
        )

    def open(
        self,
        address: str = "/",
        size: str = "large",
        language: str = "en",
        scheme: str = "light",
        player: str = "Ann",
        scripts: bool = True,
    ) -> Any:
        """Return a page on a phone of its own, in the light or the dark."""
        token = self.playing.join(player).client.cookies["wallet"]
        settings = {"color_scheme": scheme, "java_script_enabled": scripts}
        phone = self.phone(size, locale=language, **settings)
        phone.add_cookies([{"name": "wallet", "value": token, "url": self.playing.address}])
        page = phone.new_page()
        page.goto(self.playing.address + address)
        if scripts:
            self.wait(page, "document.getElementById('page').dataset.seen !== '-1'")
        return page

    def wait(self, page: Any, holds: str) -> None:
        def now() -> bool:
            try:
                return bool(page.evaluate(holds))
            except Error:  # The page is being left for another one.
                return False

        self.bank.until(now)

    def tap(self, page: Any, selector: str) -> None:
        """Tap what is old enough to be meant."""
        page.wait_for_timeout(450)
        page.tap(selector)


@pytest.fixture
def tabs(playing: Evening, chromium: Any) -> Iterator[Tabs]:
    yield Tabs(playing, chromium)
    for phone in chromium.contexts:
        phone.close()


@pytest.mark.parametrize(
    ("language", "scheme"), [("en", "light"), ("en", "dark"), ("de", "light"), ("es", "dark")]
)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_sticks_out_or_is_pale_and_everything_can_be_hit(
    tabs: Tabs, size: str, language: str, scheme: str
) -> None:
    tabs.bank.begin("Ann Bob Cy Wilhelmina")
    tabs.bank.play(
        "ruling: Ann owns Boardwalk; Ann owns Baltic Avenue; Bob owns Reading Railroad",
        "Ann throws 4 6",
        "Bob throws 1 2",
    )
    for address in PAGES:
        page = tabs.open(address, size, language, scheme)
        assert page.evaluate(FAULTS) == [], address
        page.context.close()
    tabs.bank.play("Cy throws 1 5", "Cy declines")
    page = tabs.open("/", size, language, scheme)
    assert page.evaluate(FAULTS) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_phone_joins_by_the_code_for_everybody_and_comes_home_by_back(
    tabs: Tabs, size: str
) -> None:
    bank = tabs.bank
    bank.begin("Ann Bob Cy Wilhelmina")
    page = tabs.phone(size).new_page()
    code = bank.code()

    def opened() -> bool:
        page.goto(f"{tabs.playing.address}/j/{code}")
        return bool(page.locator("[name=seat]").count())

    bank.until(opened)
    assert page.evaluate(FAULTS) == []
    page.evaluate("setTimeout(() => document.querySelector('[value=Wilhelmina]').click())")
    bank.until(lambda: [row for row in bank.table.phones.value.rows if row.is_asking])
    tabs.wait(page, f"document.body.innerText.includes({PHONE['knocking']!r})")
    assert page.evaluate(FAULTS) == []
    bank.let_in("Wilhelmina")
    tabs.wait(page, SEEN.format(0))
    for again in (page.go_back, lambda: page.goto(f"{tabs.playing.address}/j/{code}")):
        again()
        tabs.wait(page, SEEN.format(0))
        assert page.evaluate("location.pathname") == "/"


LARGE_TEXT = "document.documentElement.style.fontSize = '24px'"
"""Half as large again as usual, as somebody has set it for the whole phone."""


@pytest.mark.parametrize("size", SIZES)
def test_the_text_follows_the_size_that_the_phone_is_set_to(tabs: Tabs, size: str) -> None:
    tabs.bank.begin("Ann Bob Cy Wilhelmina")
    tabs.bank.play(
        "ruling: Ann owns Boardwalk; Ann owns Baltic Avenue; Bob owns Reading Railroad",
        "Ann throws 4 6",
        "Bob throws 1 2",
    )
    sizes = """[...document.querySelectorAll('#page *')].filter(one => one.tagName !== 'use')
        .map(one => parseFloat(getComputedStyle(one).fontSize))"""
    for address in PAGES:
        page = tabs.open(address, size)
        before = page.evaluate(sizes)
        page.evaluate(LARGE_TEXT)
        assert page.evaluate(sizes) == pytest.approx([1.5 * one for one in before]), address
        assert page.evaluate(FAULTS) == [], address
        page.context.close()


def test_a_page_whose_script_does_not_run_says_so_instead_of_connected(tabs: Tabs) -> None:
    tabs.bank.begin("Ann Bob Cy")
    tabs.bank.play("Ann throws 1 2")
    page = tabs.open(size="small", scripts=False)
    page.locator("#stuck").wait_for()
    assert not page.locator(".pill").is_visible()
    page = tabs.open()
    assert not page.locator("#stuck").count()
    assert page.locator(".pill").is_visible()


def hide(page: Any, is_hidden: bool) -> None:
    """Put the phone into a pocket, or take it out."""
    page.evaluate(
        """is => {
            Object.defineProperty(document, "hidden", {get: () => is, configurable: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_a_page_that_nobody_sees_leaves_its_connection_to_others(tabs: Tabs) -> None:
    bank = tabs.bank
    bank.begin("Ann Bob Cy")
    page = tabs.open()
    bank.until(lambda: bank.table.phones._connected == ("Ann",))
    hide(page, True)
    bank.until(lambda: bank.table.phones._connected == ())
    bank.play("Ann throws 1 2")
    hide(page, False)
    tabs.wait(page, SEEN.format(1))
    bank.until(lambda: bank.table.phones._connected == ("Ann",))


def test_eight_tabs_load_and_a_tap_in_the_first_is_booked(tabs: Tabs) -> None:
    bank = tabs.bank
    bank.begin("Ann Bob Cy")
    bank.play("Ann throws 1 2")
    first = tabs.open()
    for _ in range(7):
        tab = first.context.new_page()
        tab.goto(tabs.playing.address)
        hide(first, True)
    hide(first, False)
    tabs.wait(first, "document.getElementById('offline').hidden")
    tabs.tap(first, "[data-move='Ann buys']")
    bank.until(lambda: len(bank.moves()) == 2)


def test_a_tap_that_gets_no_answer_says_that_it_was_not_sent(tabs: Tabs) -> None:
    tabs.bank.begin("Ann Bob Cy")
    tabs.bank.play("Ann throws 1 2")
    page = tabs.open()
    page.route("**/wish", lambda route: None)
    tabs.tap(page, "[data-move='Ann buys']")
    tabs.wait(page, "!!document.querySelector('.pending')")
    tabs.wait(page, "!document.getElementById('said').hidden")
    assert page.inner_text("#said") == PHONE["not sent"]
    assert not page.locator(".pending").count()


def test_a_tap_is_booked_and_the_page_follows(tabs: Tabs) -> None:
    tabs.bank.begin("Ann Bob Cy")
    page = tabs.open()
    tabs.bank.play("Ann throws 1 2")
    tabs.wait(page, "!!document.querySelector('[data-move=\"Ann buys\"]')")
    page.tap("[data-move='Ann buys']")
    assert tabs.bank.moves() == [("Ann throws 1 2", "touch")]  # It was too young.
    tabs.tap(page, "[data-move='Ann buys']")
    tabs.bank.until(lambda: len(tabs.bank.moves()) == 2)
    assert tabs.bank.moves()[-1] == ("Ann buys", "phone")
    tabs.wait(page, "!!document.getElementById('tile-baltic-avenue')")
    page.goto(f"{tabs.playing.address}/deed/baltic-avenue")
    mortgage = "[data-move='Ann mortgages Baltic Avenue']"
    tabs.wait(page, f"!!document.querySelector({mortgage!r})")
    tabs.tap(page, mortgage)
    tabs.bank.until(lambda: tabs.bank.moves()[-1] == ("Ann mortgages Baltic Avenue", "phone"))


TAP_WHEN_IT_CHANGES = """([selector, seen]) => {
  const send = window.fetch;
  window.sent = 0;
  window.fetch = (...request) => {
    window.sent += request[0] === "/wish";
    return send(...request);
  };
  const page = document.getElementById("page");
  new MutationObserver(() => {
    if (page.dataset.seen === seen) document.querySelector(selector).click();
  }).observe(page, { attributes: true, attributeFilter: ["data-seen"] });
}"""
"""Tap a button as soon as the page shows a move: the finger was on its way."""


@pytest.mark.parametrize(
    ("before", "address", "words", "swap"),
    [
        (
            ["ruling: Ann owns Boardwalk", "Bob offers Ann $900 for Boardwalk"],
            "/trade",
            "Ann accepts",
            ["Bob withdraws", "Bob offers Ann $1 for Boardwalk"],
        ),
        (
            ["ruling: Cy owns Boardwalk; Cy owns Park Place", "Cy leaves", "Dee passes"],
            "/",
            "Ann passes",
            ["Bob bids $60", "Ann passes"],
        ),
    ],
    ids=["offer", "lot"],
)
def test_a_button_that_means_another_thing_is_deaf_at_first(
    tabs: Tabs,
    before: list[str],
    address: str,
    words: str,
    swap: list[str],
) -> None:
    tabs.bank.begin("Ann Bob Cy Dee")
    tabs.bank.play(*before)
    page = tabs.open(address)
    button = f"[data-move='{words}']"
    tabs.wait(page, f"!!document.querySelector({button!r})")
    page.wait_for_timeout(450)
    number = len(before) + len(swap)
    page.evaluate(TAP_WHEN_IT_CHANGES, [button, str(number)])
    tabs.bank.play(*swap)
    tabs.wait(page, SEEN.format(number))
    assert page.evaluate("window.sent") == 0
    tabs.tap(page, button)
    tabs.bank.until(lambda: len(tabs.bank.moves()) > number)


def test_an_amount_that_was_keyed_in_for_one_lot_is_gone_with_it(tabs: Tabs) -> None:
    tabs.bank.begin("Ann Bob Cy Dee")
    tabs.bank.play("ruling: Cy owns Boardwalk; Cy owns Park Place", "Cy leaves")
    page = tabs.open()
    page.fill("input[name=amount]", "700")
    tabs.bank.play("Dee passes", "Bob bids $60")
    tabs.wait(page, SEEN.format(4))
    assert page.input_value("input[name=amount]") == "700"
    tabs.bank.play("Ann passes")
    tabs.wait(page, SEEN.format(5))
    assert page.input_value("input[name=amount]") == ""


@pytest.mark.parametrize("size", SIZES)
def test_money_is_given_and_a_debt_is_paid_in_the_tab(tabs: Tabs, size: str) -> None:
    bank = tabs.bank
    bank.begin("Ann Bob Cy")
    page = tabs.open(size=size)
    tabs.tap(page, "nav a[href='/pay']")
    tabs.wait(page, "!!document.querySelector('.partner')")
    tabs.tap(page, ".partner[href='/pay?to=Cy']")
    tabs.wait(page, "!!document.getElementById('gift')")
    page.fill("#dollars", "70")
    tabs.tap(page, "#gift button")
    bank.until(lambda: bank.moves() == [("Ann offers Cy $70 for nothing", "phone")])
    tabs.wait(page, "!!document.getElementById('offer')")
    assert page.evaluate(FAULTS) == []
    bank.play(
        "Ann withdraws",
        "ruling: Bob owns Baltic Avenue; Ann owns Boardwalk; Ann has $1",
        "Ann throws 1 2",
        "Bob collects rent from Ann",
    )
    tabs.wait(page, "!!document.querySelector('#due .thing')")
    assert page.evaluate(FAULTS) == []
    tabs.tap(page, "#due .thing")
    tabs.wait(page, "!!document.querySelector('#paying [data-move=\"Ann pays\"]')")
    tabs.tap(page, "#paying [data-move='Ann pays']")
    tabs.wait(page, "!document.getElementById('due')")
    assert bank.moves()[-2:] == [("Ann mortgages Boardwalk", "phone"), ("Ann pays", "phone")]


def test_a_page_does_not_change_under_a_finger(tabs: Tabs) -> None:
    tabs.bank.begin("Ann Bob Cy")
    ann = tabs.open()
    bob = tabs.open(player="Bob")
    touch = "document.body.dispatchEvent(new PointerEvent('{}', {{bubbles: true}}))"
    ann.evaluate(touch.format("pointerdown"))
    tabs.bank.play("Ann throws 1 2", "Ann buys")
    tabs.wait(bob, SEEN.format(2))
    news = "new Promise(done => {{ const s = new EventSource('/stream?page=/'); {} }})"
    close = "s.addEventListener('page', () => { s.close(); setTimeout(done, 50); });"
    ann.evaluate(news.format(close))
    assert ann.evaluate(SEEN.format(0))
    ann.evaluate(touch.format("pointerup"))
    tabs.wait(ann, SEEN.format(2))


@pytest.mark.parametrize(
    "awake",
    [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
    ],
)
def test_a_phone_that_wakes_up_looks_again(tabs: Tabs, awake: str) -> None:
    tabs.bank.begin("Ann Bob Cy")
    page = tabs.open(size="small")
    streams: list[str] = []
    page.on("request", lambda asked: "/stream" in asked.url and streams.append(asked.url))
    page.evaluate(awake)
    tabs.bank.until(lambda: page.evaluate("1") and len(streams) == 1)
    tabs.bank.play("Ann throws 1 2")
    tabs.wait(page, SEEN.format(1))


def test_a_page_without_a_table_has_no_buttons_until_it_is_back(tabs: Tabs) -> None:
    tabs.bank.begin("Ann Bob Cy")
    tabs.bank.play("Ann throws 1 2")
    page = tabs.open(size="small")
    assert page.is_visible("[data-move]")
    tabs.playing.server.send_signal(19)
    tabs.wait(page, "!document.getElementById('offline').hidden")
    assert not page.is_visible("[data-move]")
    tabs.playing.server.send_signal(18)
    tabs.wait(page, "document.getElementById('offline').hidden")
    assert page.is_visible("[data-move]")


def test_a_phone_comes_back_after_the_plug_of_the_table_was_pulled(tabs: Tabs) -> None:
    """Nothing ends the stream then: neither the host that was off nor the network in between."""
    playing, bank = tabs.playing, tabs.bank
    bank.begin("Ann Bob Cy")
    token = playing.join("Ann").client.cookies["wallet"]
    network = Network(int(playing.address.rpartition(":")[2]))
    home = f"http://127.0.0.1:{network.port}"
    phone = tabs.phone("large")
    phone.add_cookies([{"name": "wallet", "value": token, "url": home}])
    page = phone.new_page()
    page.goto(home)
    bank.play("Ann throws 1 2")
    tabs.wait(page, SEEN.format(1))
    network.cut()
    playing.restart_server()
    tabs.wait(page, "!document.getElementById('offline').hidden")
    bank.play("Ann buys")
    tabs.wait(page, SEEN.format(2))
    assert network.opened
    tabs.wait(page, "document.getElementById('offline').hidden")
    network.close()


STREAM = (ROOT / "companion/phones/static/stream.js").read_text("utf-8")
NOBODY = """
window.opened = [];
window.silent = 0;
window.EventSource = class {
  static CLOSED = 2;
  constructor() { window.opened.push(performance.now()); window.last = this; this.on = {}; }
  addEventListener(name, act) { this.on[name] = act; }
  close() { this.isClosed = true; }
};
window.stream = followStream(() => "/stream", { alive: () => {} }, (ms) => { window.silent = ms; });
window.stream.open();
"""
"""Streams at whose other end nobody is."""


def gaps(page: Any) -> list[float]:
    """Return the seconds between the times at which the stream was opened."""
    times = page.evaluate("window.opened")
    return [(after - before) / 1000 for before, after in pairwise(times)]


def test_a_silent_stream_is_opened_again_at_first_soon_and_then_less_often(chromium: Any) -> None:
    page = chromium.new_page()
    page.clock.install()
    page.add_script_tag(content=STREAM + NOBODY)
    page.clock.run_for(46_000)
    assert [round(gap) for gap in gaps(page)] == pytest.approx([6, 8, 10, 10], abs=1)
    assert page.evaluate("window.silent") > 40_000
    page.evaluate("window.last.on.alive({ data: '' })")
    page.clock.run_for(5_000)
    assert len(gaps(page)) == 4, "somebody was heard"
    page.clock.run_for(2_000)
    assert gaps(page)[-1] < 20
    page.close()


def test_a_stream_that_is_refused_is_opened_again_less_and_less_often(chromium: Any) -> None:
    page = chromium.new_page()
    page.clock.install()
    page.add_script_tag(content=STREAM + NOBODY)
    for _ in range(5):
        page.evaluate("window.last.readyState = 2; window.last.onerror()")
        before = len(gaps(page))
        while len(gaps(page)) == before:
            page.clock.run_for(500)
    assert gaps(page) == pytest.approx([2, 4, 8, 10, 10], abs=0.6)
    page.close()
