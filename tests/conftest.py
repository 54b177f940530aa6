"""What every test stands on: a Kivy that keeps to itself, its own data folder, and `--slow`."""

import os
import tempfile
from pathlib import Path

import pytest

# Kivy reads these on its first import, which may be that of any test module: it would take
# pytest's arguments for its own, and write its settings into the home of whoever runs the tests.
_scratch = tempfile.TemporaryDirectory(prefix="companion-tests-")
os.environ |= {
    "KIVY_HOME": str(Path(_scratch.name, "kivy")),
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "COMPANION_DATA": str(Path(_scratch.name, "data")),
    "LANGUAGE": "en",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests that take minutes, too")
    parser.addoption("--pictures", metavar="DIR", help="only leave pictures of every screen there")
    parser.addoption("--rewrite-texts", action="store_true", help="rewrite tests/text/en.txt")
    parser.addoption(
        "--rewrite-style",
        action="store_true",
        help="rewrite tests/style_baseline.toml, unless it would grow",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    kept, left_out = [], []
    for item in items:
        (kept if _is_wanted(config, item) else left_out).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


def _is_wanted(config: pytest.Config, item: pytest.Item) -> bool:
    if config.getoption("--pictures"):
        return "pictures" in getattr(item, "fixturenames", ())
    return bool(config.getoption("--slow")) or not item.get_closest_marker("slow")
