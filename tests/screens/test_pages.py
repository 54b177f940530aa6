"""Every page in every position of the generator: nothing cut off, hidden or too small to touch."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from companion import text
from companion.engine.state import Game
from companion.palette import EVENING, THEMES
from companion.screens.faults import Page, faults
from companion.screens.layout import place
from companion.screens.pages import PAGES
from companion.screens.parts import Room
from companion.table.pay import begun
from companion.table.properties import page as properties
from companion.table.properties.page import PropertiesPage
from tests.screens.seat import Seat, asked, met
from tests.screens.states import LANGUAGES, WINDOWS, Position, positions

ALL = [*positions()]
MENU = ("menu", "settings", "seats", "parting", "finish")
OF_THE_ORDINARY_RUN = 5
"""One position of this many is looked at in each language, unless with ``--slow``."""


def seats(position: Position) -> Iterator[tuple[str, Seat]]:
    """The pages of a position: the one that the game is on, the last moment, and others."""
    record = position.parse()
    seat = Seat(record)
    if seat.screen in PAGES:
        yield seat.screen, seat
    told = Seat(record, with_moment=True)
    if told.moments.shown and told.moments.shown.is_staged:
        yield "play", told
    first, second = islice(seat.game.players, 2)
    for pay in (begun(), begun(first, second)):
        seat.pay = replace(pay, amount=75)
        yield "pay", seat
    for space in (39, len(seat.history) % 40):
        seat.board = space
        yield "board", seat
    for seat.settings.page in MENU:
        yield "menu", seat
    for page in shown(seat.game):
        seat.properties_page = page
        yield "properties", seat
    seat.undone = "Großmutter Wilma bought North Carolina Avenue for $300"
    yield "properties", seat


def shown(game: Game) -> Iterator[PropertiesPage]:
    """The properties of whoever owns most of them: all, each kind of deed, plans, and none."""
    owner = max(game.in_play(), key=lambda name: len(game.deeds_of(name)))
    yield properties.begun(game, min(game.in_play(), key=lambda name: len(game.deeds_of(name))))
    page = properties.begun(game, owner)
    yield page
    deeds = sorted(game.deeds_of(owner), key=lambda deed: (deed.kind.name, game.rank(deed.key)))
    taps = [("deed", deed.key) for deed in (*deeds[:1], *deeds[-1:])]
    lots = [deed.key for deed in deeds if deed.house_price and game.has_whole_group(deed)]
    taps += [("place", lot, rank) for lot in (*lots[:1], *lots[-1:]) for rank in (1, 5)]
    for do in taps:
        yield properties.tapped(page, do, game)[0]


def wrong(position: Position, language: str, scheme: str) -> list[str]:
    """What is wrong in any window."""
    text.set_language(language)
    found = []
    for name, seat in seats(position):
        for width, height, scale in WINDOWS:
            room = Room(width / scale, height / scale, THEMES[scheme])
            nodes = met(place(PAGES[name](seat, room), width, height, scale))
            has_answers = name == seat.screen and not seat.moments.shown
            answers = asked(seat.now) if has_answers else []
            page = Page(nodes, width, height, scale)
            found += [f"{name} {width}x{height}: {fault}" for fault in faults(page, answers)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", THEMES)
@pytest.mark.parametrize(
    "part",
    [
        0,
        *(pytest.param(i, marks=pytest.mark.slow) for i in range(1, OF_THE_ORDINARY_RUN)),
    ],
)
def test_every_page_is_right_in_every_position(part: int, scheme: str, language: str) -> None:
    found = {
        position.name: faults_
        for position in ALL[part::OF_THE_ORDINARY_RUN]
        if (faults_ := wrong(position, language, scheme))
    }
    assert found == {}


def test_a_page_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        PAGES, "pay", lambda table, room: PAGES["play"](table, room._replace(height=200))
    )
    monkeypatch.setitem(PAGES, "debt", PAGES["play"])
    assert wrong(ALL[7], "en", EVENING.name)
