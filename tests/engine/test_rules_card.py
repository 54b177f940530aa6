"""Rules cards: what a table agrees on, under a name, as the lines of a header."""

from dataclasses import replace

import pytest

from companion.engine.limits import ForeignError
from companion.engine.notation import (
    NotationError,
    format_card,
    format_header,
    parse_card,
    parse_header,
    read_card_name,
)
from companion.engine.problems import InputProblem

SEATED = "players: Ann, Bob"


@pytest.fixture
def lines() -> str:
    """Rules of a grandmother, as a card has them."""
    return """name: Grandma's rules
edition: 1973
board: london
rent: automatic
cards: program
game: time-limit 21:30
house rules: free parking pot $500, no auction
"""


def test_a_card_is_written_as_it_was_read(lines: str) -> None:
    assert format_card(parse_card(lines)) == lines


def test_a_card_has_the_lines_of_a_record_without_players(lines: str) -> None:
    card, game = (
        parse_card(lines),
        parse_header(f"players: Ann, Bob\n{lines.partition(chr(10))[2]}"),
    )
    assert format_header(replace(game, players=())) == format_header(card.setup)


def test_a_time_limit_may_be_without_an_hour_on_a_card_alone() -> None:
    card = parse_card("name: Short\ngame: time-limit\n")
    assert (card.setup.game, card.setup.until) == ("time-limit", "")
    assert parse_card(format_card(card)) == card
    with pytest.raises(NotationError) as refused:
        parse_header("players: Ann, Bob\ngame: time-limit\n")
    assert refused.value.reason is InputProblem.INVALID_OPTION


def test_what_a_card_does_not_say_is_as_in_a_record() -> None:
    setup = parse_card("name: Plain").setup
    assert (setup.edition.source, setup.board.source) == ("1961", "atlantic-city")
    assert (setup.game, setup.house_rules) == ("full", ())


@pytest.mark.parametrize("name", ["Omas Regeln", "Großmama!", "Ж", "x" * 24, "A: B, $5"])
def test_a_name_has_any_letters(name: str) -> None:
    assert parse_card(f"name: {name}\n").name == name


def test_a_name_is_the_same_however_its_letters_are_written() -> None:
    assert read_card_name("  Renés   Regeln ") == read_card_name("Rene\u0301s Regeln")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", InputProblem.INVALID_NAME_LENGTH),
        ("   ", InputProblem.INVALID_NAME_LENGTH),
        ("x" * 25, InputProblem.INVALID_NAME_LENGTH),
        ("a\tb", InputProblem.INVALID_NAME_LENGTH),
        ("a\u202eb", InputProblem.INVALID_NAME_LENGTH),
        ("a\x07b", InputProblem.INVALID_NAME_LENGTH),
        ("#1", InputProblem.SEPARATOR_IN_NAME),
    ],
)
def test_a_name_that_no_line_can_have_is_refused(name: str, reason: InputProblem) -> None:
    with pytest.raises(NotationError) as refused:
        read_card_name(name)
    assert refused.value.reason is reason


REFUSED = {
    "nothing": ("", InputProblem.NO_NAME_OF_RULES, 1),
    "no name": ("edition: 1961", InputProblem.NO_NAME_OF_RULES, 1),
    "an empty name": ("name:", InputProblem.EMPTY_HEADER, 1),
    "two names": ("name: a\nname: b", InputProblem.HEADER_TWICE, 2),
    "players": ("name: a\nplayers: Ann, Bob", InputProblem.UNKNOWN_HEADER, 2),
    "edition": ("name: a\n\nedition: 1066", InputProblem.UNKNOWN_EDITION, 3),
    "misspelt": ("name: a\nhouse rules: no autcion", InputProblem.UNKNOWN_HOUSE_RULE, 2),
    "both": (
        "name: a\nhouse rules: round up, round down",
        InputProblem.CONTRADICTING_HOUSE_RULES,
        2,
    ),
    "length": ("name: a\ngame: for ever", InputProblem.INVALID_OPTION, 2),
    "code of a game": ("COMPANION V1 PART 1/1 X 1", InputProblem.UNKNOWN_HEADER, 1),
}


@pytest.mark.parametrize("kind", REFUSED.keys())
def test_lines_that_are_no_card_are_refused(kind: str) -> None:
    text, reason, line = REFUSED[kind]
    with pytest.raises(ForeignError) as refused:
        parse_card(text, "rules.txt")
    assert refused.value.reason is reason
    assert refused.value.place.startswith(f"rules.txt:{line}")
