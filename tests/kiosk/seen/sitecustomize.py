"""Watch the bank from outside: at SIGUSR1, write what can be read and tapped to COMPANION_SEEN."""

import json
import os
import signal
from collections.abc import Iterator
from typing import Any


def after_two_frames(*_: object) -> None:
    """Tell after two frames: changes are drawn by then, and guarded against touches."""
    from kivy.clock import Clock

    Clock.schedule_once(lambda _: Clock.schedule_once(tell, 0), 0)


def tell(*_: object) -> None:
    from kivy.app import App
    from kivy.core.window import Window

    pages = [page for root in Window.children for page in _pages(root)]
    root = App.get_running_app().root
    table, viewer = getattr(root, "table", None), getattr(root, "viewer", None)
    if getattr(table, "sheet", None):
        pages = pages[-1:]  # The question keeps fingers from everything else.
    seen = {
        "words": [word for page in pages for word in _words(_nodes(page), "")],
        "buttons": [button for page in pages for button in _keys(page)],
        # A message takes the tap on whatever it lies over.
        "guarded": bool(getattr(viewer, "is_guarded", False) or getattr(table, "notice", "")),
        "next_number": getattr(table, "number", 0),
    }
    file = os.environ["COMPANION_SEEN"]
    with open(f"{file}.part", "w", encoding="utf-8") as part:
        json.dump(seen, part)
    os.replace(f"{file}.part", file)


def _pages(widget: object) -> Iterator[object]:
    """Yield the surfaces in a widget, the uppermost last."""
    from companion.ui.surface import Surface

    if isinstance(widget, Surface):
        yield widget
    else:
        for child in reversed(widget.children):
            yield from _pages(child)


def _nodes(page: object) -> dict:
    """Return the nodes of a page, those of rows that are in sight where they are."""
    found = {}
    for key, node in page.leaves.nodes.items():
        found[key] = node
        if hasattr(node.look, "rows"):
            pane = page.leaves.leaf[key]
            for row, inner in pane.leaves.nodes.items():
                y = round(inner.y + node.y - pane.offset)
                if node.y <= y + inner.h / 2 <= node.y + node.h:
                    found[f"{key}/{row}"] = inner._replace(x=inner.x + node.x, y=y)
    return found


def _words(nodes: dict, key: str) -> list[str]:
    """Return the texts of a page within a part."""
    inside = (n for own, n in nodes.items() if not key or own == key or own.startswith(f"{key}."))
    return [str(node.words) for node in inside if hasattr(node.look, "lines")]


def _keys(page: object) -> Iterator[dict[str, object]]:
    """Yield what can be tapped on a page."""
    nodes = _nodes(page)
    for key, node in nodes.items():
        if not node.hand or not node.hand.do:
            continue
        kind, *rest = node.hand.do
        middle = (node.x + node.w / 2, page.height - node.y - node.h / 2)
        yield {
            "words": _words(nodes, key) or [str(node.label)],
            "kind": kind,
            "key": next((one for one in rest if isinstance(one, str)), ""),
            "die": rest if kind == "die" else [None, None],
            "move": _move(kind, *rest),
            "refused": bool(node.hand.reason),
            "place": _on_the_glass(*middle),
        }


def _move(kind: str, *rest: Any) -> str:
    """Return the move that a tap plays, as it is written in Python."""
    if kind == "confirm":
        return repr(rest[0])
    return repr(rest[0].move) if kind == "answer" else "None"


def _on_the_glass(x: float, y: float) -> tuple[int, int]:
    """Return the place on the screen, from its top left, of a place in the window."""
    from kivy.core.window import Window

    width, height = Window.system_size
    across, up = {
        0: (x / width, y / height),
        90: (1 - y / width, x / height),
        180: (1 - x / width, 1 - y / height),
        270: (y / width, 1 - x / height),
    }[Window.rotation % 360]
    return round(across * width), round((1 - up) * height)


signal.signal(signal.SIGUSR1, after_two_frames)
