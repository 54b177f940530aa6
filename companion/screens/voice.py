"""Page of the menu about the voice: what it says, in which language, how loud, and a sample."""

from collections.abc import Sequence

from companion.screens import styles
from companion.screens.parts import HUG, Ground, Part, Plate, Room, column, over, row, text
from companion.screens.pieces import action_key, divider, icon
from companion.screens.styles import BODY, BUTTON, NAME, STORY, STRONG
from companion.table.settings import LEVELS
from companion.table.speech import SAYS
from companion.table.table import Table
from companion.table.taps import Do
from companion.text import languages
from companion.text.screens.menu import SETTINGS

LINE, UPRIGHT_LINE, KEY = 66, 116, 56
"""Heights of a line, and of one with its label above its keys, and of a key, in dp."""
STEP, BAR, LOWEST, HIGHER = 58, 36, 18, 6
"""Widths of a step of the volume and of a bar, height of the first bar, and what the next adds."""
SAMPLE, UPRIGHT_SAMPLE, HEAR, NEWS = 88, 190, 160, 64


def voice(table: Table, room: Room) -> tuple[Part, ...]:
    """Return a line for each choice, a sample with the key to hear it, and when it is hushed."""
    kept, spoken = table.settings.value, table.voice.language
    says = [(SETTINGS[one], ("change", "voice", one), one == kept.voice) for one in SAYS]
    speaks = [
        (name, ("change", "voice_language", code), code == spoken)
        for code, name in languages().items()
    ]
    lines = (
        _line(room, "says", _choices(says)),
        _line(room, "speaks", _choices(speaks)),
        _line(room, "loud", _volume(kept.volume)),
    )
    if not table.voice.is_there:
        trouble = text(SETTINGS["no voice"], STORY, "amber", size=UPRIGHT_SAMPLE / 2)
        return *lines, trouble, Part()
    clock, words = icon("clock", "quiet", 26), text(SETTINGS["hushes"], STORY, "quiet")
    hushes = row(clock, words, size=NEWS)
    return *lines, _sample(table, room), hushes, Part()


def _line(room: Room, key: str, keys: Part) -> Part:
    """Return a label beside its keys, or above them in an upright window."""
    label = text(SETTINGS[key], STRONG)
    if room.is_upright:
        body = column(label, keys._replace(size=KEY), gap="xs")
        return column(divider(), body, size=UPRIGHT_LINE)
    return column(divider(), row(label, keys), size=LINE)


def _choices(choices: Sequence[tuple[str, Do, bool]]) -> Part:
    return row(*(_choice(*one) for one in choices), size=HUG)


def _choice(words: str, do: Do, is_chosen: bool) -> Part:
    return row(
        icon("check", "ink", 26) if is_chosen else None,
        text(words, BUTTON if is_chosen else BODY, size=HUG),
        look=styles.chosen_key(is_chosen),
        pad="xl",
        size=HUG,
        do=do,
        label=words,
    )


def _volume(level: int) -> Part:
    """Return a bar for each level between the keys that change it."""
    fewer, more = max(1, level - 1), min(LEVELS, level + 1)
    bars = [_bar(number, number <= level) for number in range(1, LEVELS + 1)]
    return row(_step("\N{MINUS SIGN}", fewer), *bars, _step("+", more), size=HUG)


def _step(sign: str, level: int) -> Part:
    words, do = text(sign, NAME, align=0.5), ("change", "volume", level)
    return over(words, look=styles.RAISED, size=STEP, do=do, label=sign)


def _bar(number: int, is_lit: bool) -> Part:
    look = Ground("bank", 5) if is_lit else Plate("sunk", "line", 5)
    high = LOWEST + HIGHER * (number - 1)
    return column(Part(), Part(look, size=high), Part(), gap=0, size=BAR)


def _sample(table: Table, room: Room) -> Part:
    """Return what the voice would say, and the key to hear it."""
    words = text(table.voice.sample, STRONG._replace(lines=4 if room.is_upright else 2))
    hear = action_key(SETTINGS["hear"], "", ("hear",), size=HEAR)
    quote = row(icon("volume", "bank", 40), words, gap="l")
    look = Ground("sunk", 12)
    if room.is_upright:
        return column(quote, row(Part(), hear, size=KEY), look=look, pad="xl", size=UPRIGHT_SAMPLE)
    return row(
        quote,
        column(Part(), hear._replace(size=KEY), Part(), size=HEAR),
        look=look,
        pad="xl",
        size=SAMPLE,
    )
