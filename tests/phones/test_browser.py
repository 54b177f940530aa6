"""The pages in Chromium: nothing sticks out, everything can be hit, and a tap is booked.

Needs Chromium, which Playwright drives.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.phones.evening import Evening, evening

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]

SIZES = {"large": (390, 844), "small": (320, 568)}
PAGES = ("/", "/board", "/deed/boardwalk", "/trade?with=Bob&give=boardwalk&pay=50")
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
) -> Any:
    """Return a page of Ann's phone that follows the game, in the light or the dark."""
    token = playing.join("Ann").client.cookies["wallet"]
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        color_scheme=scheme,
        has_touch=True,
        is_mobile=True,
    )
    cookie = {"name": "wallet", "value": token, "url": playing.address}
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(playing.address + address)
    wait(playing, page, "document.getElementById('page').dataset.seen !== '-1'")
    return page


def wait(playing: Evening, page: Any, holds: str) -> None:
    playing.bank.until(lambda: page.evaluate(holds))


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
