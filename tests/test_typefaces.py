"""A name is refused at the door if a font of the screens lacks one of its letters."""

import pytest

from companion.engine import board
from companion.look.typefaces import unshown
from companion.table.keyboard import EXACT, NAMES, letters
from companion.table.setup.options import name_problem

BOARD = board.load("atlantic-city")


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Łukasz",
        "Großmutter Wilma",
        "Åsa-Mærit Øygård",
        "Nguyễn Thị",
        "Борис",
        "Ann 2",
        "Jo!",
    ],
)
def test_a_name_that_every_font_has_is_welcome(name: str) -> None:
    assert unshown(name) == ""
    assert name_problem(name, [], BOARD) == ""


@pytest.mark.parametrize(
    ("name", "lacking"),
    [
        ("Mia 👧", "👧"),
        ("Zoë 🦄🦄", "🦄"),
        ("יעל", "יעל"),
        ("محمد", "محد"),
        ("李雷", "李雷"),
        ("Νίκος", "Νίκος"),
    ],
)
def test_a_name_that_a_font_lacks_is_refused_with_its_letters(name: str, lacking: str) -> None:
    assert unshown(name) == lacking
    assert lacking in str(name_problem(name, [], BOARD))


def test_the_keyboard_types_nothing_that_cannot_be_shown() -> None:
    pages = [letters(page, kind) for kind in (NAMES, EXACT) for page in range(4)]
    keys = [key.key for page in pages for key in page if len(key.key) == 1]
    assert len(keys) > 200
    assert unshown("".join(keys) + "".join(keys).lower()) == ""
