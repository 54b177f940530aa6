"""Painter of a page as a picture, without a window: the nodes of ``screens`` with Pillow.

``screens.parts`` and ``screens.figures`` say what looks and marks mean. Everything is painted at
twice its size, and then made smaller, for smooth edges.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from companion.look.icons import ICONS
from companion.look.typefaces import FONTS
from companion.report.timeline import AuditedTimeline
from companion.resources import font_file
from companion.screens.figures import GLYPHS
from companion.screens.layout import place
from companion.screens.parts import Drawing, Ground, Key, Mark, Node, Part, Plate, Words
from companion.screens.picture import HEIGHT, STORY_SCALE, WIDTH, picture, story_picture
from companion.screens.story import title_of
from companion.screens.typesetting import LINE
from companion.table.prompts import now
from companion.table.story.evening import PAGES, Evening
from companion.text.screens.past_games import full_day
from companion.text.screens.story import STORY

FINER = 2
"""Factor by which a picture is painted larger than it becomes."""
LETTERS = {"glyph": ("figures", GLYPHS), "icon": ("icons", ICONS)}


class Pictured(NamedTuple):
    """Picture as PNG, and what it shows in words."""

    png: bytes
    words: str


def pictures_of(course: AuditedTimeline, evening: Evening) -> dict[str, Pictured]:
    """Return the picture of a finished game, and those of the pages of its story, by their names.

    A page that has nothing to tell is left out.
    """
    title, day = now(course.end).title, _day(course)
    empty = {
        "moment": not evening.turning_points,
        "luck": not evening.luck,
        "rent": not evening.facts.earners,
    }
    found = {"picture": Pictured(picture_of(course, evening), words_of(course, evening))}
    for page in PAGES:
        if not empty.get(page):
            part = story_picture(evening, page, title, day)
            words = ". ".join(filter(None, _words_of_page(evening, page)))
            found[page] = Pictured(_png(part, STORY_SCALE), words)
    return found


def picture_of(course: AuditedTimeline, evening: Evening) -> bytes:
    """Return the picture of a finished game as PNG, 1080 by 1350 pixels."""
    return _png(picture(evening, now(course.end).title, _day(course)))


def _png(part: Part, scale: float = 1) -> bytes:
    file = BytesIO()
    painted(part, WIDTH, HEIGHT, scale).save(file, "PNG")
    return file.getvalue()


def words_of(course: AuditedTimeline, evening: Evening) -> str:
    """Say what the picture of a finished game shows: who won, why, and everybody's place."""
    places = (
        f"{one.place}. {one.name}: {one.gone[0] if one.gone else one.worth}"
        for one in evening.ranks
    )
    shown = (str(now(course.end).title), str(evening.why), ", ".join(places))
    return " \N{EM DASH} ".join(filter(None, shown))


def _words_of_page(evening: Evening, page: str) -> Iterator[str]:
    """Say what the picture of a page of the story shows."""
    yield STORY[title_of(evening, page)]
    match page:
        case "chances":
            yield str(evening.why).rstrip(".")
            for swing in evening.turning_points:
                yield f"{swing.text}, {swing.title}"
        case "moment":
            swing = evening.greatest
            yield f"{swing.text}, {swing.title}"
        case "luck":
            yield STORY["chance given" if evening.odds else "rent saved"]
            yield ", ".join(f"{one.name}: {one.amount}" for one in evening.luck)
        case "rent":
            yield ", ".join(f"{one.name}: {one.amount}" for one in evening.facts.earners)


def _day(course: AuditedTimeline) -> str:
    """Return the day of a game; nothing for an imported one whose record has none."""
    if not course.is_imported:
        return full_day(course.ended.astimezone())
    return full_day(date.fromisoformat(course.setup.date)) if course.setup.date else ""


def painted(part: Part, width: int, height: int, scale: float) -> Image.Image:
    """Return a part as an image of ``width`` by ``height`` pixels, ``scale`` for each dp."""
    w, h = width * FINER, height * FINER
    image = Image.new("RGB", (w, h), "white")
    pen = ImageDraw.Draw(image)
    for node in place(part, w, h, scale * FINER).values():
        _paint(pen, node)
    return image.reduce(FINER)


def _paint(pen: ImageDraw.ImageDraw, node: Node) -> None:
    x, y, w, h = node.x, node.y, node.w, node.h
    match node.look:
        case Ground(fill, radius):
            _box(pen, x, y, w, h, fill, radius)
        case Plate(fill, edge, radius, border):
            _box(pen, x, y, w, h, edge, radius)
            _box(pen, x + border, y + border, w - 2 * border, h - 2 * border, fill, radius - border)
        case Key(fill, edge, lip, radius, depth):
            _box(pen, x, y, w, h, lip, radius)
            _box(pen, x, y, w, h - depth, edge, radius)
            _box(pen, x + 2, y + 2, w - 4, h - depth - 4, fill, radius)
        case Words(lines, font, points, ink, align):
            _write(pen, node, lines, _font(font, points), ink, align, points * LINE)
        case Drawing(marks):
            _draw(pen, marks, x, y)


def _box(
    pen: ImageDraw.ImageDraw, x: float, y: float, w: float, h: float, fill: str, radius: float
) -> None:
    if w >= 1 and h >= 1:
        corners = (x, y, x + w - 1, y + h - 1)
        pen.rounded_rectangle(corners, max(0, min(radius, w / 2, h / 2)), fill)


def _write(
    pen: ImageDraw.ImageDraw,
    node: Node,
    lines: Sequence[str],
    font: ImageFont.FreeTypeFont,
    ink: str,
    align: float,
    height: float,
) -> None:
    top = node.y + (node.h - height * len(lines)) / 2
    for number, line in enumerate(lines):
        left = node.x + (node.w - font.getlength(line)) * align
        pen.text((left, top + height * (number + 0.5)), line, ink, font, "lm")


def _draw(pen: ImageDraw.ImageDraw, marks: Iterable[Mark], left: float, top: float) -> None:
    for mark in marks:
        match mark:
            case ("box", x, y, w, h, color, radius):
                _box(pen, left + x, top + y, w, h, color, radius)
            case ("glyph" | "icon" as kind, name, x, y, side, color):
                font, letters = LETTERS[kind]
                middle = left + x + side / 2, top + y + side / 2
                pen.text(middle, letters[name], color, _font(font, side), "mm")
            case ("line", points, width, color):
                corners = [
                    (left + a, top + b) for a, b in zip(points[::2], points[1::2], strict=True)
                ]
                pen.line(corners, color, round(width), "curve")


@cache
def _font(name: str, points: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(FONTS[name]), points)
