"""The keys that are touched on an emulated panel lie where its script expects them."""

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from companion.screens.layout import place
from companion.screens.parts import Room
from companion.screens.registry import SCREENS
from companion.table.device import Device
from companion.table.taps import Do
from companion.table.versions import VersionRow
from tests.screens.seat import seat
from tests.screens.states import positions
from tests.tree import ROOT

CARD = Device(may_switch=True, versions=VersionRow("", verb="install", may_go_back=True))
ASKED, VERSIONS = replace(CARD, asked="restart"), replace(CARD, page="versions")
KEYS: dict[str, tuple[str, Device, Do]] = {
    "MENU": ("play", CARD, ("show", "menu")),
    "MACHINE": ("menu", CARD, ("show", "device")),
    "VERSION": ("device", CARD, ("versions",)),
    "RESTART": ("device", CARD, ("ask", "restart")),
    "YES": ("device", ASKED, ("yes",)),
    "INSTALL": ("device", VERSIONS, ("version",)),
    "GO_BACK": ("device", VERSIONS, ("ask", "back")),
    "BACK": ("device", VERSIONS, ("back", "upkeep")),
}


@pytest.mark.parametrize("key", KEYS)
def test_the_script_touches_the_key_that_it_means(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.syspath_prepend(ROOT / "tests/kiosk/vm")
    x, y = getattr(import_module("versions"), key)
    name, value, do = KEYS[key]
    table: Any = seat(next(positions()).parse())
    table.device.kiosk, table.device.value = True, value
    nodes = place(SCREENS[name].page(table, Room(800, 480)), 800, 480).values()
    hands = [n.hand.do for n in nodes if n.hand and 0 <= x - n.x < n.w and 0 <= y - n.y < n.h]
    assert hands[-1:] == [do]
