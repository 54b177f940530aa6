"""The tree keeps to its plan: which room may import which, and what kv may hold.

A room is a package of ``companion``, one of its modules, or ``hardware``. Every rule is a function
from source text to the faults in it, so that each is shown twice: the tree has none, and a planted
line has one.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.tree import KV, PRODUCT, ROOT, nodes, over, read

# --- who may import whom ---------------------------------------------------------------------
# A room may import the standard library, itself, the rooms named here, and what is below a name.
# Rooms stand in the order of their layers: each may import only rooms above it, so there is no
# circle.

WEB = {"jinja2", "starlette"}
VALUES = {"companion.engine", "companion.text", "companion.look.palette", "companion.look.icons"}
LEDGERS = {"companion.ledger", "companion.report", "companion.export", "companion.foreign"}
TABLE = VALUES | LEDGERS | {"companion.wishes", "companion.system", "companion.table"}
TABLE |= {"companion.resources", "companion.look.typefaces", "companion.whole_file"}

CORE = {
    "companion.screens.ways": {"companion.text.told"},
    "companion.screens.parts": {
        "companion.look.palette",
        "companion.screens.ways",
        "companion.table.taps",
        "companion.text.told",
    },
    "companion.screens.ruler": {"companion.look.typefaces"},
    "companion.screens.styles": {"companion.look.palette.PlayerColor", "companion.screens.parts"},
    "companion.screens.figures": {
        "companion.look.palette.PLAYER_SHAPES",
        "companion.screens.parts",
    },
    "companion.screens.board_figures": {
        "companion.screens.figures",
        "companion.screens.parts",
    },
    "companion.screens.typesetting": {
        "companion.look.palette",
        "companion.screens.parts",
        "companion.screens.ruler",
        "companion.screens.ways",
        "companion.text.told",
    },
    "companion.screens.layout": {
        "companion.look.palette",
        "companion.screens.parts",
        "companion.screens.typesetting",
    },
}
"""Modules of the screens that know no table."""

ROOMS: dict[str, set[str]] = {
    "companion": set(),
    "companion.look": set(),
    "companion.look.palette": set(),
    "companion.look.icons": set(),
    "companion.version": set(),
    "companion.simulation": set(),
    "companion.simulation.jobs": {"companion.version", "distributed"},
    "companion.resources": set(),
    "companion.locales": set(),
    "companion.engine": set(),
    "companion.odds": {"companion.engine"},
    "companion.whole_file": set(),
    "companion.system": {"companion.whole_file"},
    "hardware.firmware": {"firmware", "machine", "micropython"},
    "hardware": {"serial", "gpiozero", "hardware.firmware"},
    # Decoders and rules of dice know no radio.
    "hardware.bluetooth": {"hardware.firmware", "hardware.pseudo_terminal"},
    "hardware.bluetooth.radio": {"bleak", "hardware.bluetooth"},
    "hardware.bluetooth.fakes": {"bumble", "hardware.bluetooth"},
    "companion.foreign": {"companion.engine"},
    "companion.wishes": {"companion.engine"},
    "companion.web": set(),
    "companion.web.templates": {
        "companion.look.icons",
        "companion.look.palette",
        "companion.resources",
        "jinja2",
    },
    "companion.web.connections": {"uvicorn"},
    "companion.extras": set(),
    "companion.look.typefaces": {"companion.resources"},
    "companion.web.http": {"companion.resources", "companion.system.network", "starlette"},
    "companion.text": {
        "companion.engine",
        "companion.locales",
        "companion.odds",
        "companion.resources",
    },
    "companion.web.visitors": {"companion.text", "companion.web.http", "starlette"},
    # The second reading of the rules: of the engine only values, or its faults would be shared.
    "tests.referee": {
        "companion.engine.moves",
        "companion.engine.phases",
        "companion.engine.rulings",
    },
    "companion.ledger": {
        "companion.engine",
        "companion.foreign",
        "companion.version",
        "companion.whole_file",
        "sqlite_utils",
    },
    "companion.report": VALUES
    | {"companion.foreign", "companion.ledger", "companion.odds", "companion.resources"}
    | {"companion.web.templates"}
    | {"jinja2"},
    "companion.export": VALUES
    | {"companion.extras", "companion.foreign", "companion.ledger", "companion.report"}
    | {"companion.resources", "PIL", "segno", "sqlite_utils", "zxingcpp"},
    # Datasette runs it, where the program may not be installed.
    "companion.export.datasette_cells": {"datasette", "markupsafe"},
    "companion.table": TABLE,
    **CORE,
    # Colours have names on a page: only the viewer and what places parts know a theme.
    "companion.screens": TABLE - {"companion.look.palette"}
    | {"companion.look.palette.CHOICES", "companion.look.palette.PLAYER_SHAPES", "segno"}
    | set(CORE),
    "companion.screens.viewer": TABLE | {"companion.screens"} | set(CORE),
    "companion.screens.painter": TABLE
    | {"companion.resources", "companion.screens", "companion.look.typefaces", "PIL"}
    | set(CORE),
    "companion.ui": TABLE
    | {
        "companion.resources",
        "companion.screens",
        "companion.look.typefaces",
        "kivy",
        "segno",
    }
    | set(CORE),
    "companion.phones": TABLE | WEB | {"companion.resources", "companion.web"},
    "companion.browser": TABLE
    | set(CORE)
    | {"companion.look", "companion.resources", "companion.screens", "companion.web"}
    | {"companion.wishes", "jinja2", "starlette", "uvicorn"},
    "companion.club": TABLE
    | WEB
    | {"companion.version", "companion.web", "cryptography", "nats", "paho"},
    "companion.simulation.games": {
        "companion.engine",
        "companion.simulation.jobs",
        "companion.ledger",
        "companion.table",
        "click",
    },
    "companion.runtime": TABLE
    | {"companion.browser", "companion.ui", "companion.web"}
    | {"companion.version", "hardware", "click", "platformdirs"}
    | {"companion.screens", *CORE},
    "companion.cli": TABLE
    | {f"companion.{name}" for name in ("browser", "club", "odds", "phones", "web")}
    | {f"companion.{name}" for name in ("extras", "look", "runtime", "simulation")}
    | {"companion.screens.painter", "companion.ui", "companion.version"}
    | {"hardware", "click", "platformdirs", "starlette", "uvicorn"},
    "companion.__main__": {"companion.cli", "companion.runtime"},
}

# Of the standard library, what the engine does without: it has no clock, no chance, no world.
DOES_WITHOUT = {
    "companion.engine": {
        "random",
        "secrets",
        "time",
        "datetime",
        "logging",
        "sqlite3",
        "os",
        "shutil",
        "subprocess",
        "socket",
        "threading",
        "asyncio",
    }
}


def room_of(module: str) -> str:
    """Return the row of ROOMS of a module, or of a name in one; empty for what is not ours."""
    rooms = [room for room in ROOMS if module == room or module.startswith(f"{room}.")]
    return max(rooms, key=len) if rooms else ""


def module_of(path: Path) -> str:
    """companion/engine/rules/__init__.py is companion.engine.rules."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str, level: int, is_package: bool) -> str:
    """What the dots of a relative import stand for."""
    parts = module.split(".")
    return ".".join(parts[: len(parts) - level + is_package])


def imports(source: str, module: str, is_package: bool = False) -> Iterator[str]:
    """The dotted name of every import, at whatever depth it is written."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package_of(module, node.level, is_package) if node.level else ""
            origin = ".".join(filter(None, (base, node.module)))
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def allowed(room: str, name: str) -> bool:
    top = name.split(".")[0]
    if top in sys.stdlib_module_names:
        return top not in DOES_WITHOUT.get(room, ())
    names = ROOMS.get(room, set()) | ({room} if room != "companion" else set())
    return any(name == part or name.startswith(f"{part}.") for part in names)


def import_faults(source: str, path: Path) -> list[str]:
    module = module_of(path)
    room, is_package = room_of(module), path.name == "__init__.py"
    return [
        f"{module} may not import {name}"
        for name in imports(source, module, is_package)
        if not allowed(room, name)
    ]


def kv_import_faults(source: str, path: Path) -> list[str]:
    """`#:import theme companion.ui.theme`: kv reaches Kivy and the window's own room alone."""
    names = re.findall(r"^\s*#:\s*import\s+\S+\s+(\S+)", source, re.MULTILINE)
    return [f"{path.stem} may not import {n}" for n in names if not n.startswith(KV_MAY)]


KV_MAY = ("companion.ui.", "companion.look.icons", "companion.look.palette", "kivy.")
KV_LINE = re.compile(r"""\s*(#.*|<\w+>:|\w+:|[a-z]\w*: ("\w+"|[\w ,.()*/+-]+))?""")
KV_LOGIC = re.compile(r"\b(if|or|and|not|for|in|lambda|app)\b|\bon_")


def kv_faults(source: str) -> list[str]:
    """List the lines that are more than a rule, an instruction, or a measure of the leaf.

    What a value depends on is a field of a look, written in Python.
    """
    lines = [line for line in source.splitlines() if not line.lstrip().startswith("#")]
    return [line for line in lines if not KV_LINE.fullmatch(line) or KV_LOGIC.search(line)]


# --- the tree has no fault --------------------------------------------------------------------


def test_every_import_is_in_the_table() -> None:
    assert PRODUCT, "no files found: nothing was checked"
    referee = [*(ROOT / "tests/referee").glob("*.py")]
    assert referee
    faults = [f for path in (*PRODUCT, *referee) for f in import_faults(read(path), path)]
    faults += [fault for path in KV for fault in kv_import_faults(read(path), path)]
    assert not faults, "\n".join(faults)


def test_every_module_is_in_a_room_of_its_own_name() -> None:
    strays = {module_of(path) for path in PRODUCT if room_of(module_of(path)) == "companion"}
    assert strays == {"companion"}


def test_rooms_import_only_what_stands_above_them() -> None:
    order = list(ROOMS)
    for room, names in ROOMS.items():
        above = {room_of(name) for name in names} - {"", room}
        assert all(order.index(other) < order.index(room) for other in above), room


def test_the_bank_imports_nothing_of_a_club() -> None:
    clubs = re.compile(r"companion\.(club|cli\.(club\w*|director|publish))\b")
    found = [
        f"{module_of(path)} imports {name}"
        for path in PRODUCT
        if not clubs.match(module_of(path))
        for name in imports(read(path), module_of(path), path.name == "__init__.py")
        if clubs.match(name) or name.partition(".")[0] in ("nats", "cryptography", "paho")
    ]
    assert found == []


FOREIGN = {
    "Front": "a window, or pages in browsers",
    "Pages": "the front end itself, or a server beside a window",
    "Speaker": "programs of the machine, or the browsers",
    "Trigger": "an event of Kivy's clock, or a test's",
    "Choose": "a function of a random generator",
    "Examination": "a function that examines a ledger",
    "Reader": "MicroPython",
    "Line": "MicroPython",
    "Uart": "MicroPython",
    "SimulatedTable": "a session, or a game of a simulation that is stored nowhere",
}
"""Protocols of what is not one class of ours, and what that is."""


def protocols(source: str) -> list[str]:
    """Names of the protocols that a module defines."""
    classes = (node for node in nodes(source) if isinstance(node, ast.ClassDef))
    bases = ((node.name, [ast.unparse(base) for base in node.bases]) for node in classes)
    return [name for name, names in bases if "Protocol" in names]


def test_no_protocol_describes_an_object_of_our_own() -> None:
    assert {name for path in PRODUCT for name in protocols(read(path))} == {*FOREIGN}


def test_a_planted_protocol_is_seen() -> None:
    assert protocols("class TableView(Protocol):\n    screen: str\n") == ["TableView"]


MOST_SHARED_NAMES = 5


def classes(source: str) -> list[str]:
    """Names of the classes that a module defines."""
    return [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]


def shared_names(modules: Iterable[list[str]]) -> list[str]:
    """Names that classes of several modules have."""
    counted = Counter(name for names in modules for name in names)
    return sorted(name for name, count in counted.items() if count > 1)


def test_a_class_name_has_one_meaning() -> None:
    shared = shared_names(classes(read(path)) for path in PRODUCT)
    assert len(shared) <= MOST_SHARED_NAMES, shared


def test_a_planted_second_meaning_is_seen() -> None:
    assert shared_names([["Line", "Card"], ["Line"]]) == ["Line"]


def test_kv_only_draws() -> None:
    assert over(KV, kv_faults) == []


# --- and a planted one is seen ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("companion/engine/rules/rent.py", "import kivy"),
        ("companion/engine/rules/rent.py", "import random"),
        ("companion/engine/rules/rent.py", "def roll():\n    from random import randint"),
        ("companion/engine/rules/rent.py", "from ...ledger import statement"),
        ("companion/engine/rules/__init__.py", "from ... import ledger"),
        ("companion/engine/data_file.py", "from companion import foreign"),
        ("companion/system/usb_drives.py", "from companion.engine.problems import Problem"),
        ("companion/engine/rules/rent.py", "from companion.odds.chances import chances"),
        ("companion/table/session.py", "from companion.odds.chances import chances"),
        ("companion/text/format.py", "from companion.ledger import Ledger"),
        ("companion/ledger/audit.py", "from companion.table import session"),
        ("companion/ledger/audit.py", "from companion import table"),
        ("companion/ledger/audit.py", "import sqlite_utils, click"),
        ("tests/referee/position.py", "from companion.engine import valuation"),
        ("tests/referee/position.py", "from companion.engine.rules import rent"),
        ("companion/table/session.py", "import kivy.clock"),
        ("companion/table/session.py", "from companion.ui.app import TableTop"),
        ("companion/table/session.py", "from hardware import DiceTray"),
        ("companion/table/prompts/phases.py", "from ...ui import theme"),
        ("companion/screens/layout.py", "from companion.engine import Move"),
        ("companion/screens/layout.py", "import kivy"),
        ("companion/screens/pay.py", "from companion.look.palette import Theme"),
        ("companion/ui/app.py", "import hardware"),
        ("companion/ui/app.py", "from companion.runtime import bank"),
        ("companion/phones/pages.py", "from companion.ui.app import TableTop"),
        ("companion/club/wall.py", "from companion.phones.app import build"),
        ("companion/runtime/bank.py", "from companion.cli import options"),
        ("companion/simulation/games.py", "from companion.ui.app import TableTop"),
        ("companion/resources.py", "from companion.engine import board"),
        ("companion/stray.py", "from companion.ledger import Ledger"),
        ("companion/cli/play.py", "import requests"),
        ("hardware/panel.py", "from companion.engine import Move"),
    ],
)
def test_a_wrong_import_is_seen(path: str, line: str) -> None:
    assert import_faults(line, ROOT / path)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("companion/engine/rules/rent.py", "from ..refusal import Reason"),
        ("companion/engine/__init__.py", "from .refusal import Reason"),
        ("companion/table/session.py", "from companion.ledger import Ledger"),
        ("companion/table/table.py", "from companion.table.session import Session"),
        ("companion/table/states/settings.py", "from ..thread_queue import ThreadQueue"),
        ("companion/phones/pages.py", "from companion.table import prompts"),
        ("companion/cli/play.py", "from companion.ledger import Ledger\nimport hardware"),
    ],
)
def test_a_right_import_passes(path: str, line: str) -> None:
    assert import_faults(line, ROOT / path) == []


@pytest.mark.parametrize(
    ("line", "is_right"),
    [
        ("#:import theme companion.ui.theme", True),
        ("#:import Move companion.engine.Move", False),
    ],
)
def test_kv_imports_only_what_draws(line: str, is_right: bool) -> None:
    assert (kv_import_faults(line, ROOT / "kv/play.kv") == []) is is_right


@pytest.mark.parametrize(
    "line",
    [
        "text: 'Pay' if root.due > 0 else 'Wait'",
        "on_release: root.pay()",
        "fill: theme.chosen(root.angle == 90)",
        "titles: [root.words[key] for key in root.keys]",
        "text: f'{root.due.amount}'",
        "text: root.problem or root.hint",
        "text: app.root.title",
        "size:\n        self.size",
    ],
)
def test_a_line_of_kv_that_thinks_is_seen(line: str) -> None:
    assert kv_faults(f"<Play>:\n    {line}\n")
