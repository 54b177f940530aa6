"""Fingers and keyboards on a kiosk: a touch is one touch wherever the screen is turned to, and no
key leads out of it."""

import ctypes
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.engine.moves import Buy
from companion.engine.notation import parse_header, parse_move
from companion.ledger.ledger import Ledger
from companion.table.session import Session, Source
from tests.kiosk.kiosk import Kiosk
from tests.kiosk.test_glass import BESIDE_IT, plug_in
from tests.real_table import companion

INPUTS = """if True:
    import sys
    from pathlib import Path
    from companion.ui.start import Display, lacks_touchscreen, prepare
    inputs = Path(sys.argv[1], "input")
    prepare(Display(fullscreen=True), inputs)
    from kivy.config import Config
    print(Config.items("input"))
    (inputs / "event2").rename(inputs / "event7")
    print(lacks_touchscreen(inputs))
"""
TO_BUY = "players: Ann, Bob\nfirst: Ann\n"
KEYS = (
    "Escape",
    "F1",
    "F11",
    "F12",
    "Menu",
    "Print",
    "alt+F4",
    "alt+Tab",
    "super",
    "ctrl+c",
    "ctrl+q",
    "ctrl+w",
    "ctrl+z",
    "ctrl+alt+Delete",
    "ctrl+alt+BackSpace",
    "Return",
)


@pytest.mark.parametrize(
    ("driver", "providers"),
    [
        ("kmsdrm", [(name, f"mtdev,/dev/input/{name}") for name in ("event1", "event2")]),
        ("x11", [("mouse", "mouse,disable_multitouch")]),
        ("wayland", [("mouse", "mouse,disable_multitouch")]),
    ],
)
def test_touches_come_from_the_window_system_or_else_from_each_touchscreen_whatever_kivys_files_say(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    driver: str,
    providers: list[tuple[str, str]],
) -> None:
    plug_in(tmp_path / "input", 0, "input3", properties=BESIDE_IT)
    plug_in(tmp_path / "input", 1, "input4")
    plug_in(tmp_path / "input", 2, "input5")
    (tmp_path / "config.ini").write_text("[input]\nmouse = mouse\n%(name)s = probesysfs\n")
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    monkeypatch.setenv("KIVY_HOME", str(tmp_path))
    command = [sys.executable, "-c", INPUTS, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(providers), str(driver == "kmsdrm")]


@contextmanager
def asked_to_buy(folder: Path, **settings: object) -> Iterator[Kiosk]:
    """A kiosk on which Ann is asked whether she buys, and a yes counts once."""
    kiosk = Kiosk(folder)
    kiosk.settings(**settings)
    with Ledger.open(kiosk.data) as ledger:
        session = Session.begin(ledger, parse_header(TO_BUY))
        session.play(parse_move("Ann throws 4 5", session.setup), Source.IMPORT)
    with kiosk.on():
        kiosk.says("Buy for $120")
        yield kiosk


def booked(kiosk: Kiosk) -> list[str]:
    """The moves in the ledger."""
    record = companion("export", 1, "--notation", "--data", kiosk.data).stdout
    return [line for line in record.splitlines() if line.startswith(("Ann", "Bob", "undo"))]


@pytest.mark.gui
@pytest.mark.timeout(300)
@pytest.mark.slow
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_touch_on_a_turned_screen_is_one_touch_where_it_is_seen(
    tmp_path: Path, rotation: int
) -> None:
    with asked_to_buy(tmp_path, rotation=rotation) as kiosk:
        kiosk.tap(Buy("Ann"))
        kiosk.says("$1,380")
        assert booked(kiosk) == ["Ann throws 4 5", "Ann buys"]


@pytest.mark.gui
@pytest.mark.timeout(300)
def test_no_key_leads_out_and_no_cursor_is_seen(tmp_path: Path) -> None:
    with asked_to_buy(tmp_path) as kiosk:
        before = lines(kiosk)
        kiosk.screen.key(*KEYS)
        assert lines(kiosk) <= before, "something else is seen"
        assert "Buy for $120" in lines(kiosk)
        assert kiosk.bank.is_running()
        assert booked(kiosk) == ["Ann throws 4 5"]
        assert not any(cursor(kiosk.screen.display))


def lines(kiosk: Kiosk) -> set[str]:
    """Return all words on the screen, except the time."""
    return {line for line in kiosk.words().splitlines() if not re.fullmatch(r"\d\d:\d\d", line)}


def cursor(display: str) -> bytes:
    """The pixels of the mouse's cursor, as the X server would draw them: see XFixes.h."""
    x11, fixes = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXfixes.so.3")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    fixes.XFixesGetCursorImage.restype = ctypes.POINTER(CursorImage)
    fixes.XFixesGetCursorImage.argtypes = x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    server = x11.XOpenDisplay(display.encode())
    image = fixes.XFixesGetCursorImage(server).contents
    pixels = bytes(bool(image.pixels[i]) for i in range(image.width * image.height))
    x11.XCloseDisplay(server)
    return pixels


class CursorImage(ctypes.Structure):
    """XFixesCursorImage, as far as its pixels."""

    _fields_ = (
        *((name, ctypes.c_short) for name in ("x", "y")),
        *((name, ctypes.c_ushort) for name in ("width", "height", "xhot", "yhot")),
        ("serial", ctypes.c_ulong),
        ("pixels", ctypes.POINTER(ctypes.c_ulong)),
    )
