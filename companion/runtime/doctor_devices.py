"""What the doctor finds of the devices: screen, touch, tray, pins, and their groups."""

import grp
import os
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Timer

from companion.engine.sentence import Sentence
from companion.runtime.check_result import Finding, Health
from companion.system.touchscreens import INPUTS, touchscreens
from companion.ui import kivy_config
from hardware.monitor import Monitor
from hardware.port import PortError, find_port

GROUPS = {
    "video": Sentence("screen and backlight"),
    "render": Sentence("graphics"),
    "input": Sentence("touch"),
    "gpio": Sentence("buttons"),
    "dialout": Sentence("dice tray"),
}
LEAST_PANEL = (480, 320)
"""Pixels, below which nobody reads the screens."""
TRAY_ANSWERS = 3.0  # seconds
DISPLAY, GRAPHICS, TOUCH = Sentence("Display"), Sentence("Graphics"), Sentence("Touch")
TRAY, PINS, PANEL = Sentence("Dice tray"), Sentence("Pins"), Sentence("Panel")


def display(root: Path) -> Finding:
    """A window system, or a screen on the graphics card itself; of several, which is drawn on."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if value := os.environ.get(name):
            found = Sentence("a window system ({name}={value})", name=name, value=value)
            return Finding(DISPLAY, Health.GOOD, found)
    cards = root / kivy_config.CARDS.relative_to("/")
    if connected := kivy_config.connected_screens(cards):
        return Finding(DISPLAY, Health.GOOD, _drawn_on(connected))
    if any(cards.glob("card*-*")):
        return Finding(
            *(DISPLAY, Health.BAD, Sentence("a graphics card, but no screen is connected to it")),
            Sentence("Check the screen's cable and power, then restart."),
        )
    return Finding(
        *(DISPLAY, Health.BAD, Sentence("none")),
        Sentence(
            "Connect a screen; on a Raspberry Pi, leave 'dtoverlay=vc4-kms-v3d' in config.txt."
        ),
    )


def _drawn_on(connected: list[str]) -> str:
    ours = kivy_config.panels_first(connected)
    if len(ours) == 1:
        return ours[0]
    return Sentence(
        "{one}, which is drawn on; {others} stays dark", one=ours[0], others=", ".join(ours[1:])
    )


def panel(size: tuple[int, int]) -> Finding:
    """Whether the screens can be read on a window of so many pixels."""
    width, height = size
    found = Sentence("{width} x {height} pixels", width=width, height=height)
    if max(size) >= LEAST_PANEL[0] and min(size) >= LEAST_PANEL[1]:
        return Finding(PANEL, Health.GOOD, found)
    few = Sentence("{found}, too few to read the bank's screens on", found=found)
    return Finding(PANEL, Health.BAD, few, Sentence("Use a panel of 800 x 480 or more."))


def graphics(root: Path) -> Finding:
    """A render node that may be used; without one the processor draws."""
    nodes = sorted((root / "dev/dri").glob("renderD*"))
    if not nodes:
        slow = Sentence("no graphics processor: the bank draws slowly")
        return Finding(GRAPHICS, Health.NOTE, slow)
    if not os.access(nodes[0], os.R_OK | os.W_OK):
        return _closed(GRAPHICS, nodes[0], "render")
    return Finding(GRAPHICS, Health.GOOD, nodes[0].name)


def touch(root: Path) -> Finding:
    """Input devices that may be read. Under a window system, that reads them."""
    events = sorted((root / "dev/input").glob("event*"))
    on_panel = kivy_config.on_bare_panel()
    if on_panel and not touchscreens(root / INPUTS.relative_to("/")):
        return Finding(
            *(TOUCH, Health.BAD, Sentence("no touchscreen")),
            Sentence("Check the panel's cable. As soon as it is there it is found."),
        )
    if not events:
        return Finding(TOUCH, Health.NOTE, Sentence("no touchscreen, mouse or keyboard"))
    if not any(os.access(event, os.R_OK) for event in events):
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            return Finding(TOUCH, Health.GOOD, Sentence("through the window system"))
        return _closed(TOUCH, events[0], "input")
    return Finding(TOUCH, Health.GOOD, Sentence("{count} input devices", count=len(events)))


def tray(url: str | None) -> Finding:
    """A dice tray that says who it is."""
    try:
        port = find_port(url)
    except PortError as missing:
        return Finding(
            *(TRAY, Health.NOTE, Sentence("{why}: the dice are tapped in", why=missing)),
            Sentence(
                "See hardware/README.md for building one, or try 'companion tray --simulate'."
            ),
        )
    said: list[str] = []
    done = Event()

    def listen(line: str) -> None:
        said.append(line)
        done.set()

    patience = Timer(TRAY_ANSWERS, done.set)
    patience.start()
    Monitor(port, listen).run(done)
    patience.cancel()
    return _heard(port, said[0] if said else Sentence("{port} says nothing", port=port))


def _heard(port: str, said: str) -> Finding:
    if said.startswith("Hello("):
        return Finding(TRAY, Health.GOOD, f"{port}, {said}")
    if "another program" in said:
        in_use = Sentence("{port}, in use, by the bank perhaps", port=port)
        return Finding(TRAY, Health.GOOD, in_use)
    return Finding(
        *(TRAY, Health.BAD, said.removesuffix(": waiting for it.")),
        Sentence("Unplug it and plug it in again; 'companion tray --probe' shows what it says."),
    )


def pins(root: Path) -> Finding:
    """GPIO pins, and lgpio to drive them."""
    chips = sorted((root / "dev").glob("gpiochip*"))
    if not chips:
        none = Sentence("this machine has none: no buttons, no lamp")
        return Finding(PINS, Health.NOTE, none)
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return _closed(PINS, chips[0], "gpio")
    if find_spec("lgpio") is None:
        remedy = Sentence("Install python3-lgpio, and run bin/play once more.")
        missing = Sentence("lgpio, which drives them, is missing")
        return Finding(PINS, Health.BAD, missing, remedy)
    return Finding(PINS, Health.GOOD, chips[0].name)


def groups(own: set[str]) -> Finding:
    """The groups that devices belong to."""
    subject = Sentence("Groups")
    exist = {group.gr_name for group in grp.getgrall()}
    missing = [name for name in GROUPS if name in exist and name not in own]
    if not missing or os.geteuid() == 0:
        has = ", ".join(sorted(own & set(GROUPS))) or Sentence("not needed")
        return Finding(subject, Health.GOOD, has)
    lacks = Sentence("this user is not in {names}", names=_listed(missing))
    user = os.environ.get("USER", "$USER")
    remedy = Sentence(
        "sudo usermod -aG {names} {user}, log in anew.", names=",".join(missing), user=user
    )
    return Finding(subject, Health.NOTE, lacks, remedy)


def own_groups() -> set[str]:
    """Those that this process is in."""
    found = {grp.getgrgid(number).gr_name for number in os.getgroups()}
    return found | {grp.getgrgid(os.getegid()).gr_name}


def _listed(names: list[str]) -> str:
    first, *others = (Sentence("{name} ({use})", name=name, use=GROUPS[name]) for name in names)
    for other in others:
        first = Sentence("{some}, {more}", some=first, more=other)
    return first


def _closed(subject: str, device: Path, group: str) -> Finding:
    found = Sentence("no permission to use {device}", device=device)
    remedy = Sentence("Add this user to the group '{group}', then log in anew.", group=group)
    return Finding(subject, Health.BAD, found, remedy)
