"""What is wrong with what is seen: words without room, things that lie over each other, words too
faint to read."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, TypeAlias

from coloraide import Color
from PIL import Image

from companion.screens.faults import Page
from companion.screens.faults import faults as page_faults
from tests.ui.doors import Key, Spot, clipped, surfaces
from tests.ui.driver import DOTS_PER_MM, FINGER_MM, Desk

Box: TypeAlias = tuple[float, float, float, float]
READABLE, LARGE = 4.5, 3.0
"""WCAG's least contrast of a text with its ground, and of a large text."""
LARGE_FROM = 24
"""Size in dp from which a text is large: WCAG's 18 points."""
INVISIBLE = (("log",),)
"""Meanings of keys over words that they belong to."""
COLLECTED_ON = ("play", "debt")
"""Screens on which rent is collected."""

LEFT_OUT = 0.99
"""What is shown fainter than this belongs to somebody who is out, or says nothing."""


def looks_wrong(desk: Desk, picture: Image.Image) -> list[str]:
    """Every fault of the screen, of which ``picture`` was taken."""
    checks = (
        *_words(desk),
        *_fingers(desk),
        *_overlaps(desk),
        *_bursts(desk),
        *_faint(desk, picture),
        *_out_of_sight(desk),
        *_on_pages(desk),
    )
    return list(dict.fromkeys(checks))


# --- what there is to see -----------------------------------------------------------------------


def labels(desk: Desk) -> list[Any]:
    """Whatever says something and can be seen."""
    from kivy.uix.label import Label

    return [label for label in desk.seen(Label) if label.text.strip() and _visible(label)]


def targets(desk: Desk) -> list[Key]:
    """Keys that can be tapped and seen, except those that belong to words below them."""
    live = [key for key in desk.live() if key.does not in INVISIBLE]
    return [key for key in live if min(key.box.w, key.box.h) > 1 and _visible(key.widget)]


def _buttons(desk: Desk) -> list[Any]:
    return [key.widget for key in targets(desk) if not isinstance(key.widget, Spot)]


def _chain(widget: Any) -> Iterator[Any]:
    while widget is not None and widget is not widget.parent:
        yield widget
        widget = widget.parent


def _visible(widget: Any) -> bool:
    """Not faded, and at least by half within every list that it is scrolled in."""
    if any(part.opacity < LEFT_OUT for part in _chain(widget)):
        return False
    left, bottom, right, top = box(widget)
    for view in _scrolled_in(widget):
        _, low, _, high = box(view)
        if not low <= (bottom + top) / 2 <= high:
            return False
    return right - left > 0 and top - bottom > 0


def _scrolled_in(widget: Any) -> list[Any]:
    from kivy.uix.scrollview import ScrollView

    return [part for part in _chain(widget.parent) if isinstance(part, ScrollView)]


def box(widget: Any) -> Box:
    """Left, bottom, right and top in the window."""
    left, bottom = widget.to_window(*widget.pos)
    return left, bottom, left + widget.width, bottom + widget.height


def _name(widget: Any) -> str:
    from kivy.uix.label import Label

    words = [part.text for part in widget.walk(restrict=True) if isinstance(part, Label)]
    return f"{type(widget).__name__} {' · '.join(filter(None, words))!r}"


# --- what may be wrong --------------------------------------------------------------------------


def _words(desk: Desk) -> Iterator[str]:
    from kivy.metrics import sp

    width, height = desk.window.size
    for label in labels(desk):
        if clipped(label):
            yield f"{label.text!r} needs {label.texture_size}, has {label.size}"
        if hasattr(label, "place") and label.place != label._place():
            yield f"{label.text!r} is drawn at {label.place}, not at {label._place()}"
        if label.font_size < sp(15) - 0.5:
            yield f"{label.text!r} is too small to read"
        left, bottom, right, top = box(label)
        within = left >= -1 and right <= width + 1 and bottom >= -1 and top <= height + 1
        if not within and not _scrolled_in(label):
            yield f"{label.text!r} reaches out of the window"


def _fingers(desk: Desk) -> Iterator[str]:
    from kivy.metrics import dp

    least = dp(FINGER_MM * DOTS_PER_MM) - 1
    for target in _buttons(desk):
        if min(target.size) < least:
            yield f"{_name(target)} is {target.size}, less than a finger"


def _overlaps(desk: Desk) -> Iterator[str]:
    words, buttons = labels(desk), _buttons(desk)
    inside = {id(part): button for button in buttons for part in button.walk(restrict=True)}
    for one, other in combinations(buttons, 2):
        if other is not inside.get(id(one)) and one is not inside.get(id(other)):
            yield from _over(one, other)
    for one, other in combinations(words, 2):
        yield from _over(one, other)
    for label in words:
        for button in buttons:
            if inside.get(id(label)) is not button:
                yield from _over(label, button)


def _bursts(desk: Desk) -> Iterator[str]:
    """Words that reach out of the button that they are on."""
    words = {id(label) for label in labels(desk)}
    for button in _buttons(desk):
        left, bottom, right, top = box(button)
        for label in button.walk(restrict=True):
            if id(label) not in words:
                continue
            a, low, b, high = _shown(label)
            if a < left - 1 or low < bottom - 1 or b > right + 1 or high > top + 1:
                yield f"{label.text!r} reaches out of {_name(button)}"


def _over(one: Any, other: Any) -> Iterator[str]:
    a, b = _shown(one), _shown(other)
    across = min(a[2], b[2]) - max(a[0], b[0])
    up = min(a[3], b[3]) - max(a[1], b[1])
    if across > 1 and up > 1 and _scrolled_in(one) == _scrolled_in(other):
        yield f"{_name(one)} and {_name(other)} lie over each other"


def _shown(widget: Any) -> Box:
    """Of a text, only where its letters are."""
    left, bottom, right, top = box(widget)
    lines = widget._label._cached_lines if hasattr(widget, "_label") else []
    if not lines:
        return left, bottom, right, top
    before, above, after, below = widget.padding
    free = max(0, widget.width - before - after - max(line.w for line in lines))
    over = max(0, widget.height - above - below - sum(line.h for line in lines))
    shift = {"right": free, "center": free / 2}.get(widget.halign, 0)
    rise = {"bottom": 0, "top": over}.get(widget.valign, over / 2)
    return (
        left + shift + before,
        bottom + rise + below,
        right - (free - shift) - after,
        top - (over - rise) - above,
    )


def _out_of_sight(desk: Desk) -> Iterator[str]:
    """Rent that may lapse, and is not on the screen on which it is collected."""
    table = desk.table
    if table.screen not in COLLECTED_ON or table.sheet or table.settings.light.dimmed:
        return
    rows, (width, height) = desk.sights("claim"), desk.window.size
    shown = {key.move for key in desk.all_keys("answer")}
    for line in table.moments.claims:
        if line.answer.move not in shown and not line.is_missed:
            yield f"{line.claim} is not shown"
    for row in rows:
        x, y, right, bottom = row.box.x, row.box.y, row.box.right, row.box.bottom
        if x < 0 or y < 0 or right > width or bottom > height or row.is_scrolled:
            yield f"{row.text} reaches out of sight"


def _on_pages(desk: Desk) -> Iterator[str]:
    """Faults of what is laid out as nodes."""
    from kivy.metrics import Metrics

    for surface in surfaces(desk.root):
        page = Page(surface.leaves.nodes, *desk.window.size, Metrics.density)
        if surface.get_root_window():
            yield from map(str, page_faults(page))


def _is_whole(label: Any) -> bool:
    """Return True unless a list cuts off a part of the label."""
    _, bottom, _, top = box(label)
    views = (box(view) for view in _scrolled_in(label))
    return all(view[1] <= bottom and top <= view[3] for view in views)


def _faint(desk: Desk, picture: Image.Image) -> Iterator[str]:
    from kivy.metrics import dp

    for label in filter(_is_whole, labels(desk)):
        left, bottom, right, top = (int(edge) for edge in box(label))
        place = (max(0, left), max(0, picture.height - top), right, picture.height - bottom)
        ground = _ground(picture.crop(place))
        text = Color("srgb", [*label.color[:3]])
        contrast = text.contrast(Color("srgb", [part / 255 for part in ground]), method="wcag21")
        is_large = label.font_size >= dp(LARGE_FROM)
        if contrast < (LARGE if is_large else READABLE):
            yield f"{label.text!r} has a contrast of {contrast:.1f}"


def _ground(patch: Image.Image) -> tuple[int, int, int]:
    """The colour that most of a patch has."""
    colors = patch.convert("RGB").getcolors(patch.width * patch.height) or [(1, (0, 0, 0))]
    found: tuple[int, int, int] = max(colors)[1]  # type: ignore[assignment]
    return found


# --- while a page is only laid out ---------------------------------------------------------------


def broken(label: Any) -> bool:
    """Whether a word is longer than its line, and goes on in the next."""
    if label.shorten:
        return False
    from kivy.core.text import Label as Ruler

    ruler = Ruler(font_size=label.font_size, bold=label.bold, font_name=label.font_name)
    room = label.width - label.padding[0] - label.padding[2] + 1
    return any(ruler.get_extents(word)[0] > room for word in label.text.split())


def faults(desk: Desk) -> list[str]:
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.label import Label

    found = [
        f"{label.text!r} needs {label.texture_size}, has {label.size}"
        for label in desk.seen(Label)
        if clipped(label)
    ]
    least = FINGER_MM * DOTS_PER_MM - 1
    for button in desk.seen(ButtonBehavior):
        if min(button.size) < least and not button.disabled:
            found.append(f"{type(button).__name__} is {button.size}, less than a finger")
    found += [f"{label.text!r} breaks a word" for label in desk.seen(Label) if broken(label)]
    found += _on_pages(desk)
    small = [label.text for label in desk.seen(Label) if label.text and label.font_size < 15]
    return list(dict.fromkeys(found)) + [f"{text!r} is too small to read" for text in small]
