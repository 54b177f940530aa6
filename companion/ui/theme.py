"""Theme in force: colours, fonts, sizes of type and distances.

``colors`` has every colour of ``palette.Theme`` as Kivy's rgba. Widgets read it when they are made;
a change of theme makes the screens again.
"""

from dataclasses import fields

from kivy.utils import get_color_from_hex as rgba

from companion.palette import EVENING, PAPER, PLAYER_SHAPES, THEMES, Theme

TEXT_FONT, TITLE_FONT, ICON_FONT = "RobotoCondensed", "Charis", "Icons"
MEDIUM_FONT = "RobotoCondensedMedium"

BODY, NAME, BUTTON, MAIN_BUTTON = "26sp", "28sp", "30sp", "36sp"
BALANCE, TITLE, TURN, SMALLEST = "36sp", "36sp", "40sp", "26sp"
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
        self.lips = [rgba(player.lip) for player in theme.players]

    def __getattr__(self, name: str) -> Rgba:
        raise AttributeError(name)

    def fill(self, marker: int) -> Rgba:
        """Return the colour of a player."""
        return self.fills[marker % len(self.fills)] if marker >= 0 else self.bank

    def on_fill(self, marker: int) -> Rgba:
        """Return the colour of text on the fill of a player."""
        return self.on_player if marker >= 0 else self.on_bank

    def group(self, group: str) -> Rgba:
        """Return the colour of a group of deeds."""
        return list(rgba(self.theme.group_color(group)))


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


def player_fill(marker: int) -> Rgba:
    """Return the colour of a player."""
    return colors.fill(marker)


def player_lip(marker: int) -> Rgba:
    """Return the colour below a button of a player."""
    return colors.lips[marker % len(colors.lips)] if marker >= 0 else colors.bank_lip


def on_player(marker: int) -> Rgba:
    """Return the colour of text on the fill of a player."""
    return colors.on_fill(marker)


def player_shape(marker: int) -> str:
    """Return the shape of a player; empty for nobody."""
    return _SHAPES[marker % len(_SHAPES)] if marker >= 0 else ""


def group_color(group: str) -> Rgba:
    """Return the colour of a group of deeds."""
    return colors.group(group)


def text_on(color: Rgba) -> Rgba:
    """Return dark or white text, whichever has more contrast on ``color``."""
    dark, white = list(rgba(EVENING.on_player)), [1.0, 1.0, 1.0, 1.0]
    return dark if contrast(dark, color) > contrast(white, color) else white


def contrast(one: Rgba, other: Rgba) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.1)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Rgba) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# --- states ------------------------------------------------------------------------------------


def pressed(color: Rgba, state: str) -> Rgba:
    """Return ``color`` a little nearer to its text while the button is pressed."""
    if state != "down":
        return color
    return [
        part + (ink - part) * 0.12 for part, ink in zip(color[:3], text_on(color), strict=False)
    ] + [color[3]]


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


def undo_fill(off: bool) -> Rgba:
    """Return the fill of the undo button."""
    return colors.ground if off else colors.sheet


def undo_lip(marker: int, off: bool) -> Rgba:
    """Return the lip of the undo button, on a page (-1) or on the colour of a player."""
    return NONE if off else player_lip(marker) if marker >= 0 else colors.lip


def undo_edge(marker: int, off: bool) -> Rgba:
    """Return the edge of the undo button: none on the colour of a player."""
    return colors.line if off else colors.sheet if marker >= 0 else colors.edge


def undo_ink(off: bool) -> Rgba:
    """Return the colour of the icon of the undo button."""
    return colors.quiet if off else colors.amber


def undo_text(off: bool) -> Rgba:
    """Return the text colour of the undo button."""
    return colors.quiet if off else colors.ink


def tone_color(tone: str) -> Rgba:
    """Return the text colour of an amount received or paid, or of neither."""
    return {"in": colors.credit, "out": colors.debit}.get(tone, colors.quiet)


def change_color(before: int, after: int) -> Rgba:
    """Return the colour of a balance that grows or shrinks."""
    return colors.credit if after > before else colors.debit


def shade(share: float) -> Rgba:
    """Return the overlay colour over a screen with a sheet."""
    return [0.08, 0.09, 0.11, 0.62 * share]


def presence(out: bool) -> float:
    """Return the opacity of a player; reduced after leaving the game or auction."""
    return 0.55 if out else 1.0


def behind(message: str) -> float:
    """Return the opacity of what a message covers."""
    return 0.0 if message else 1.0


def there(width: float) -> float:
    """Return the opacity of something that is not there while it has no width."""
    return 1.0 if width else 0.0


def past_color(gone: bool) -> Rgba:
    """Return the colour of a move in the history; dimmed if undone."""
    return colors.quiet if gone else colors.ink


def pick_fill(chosen: bool) -> Rgba:
    """Return the fill of a tile to pick."""
    return colors.bank if chosen else colors.sheet


def on_chosen(chosen: bool) -> Rgba:
    """Return the text colour of an option."""
    return colors.on_bank if chosen else colors.ink


def chosen_edge(chosen: bool) -> Rgba:
    """Return the edge of a card that can be chosen."""
    return colors.bank if chosen else colors.edge
