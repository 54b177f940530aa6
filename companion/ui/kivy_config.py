"""Configure Kivy before its first import, and find out which display to use."""

import logging
import os
import platform
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from companion.system.touchscreens import INPUTS, touchscreen_nodes

PANEL = (800, 480)
"""Size in pixels of the 7-inch panel that the screens are designed for."""

CARDS = Path("/sys/class/drm")


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


def kivy_problem() -> str:
    """Return the reason why Kivy cannot be imported; empty if it can."""
    if find_spec("kivy"):
        return ""
    return (
        "The window needs Kivy, which has releases for Python 3.11, 3.12 and 3.13 only, and this is"
        f" Python {platform.python_version()}: install the program with one of them, as"
        " 'uv tool install --python 3.13 .' in its checkout does."
    )


def screen_problem() -> str:
    """Return the reason why no window would be visible; empty if one would be.

    Without a screen, SDL opens an invisible window and reports no error.
    """
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    elsewhere = any(os.environ.get(name) for name in names) and not on_bare_panel()
    if sys.platform != "linux" or elsewhere:
        return ""
    if connected_screens():
        return ""
    return "No screen found: start the program on a desktop or on the console of a panel."


def connected_screens(cards: Path = CARDS) -> list[str]:
    """Return the connectors with a screen by their kernel names: ``card1-DSI-1``."""
    statuses = sorted(cards.glob("card*-*/status"))
    return [path.parent.name for path in statuses if path.read_text().strip() == "connected"]


def panel_card(connectors: list[str]) -> str:
    """Return the number of the graphics card to draw on; empty if there is none.

    A Raspberry Pi has several cards, in another order at each start. SDL takes the first, even one
    without a screen.
    """
    panels = panels_first(connectors)
    return panels[0].partition("-")[0].removeprefix("card") if panels else ""


def panels_first(connectors: list[str]) -> list[str]:
    """Sort panels on the board's own connector before screens on a cable."""
    return sorted(connectors, key=lambda name: "-DSI-" not in name)


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


def video_driver() -> str:
    """Return the name of the driver with which SDL draws here."""
    if os.environ.get("DISPLAY"):
        return "x11"
    return "wayland" if os.environ.get("WAYLAND_DISPLAY") else "kmsdrm"


def on_bare_panel() -> bool:
    """Return True if SDL draws on the panel itself, without a window system.

    A window system would report touches; without one Kivy reads them from the device.
    """
    return os.environ.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm"


def _providers(inputs: Path) -> dict[str, str]:
    """Return what touches come from: each touchscreen, by name.

    With two providers of one device every tap counts twice. Kivy's own search would also take
    touchpads and drawing tablets. Without disable_multitouch a right click leaves dots.
    """
    if not on_bare_panel():
        return {"mouse": "mouse,disable_multitouch"}
    return {node.name: f"mtdev,{node}" for node in touchscreen_nodes(inputs)}
