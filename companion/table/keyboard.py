"""Pages of the on-screen keyboards: one for names, and one for what has to be exact."""

from dataclasses import dataclass

RUB_OUT, TURN, SPACE = "rub out", "turn", " "
NAMES, EXACT = "names", "exact"
"""Keyboards: capital letters as names have them, and every key as it is, as in a passphrase."""
_PAGES = {
    NAMES: (
        ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM'"),
        ("1234567890", "-'.!?&+/=", '*%@"…·£€'),
        ("ÀÁÂÃÄÅÆÇÈÉ", "ÊËÌÍÎÏÑÒÓ", "ÔÕÖØÙÚÜß"),
        ("ĄĆČĎĐĘĚĞĽŁ", "ŃŇŐŒŘŚŠŞŤ", "ŮŰÝŸŹŻŽÞ"),
    ),
    EXACT: (
        ("qwertyuiop", "asdfghjkl", "zxcvbnm-"),
        ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM_"),
        ("1234567890", "!?@#$%&*+", ".,:;/_-="),
        ("()[]{}<>|\\", "\"'^`~!?@#", "$%&*+-_="),
    ),
}
_SIGNS = {NAMES: ("AB", "12", "ÀÉ", "ČŞ"), EXACT: ("ab", "AB", "12", "()")}
"""Text of the key that switches to each page."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Key with its text and the character that it types."""

    text: str
    key: str


def letters(page: int, kind: str = NAMES) -> list[Letter]:
    """Return the keys of a page: three rows of ten."""
    upper, middle, lower = ([Letter(key, key) for key in row] for row in _PAGES[kind][page])
    turn = Letter(_SIGNS[kind][page_after(page)], TURN)
    rub_out, space = Letter("⌫", RUB_OUT), Letter("␣", SPACE)
    return [*upper, *middle, rub_out, turn, *lower, space]


def page_after(page: int) -> int:
    """Page that the switch key leads to."""
    return (page + 1) % len(_PAGES[NAMES])


def typed(entry: str, key: str, longest: int, kind: str = NAMES) -> str:
    """Return ``entry`` after one more key; the first letter of each word of a name is a capital."""
    if key == RUB_OUT:
        return entry[:-1]
    if kind == EXACT:
        return (entry + key)[:longest]
    begins = not entry or entry[-1] in " -'"
    return (entry + (key if begins else key.lower()))[:longest]
