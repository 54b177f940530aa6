"""The tree keeps to its plan: who may import whom, and what kv may hold.

Every rule is a function from source text to the faults in it, so that each is shown twice: the
tree has none, and a planted line has one.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ui.screens import SCREENS
from tests.kv_grammar import kv_faults
from tests.tree import KV, PRODUCT, ROOT, over, read

# --- who may import whom ---------------------------------------------------------------------
# The longest key that a module's name begins with is its row. A name allows what is below it,
# too; "types of X" allows `from X import CapWord` and nothing else of X.

STDLIB = "the standard library"
EVERYTHING = {
    STDLIB,
    "companion",
    "hardware",
    "kivy",
    "click",
    "platformdirs",
    "sqlite_utils",
    "starlette.types",
    "uvicorn",
}
VOCABULARY = {
    "types of companion.engine",
    "types of companion.engine.events",
    "types of companion.engine.moves",
    "types of companion.engine.obligations",
    "types of companion.engine.refusals",
    "types of companion.engine.state",
}
# Values for the screens: these may know the rules, and so must not know Kivy.
VALUES = {
    "companion.ui.deeds",
    "companion.ui.board.view",
    "companion.ui.idle.view",
    "companion.ui.pay.view",
    "companion.ui.widgets.boxes",
    "companion.ui.widgets.keyed_amount",
    "companion.ui.widgets.ring",
    "companion.ui.setup.options",
    "companion.ui.play.claims",
    "companion.ui.play.log",
    "companion.ui.play.moment",
    "companion.ui.setup.view",
    "companion.ui.play.prompts",
    "companion.ui.auction.blocks",
    "companion.ui.auction.view",
    "companion.ui.shuffle",
    "companion.ui.play.view",
    "companion.ui.setup.deal_out",
    "companion.ui.trade.view",
    "companion.ui.trade.draft",
    "companion.ui.game_over.view",
    "companion.ui.story.view",
    "companion.ui.story.odds",
    "companion.ui.properties.view",
    "companion.ui.setup.house_rules",
    "companion.ui.widgets.key_pages",
    "companion.ui.menu.leave",
    "companion.ui.history.view",
    "companion.ui.properties.plan",
    "companion.ui.debt.view",
    "companion.ui.ruling.view",
    "companion.ui.confirmation",
    "companion.ui.menu.seats",
    "companion.ui.markers",
    "companion.ui.history.statement",
    "companion.ui.tiles",
    "companion.ui.phones.judging",
    "companion.ui.phones.view",
}
NO_KIVY = {STDLIB, "companion.engine", "companion.text", "companion.wishes"} | VALUES
OBSERVABLE = {
    STDLIB,
    "kivy.event",
    "kivy.properties",
    "companion.ui.table",
    "companion.ui.button_input",
    "companion.ui.card_input",
    "companion.ui.ledger_guard",
    "companion.ui.play.moment_state",
    "companion.ui.redo",
    "companion.ui.screens",
    "companion.ui.session",
    "companion.ui.tray_input",
    "companion.ui.wish_input",
    "companion.wishes",
    "companion.text",
    *VOCABULARY,
    *VALUES,
}
# Widgets draw what they are given and send verbs.
WIDGETS = {
    "companion.ui.board.screen",
    "companion.ui.idle.screen",
    "companion.ui.pay.screen",
    "companion.ui.phones.screen",
    "companion.ui.auction.screen",
    "companion.ui.trade.screen",
    "companion.ui.debt.screen",
    "companion.ui.game_over.screen",
    "companion.ui.game_code.screen",
    "companion.ui.story.screen",
    "companion.ui.past_games.screen",
    "companion.ui.history.screen",
    "companion.ui.properties.screen",
    "companion.ui.menu.screen",
    "companion.ui.play.screen",
    "companion.ui.recovery.screen",
    "companion.ui.ruling.screen",
    "companion.ui.setup.screen",
    "companion.ui.setup.round_table",
    "companion.ui.setup.seating",
    "companion.ui.device.screen",
    "companion.ui.widgets",
    "kv",
}
VIEW = {
    STDLIB,
    "kivy",
    "companion.palette",
    "companion.ui.composition",
    "companion.ui.icons",
    "companion.ui.theme",
} | WIDGETS
LEDGER = {
    STDLIB,
    "companion.palette",
    "companion.templates",
    "companion.text",
    "companion.engine",
    "companion.foreign",
    "companion.ledger",
    "companion.export",
    "companion.report",
    "jinja2",
    "sqlite_utils",
}

# Games without a screen: the rules, the ledger, and the progress bar of a command.
SIMULATION = {
    STDLIB,
    "companion.engine",
    "companion.ledger",
    "companion.ui.session",
    "companion.ui.shuffle",
    "click",
}

MAY_IMPORT = {
    "companion": {STDLIB},
    "companion.engine": {STDLIB, "companion.engine"},
    "companion.foreign": {STDLIB, "companion.engine"},
    "companion.wishes": {STDLIB, "companion.engine"},
    "companion.templates": {STDLIB, "companion.palette", "jinja2"},
    "companion.version": {STDLIB},
    "companion.web": {STDLIB, "companion.resources", "starlette"},
    "companion.connections": {STDLIB, "uvicorn"},
    "companion.ledger": {
        STDLIB,
        "companion.engine",
        "companion.foreign",
        "companion.ledger",
        "companion.version",
        "sqlite_utils",
    },
    "companion.export": LEDGER,
    "companion.export.game_code": {"segno"} | LEDGER,
    "companion.export.code_picture": {"PIL", "zxingcpp"} | LEDGER,
    "companion.report": LEDGER,
    "companion.ui": {
        STDLIB,
        "companion.ui",
        "companion.palette",
        "companion.export",
        "companion.report",
        "companion.system",
        "companion.resources",
        "companion.text",
        "kivy",
    },
    **dict.fromkeys(VALUES, NO_KIVY | {"types of companion.ui.session"}),
    "companion.text": {"companion.resources"} | NO_KIVY,
    "companion.ui.session": {"companion.ledger", "companion.ui.session"} | NO_KIVY,
    "companion.ui.past_games.view": {"companion.ledger", "companion.export", "companion.system"}
    | {"companion.report"}
    | NO_KIVY,
    "companion.ui.game_code.view": {"companion.ledger", "companion.export"} | NO_KIVY,
    "companion.ui.story.view": {"companion.report", "types of companion.ui.session"} | NO_KIVY,
    "companion.ui.story.odds": {"companion.report"} | NO_KIVY,
    "companion.ui.table": OBSERVABLE,
    "companion.ui.button_input": OBSERVABLE,
    "companion.ui.card_input": OBSERVABLE,
    "companion.ui.ledger_guard": OBSERVABLE,
    "companion.ui.play.moment_state": OBSERVABLE,
    "companion.ui.redo": OBSERVABLE,
    "companion.ui.settings": {
        STDLIB,
        "companion.ui.menu.seats",
        "companion.ui.markers",
        "companion.palette",
        "companion.engine.limits",
        "companion.foreign",
        "companion.engine.problems",
        "companion.text.settings",
    },
    "companion.ui.phones.seats": {STDLIB, "companion.engine.limits", "companion.foreign"},
    "companion.ui.tray_input": OBSERVABLE,
    "companion.ui.wish_input": OBSERVABLE | {"companion.ui.phones.state"},
    "companion.ui.thread_queue": {STDLIB, "kivy.clock", "companion.ui.table", *VOCABULARY},
    "companion.ui.theme": {STDLIB, "kivy.utils", "companion.palette"},
    "companion.ui.composition": {STDLIB},
    "companion.ui.icons": set(),
    **dict.fromkeys(WIDGETS, VIEW),
    "companion.ui.widgets.digits": {"companion.text.format"} | VIEW,
    "companion.ui.widgets.qr_code": {"segno"} | VIEW,
    # What the screens may show, on pages: pure views, and a web server instead of a window.
    "companion.phones": {
        "companion.phones",
        "companion.ledger.feed",
        "companion.ledger.follow",
        "companion.ledger.records",
        "companion.palette",
        "companion.resources",
        "companion.templates",
        "companion.ui.icons",
        "companion.web",
        "types of companion.ui.session",
        "jinja2",
        "starlette",
    }
    | NO_KIVY,
    # Many tables on one wall: what the phones may, ledgers and reports, and a client of NATS.
    "companion.club": {
        "companion.club",
        "companion.resources",
        "companion.system.board",
        "companion.ui.icons",
        "companion.version",
        "companion.web",
        "cryptography",
        "nats",
        "starlette",
    }
    | LEDGER
    | NO_KIVY,
    # The second reading of the rules: of the engine only values, or its faults would be shared.
    "companion.referee": {
        STDLIB,
        "companion.engine.rulings",
        "companion.engine.moves",
        "companion.engine.phases",
        "companion.referee",
    },
    "companion.bench": EVERYTHING,
    "companion.system": {STDLIB, "companion.system"},
    "companion.runtime": EVERYTHING,
    "companion.jobs": {STDLIB},
    "companion.simulation": SIMULATION | {"companion.jobs"},
    "companion.random_play": SIMULATION
    | {"companion.jobs"}
    | {"companion.simulation", "companion.referee"},
    "companion.cli": EVERYTHING,
    "companion.__main__": EVERYTHING,
    "hardware": {STDLIB, "hardware", "serial", "gpiozero"},
    "hardware.firmware": {STDLIB, "hardware.firmware"},
    "hardware.firmware.board": {STDLIB, "hardware.firmware", "machine"},
    "hardware.firmware.teach": {STDLIB, "firmware"},
    "hardware.firmware.main": {"firmware", "micropython"},
}

# Of the standard library, what a part does without: the engine has no clock, no chance, no world.
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
    },
    **{key: {"random", "sqlite3", "threading"} for key in WIDGETS},
}


def row(table: dict[str, set[str]], module: str) -> set[str]:
    keys = [key for key in table if module == key or module.startswith(f"{key}.")]
    return table[max(keys, key=len)] if keys else set()


def module_of(path: Path) -> str:
    """companion/engine/rules/__init__.py is companion.engine.rules; a kv file is looks."""
    if path.suffix == ".kv":
        return f"kv.{path.stem}"
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str, level: int, is_package: bool) -> str:
    """What the dots of a relative import stand for."""
    parts = module.split(".")
    return ".".join(parts[: len(parts) - level + is_package])


def imports(source: str, module: str, is_package: bool = False) -> Iterator[tuple[str, str]]:
    """(module, name) for every import, at whatever depth it is written; no name for `import x`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package_of(module, node.level, is_package) if node.level else ""
            origin = ".".join(filter(None, (base, node.module)))
            yield from ((origin, alias.name) for alias in node.names)


def kv_imports(source: str) -> Iterator[tuple[str, str]]:
    """`#:import alias companion.ui.theme.RED`: kv's own way in."""
    for dotted in re.findall(r"^\s*#:\s*import\s+\S+\s+(\S+)", source, re.MULTILINE):
        yield dotted, ""


def allowed(module: str, origin: str, name: str) -> bool:
    top, target = origin.split(".")[0], f"{origin}.{name}".rstrip(".")
    may = row(MAY_IMPORT, module)
    if top in sys.stdlib_module_names:
        return STDLIB in may and top not in row(DOES_WITHOUT, module)
    if f"types of {origin}" in may and re.match("[A-Z]", name):
        return True
    return any(target == part or target.startswith(f"{part}.") for part in may)


def import_faults(source: str, path: Path) -> list[str]:
    module = module_of(path)
    found = kv_imports(source)
    if path.suffix == ".py":
        found = imports(source, module, path.name == "__init__.py")
    return [
        f"{module} may not import {f'{origin}.{name}'.rstrip('.')}"
        for origin, name in found
        if not allowed(module, origin, name)
    ]


# --- the tree has no fault --------------------------------------------------------------------


def test_every_import_is_in_the_table() -> None:
    assert PRODUCT, "no files found: nothing was checked"
    faults = [fault for path in PRODUCT + KV for fault in import_faults(read(path), path)]
    assert not faults, "\n".join(faults)


def test_kv_only_binds_and_sends() -> None:
    assert over(KV, kv_faults) == []


def test_the_bank_imports_nothing_of_a_club() -> None:
    clubs = re.compile(r"companion\.(club|cli\.(club\w*|director|publish))\b")
    found = [
        f"{module_of(path)} imports {origin}"
        for path in PRODUCT
        if not clubs.match(module_of(path))
        for origin, name in imports(read(path), module_of(path), path.name == "__init__.py")
        if clubs.match(f"{origin}.{name}") or origin.partition(".")[0] in ("nats", "cryptography")
    ]
    assert found == []


# --- and a planted one is seen ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("companion/engine/rules/rent.py", "import kivy"),
        ("companion/engine/rules/rent.py", "import random"),
        ("companion/engine/rules/rent.py", "def roll():\n    from random import randint"),
        ("companion/engine/rules/rent.py", "from ...ledger import statement"),
        ("companion/engine/rules/__init__.py", "from ... import ledger"),
        ("companion/ledger/audit.py", "from companion.ui import wording"),
        ("companion/ledger/audit.py", "from companion import app"),
        ("companion/ledger/audit.py", "import sqlite_utils, click"),
        ("companion/ui/session.py", "import kivy.clock"),
        ("companion/ui/session.py", "from hardware import DiceTray"),
        ("companion/text.py", "from companion.ledger import Ledger"),
        ("companion/engine/data_file.py", "from companion import foreign"),
        ("companion/ui/table.py", "from companion.foreign import read_json"),
        ("companion/referee/position.py", "from companion.engine import money"),
        ("companion/referee/position.py", "from companion.engine.rules import rent"),
        ("companion/referee/sheet.py", "from companion.engine.edition import load"),
        ("companion/ui/table.py", "from companion.engine import decide"),
        ("companion/ui/table.py", "from companion.engine.rules.rent import Rent"),
        ("companion/ui/table.py", "import companion.engine"),
        ("companion/ui/table.py", "from kivy.uix.label import Label"),
        ("companion/ui/thread_queue.py", "from hardware.frames import Throw"),
        ("companion/ui/thread_queue.py", "from companion.ui.session import Session"),
        ("companion/ui/play/screen.py", "from companion.ui.table import Table"),
        ("companion/ui/play/screen.py", "from companion.engine import Move"),
        ("companion/ui/play/screen.py", "from ..session import Session"),
        ("companion/ui/widgets/dice.py", "import hardware"),
        ("companion/ui/widgets/dice.py", "import sqlite3"),
        ("companion/resources.py", "from companion.engine import board"),
        ("companion/stray.py", "from companion.ledger import Ledger"),
        ("companion/system/usb_drives.py", "from companion.engine.problems import Problem"),
        ("companion/cli.py", "import requests"),
        ("hardware/panel.py", "from companion.engine import Move"),
        ("kv/play.kv", "#:import Move companion.engine.Move"),
    ],
)
def test_a_wrong_import_is_seen(path: str, line: str) -> None:
    assert import_faults(line, ROOT / path)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("companion/engine/rules/rent.py", "from ..refusal import Reason"),
        ("companion/engine/__init__.py", "from .refusal import Reason"),
        ("companion/ui/table.py", "from companion.engine import IllegalMove, Move"),
        ("companion/ui/play/screen.py", "from ..widgets.dice import Dice"),
        ("companion/cli.py", "from companion.ledger import Ledger\nimport hardware"),
        ("kv/play.kv", "#:import theme companion.ui.theme"),
    ],
)
def test_a_right_import_passes(path: str, line: str) -> None:
    assert import_faults(line, ROOT / path) == []


@pytest.mark.parametrize(
    "line",
    [
        "text: 'Pay' if root.due > 0 else 'Wait'",
        "on_release: if root.due: root.pay()",
        "on_release: (lambda: root.pay())()",
        "fill: theme.chosen(root.angle == 90)",
        "do_scroll_y: tiles.height > self.height + 1",
        "titles: [root.words[key] for key in root.keys]",
        "text: f'{root.due.amount}'",
        "text: '{} left'.format(root.houses)",
        "text: root.problem or root.hint",
        "disabled: not root.ready",
        "height: dp(54) * bool(root.offer)",
        "height: dp(54) * root.offered",
        "text: root.entry + '_'",
        "text: root.words[('go on', 'look')[root.over]]",
        "opacity: float(root.busy)",
        "width: max(left.width, right.width)",
        "on_release: root.use_tray(not root.by_tray)",
        "on_release: root.table.pay() or root.table.show()",
        "on_release: app.root.pay()",
        "on_release: app.root.current = 'play'",
        "on_release:\n        root.table.pay()",
    ],
)
def test_a_line_of_kv_that_thinks_is_seen(line: str) -> None:
    assert kv_faults(f"<Play>:\n    {line}\n")


def test_kv_may_say_if_in_a_sentence_or_a_comment() -> None:
    assert kv_faults("text: 'Ask, if you like'  # if it fits\n") == []


def test_kv_may_bind_measure_and_send() -> None:
    lines = (
        "text: root.table.words['back']",
        "points: self.x, self.center_y, self.right - dp(5), self.center_y",
        "rgba: theme.pressed(theme.fill(root.value.tone, root.value.reason), root.state)",
        "pos_hint: {'right': 1, 'top': 1}",
        "on_release: root.table.undo(self.shown, self.request)",
    )
    assert kv_faults("<Play>:\n" + "".join(f"    {line}\n" for line in lines)) == []


def test_every_screen_has_its_class_and_its_kv_file() -> None:
    for name, target in SCREENS.items():
        module, _, cls = target.partition(":")
        source = read(ROOT.joinpath(*module.split(".")).with_suffix(".py"))
        assert f"class {cls}(" in source, target
        assert f"<{cls}>" in read(ROOT / f"kv/{name}.kv"), name
