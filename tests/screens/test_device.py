"""The machine on the screen, in every window and language: copies, checks, versions, questions."""

from dataclasses import replace
from typing import Any

import pytest

from companion.screens.device import page
from companion.table.device import Device, DeviceRemark
from companion.table.versions import VersionRow
from companion.text.screens.device import UPKEEP, text_of
from tests.screens.anywhere import wrong
from tests.screens.seat import seat
from tests.screens.states import positions
from tests.ui.test_versions import rows

STICK = "/media/somebody/A_STICK_WITH_A_LONG_NAME"
FULL = f"{STICK} cannot be written: No space left on device."
REMARKS = (
    DeviceRemark("Ledger: sound, 3 games, 812 moves", "", "in"),
    DeviceRemark(f"Second copy: {FULL}", "Is it plugged in?", "out"),
)


def values() -> list[Device]:
    """Return the shown values, in the language of now."""
    card = Device(versions=VersionRow(""), may_switch=True)
    said = [UPKEEP[key] for key in ("no stick", "off now", "restart now", "back now")]
    said += [text_of(key, folder=STICK, why=FULL) for key in ("copying", "not copied")]
    versions = {row.note: row for row in rows()}.values()
    return [
        Device(),
        card,
        *(replace(card, sentence=one, is_busy=busy) for one in said for busy in (False, True)),
        *(replace(card, page="versions", versions=one) for one in versions),
        *(replace(card, asked=one) for one in ("off", "restart", "back")),
        *(replace(card, page="checks", remarks=REMARKS * n) for n in (0, 1, 9)),
    ]


@pytest.mark.usefixtures("language")
def test_every_page_is_right() -> None:
    found = []
    table: Any = seat(next(positions()).parse())
    table.trouble = FULL
    for table.device.kiosk in (True, False):
        for table.device.value in values():
            found += wrong(page, table)
    assert found == []
