"""Pages of a position in Chromium, without a table behind them: nothing is asked of a network."""

from pathlib import Path
from typing import Any

from companion.engine.state import Game
from companion.phones import pages
from companion.phones.address import parse_address
from companion.phones.app import SCRIPTS, STATIC
from companion.resources import font_file
from companion.web.http import FONTS

HOME = "http://phone.test"
SIZES = {
    "small": (320, 568),
    "middle": (375, 667),
    "large": (390, 844),
    "wide": (667, 375),
}
FAULTS = Path(__file__).with_name("layout.js").read_text("utf-8")
"""Script that finds what is wrong with the layout of a page."""
AT_REST = Path(__file__).with_name("at_rest.js").read_text("utf-8")

STREAM = """
window.EventSource = class {
  constructor() { window.stream = this; this.on = {}; }
  addEventListener(name, act) { this.on[name] = act; }
  close() {}
};
"""
"""A stream in the hands of the test."""


def page_of(game: Game, seat: str, address: str = "/", number: int = 7) -> str:
    """Return the changing part of a page."""
    return pages.main(parse_address(address), game, (), seat, number)


class StillPages:
    """Pages on phones of some size and theme."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium
        self._tabs: dict[tuple[str, str], Any] = {}

    def show(self, main: str, size: str = "small", scheme: str = "light") -> Any:
        """Show the changing part of a page that has no script; return the tab."""
        tab = self._tabs.get((size, scheme)) or self._open(main, size, scheme, live=False)
        self._tabs[size, scheme] = tab
        tab.evaluate("html => document.getElementById('page').outerHTML = html", main)
        tab.evaluate(AT_REST)
        return tab

    def follow(self, main: str, size: str = "small") -> Any:
        """Show a page whose script waits for the next one; see ``bring``."""
        return self._open(main, size, "light", live=True)

    def _open(self, main: str, size: str, scheme: str, *, live: bool) -> Any:
        width, height = SIZES[size]
        phone = self._chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=True,
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        tab = phone.new_page()
        tab.add_init_script(STREAM)
        html = pages.document(main, "", "", live=live)
        tab.route("**/*", lambda route: _serve(route, html))
        tab.goto(HOME)
        tab.evaluate("document.fonts.ready")
        return tab

    def close(self) -> None:
        """Close every phone."""
        for phone in self._chromium.contexts:
            phone.close()


def bring(tab: Any, kind: str, main: str = "") -> None:
    """Bring an event of the stream to a page that follows the game."""
    tab.evaluate("([kind, data]) => window.stream.on[kind]({ data })", [kind, main])


def _serve(route: Any, html: str) -> None:
    name = route.request.url.rpartition("/")[2].partition("?")[0]
    if name == "style.css":
        route.fulfill(body=pages.style_sheet(), content_type="text/css")
    elif name in SCRIPTS:
        route.fulfill(path=STATIC / name)
    elif name.removesuffix(".ttf") in FONTS:
        route.fulfill(path=font_file(name.removesuffix(".ttf")))
    elif route.request.is_navigation_request():
        route.fulfill(body=html, content_type="text/html")
    else:
        route.abort()
