"""Common ground of all tests: a Kivy that keeps to itself, a data folder, and the options."""

import os
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.locales.compile import compile_changed
from tools import figures

if TYPE_CHECKING:
    from tests.real_table import Screen

# Kivy reads these on its first import, which may be that of any test module: it would take
# pytest's arguments for its own, and write its settings into the home of whoever runs the tests.
_scratch = tempfile.TemporaryDirectory(prefix="companion-tests-")
os.environ |= {
    "KIVY_NO_CONFIG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "COMPANION_DATA": str(Path(_scratch.name, "data")),
    "COMPANION_RUNTIME": str(Path(_scratch.name, "run")),
    "LANGUAGE": "en",
    "XDG_CACHE_HOME": str(Path(_scratch.name, "cache")),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests that take minutes, too")
    parser.addoption("--hours", action="store_true", help="those that take hours, too")
    parser.addoption("--pictures", metavar="DIR", help="only leave pictures of every screen there")
    parser.addoption(
        "--record-figures",
        action="store_true",
        help="with --hours: record the figures of docs/testing.md, and write the page",
    )
    parser.addoption("--rewrite-texts", action="store_true", help="rewrite tests/text/en.txt")
    parser.addoption(
        "--rewrite-style",
        action="store_true",
        help="rewrite tests/style_baseline.toml, unless it would grow",
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        compile_changed()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    kept, left_out = [], []
    cases: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        is_wanted = _is_wanted(config, item, cases[test])
        cases[test] += 1
        (kept if is_wanted else left_out).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


def _is_wanted(config: pytest.Config, item: pytest.Item, case: int) -> bool:
    """Return True if a test is to run; ``case`` counts those of one function."""
    if config.getoption("--pictures"):
        return "pictures" in getattr(item, "fixturenames", ())
    if config.getoption("--hours"):
        return True
    if config.getoption("--slow"):
        return not item.get_closest_marker("hours")
    sampled = item.get_closest_marker("sampled")
    is_long = item.get_closest_marker("slow") or item.get_closest_marker("hours")
    return not (is_long or (sampled and case % sampled.args[0]))


# --- figures ------------------------------------------------------------------------------------

_recorded: defaultdict[str, dict[str, float]] = defaultdict(dict)
"""Figures by group and name. Of a small and a large run of a test, the larger figure counts."""


@pytest.fixture
def record_figures(
    record_property: Callable[[str, object], None],
) -> Callable[..., None]:
    """Print figures of a group, and record them with ``--record-figures``."""

    def record(group: str, **found: float) -> None:
        print(group, found)
        for name, value in found.items():
            record_property(f"figure {group} {name}", value)

    return record


@pytest.fixture
def screen(tmp_path: Path) -> Iterator["Screen"]:
    """A screen for a whole program."""
    from tests.real_table import Screen

    screen = Screen()
    yield screen
    screen.look().save(tmp_path / "last.png")  # what to look at when it failed
    screen.close()


@pytest.fixture(scope="module", autouse=True)
def english() -> Iterator[None]:
    """Every file begins in English: what one leaves, another's tests fail for."""
    yield
    if text := sys.modules.get("companion.text"):
        text.set_language("en")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for name, value in report.user_properties if report.when == "call" else ():
        if name.startswith("figure ") and isinstance(value, int | float):
            _, group, figure = name.split(" ", 2)
            _recorded[group][figure] = max(value, _recorded[group].get(figure, value))


def pytest_sessionfinish(session: pytest.Session) -> None:
    is_worker = hasattr(session.config, "workerinput")
    if session.config.getoption("--record-figures") and not is_worker:
        for group, found in _recorded.items():
            figures.record(group, found)
        figures.main()
