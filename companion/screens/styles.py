"""Kinds of text and looks of keys, by name. All other colours are in the palette.

Sizes are those of ``theme.py``: a text is never smaller than 26 dp, a title never than 34.
A player is the number of a marker; -1 is nobody, whose colours are the bank's.
"""

from companion.palette import EVENING, PlayerColor, Theme, contrast
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
NOTICE = Style("text", 26, 20, lines=8)
TITLE = Style("title", 36, 34)
TURN = Style("title", 40, 28)
KEYED = Style("bold", 72, 40)


def of_player(colors: Theme, marker: int) -> PlayerColor:
    """Return fill, lip and tint of a player, or of the bank."""
    if marker < 0:
        return PlayerColor(colors.bank, colors.bank_lip, colors.bank_tint)
    return colors.players[marker % len(colors.players)]


def on_player(colors: Theme, marker: int) -> str:
    """Colour of text on the fill of a player."""
    return colors.on_player if marker >= 0 else colors.on_bank


def of_tone(colors: Theme, tone: str, other: str = "") -> str:
    """Colour of good news (``in``) or bad news (``out``), or else another one."""
    return {"in": colors.credit, "out": colors.debit}.get(tone, other or colors.ink)


def sunk_key(colors: Theme, depth: float = 3) -> Key:
    """Look of a key of a keypad or of the dice."""
    return Key(colors.sunk, colors.sunk, colors.key_lip, 10, depth)


def raised_key(colors: Theme, depth: float = 3) -> Key:
    """Look of a key that is nobody's."""
    return Key(colors.sheet, colors.edge, colors.key_lip, 10, depth)


def chosen_key(colors: Theme, is_chosen: bool) -> Key:
    """Look of one of several things to choose from."""
    edge = colors.bank if is_chosen else colors.edge
    return Key(colors.bank_tint if is_chosen else colors.sheet, edge, colors.key_lip, 12, 3)


def player_key(colors: Theme, marker: int, depth: float = 4) -> Key:
    """Look of a key that a player is to tap next."""
    player = of_player(colors, marker)
    return Key(player.fill, player.fill, player.lip, 14, depth)


def danger_key(colors: Theme) -> Key:
    """Look of a key that ends something for good."""
    return Key(colors.sheet, colors.debit, colors.debit, 14, 4)


def refused(colors: Theme) -> Dashed:
    """Look of what is refused, and says why when it is tapped."""
    return Dashed(colors.sheet, colors.edge, 14)


def dimmed(ground: str) -> str:
    """Colour of a ground around a question."""
    parts = (int(ground[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(0.38 * part + 14):02x}" for part in parts)


def ink_on(fill: str) -> str:
    """Return dark or white text, whichever has more contrast on a colour."""
    return max(EVENING.on_player, "#ffffff", key=lambda ink: contrast(ink, fill))
