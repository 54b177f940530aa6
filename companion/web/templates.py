"""Jinja environment of the pages: the report, the phones and a club's wall."""

from base64 import b64encode
from dataclasses import dataclass
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from companion.look.icons import ICONS
from companion.look.palette import EVENING, PAPER, PLAYER_SHAPES
from companion.resources import web_font


def make_environment(*packages: str, **names: object) -> Environment:
    """Return an environment for the templates of some packages; an undefined name is an error.

    The first package that has a template counts. ``names`` are what the templates may use besides
    the colours, shapes and icons.
    """
    templates = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shapes = [outline(marker) for marker in range(len(PLAYER_SHAPES))]
    looks = {"paper": PAPER, "evening": EVENING, "outline": outline, "shapes": shapes}
    templates.globals |= {**looks, "icons": ICONS, **names}
    return templates


@dataclass(frozen=True, slots=True)
class Font:
    """Font that a page has in itself, in base64."""

    family: str
    weight: int
    data: str


@cache
def fonts() -> tuple[Font, ...]:
    """Return the fonts of pages that are opened as files."""
    files = (
        ("Roboto Condensed", 400, "RobotoCondensed-Regular"),
        ("Roboto Condensed", 700, "RobotoCondensed-Bold"),
        ("Charis SIL", 700, "CharisSIL-Bold"),
    )
    return tuple(
        Font(family, weight, b64encode(web_font(name).read_bytes()).decode("ascii"))
        for family, weight, name in files
    )


def outline(marker: int) -> str:
    """Return the corners of a player's shape as SVG points in a square of 20 by 20."""
    corners = list(PLAYER_SHAPES.values())[marker % len(PLAYER_SHAPES)]
    return " ".join(f"{10 + 10 * x:.1f},{10 - 10 * y:.1f}" for x, y in corners)
