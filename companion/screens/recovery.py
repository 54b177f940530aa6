"""Recovery: why nobody can play, and a key for each way out."""

from companion.screens import styles
from companion.screens.parts import Ground, Part, Room, Style, column, itself, row, rows, text
from companion.screens.pieces import (
    HEADER,
    corner_key,
    full_page,
    icon,
    message_header,
    progress_bar,
)
from companion.screens.styles import NAME, SENTENCE
from companion.table.recovery import WayOut
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text.screens.device import UPKEEP
from companion.text.screens.play import WORDS
from companion.text.screens.recovery import RECOVERY

TITLE = styles.TITLE._replace(smallest=24, lines=2)
WHY, ABOUT = Style("text", 26, 20, lines=8), Style("text", 26, 20, lines=3)
LINE = 28
LOWEST, HIGHEST = 76, 178
MOST_AT_ONCE = 4
"""Number of ways out from which on they scroll."""


def page(table: Table, room: Room) -> Part:
    """Return why nobody can play, and the ways out; while one is taken, how far it has come."""
    value = table.recovery.value
    wait = RECOVERY["wait"] if value.is_busy else ""
    if table.device.kiosk:
        key = corner_key(UPKEEP["title"], ("show", "device"), "tools", "ink", wait)
    else:
        key = corner_key(WORDS["close"], ("close",), "power", "ink", wait)
    sign, last = icon("warning", "amber", 38), None if room.is_upright else key
    header = row(sign, text(RECOVERY[value.title], TITLE), last, gap="l", size=HEADER)
    if room.message:
        header = message_header(room, sign, last)
    lines = (value.problem or value.sentence).split("\n")
    why = column(
        *(text(line, WHY, least=LINE) for line in lines),
        look=Ground("amber_ground", 10),
        pad="l",
        gap="xs",
        least=110,
        most=220,
    )
    ways = [_way(way) for way in value.ways]
    if len(ways) > MOST_AT_ONCE:
        ways = [rows(ways, itself, HIGHEST if room.is_upright else LOWEST, gap="m", share=1.0)]
    if wait:
        ways = [text(wait, SENTENCE, "quiet", size=64), progress_bar(value.progress)]
    below = row(Part(), key, size=HEADER) if room.is_upright else None
    parts = (header, why, *ways, Part(share=0.01), below)
    return full_page(*parts)


def _way(way: WayOut) -> Part:
    return row(
        column(
            text(way.text, NAME._replace(lines=2), least=32),
            text(way.about, ABOUT, "quiet", least=32, share=1.5),
            gap=0,
        ),
        icon("next"),
        look=styles.RAISED._replace(depth=4),
        pad="xl",
        gap="l",
        least=LOWEST,
        most=HIGHEST,
        do=("way", way.text),
    )


SCREEN = Screen(page, state="recovery")
