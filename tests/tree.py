"""The project's own files, for the tests that read them instead of running them."""

import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent


def files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


PRODUCT = files("companion/**/*.py", "hardware/**/*.py")
KV = files("kv/**/*.kv")
ENGINE = files("companion/engine/**/*.py")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def over(paths: list[Path], check: Callable[[str], list[str]]) -> list[str]:
    """What a check of source text finds in these files, said with the file."""
    return [f"{path.relative_to(ROOT)}: {fault}" for path in paths for fault in check(read(path))]


def script(name: str) -> ModuleType:
    """Return a script of bin/ as a module."""
    loader = SourceFileLoader(f"bin_{name}", str(ROOT / "bin" / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = sys.modules[loader.name] = module_from_spec(spec)
    loader.exec_module(module)
    return module
