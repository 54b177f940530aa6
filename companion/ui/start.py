"""Configure Kivy before its first import, and find out if it can open a window."""

import logging
import os
import platform
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from companion.system.displays import connected_screens, on_bare_panel, panel_card, video_driver
from companion.system.touchscreens import INPUTS, touchscreen_nodes

PANEL = (800, 480)
"""Size in pixels of the 7-inch panel that the screens are designed for."""


@dataclass(frozen=True, slots=True)
class Display:
    """Window in pixels or full screen, with its rotation in degrees."""

    width: int = PANEL[0]
    height: int = PANEL[1]
    fullscreen: bool = False
    rotation: int = 0


def prepare(display: Display, inputs: Path = INPUTS) -> None:
    """Set everything that Kivy reads on its first import.

    Kivy reads and writes no file of its own: an ``[input]`` line that another program left in one
    doubles every touch, and two banks that start at once would both create them.
    """
    os.environ |= {
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_WINDOW": "sdl2",
        "KIVY_CLIPBOARD": "dummy",
        "KIVY_METRICS_DENSITY": "1",
        "KIVY_METRICS_FONTSCALE": "1",
    }
    if sys.platform == "linux":
        # By default SDL tries one driver after the other and ends with an invisible window.
        os.environ.setdefault("SDL_VIDEODRIVER", video_driver())
        if on_bare_panel() and (index := panel_card(connected_screens())):
            os.environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", index)
    logging.getLogger("kivy").setLevel(logging.ERROR)
    from kivy.config import Config

    for section, values in _sections(display, inputs).items():
        # Remove every touch provider that is not listed here.
        if section == "input":
            Config.remove_section(section)
            Config.add_section(section)
        for key, value in values.items():
            Config.set(section, key, value)


def lacks_touchscreen(inputs: Path = INPUTS) -> bool:
    """Return True if there is a touchscreen that Kivy does not read: it came after ``prepare``."""
    from kivy.config import Config

    return not _providers(inputs).keys() <= set(Config.options("input"))


def _sections(display: Display, inputs: Path) -> dict[str, dict[str, str]]:
    return {
        "kivy": {"exit_on_escape": "0", "desktop": "0", "log_level": "error"},
        "graphics": {
            "width": str(display.width),
            "height": str(display.height),
            "fullscreen": "auto" if display.fullscreen else "0",
            "rotation": str(display.rotation),
            "show_cursor": "0" if display.fullscreen else "1",
            "multisamples": "0",
            "maxfps": "60",
            "allow_screensaver": "0",
        },
        "input": _providers(inputs),
    }


def has_toolkit() -> bool:
    """Return True if Kivy can be imported."""
    try:
        return find_spec("kivy") is not None
    except ValueError:
        return False


def toolkit_problem() -> str:
    """Return the reason why Kivy cannot be imported; empty if it can."""
    if has_toolkit():
        return ""
    return (
        "The window needs Kivy, which has releases for Python 3.11, 3.12 and 3.13 only, and this is"
        f" Python {platform.python_version()}: install the program with one of them, as"
        " 'uv tool install --python 3.13 .' in its checkout does."
    )


def window_problem() -> str:
    """Open the window; return the reason if that fails, else an empty string."""
    logging.disable(logging.CRITICAL)  # Kivy would log thirty lines of its internals.
    try:
        from kivy.core.window import Window
    finally:
        logging.disable(logging.NOTSET)
    driver = os.environ.get("SDL_VIDEODRIVER", "this system")
    return (
        ""
        if Window
        else f"No window can be opened here with {driver}: check that its display is running."
    )


def _providers(inputs: Path) -> dict[str, str]:
    """Return what touches come from: each touchscreen, by name.

    With two providers of one device every tap counts twice. Kivy's own search would also take
    touchpads and drawing tablets. Without disable_multitouch a right click leaves dots.
    """
    if not on_bare_panel():
        return {"mouse": "mouse,disable_multitouch"}
    return {node.name: f"mtdev,{node}" for node in touchscreen_nodes(inputs)}
