"""Screens of this machine: its connectors, and how SDL draws on them."""

import os
import sys
from pathlib import Path

CARDS = Path("/sys/class/drm")


def screen_problem() -> str:
    """Say why no window would be visible; empty if one would be.

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
    """List the connectors with a screen by their kernel names: ``card1-DSI-1``."""
    statuses = sorted(cards.glob("card*-*/status"))
    return [path.parent.name for path in statuses if path.read_text().strip() == "connected"]


def panel_card(connectors: list[str]) -> str:
    """Choose the graphics card to draw on, by its number; empty if there is none.

    A Raspberry Pi has several cards, in another order at each start. SDL takes the first, even one
    without a screen.
    """
    panels = panels_first(connectors)
    return panels[0].partition("-")[0].removeprefix("card") if panels else ""


def panels_first(connectors: list[str]) -> list[str]:
    """Sort panels on the board's own connector before screens on a cable."""
    return sorted(connectors, key=lambda name: "-DSI-" not in name)


def video_driver() -> str:
    """Name the driver with which SDL draws here."""
    if os.environ.get("DISPLAY"):
        return "x11"
    return "wayland" if os.environ.get("WAYLAND_DISPLAY") else "kmsdrm"


def on_bare_panel() -> bool:
    """Return True if SDL draws on the panel itself, without a window system.

    A window system would report touches; without one Kivy reads them from the device.
    """
    return os.environ.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm"
