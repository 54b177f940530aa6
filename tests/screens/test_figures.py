"""Figures are marks that stay in their box, and letters of a font that a script writes."""

from itertools import combinations
from pathlib import Path

import pytest

from companion.look.icons import ICONS
from companion.look.typefaces import face
from companion.resources import font_file
from companion.screens import board_figures, figures
from companion.screens.layout import place
from companion.screens.parts import Drawing, Part, figure
from companion.table.board import Cell
from companion.table.moments import Stop
from tests.tree import script

MARKS = (("brown", 2, 2), ("orange", 1, 3), ("railroad", 0, 4))
CELL = Cell("brown", "", 2, 4, mortgaged=True, tokens=(0, 1, 2))
LINES = ((0, (15, 30, 90), True, True), (1, (15, 9), False, True), (2, (15, 9), False, False))
"""Lines of a chart: of the winner, and of two who went out at one place."""
STOP = Stop(1, "street", "brown", 2, 5, mortgaged=True, by_jump=True)
DRAWN = {
    "token": figure(figures.token, "bank", "on_bank", 3),
    "nobody": figure(figures.token, "bank", "on_bank", -1),
    **{f"die {n}": figure(figures.die, n, "die", "die_edge", "ink") for n in range(1, 7)},
    **{f"{n} houses": figure(board_figures.buildings, n) for n in range(6)},
    "railroads": figure(board_figures.pictures, "railroad", 4, "ink"),
    "set cells": figure(board_figures.set_cells, "#123456", 1, 3),
    "band": figure(board_figures.band, "#123456", "ink", True),
    "shape": figure(figures.player_shape, "bank", 3),
    "a space": figure(board_figures.space_of_ring, CELL, 1, True),
    "a stop": figure(board_figures.stop, STOP, "bank", True),
    "sets": figure(figures.sets, MARKS, True),
    "deed edge": figure(figures.deed_edge, "#123456", "edge"),
    "dots": figure(figures.dots, 2, 3, "ink"),
    "shortfall": figure(figures.shortfall, 0.4, "bank", "sunk"),
    "icon": figure(figures.icon, "undo", "ink"),
    "chip": figure(figures.chip, "receiving", "credit"),
}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize(("width", "height", "scale"), [(120, 40, 1.0), (90, 90, 1.5)])
def test_a_figure_stays_in_its_box(name: str, width: int, height: int, scale: float) -> None:
    for mark in marks(DRAWN[name], width, height, scale):
        kind, *values = mark
        x, y, *room = values[1:] if kind in ("glyph", "icon") else values
        across, high = (room[0], room[0]) if kind in ("glyph", "icon") else room[:2]
        assert min(x, y) >= 0, mark
        assert x + across <= width + 0.01, mark
        assert y + high <= height + 0.01, mark


def marks(part: Part, width: int, height: int, scale: float) -> tuple:
    look = place(part, width, height, scale)[""].look
    assert isinstance(look, Drawing)
    return look.marks


def test_tokens_at_the_ends_of_lines_do_not_cover_each_other() -> None:
    chart = figure(figures.course, LINES, 3, (0, 0.5, 1), 90, (0.4,))
    discs = [mark for mark in marks(chart, 400, 300, 1) if mark[:2] == ("glyph", "disc")]
    tokens = [(x + side / 2, y + side / 2) for _, _, x, y, side, color in discs[1::2]]
    assert len(tokens) == len(LINES)
    assert tokens[0][0] == tokens[1][0]
    assert all(abs(a[1] - b[1]) > 20 for a, b in combinations(tokens, 2))


def test_every_icon_is_in_its_font() -> None:
    assert [name for name, letter in ICONS.items() if not face("icons").has(letter)] == []


def test_every_glyph_is_in_the_font_and_as_wide_as_high() -> None:
    for letter in figures.GLYPHS.values():
        assert face("figures").has(letter)
        assert face("figures").width(letter) == 1


def test_the_font_is_what_its_script_writes(tmp_path: Path) -> None:
    script("figures").write(tmp_path / "written.ttf")
    assert (tmp_path / "written.ttf").read_bytes() == font_file("Figures").read_bytes()
