"""What Kivy must be told before it is first imported, and what it must not find out by itself."""

import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

PANEL = (800, 480)
"""The 7-inch panel that the screens are drawn for, in pixels."""

CARDS = Path("/sys/class/drm")
ROOM = 1 << 18
"""Bytes that Kivy needs for its own files."""


@dataclass(frozen=True, slots=True)
class Display:
    """The window: its size in pixels, or the whole screen; ``rotation`` in degrees."""

    width: int = PANEL[0]
    height: int = PANEL[1]
    fullscreen: bool = False
    rotation: int = 0


def home(folder: Path) -> Path:
    """A folder for what Kivy writes whether it is read again or not: in memory, where the system
    has a place for that; else in ``folder``; or anywhere, when that cannot be written."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    places = [Path(runtime, "companion-kivy")] if runtime else []
    for found in (*places, folder / "kivy"):
        with suppress(OSError):
            found.mkdir(parents=True, exist_ok=True)
            (found / "probe").write_bytes(bytes(ROOM))
            (found / "probe").unlink()
            return found
    return Path(mkdtemp(prefix="companion-kivy-"))


def prepare(home: Path, display: Display) -> None:
    """Settle everything that Kivy reads on its first import, and its configuration.

    Nothing of the user's own Kivy settings takes part: an ``[input]`` line left there by another
    program doubles every touch.
    """
    home.mkdir(parents=True, exist_ok=True)
    os.environ |= {
        "KIVY_HOME": str(home),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_WINDOW": "sdl2",
        "KIVY_CLIPBOARD": "dummy",
        "KIVY_METRICS_DENSITY": "1",
        "KIVY_METRICS_FONTSCALE": "1",
    }
    if sys.platform == "linux":
        # Left to itself, SDL would try one after the other and end with a window nobody can see.
        os.environ.setdefault("SDL_VIDEODRIVER", _video_driver())
        if on_bare_panel() and (index := panel_card(connected_screens())):
            os.environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", index)
    # Kivy would tell the terminal that it made a configuration, which is nobody's business.
    logging.getLogger("kivy").setLevel(logging.ERROR)
    from kivy.config import Config

    for section, values in _sections(display).items():
        # Only what is listed is left, above all of the touch providers.
        if section == "input":
            Config.remove_section(section)
            Config.add_section(section)
        for key, value in values.items():
            Config.set(section, key, value)


def _sections(display: Display) -> dict[str, dict[str, str]]:
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
        "input": {_provider_name(): _provider()},
    }


def screen_problem() -> str:
    """Why no window can be seen here; "" when one can. Without a screen to show it on, SDL would
    open a window that nobody sees, and say nothing."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    elsewhere = any(os.environ.get(name) for name in named) and not on_bare_panel()
    if sys.platform != "linux" or elsewhere:
        return ""
    if connected_screens():
        return ""
    return "There is no screen to open a window on: start it in a desktop, or on a panel's console."


def connected_screens(cards: Path = CARDS) -> list[str]:
    """The connectors that have a screen, as the kernel names them: ``card1-DSI-1``."""
    found = sorted(cards.glob("card*-*/status"))
    return [path.parent.name for path in found if path.read_text().strip() == "connected"]


def panel_card(connectors: list[str]) -> str:
    """The number of the graphics card to draw on, "" for none: a Raspberry Pi has several, in
    another order at each start, and SDL would take the first, screen or no screen."""
    panels = panels_first(connectors)
    return panels[0].partition("-")[0].removeprefix("card") if panels else ""


def panels_first(connectors: list[str]) -> list[str]:
    """A panel on the board's own connector goes before a screen on a cable."""
    return sorted(connectors, key=lambda name: "-DSI-" not in name)


def window_problem() -> str:
    """Opens the window; why that cannot be done, or ""."""
    logging.disable(logging.CRITICAL)  # Kivy would answer with thirty lines of its own insides
    try:
        from kivy.core.window import Window
    finally:
        logging.disable(logging.NOTSET)
    driver = os.environ.get("SDL_VIDEODRIVER", "this system")
    return "" if Window else f"No window can be opened here with {driver}: is its screen running?"


def _video_driver() -> str:
    if os.environ.get("DISPLAY"):
        return "x11"
    return "wayland" if os.environ.get("WAYLAND_DISPLAY") else "kmsdrm"


def on_bare_panel() -> bool:
    """Whether we draw on the panel itself, with no window system that would report touches."""
    return os.environ.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm"


def _provider_name() -> str:
    return "panel" if on_bare_panel() else "mouse"


def _provider() -> str:
    # Exactly one, or every tap counts twice. Without disable_multitouch a right click leaves dots.
    return "probesysfs,provider=mtdev" if on_bare_panel() else "mouse,disable_multitouch"
