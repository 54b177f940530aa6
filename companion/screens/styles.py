"""Kinds of text and looks of keys, by name. What colour a name stands for is in the palette.

Sizes are those of ``theme.py``: a text is never smaller than 26 dp, a title never than 34.
A player is the number of a marker; -1 is nobody, whose colours are the bank's.
"""

from companion.look.palette import PlayerColor
from companion.screens.parts import Dashed, Key, Style

BODY = Style("text", 26, 26)
STRONG = Style("bold", 26, 26)
MEDIUM = Style("medium", 26, 26)
NEWS = Style("text", 26, 26)
SENTENCE = Style("text", 26, 26, lines=2)
STORY = Style("text", 26, 26, lines=2)
"""Sentence that is only news."""
NAME = Style("bold", 28, 26)
PERSON = Style("bold", 28, 26)
"""Name of a player, which stands beside the token."""
BUTTON = Style("bold", 30, 26)
VERB = Style("bold", 36, 26)
BALANCE = Style("bold", 36, 26)
NAMES = Style("bold", 28, 26, lines=2)
PARAGRAPH = Style("text", 26, 26, lines=3)
MESSAGE = Style("bold", 26, 20)
NOTICE = Style("text", 26, 20, lines=8)
TITLE = Style("title", 36, 34)
HIGH_TITLE = Style("title", 34, 30, lines=2)
"""Title of two lines, in an upright window."""
TURN = Style("title", 40, 28)
KEYED = Style("bold", 72, 40)


SUNK = Key("sunk", "sunk", "key_lip", 10, 3)
"""Key of a keypad or of the dice."""
RAISED = Key("sheet", "edge", "key_lip", 10, 3)
"""Key that is nobody's."""
DANGER = Key("sheet", "debit", "debit", 14, 4)
"""Key that ends something for good."""
REFUSED = Dashed("sheet", "edge", 14)
"""Key that is refused, and says why when it is tapped."""


def of_player(marker: int) -> PlayerColor:
    """Return fill, lip and tint of a player, or of the bank."""
    if marker < 0:
        return PlayerColor("bank", "bank_lip", "bank_tint")
    return PlayerColor(*(f"player {marker} {part}" for part in ("fill", "lip", "tint")))


def on_player(marker: int) -> str:
    """Colour of text on the fill of a player."""
    return "on_player" if marker >= 0 else "on_bank"


def of_tone(tone: str, other: str = "ink") -> str:
    """Colour of good news (``in``) or bad news (``out``), or else another one."""
    return {"in": "credit", "out": "debit"}.get(tone, other)


def chosen_key(is_chosen: bool) -> Key:
    """Look of one of several things to choose from."""
    edge = "bank" if is_chosen else "edge"
    return Key("bank_tint" if is_chosen else "sheet", edge, "key_lip", 12, 3)


def player_key(marker: int, depth: float = 4) -> Key:
    """Look of a key that a player is to tap next."""
    player = of_player(marker)
    return Key(player.fill, player.fill, player.lip, 14, depth)
