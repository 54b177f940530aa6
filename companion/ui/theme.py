"""Theme in force: colours, fonts, sizes of type and distances.

``colors`` has every colour of ``palette.Theme`` as Kivy's rgba. Widgets read it when they are made;
a change of theme makes the screens again.
"""

from dataclasses import fields

from kivy.utils import get_color_from_hex as rgba

from companion.palette import EVENING, PAPER, PLAYER_SHAPES, THEMES, Theme

TEXT_FONT, TITLE_FONT, ICON_FONT = "RobotoCondensed", "Charis", "Icons"
MEDIUM_FONT = "RobotoCondensedMedium"

BODY, BUTTON, TURN, SMALLEST = "26sp", "30sp", "40sp", "26sp"
"""Sizes of type; no text is shrunk below ``SMALLEST``.

Distances are 4, 8, 12 or 16 dp. Radii are 8 for a cell, 10 for a key, 12 for a card or a tile, 14
for a button and 16 for the stage.
"""
NONE = [0.0, 0.0, 0.0, 0.0]

Rgba = list[float]


class Colors:
    """Colours of a theme as rgba, by the names of its fields."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        for field in fields(theme):
            value = getattr(theme, field.name)
            if isinstance(value, str) and value.startswith("#"):
                setattr(self, field.name, rgba(value))
        self.fills = [rgba(player.fill) for player in theme.players]

    def __getattr__(self, name: str) -> Rgba:
        raise AttributeError(name)

    def fill(self, marker: int) -> Rgba:
        """Return the colour of a player."""
        return self.fills[marker % len(self.fills)] if marker >= 0 else self.bank

    def on_fill(self, marker: int) -> Rgba:
        """Return the colour of text on the fill of a player."""
        return self.on_player if marker >= 0 else self.on_bank


_ALL = {name: Colors(theme) for name, theme in THEMES.items()}
colors = _ALL[PAPER.name]


def evening() -> Colors:
    """Return the colours of the evening, whichever theme is in force."""
    return _ALL[EVENING.name]


def use(name: str) -> None:
    """Use the theme ``name`` for everything that is drawn from now on."""
    global colors
    colors = _ALL[name]


# --- players and groups ----------------------------------------------------------------------
# A player is named by the number of the marker; -1 is nobody, whose colours are the bank's.

_SHAPES = tuple(PLAYER_SHAPES)


def on_player(marker: int) -> Rgba:
    """Return the colour of text on the fill of a player."""
    return colors.on_fill(marker)


def player_shape(marker: int) -> str:
    """Return the shape of a player; empty for nobody."""
    return _SHAPES[marker % len(_SHAPES)] if marker >= 0 else ""


# --- states ------------------------------------------------------------------------------------


def unrefused(color: Rgba, reason: str) -> Rgba:
    """Return the colour of a surface; transparent if there is a ``reason`` to refuse it."""
    return NONE if reason else color


def faint(color: Rgba, reason: str) -> Rgba:
    """Return the colour of a text; quiet if there is a ``reason`` to refuse what it says."""
    return colors.quiet if reason else color


def danger_fill(filled: bool) -> Rgba:
    """Return the fill of a dangerous button."""
    return colors.debit if filled else colors.sheet


def danger_ink(filled: bool) -> Rgba:
    """Return the text colour of a dangerous button."""
    return colors.on_player if filled else colors.debit


def shade(share: float) -> Rgba:
    """Return the overlay colour over a screen with a sheet."""
    return [0.08, 0.09, 0.11, 0.62 * share]
