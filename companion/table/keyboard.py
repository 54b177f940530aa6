"""Pages of the on-screen keyboard: letters, digits and accented letters."""

from dataclasses import dataclass

RUB_OUT, TURN, SPACE = "rub out", "turn", " "
_PAGES = (
    ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM'"),
    ("1234567890", "-'.!?&+/=", '*%@"…·£€'),
    ("ÀÁÂÃÄÅÆÇÈÉ", "ÊËÌÍÎÏÑÒÓ", "ÔÕÖØÙÚÜß"),
    ("ĄĆČĎĐĘĚĞĽŁ", "ŃŇŐŒŘŚŠŞŤ", "ŮŰÝŸŹŻŽÞ"),
)
_SIGNS = ("AB", "12", "ÀÉ", "ČŞ")
"""Text of the key that switches to each page."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Key with its text and the character that it types."""

    text: str
    key: str
    is_symbol: bool = False


def letters(page: int) -> list[Letter]:
    """Return the keys of a page: three rows of ten."""
    upper, middle, lower = ([Letter(key, key) for key in row] for row in _PAGES[page])
    turn = Letter(_SIGNS[(page + 1) % len(_PAGES)], TURN)
    rub_out, space = Letter("⌫", RUB_OUT), Letter("␣", SPACE, True)
    return [*upper, *middle, rub_out, turn, *lower, space]


def page_after(page: int) -> int:
    """Return the page that the switch key leads to."""
    return (page + 1) % len(_PAGES)


def typed(entry: str, key: str, longest: int) -> str:
    """Return ``entry`` after one more key; the first letter of each word is a capital."""
    if key == RUB_OUT:
        return entry[:-1]
    begins = not entry or entry[-1] in " -'"
    return (entry + (key if begins else key.lower()))[:longest]
