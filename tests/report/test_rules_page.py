"""The page of the rules in a real browser: one sheet, and nothing sticks out."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import text
from companion.engine import edition
from companion.engine.notation import RulesCard, parse_card
from companion.export.rules_page import rules_html
from companion.table.setup import house_rules
from companion.table.setup.rules_cards import in_words
from tests.report.test_browser import WIDTH, sheets, told

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    tab = chromium.new_page()
    yield tab
    tab.close()


def everything() -> RulesCard:
    """Card with as many house rules as go together."""
    sheet, enabled = edition.load("1961"), {}
    for name in sheet.house_rules:
        turned = house_rules.turn(sheet, enabled, name)
        enabled = turned if len(turned) > len(enabled) else enabled
    rules = house_rules.header_text(sheet, enabled)
    return parse_card(
        f"name: Die Regeln von Großmama!\nrent: watchful\ngame: short\nhouse rules: {rules}"
    )


@pytest.mark.parametrize("code", ["en", "de", "es"])
@pytest.mark.parametrize("rules", ["few", "all"])
def test_it_is_one_sheet_and_nothing_sticks_out(
    tab: Any, tmp_path: Path, code: str, rules: str
) -> None:
    card = everything() if rules == "all" else parse_card("name: Ours\nboard: london")
    path = tmp_path / "lid.html"
    text.set_language(code)
    path.write_text(rules_html(card, in_words(card)), encoding="utf-8")
    text.set_language("en")
    for width in (320, 800, 1280):
        assert told(tab, path, width, WIDTH) == width
    for paper in ("A4", "A5", "Letter"):
        assert sheets(tab, path, format=paper) == 1, paper
