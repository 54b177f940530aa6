"""Ways out of every trouble, in every window and language."""

from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace

import pytest

from companion import text
from companion.screens.recovery import page
from companion.table.recovery import Recovery, WayOut
from companion.text.screens.past_games import at
from companion.text.screens.recovery import RECOVERY
from tests.screens.anywhere import wrong

DAMAGE = (
    "/home/somebody/.local/share/companion/ledger.db cannot be continued: Move 412 of game 17:"
    " is not as it was booked: its hash does not fit."
)
FACTS = {
    "file": "/media/somebody/A_STICK_WITH_A_LONG_NAME/ledger.mirror",
    "entries": 37196,
    "move": 411,
    "game": 17,
    "games": text.counted(131, "game"),
    "at": at(datetime(2026, 11, 25, 20, 30)),
    "folder": "ledger-before-going-back",
}
WAYS = {
    "title": ("restore", "keep", "go_on"),
    "copies": ("restore", *["take one"] * 3, "keep", "go_on"),
    "closed": ("before", "again"),
    "games": ("take", "not now"),
    "missing": ("without",),
}

ABOUT = {"take one": "about_restore"}


def recovery(title: str) -> Recovery:
    """Return the shown values in the language of now."""
    kept = RECOVERY["kept"].format(file="ledger-damaged-12.db")
    sentences = {
        "title": f"{DAMAGE} {kept}",
        "copies": f"{DAMAGE} {kept}",
        "closed": DAMAGE,
        "games": RECOVERY["left"].format(**FACTS),
        "missing": "\n".join([f"{'Lorem ipsum dolor ' * 2}: sit amet. Consectetur!"] * 3),
    }
    ways = [
        WayOut(
            RECOVERY[key].format(**FACTS),
            RECOVERY[ABOUT.get(key, f"about_{key.replace(' ', '_')}")].format(**FACTS),
            0,
            print,
        )
        for key in WAYS[title]
    ]
    return Recovery(title if title in RECOVERY else "title", sentences[title], tuple(ways))


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("title", WAYS)
def test_every_way_out_fits(title: str) -> None:
    shown = recovery(title)
    values = shown, replace(shown, problem=DAMAGE), replace(shown, is_busy=True, progress=0.3)
    assert [
        fault
        for value in values
        for kiosk in (True, False)
        for fault in wrong(
            page,
            SimpleNamespace(
                recovery=SimpleNamespace(value=value), device=SimpleNamespace(kiosk=kiosk)
            ),
        )
    ] == []
