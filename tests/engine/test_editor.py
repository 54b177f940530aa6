"""The colours that an editor gives to records."""

import json
from pathlib import Path
from typing import Any

import pytest
from textmate_grammar.parsers.base import LanguageParser

from companion.engine.notation.grammar import EFFECTS, MOVES
from companion.engine.notation.header import format_header, parse_header
from tests.tree import ROOT

EDITOR = ROOT / "tools/editor"
GRAMMAR = json.loads((EDITOR / "syntaxes/game.tmLanguage.json").read_text("utf-8"))
KINDS = {"entity.name.function.move", "entity.name.function.fact", "keyword.control"}
"""Scopes of what a line is about."""


def scopes(text: str) -> list[tuple[str, str]]:
    """Each piece of a text with its innermost scope, without spaces."""
    tokens: Any = LanguageParser(GRAMMAR).parse_string(text)
    return [(piece, scope[-1]) for _, piece, scope in tokens.flatten() if piece.strip()]


def test_nothing_in_a_record_is_without_colour() -> None:
    paths = [*Path(ROOT, "tests").rglob("*.game")]
    assert len(paths) > 500
    lines = {line for path in paths for line in path.read_text("utf-8").splitlines()}
    found = scopes("\n".join(sorted(filter(str.strip, lines))))
    assert [piece for piece, scope in found if scope == GRAMMAR["scopeName"]] == []
    sums = {scope for piece, scope in found if piece.startswith("$")}
    assert sums == {"constant.numeric.sum.game"}


@pytest.mark.parametrize("line", [form.example() for form in (*MOVES, *EFFECTS)])
def test_the_verb_of_a_line_stands_out(line: str) -> None:
    assert any(scope.startswith(tuple(KINDS)) for _, scope in scopes(line))


def test_a_header_is_a_key_and_its_value() -> None:
    header = (
        "players: Ann, Bob\nfirst: Ann\ngame: time-limit 21:30\nhouse rules: free parking pot\n"
    )
    for line in format_header(parse_header(header)).splitlines():
        (key, first), (_, colon), (_, value) = scopes(line)
        assert line.startswith(f"{key}:")
        assert first == "keyword.other.header.game"
        assert colon.startswith("punctuation")
        assert value == "string.unquoted.header.game"


def test_the_extension_names_the_grammar() -> None:
    package = json.loads((EDITOR / "package.json").read_text("utf-8"))
    [grammar] = package["contributes"]["grammars"]
    assert (EDITOR / grammar["path"]).is_file()
    assert grammar["scopeName"] == GRAMMAR["scopeName"]
    [language] = package["contributes"]["languages"]
    assert language["extensions"] == [f".{kind}" for kind in GRAMMAR["fileTypes"]]
    assert (EDITOR / language["configuration"]).is_file()
