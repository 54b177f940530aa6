"""Keyboard for names, notes and passphrases."""

from functools import lru_cache

from companion.screens import styles
from companion.screens.parts import HUG, Ground, Part, Plate, column, grid, over, row, text
from companion.screens.pieces import icon
from companion.screens.styles import BUTTON, NAME, SENTENCE
from companion.table.keyboard import NAMES, RUB_OUT, SPACE, Letter, letters

CURSOR = "_"
SEEN = 20
"""Letters of a long entry that are shown: the last ones."""


@lru_cache(128)
def _key(letter: Letter) -> Part:
    inner = text(letter.text, BUTTON, align=0.5)
    if letter.key == SPACE:
        inner = column(Part(share=2), Part(Ground("ink", 2), size=4), Part(), pad=("l", 0))
    if letter.key == RUB_OUT:
        inner = icon("backspace", "ink", 0)
    look = styles.RAISED._replace(edge="line")
    do = ("letter", letter.text, letter.key)
    return Part(look, (inner,), pad=(0, "xs"), do=do, label=letter.text)


def keyboard(page: int, is_upright: bool, kind: str = NAMES) -> Part:
    """Return the keys of a page of letters."""
    keys = [_key(letter) for letter in letters(page, kind)]
    if is_upright:
        return grid(keys, 10, gap=0)._replace(size=228)
    return grid(keys, 10, gap="xs")._replace(size=178)


def inset(part: Part) -> Part:
    """Keep the edge free beside a keyboard that takes the whole width."""
    return over(part, pad=("m", 0), size=part.size)


def entry_line(entry: str, hint: str, problem: str = "") -> Part:
    """Return what is typed; a ``hint`` while it is empty, or a ``problem``."""
    end = entry if len(entry) <= SEEN else f"…{entry[1 - SEEN :]}"
    typing = text(f"{end}{CURSOR}", NAME, size=HUG)
    said = text(problem, SENTENCE, "debit") if problem else None
    hinted = None if entry or problem else text(hint, styles.BODY, "quiet")
    inner = over(said) if said else row(typing, hinted, gap="xl")
    return over(inner, look=Plate("sheet", "line"), pad="l", size=70)
