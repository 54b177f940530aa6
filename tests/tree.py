"""The project's own files, for the tests that read them instead of running them."""

import ast
import runpy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parent.parent


def files(*patterns: str) -> list[Path]:
    """List files of the checkout; an earlier run may have left folders beside them."""
    found = (path for pattern in patterns for path in ROOT.glob(pattern))
    return sorted(path for path in found if path.is_file())


PRODUCT = files("companion/**/*.py", "hardware/**/*.py")
KV = files("kv/**/*.kv")
ENGINE = files("companion/engine/**/*.py")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """List the nodes of a module, its own first; several tests look through them."""
    return tuple(ast.walk(ast.parse(source)))


def over(paths: list[Path], check: Callable[[str], list[str]]) -> list[str]:
    """What a check of source text finds in these files, said with the file."""
    return [f"{path.relative_to(ROOT)}: {fault}" for path in paths for fault in check(read(path))]


def script(name: str) -> SimpleNamespace:
    """Return what a script of bin/ defines. An import would leave bytecode beside the script."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "bin" / name)))
