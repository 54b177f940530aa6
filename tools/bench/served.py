"""The table's page without a browser: what a tap costs in the server, layer by layer."""

from itertools import count
from pathlib import Path

from companion.browser import wire
from companion.browser.glass import Glass
from companion.ledger.ledger import Ledger
from companion.runtime.build import build_screens
from companion.screens.registry import SCREENS
from companion.table.session import Session
from companion.table.table import CHANGE_SECONDS, Table
from companion.ui.start import PANEL
from tests.browser.painted import PaintedPage
from tests.browser.player import Player
from tests.clock import StillClock
from tools.bench.layers import SHARED, Layers, means

LAYERS = {**SHARED, "wire": [(wire, "difference"), (wire, "encode")]}
SEEN = 1000
"""Milliseconds for which a picture was shown before somebody taps."""


def measure_layers(folder: str, game: str, taps: str) -> dict[str, float]:
    """Return the milliseconds that each layer takes of a tap on the play screen of a browser.

    A tap lasts from the message that the finger is lifted to that with the new picture.
    """
    clock, watch = StillClock(), Layers(LAYERS)
    with Ledger.open(Path(folder)) as ledger:
        table = Table(ledger, clock, SCREENS, echo=0)
        build_screens(table, ledger, Path(folder, "settings.json"))
        table.settings.change(sound=False, dim_after=0)
        table.adopt_session(Session.resume(ledger, int(game)))
        found: list[dict[str, float]] = []
        glass, page, player, number = Glass(table, *PANEL), PaintedPage(), Player(), count(1)
        while len(found) < int(taps):
            table.moments.skip()
            clock.wait(CHANGE_SECONDS)
            page.hear(glass.news())
            clock.frame()
            clock.wait(SEEN / 1000)
            clock.frame()
            for button in player.answer(page.buttons()):
                place, screen, before = (button.x, button.y), page.page, table.number
                glass.hear(next(number), [["down", 1, page.picture, SEEN, *place]])
                page.hear(glass.news())
                with watch.measuring():
                    glass.hear(next(number), [["up", 1, *place]])
                    news = glass.news()
                page.hear(news)
                if screen == "play" and table.number != before:
                    found.append(watch.seconds)
    return means(found)
