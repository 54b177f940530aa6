"""The first start in every window and language: each page, with a tray and without."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product
from types import SimpleNamespace

import pytest

from companion.screens.first_start import page
from companion.system import timezones
from companion.table.first_start import FirstStart, rolled, tapped
from companion.table.play.dice import TappedDice
from companion.text.drives import DRIVES
from tests.screens.anywhere import wrong

BEGUN = FirstStart(at=datetime(2026, 12, 30, 20, 38), zone="America/Argentina/Buenos_Aires")
PRACTICE = tapped(BEGUN, ("page", "practice"))
VALUES = {
    "hello": BEGUN,
    "doubtful": replace(BEGUN, is_doubtful=True),
    **{name: replace(BEGUN, stick=sentence) for name, sentence in DRIVES.items()},
    "tried": rolled(BEGUN, 6, 6),
    "date": tapped(BEGUN, ("page", "date")),
    "regions": tapped(BEGUN, ("page", "regions")),
    **{region: tapped(BEGUN, ("region", region)) for region in timezones.REGIONS},
    "practice": PRACTICE,
    "a roll": rolled(PRACTICE, 5, 5),
    "practised": rolled(rolled(rolled(PRACTICE, 1, 2), 5, 5), 6, 5),
}
TABLES = [*product(("none", "found"), (True, False), (None, object()))]
"""Presence of a tray, its use, and an open game."""
LISTS = ("regions", "cities")
"""Pages on which no table is different."""


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", VALUES)
def test_every_page_is_right(name: str) -> None:
    assert [
        fault
        for tray, by_tray, session in (TABLES[:1] if VALUES[name].page in LISTS else TABLES)
        for fault in wrong(
            page,
            SimpleNamespace(
                first_start=SimpleNamespace(value=VALUES[name]),
                tray_input=SimpleNamespace(state=tray, by="tray"),
                by_tray=by_tray,
                session=session,
                tapped_dice=TappedDice((0, 3)),
                number=0,
                actor_marker=-1,
            ),
        )
    ] == []


def test_a_clock_that_was_turned_is_doubted_no_more() -> None:
    doubted = replace(BEGUN, is_doubtful=True)
    assert doubted.doubt
    turned = tapped(doubted, ("dial", "hour", 1))
    assert (turned.at.hour, turned.shift, turned.doubt) == (21, timedelta(hours=1), "")
