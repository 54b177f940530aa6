"""Jinja environment of the pages: the report, the phones and a club's wall."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from companion.icons import ICONS
from companion.palette import EVENING, PAPER, PLAYER_SHAPES


def make_environment(package: str, **names: object) -> Environment:
    """Return an environment for the templates of a package; an undefined name is an error.

    ``names`` are what its templates may use besides the colours, shapes and icons.
    """
    templates = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shapes = [outline(marker) for marker in range(len(PLAYER_SHAPES))]
    looks = {"paper": PAPER, "evening": EVENING, "outline": outline, "shapes": shapes}
    templates.globals |= {**looks, "icons": ICONS, **names}
    return templates


def outline(marker: int) -> str:
    """Return the corners of a player's shape as SVG points in a square of 20 by 20."""
    corners = list(PLAYER_SHAPES.values())[marker % len(PLAYER_SHAPES)]
    return " ".join(f"{10 + 10 * x:.1f},{10 - 10 * y:.1f}" for x, y in corners)
