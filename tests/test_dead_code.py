"""Nothing is kept that nothing uses: vulture looks through the product, with the kv files, the
report's templates, the colours that pages say by name, and the tests of the hardware (whose
stand-ins are made to be used from outside) as users."""

import re
from dataclasses import fields
from keyword import iskeyword

import pytest
from vulture import Vulture

from companion.look.palette import Theme
from tests.tree import KV, PRODUCT, files, read

OUTSIDE = files(
    "bin/figures", "tests/hardware/**/*.py", "tests/kiosk/**/*.py", "tests/screens/**/*.py"
)
CALLED_BY_NAME = {
    "on_*": "Kivy: an event's handler",
    "v[0-9]*_*": "sqlite-utils: the migrations, which their decorator keeps",
    "*_command": "the command line: a command, imported by its name",
    "list_commands, get_command": "click",
    "handle_exit, should_exit": "uvicorn",
    "render_cell": "Datasette: a hook of its plugin",
    "globals": "Jinja: what its templates may use",
    "bank_credit": "a clause that no rule needs: credit is spent like notes (SET-4)",
    "chance_instead": "JSON: a key of a result",
    "display_border": "Kivy: of an instruction",
    "velocity": "Kivy: of a scroll effect",
    "clearcolor, opacity": "Kivy",
    "wrap, mag_filter, min_filter": "Kivy: how a texture is enlarged, and goes on beyond its edges",
    "profile, sx, sy": "Kivy: what a touch has",
    "when_pressed, when_held, when_released": "gpiozero",
    "open_settings": "Kivy, at F1",
    "teach, teach_cards": "typed at the board's prompt, as the manual of the tray says",
    "IsDown, TagsInField, Faces, Reader, Uart, WAIT": "the firmware's shapes, for the type checker",
}


PLANTED = "import colorsys\ndef nobody_calls_me():\n    pass\nclass Lonely:\n    pass"


@pytest.fixture(scope="module")
def unused() -> list[str]:
    """Definitions of the product, and planted ones, that nobody uses."""
    names = [name.strip() for row in CALLED_BY_NAME for name in row.split(",")]
    vulture = Vulture(ignore_names=names, ignore_decorators=["@*.command*", "@click.*"])
    vulture.scavenge(map(str, PRODUCT))
    vulture.scan(PLANTED, filename="planted.py")
    own = {str(path) for path in PRODUCT} | {"planted.py"}
    for path in OUTSIDE:
        vulture.scan(read(path), filename=path)
    vulture.scan("\n".join(f"_.{name}" for name in said_elsewhere()), filename="kv")
    found = vulture.get_unused_code(min_confidence=60)
    return [item.get_report() for item in found if str(item.filename) in own]


def said_elsewhere() -> list[str]:
    templates = files("companion/**/*.html")
    words = {word for path in KV + templates for word in re.findall(r"[A-Za-z_]\w*", read(path))}
    screens = "\n".join(map(read, files("companion/screens/*.py")))
    quoted = {word for said in re.findall(r'"([\w ]+)"', screens) for word in said.split()}
    words |= quoted & {field.name for field in fields(Theme)}
    return [word for word in sorted(words) if not iskeyword(word)]


def test_everything_is_used(unused: list[str]) -> None:
    assert [report for report in unused if not report.startswith("planted.py")] == []


def test_what_nobody_uses_is_seen(unused: list[str]) -> None:
    assert len([report for report in unused if report.startswith("planted.py")]) == 3
