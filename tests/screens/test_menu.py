"""The menu where it is crowded by warnings, and where there is no game yet."""

from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest

from companion import text
from companion.engine.problems import Problem
from companion.ledger.problems import LedgerProblem
from companion.screens import play
from companion.screens.layout import place
from companion.screens.menu import page
from companion.screens.parts import Room
from companion.table.settings import Settings, shown_as
from companion.table.speech import SAYS
from companion.table.states.voice import VoiceState
from companion.text.screens.phones import PHONES
from tests.screens.anywhere import wrong
from tests.screens.seat import seat
from tests.screens.states import positions
from tests.ui.speaking import NotedSpeaker

STICK = "/media/stick/companion/ledger.jsonl"
ANOTHER = Problem(LedgerProblem.COPY_OF_ANOTHER_LEDGER, path=STICK)
STOPPED = Problem(LedgerProblem.COPY_STOPPED, why=ANOTHER)
FULL = Problem(LedgerProblem.RESERVE_ALMOST_USED)


@pytest.mark.usefixtures("language")
def test_two_warnings_at_once_fit() -> None:
    table: Any = seat(next(positions()).parse())
    table.trouble = text.translate_message(Problem(LedgerProblem.BOTH, first=FULL, second=STOPPED))
    found = []
    for table.device.kiosk in (True, False):
        found += wrong(page, table)
    assert found == []


def test_without_a_game_a_key_that_needs_one_says_so() -> None:
    table: Any = SimpleNamespace(
        session=None,
        trouble="",
        signed="",
        settings=SimpleNamespace(page="menu"),
        device=SimpleNamespace(kiosk=True),
    )
    nodes = place(page(table, Room(800, 480)), 800, 480).values()
    refused = {node.hand.do: node.hand.reason for node in nodes if node.hand and node.hand.reason}
    shown = [("show", screen) for screen in ("ruling", "history", "phones")]
    pages = [("page", page) for page in ("parting", "finish")]
    assert refused == dict.fromkeys([*shown, *pages], PHONES["no game"])


ELSEWHERE = {
    "dice",
    "cards",
    "card_reader",
    "sides",
    "signs",
    "timezone",
    "tray",
    "pins",
    "voice",
    "voice_language",
}
"""Settings with a page of their own, or that are only in the file."""


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_every_setting_can_be_reached_and_changed(size: tuple[int, int]) -> None:
    table: Any = seat(next(positions()).parse())
    table.settings.page = "settings"
    light = {"has_brightness": property(lambda _: True)}
    table.settings.__class__ = type("Bright", (type(table.settings),), light)

    def keys() -> set[tuple[Any, ...]]:
        nodes = place(page(table, Room(*size)), *size).values()
        return {node.hand.do[1:] for node in nodes if node.hand and node.hand.do[0] == "change"}

    choices = {(key, value) for key, values in shown_as("choice").items() for value in values}
    assert choices <= keys()
    reached = set()
    for key, value in keys():
        if key != "language":
            table.settings.tapped(("change", key, value), table)
            assert getattr(table.settings.value, key) == value
        reached.add(key)
    assert reached == {field.name for field in fields(Settings)} - ELSEWHERE


def test_a_choice_that_was_made_stands_out() -> None:
    table: Any = seat(next(positions()).parse())
    table.settings.page = "settings"

    def looks() -> dict[Any, Any]:
        nodes = place(page(table, Room(800, 480)), 800, 480).values()
        return {node.hand.do[1:]: node.look for node in nodes if node.hand}

    table.settings.change(theme="paper", motion="full")
    before = looks()
    table.settings.change(theme="evening", motion="reduced")
    after = looks()
    assert before["theme", "paper"] == after["theme", "evening"]
    assert before["motion", "reduced"] != after["motion", "full"]


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_every_choice_of_the_voice_can_be_reached_and_heard(size: tuple[int, int]) -> None:
    table: Any = seat(next(positions()).parse())
    table.settings.page = "voice"

    def taps() -> set[tuple[Any, ...]]:
        nodes = place(page(table, Room(*size)), *size).values()
        return {node.hand.do for node in nodes if node.hand}

    assert ("hear",) not in taps(), "nothing speaks here"
    table.voice = VoiceState(table, NotedSpeaker(table.clock), table.settings.play_sound)
    table.settings.change(volume=3)
    chosen = {("change", "voice", one) for one in SAYS}
    chosen |= {("change", "voice_language", code) for code in text.languages()}
    chosen |= {("change", "volume", level) for level in (2, 4)}
    assert taps() == chosen | {("hear",), ("back", "settings")}
    for do in chosen:
        table.settings.tapped(do, table)
        assert getattr(table.settings.value, do[1]) == do[2]


def test_the_loudspeaker_stands_in_the_header_while_the_voice_speaks() -> None:
    table: Any = seat(next(positions()).parse())
    for size in ((800, 480), (480, 800)):
        looks = []
        for table.voice.is_speaking in (False, True):
            nodes = place(play.page(table, Room(*size)), *size)
            looks.append(dict(nodes))
        quiet, speaking = looks
        assert quiet.items() < speaking.items(), "nothing else moves"
