"""The pages in Chromium: nothing sticks out, everything can be hit, and a tap is booked.

Needs Chromium, which Playwright drives.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, sync_playwright

from companion.engine.moves import Bid, Move
from companion.engine.notation import format_move, parse_record
from companion.ledger.records import Source
from companion.table.phones.judging import ALLOWED
from companion.text.phones import PHONE
from tests.phones.evening import Evening, evening, place
from tests.tree import files

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]

SIZES = {"large": (390, 844), "small": (320, 568)}
PAGES = ("/", "/board", "/deed/boardwalk", "/trade?with=Bob&give=boardwalk&pay=50", "/pay?to=Bob")
SEEN = "document.getElementById('page').dataset.seen === '{}'"
FAULTS = Path(__file__).with_name("layout.js").read_text("utf-8")


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with evening(tmp_path_factory.mktemp("browser")) as playing:
        yield playing


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


def opened(
    playing: Evening,
    chromium: Any,
    address: str,
    size: str,
    language: str,
    scheme: str = "light",
    player: str = "Ann",
    scripts: bool = True,
) -> Any:
    """Return a page of a player's phone that follows the game, in the light or the dark."""
    token = playing.join(player).client.cookies["wallet"]
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        color_scheme=scheme,
        has_touch=True,
        is_mobile=True,
        java_script_enabled=scripts,
    )
    cookie = {"name": "wallet", "value": token, "url": playing.address}
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(playing.address + address)
    if scripts:
        wait(playing, page, "document.getElementById('page').dataset.seen !== '-1'")
    return page


def wait(playing: Evening, page: Any, holds: str) -> None:
    def now() -> bool:
        try:
            return bool(page.evaluate(holds))
        except Error:  # The page is being left for another one.
            return False

    playing.bank.until(now)


@pytest.mark.parametrize(
    ("language", "scheme"), [("en", "light"), ("en", "dark"), ("de", "light"), ("es", "dark")]
)
@pytest.mark.parametrize("size", list(SIZES))
def test_nothing_sticks_out_or_is_pale_and_everything_can_be_hit(
    playing: Evening, chromium: Any, size: str, language: str, scheme: str
) -> None:
    playing.bank.begin("Ann Bob Cy Wilhelmina")
    playing.bank.play(
        "ruling: Ann owns Boardwalk; Ann owns Baltic Avenue; Bob owns Reading Railroad",
        "Ann throws 4 6",
        "Bob throws 1 2",
    )
    for address in PAGES:
        page = opened(playing, chromium, address, size, language, scheme)
        assert page.evaluate(FAULTS) == [], address
        page.context.close()
    playing.bank.play("Cy throws 1 5", "Cy declines")
    page = opened(playing, chromium, "/", size, language, scheme)
    assert page.evaluate(FAULTS) == []
    page.context.close()


@pytest.mark.parametrize("size", list(SIZES))
def test_a_phone_joins_by_the_code_for_everybody_and_comes_home_by_back(
    playing: Evening, chromium: Any, size: str
) -> None:
    bank = playing.bank
    bank.begin("Ann Bob Cy Wilhelmina")
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    code = bank.code()

    def opened() -> bool:
        page.goto(f"{playing.address}/j/{code}")
        return bool(page.locator("[name=seat]").count())

    bank.until(opened)
    assert page.evaluate(FAULTS) == []
    page.evaluate("setTimeout(() => document.querySelector('[value=Wilhelmina]').click())")
    bank.until(lambda: [row for row in bank.table.phones.value.rows if row.is_asking])
    wait(playing, page, f"document.body.innerText.includes({PHONE['be'][:2]!r})")
    assert page.evaluate(FAULTS) == []
    bank.table.phones.let_in("Wilhelmina")
    wait(playing, page, SEEN.format(0))
    for again in (page.go_back, lambda: page.goto(f"{playing.address}/j/{code}")):
        again()
        wait(playing, page, SEEN.format(0))
        assert page.evaluate("location.pathname") == "/"
    context.close()


LARGE_TEXT = "document.documentElement.style.fontSize = '24px'"
"""Half as large again as usual, as somebody has set it for the whole phone."""


@pytest.mark.parametrize("size", list(SIZES))
def test_the_text_follows_the_size_that_the_phone_is_set_to(
    playing: Evening, chromium: Any, size: str
) -> None:
    playing.bank.begin("Ann Bob Cy Wilhelmina")
    playing.bank.play(
        "ruling: Ann owns Boardwalk; Ann owns Baltic Avenue; Bob owns Reading Railroad",
        "Ann throws 4 6",
        "Bob throws 1 2",
    )
    sizes = """[...document.querySelectorAll('#page *')].filter(one => one.tagName !== 'use')
        .map(one => parseFloat(getComputedStyle(one).fontSize))"""
    for address in PAGES:
        page = opened(playing, chromium, address, size, "en")
        before = page.evaluate(sizes)
        page.evaluate(LARGE_TEXT)
        assert page.evaluate(sizes) == pytest.approx([1.5 * one for one in before]), address
        assert page.evaluate(FAULTS) == [], address
        page.context.close()


def test_a_page_whose_script_does_not_run_says_so_instead_of_connected(
    playing: Evening, chromium: Any
) -> None:
    playing.bank.begin("Ann Bob Cy")
    playing.bank.play("Ann throws 1 2")
    page = opened(playing, chromium, "/", "small", "en", scripts=False)
    page.locator("#stuck").wait_for()
    assert not page.locator(".pill").is_visible()
    page.context.close()
    page = opened(playing, chromium, "/", "large", "en")
    assert not page.locator("#stuck").count()
    assert page.locator(".pill").is_visible()
    page.context.close()


def hide(page: Any, is_hidden: bool) -> None:
    """Put the phone into a pocket, or take it out."""
    page.evaluate(
        """is => {
            Object.defineProperty(document, "hidden", {get: () => is, configurable: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_a_page_that_nobody_sees_leaves_its_connection_to_others(
    playing: Evening, chromium: Any
) -> None:
    bank = playing.bank
    bank.begin("Ann Bob Cy")
    page = opened(playing, chromium, "/", "large", "en")
    bank.until(lambda: bank.table.phones._connected == ("Ann",))
    hide(page, True)
    bank.until(lambda: bank.table.phones._connected == ())
    bank.play("Ann throws 1 2")
    hide(page, False)
    wait(playing, page, SEEN.format(1))
    bank.until(lambda: bank.table.phones._connected == ("Ann",))
    page.context.close()


def test_eight_tabs_load_and_a_tap_in_the_first_is_booked(playing: Evening, chromium: Any) -> None:
    bank = playing.bank
    bank.begin("Ann Bob Cy")
    bank.play("Ann throws 1 2")
    first = opened(playing, chromium, "/", "large", "en")
    for _ in range(7):
        tab = first.context.new_page()
        tab.goto(playing.address)
        hide(first, True)
    hide(first, False)
    wait(playing, first, "document.getElementById('offline').hidden")
    first.wait_for_timeout(450)
    first.tap("[data-move='Ann buys']")
    bank.until(lambda: len(bank.moves()) == 2)
    first.context.close()


def test_a_tap_that_gets_no_answer_says_that_it_was_not_sent(
    playing: Evening, chromium: Any
) -> None:
    playing.bank.begin("Ann Bob Cy")
    playing.bank.play("Ann throws 1 2")
    page = opened(playing, chromium, "/", "large", "en")
    page.route("**/wish", lambda route: None)
    page.wait_for_timeout(450)
    page.tap("[data-move='Ann buys']")
    wait(playing, page, "!!document.querySelector('.pending')")
    wait(playing, page, "!document.getElementById('said').hidden")
    assert page.inner_text("#said") == PHONE["not sent"]
    assert not page.locator(".pending").count()
    page.context.close()


def test_a_tap_is_booked_and_the_page_follows(playing: Evening, chromium: Any) -> None:
    playing.bank.begin("Ann Bob Cy")
    page = opened(playing, chromium, "/", "large", "en")
    playing.bank.play("Ann throws 1 2")
    wait(playing, page, "!!document.querySelector('[data-move=\"Ann buys\"]')")
    page.tap("[data-move='Ann buys']")
    assert playing.bank.moves() == [("Ann throws 1 2", "touch")]  # It was too young.
    page.wait_for_timeout(450)
    page.tap("[data-move='Ann buys']")
    playing.bank.until(lambda: len(playing.bank.moves()) == 2)
    assert playing.bank.moves()[-1] == ("Ann buys", "phone")
    wait(playing, page, "!!document.getElementById('tile-baltic-avenue')")
    page.context.close()


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
    playing: Evening,
    chromium: Any,
    before: list[str],
    address: str,
    words: str,
    swap: list[str],
) -> None:
    playing.bank.begin("Ann Bob Cy Dee")
    playing.bank.play(*before)
    page = opened(playing, chromium, address, "large", "en")
    button = f"[data-move='{words}']"
    wait(playing, page, f"!!document.querySelector({button!r})")
    page.wait_for_timeout(450)
    number = len(before) + len(swap)
    page.evaluate(TAP_WHEN_IT_CHANGES, [button, str(number)])
    playing.bank.play(*swap)
    wait(playing, page, SEEN.format(number))
    assert page.evaluate("window.sent") == 0
    page.wait_for_timeout(450)
    page.tap(button)
    playing.bank.until(lambda: len(playing.bank.moves()) > number)
    page.context.close()


def test_an_amount_that_was_keyed_in_for_one_lot_is_gone_with_it(
    playing: Evening, chromium: Any
) -> None:
    playing.bank.begin("Ann Bob Cy Dee")
    playing.bank.play("ruling: Cy owns Boardwalk; Cy owns Park Place", "Cy leaves")
    page = opened(playing, chromium, "/", "large", "en")
    page.fill("input[name=amount]", "700")
    playing.bank.play("Dee passes", "Bob bids $60")
    wait(playing, page, SEEN.format(4))
    assert page.input_value("input[name=amount]") == "700"
    playing.bank.play("Ann passes")
    wait(playing, page, SEEN.format(5))
    assert page.input_value("input[name=amount]") == ""
    page.context.close()


@pytest.mark.parametrize("size", list(SIZES))
def test_money_is_given_and_a_debt_is_paid_in_the_tab(
    playing: Evening, chromium: Any, size: str
) -> None:
    bank = playing.bank
    bank.begin("Ann Bob Cy")
    page = opened(playing, chromium, "/", size, "en")
    page.wait_for_timeout(450)
    page.tap("nav a[href='/pay']")
    wait(playing, page, "!!document.getElementById('gift')")
    page.wait_for_timeout(450)
    page.tap(".partner[href='/pay?to=Cy']")
    wait(playing, page, "document.getElementById('gift').dataset.move.includes('Cy')")
    page.fill("#dollars", "70")
    page.wait_for_timeout(450)
    page.tap("#gift button")
    bank.until(lambda: bank.moves() == [("Ann offers Cy $70 for nothing", "phone")])
    wait(playing, page, "!!document.getElementById('offer')")
    assert page.evaluate(FAULTS) == []
    bank.play(
        "Ann withdraws",
        "ruling: Bob owns Baltic Avenue; Ann owns Boardwalk; Ann has $1",
        "Ann throws 1 2",
        "Bob collects rent from Ann",
    )
    wait(playing, page, "!!document.querySelector('#due .thing')")
    assert page.evaluate(FAULTS) == []
    page.wait_for_timeout(450)
    page.tap("#due .thing")
    wait(playing, page, "!!document.querySelector('#due [data-move=\"Ann pays\"]')")
    page.wait_for_timeout(450)
    page.tap("#due [data-move='Ann pays']")
    wait(playing, page, "!document.getElementById('due')")
    assert bank.moves()[-2:] == [("Ann mortgages Boardwalk", "phone"), ("Ann pays", "phone")]
    page.context.close()


EVERY = 16
"""Number of records of which one is played by tapping in Chromium."""


@pytest.mark.parametrize("size", list(SIZES))
def test_records_are_played_by_tapping(playing: Evening, chromium: Any, size: str) -> None:
    bank, tapped = playing.bank, 0
    for path in files("tests/engine/rules/**/*.game")[::EVERY]:
        record = parse_record(path.read_text(encoding="utf-8"), path.name)
        bank.table.begin(record.setup)
        phones: dict[str, Any] = {}
        for line in record.lines:
            if not isinstance(line.meaning, Move):
                continue
            move, session = line.meaning, bank.table.session
            number = len(session.history)
            is_allowed = isinstance(move, ALLOWED) and not isinstance(move, Bid)
            address = place(session.game, move) if is_allowed else ""
            if not address:
                guard = bank.table.ledger_guard
                assert guard.play(lambda: session.play(move, Source.TOUCH))  # noqa: B023
                continue
            player = move.player
            if player not in phones:
                phones[player] = opened(playing, chromium, address, size, "en", player=player)
            page = phones[player]
            page.goto(playing.address + address)
            seen = f"document.getElementById('page').dataset.seen === '{number}'"
            wait(playing, page, seen)
            page.wait_for_timeout(450)
            wanted = format_move(move, session.setup.board)
            page.locator("#page").get_by_role("button").and_(
                page.locator(f'[data-move="{wanted}"]')
            ).first.tap()
            bank.until(lambda: len(session.history) > number)  # noqa: B023
            played = session.history[-1]
            assert (played.move, played.source) == (move, Source.PHONE), path.name
            tapped += 1
        for page in phones.values():
            page.context.close()
    print("tapped", tapped)
    assert tapped > 20


def test_a_page_does_not_change_under_a_finger(playing: Evening, chromium: Any) -> None:
    playing.bank.begin("Ann Bob Cy")
    ann = opened(playing, chromium, "/", "large", "en")
    bob = opened(playing, chromium, "/", "large", "en", player="Bob")
    touch = "document.body.dispatchEvent(new PointerEvent('{}', {{bubbles: true}}))"
    ann.evaluate(touch.format("pointerdown"))
    playing.bank.play("Ann throws 1 2", "Ann buys")
    wait(playing, bob, SEEN.format(2))
    news = "new Promise(done => {{ const s = new EventSource('/stream?page=/'); {} }})"
    close = "s.addEventListener('page', () => { s.close(); setTimeout(done, 50); });"
    ann.evaluate(news.format(close))
    assert ann.evaluate(SEEN.format(0))
    ann.evaluate(touch.format("pointerup"))
    wait(playing, ann, SEEN.format(2))
    ann.context.close()
    bob.context.close()


@pytest.mark.parametrize(
    "awake",
    [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
    ],
)
def test_a_phone_that_wakes_up_looks_again(playing: Evening, chromium: Any, awake: str) -> None:
    playing.bank.begin("Ann Bob Cy")
    page = opened(playing, chromium, "/", "small", "en")
    streams: list[str] = []
    page.on("request", lambda asked: "/stream" in asked.url and streams.append(asked.url))
    page.evaluate(awake)
    playing.bank.until(lambda: page.evaluate("1") and len(streams) == 1)
    playing.bank.play("Ann throws 1 2")
    wait(playing, page, SEEN.format(1))
    page.context.close()


def test_a_page_without_a_table_has_no_buttons_until_it_is_back(
    playing: Evening, chromium: Any
) -> None:
    playing.bank.begin("Ann Bob Cy")
    playing.bank.play("Ann throws 1 2")
    page = opened(playing, chromium, "/", "small", "en")
    assert page.is_visible("[data-move]")
    playing.server.send_signal(19)
    wait(playing, page, "!document.getElementById('offline').hidden")
    assert not page.is_visible("[data-move]")
    playing.server.send_signal(18)
    wait(playing, page, "document.getElementById('offline').hidden")
    assert page.is_visible("[data-move]")
    page.context.close()
