"""Theme in force. A change of theme makes the screens again."""

from companion.palette import PAPER, THEMES

colors = PAPER


def use(name: str) -> None:
    """Use the theme ``name`` for everything that is drawn from now on."""
    global colors
    colors = THEMES[name]
