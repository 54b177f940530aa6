"""The two dice on the screen, in every window: chosen, awake, asleep, low."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.screens.dice import page
from companion.table.dice import DicePage, DieRow
from companion.text.screens.dice import COLORS, DICE, die_name
from tests.screens import anywhere

LONG = "W" * 13
RED = DieRow("aa", "GoDice_1A2B3C_R_v04", 4, 80, is_awake=True)
BLUE = DieRow("bb", "GoDice_1A2B3C_O_v04", 2, 9)
NAMED = DieRow("cc", LONG, 6, 100, is_awake=True)
BOTH = DicePage((RED, BLUE), rolled=(4, 2), note=DICE["other"])
VALUES = {
    "no die": DicePage(),
    "first": DicePage(is_choosing=True),
    "second": DicePage((RED,), is_choosing=True),
    "one": DicePage((replace(RED, face=0, battery=None),)),
    "two": BOTH,
    "named": replace(BOTH, dice=(NAMED, replace(NAMED, address="dd", is_awake=False, battery=0))),
    "trouble": replace(BOTH, trouble=DICE["no bluetooth"]),
}


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", VALUES)
def test_every_page_is_right(name: str) -> None:
    table = SimpleNamespace(dice=SimpleNamespace(value=VALUES[name]))
    assert anywhere.wrong(page, table) == []


@pytest.mark.parametrize(
    ("name", "letter"),
    [("GoDice_1A2B3C_R_v04", "R"), ("GoDice_1A2B3C", ""), ("GoDice_1_X_", ""), ("", "")],
)
def test_a_die_without_a_name_of_its_owner_is_called_by_its_color(name: str, letter: str) -> None:
    assert die_name(name) == COLORS[letter]


def test_a_die_keeps_the_name_that_its_owner_gave_it() -> None:
    assert str(die_name("Ruby")) == "Ruby"
