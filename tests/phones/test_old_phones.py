"""Scripts and style of the phones, for browsers of 2018: iOS 12 and Android 8."""

from pathlib import Path
from typing import Any

import pytest

from companion.phones import pages
from tests.tree import ROOT


@pytest.fixture(scope="module")
def esprima() -> Any:
    import esprima  # slow to import

    return esprima


@pytest.mark.parametrize(
    "script", sorted(ROOT.glob("companion/*/static/*.js")), ids=lambda path: path.name
)
def test_an_old_browser_can_parse_the_scripts(script: Path, esprima: Any) -> None:
    esprima.parseScript(script.read_text("utf-8"))


@pytest.mark.parametrize("line", ["a ??= b", "a ||= b", "a?.b", "try { a() } catch { b() }"])
def test_the_parser_refuses_what_is_newer(line: str, esprima: Any) -> None:
    with pytest.raises(esprima.Error):
        esprima.parseScript(line)


@pytest.mark.parametrize(
    "newer", [":has(", ":is(", ":where(", "inset:", "aspect-ratio", "text-size-adjust"]
)
def test_the_style_sheet_needs_nothing_that_they_lack(newer: str) -> None:
    """A selector that a browser does not know takes its whole rule away."""
    assert newer not in pages.style_sheet()
