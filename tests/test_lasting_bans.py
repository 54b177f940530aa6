"""What no file of the project may do, whoever writes it; each ban with a line it would see."""

import ast
import re
from collections.abc import Callable
from dataclasses import fields

import pytest

from companion.engine import Game
from tests.tree import ENGINE, PRODUCT, ROOT, files, nodes, over


def called(node: ast.AST) -> str:
    """`db.conn.execute` for the call db.conn.execute(...); nothing for any other node."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def ledger_hazards(source: str) -> list[str]:
    """What sqlite-utils offers and a ledger must not take: transform() drops every trigger,
    alter=True adds columns unasked, replace=True deletes the row it replaces, and `with db.conn`
    is no transaction (a row inserted in it stays when the block fails)."""
    faults = []
    for node in nodes(source):
        if called(node).endswith(".transform"):
            faults.append(".transform()")
        if isinstance(node, ast.keyword) and node.arg in {"alter", "replace"}:
            faults += [text for text in [ast.unparse(node)] if text.endswith("=True")]
        if isinstance(node, ast.withitem) and ast.unparse(node.context_expr).endswith(".conn"):
            faults.append("with db.conn")
    return faults


def connections(source: str) -> list[str]:
    """A second connection to the ledger could write beside the first."""
    return [name for name in map(called, nodes(source)) if name == "sqlite3.connect"]


def forgetful_waits(source: str) -> list[str]:
    """A cancellation that comes together with the answer is forgotten by it in Python 3.11: the
    task goes on for ever. ``asyncio.timeout`` forgets none."""
    return [name for name in map(called, nodes(source)) if name == "asyncio.wait_for"]


WRITES = {"open", "print", "input", "exec", "eval", "__import__"}


def effects(source: str) -> list[str]:
    """Calls with which a pure module would touch the world."""
    names = [called(node) for node in nodes(source)]
    writes = re.compile(r"\.(write_text|write_bytes|mkdir|unlink|touch|import_module)$")
    return [name for name in names if name in WRITES or writes.search(name)]


def edition_tests(source: str, editions: set[str]) -> list[str]:
    """Rules that ask which edition is played, where a key of the edition file should tell them."""
    asked = [node for node in nodes(source) if isinstance(node, ast.Compare | ast.MatchValue)]
    return [
        ast.unparse(node)
        for node in asked
        if any(str(getattr(part, "value", "")) in editions for part in ast.walk(node))
    ]


def assignments(source: str) -> list[str]:
    """Assignments to a field of a position, which never changes once somebody has seen it."""
    names = {one.name for one in fields(Game)}
    return [
        ast.unparse(node)
        for node in nodes(source)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if node.attr in names and ast.unparse(node.value) != "self"
    ]


def test_only_evolve_changes_a_position() -> None:
    may = {ROOT / "companion/engine" / name for name in ("evolve.py", "decide.py")}
    assert over([path for path in ENGINE if path not in may], assignments) == []


def test_the_ledger_is_never_rewritten() -> None:
    assert over(PRODUCT, ledger_hazards) == []


def test_no_task_forgets_that_it_is_to_end() -> None:
    assert over(PRODUCT, forgetful_waits) == []


def test_only_the_ledger_opens_a_database() -> None:
    may = {ROOT / f"companion/{package}" for package in ("export", "ledger")}
    outside = [path for path in PRODUCT if not may & {*path.parents}]
    assert over(outside, connections) == []


def test_the_engine_touches_nothing() -> None:
    assert over(ENGINE, effects) == []


def test_no_rule_asks_for_an_edition_by_name() -> None:
    shipped = {path.stem for path in files("companion/engine/editions/*.toml")}
    assert over(ENGINE, lambda source: edition_tests(source, shipped)) == []


@pytest.mark.parametrize(
    ("check", "line"),
    [
        (ledger_hazards, "db['moves'].transform(drop={'at'})"),
        (ledger_hazards, "table.insert(row, alter=True)"),
        (ledger_hazards, "table.insert(row, replace=True)"),
        (ledger_hazards, "with self.db.conn:\n    pass"),
        (connections, "sqlite3.connect('ledger.db')"),
        (forgetful_waits, "await asyncio.wait_for(answer, 3)"),
        (assignments, "game.pot = 100"),
        (assignments, "game.pot += 100"),
        (effects, "open('board.toml')"),
        (effects, "print('paid')"),
        (effects, "Path('board.toml').write_text('')"),
        (lambda source: edition_tests(source, {"1961"}), "game.edition.name == '1961'"),
        (lambda source: edition_tests(source, {"1961"}), "year in ('1934', '1961')"),
        (lambda source: edition_tests(source, {"1961"}), "match year:\n    case 1961: pass"),
    ],
)
def test_a_banned_line_is_seen(check: Callable[[str], list[str]], line: str) -> None:
    assert check(line)
