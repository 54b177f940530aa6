"""A line that cannot be read is told what was expected, and where it stands."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.engine import board, edition
from companion.engine.moves import Goods, OfferTrade
from companion.engine.notation import (
    NotationError,
    format_move,
    parse_move,
    parse_record,
    read_header,
)
from companion.engine.notation.record import LONGEST_LINE
from companion.engine.problems import InputProblem as Wrong
from companion.engine.state import Setup
from companion.text import translate_message
from tests.engine import facts

AT_HOME = "players: Ann, Ann B, Old Bob\nfirst: Ann\n"
LONDON = Setup(("Ann", "Ann B", "Old Bob"), edition.load("1961"), board.load("london"))


def refused(parse: Callable[[], object]) -> NotationError:
    with pytest.raises(NotationError) as error:
        parse()
    assert translate_message(error.value)  # Every fact that the sentence needs is there.
    return error.value


@pytest.mark.parametrize(("line", "reason"), facts.mistakes("move"))
def test_a_move_that_cannot_be_read_has_a_reason(line: str, reason: Wrong) -> None:
    assert refused(lambda: parse_move(line, LONDON)).reason is reason


@pytest.mark.parametrize("times", [-1, 0, 100])
def test_somebody_lands_free_1_to_99_times(times: int) -> None:
    offer = OfferTrade("Ann", "Old Bob", Goods(landings=(("mayfair", times),)), Goods(cash=5))
    error = refused(lambda: parse_move(format_move(offer, LONDON.board), LONDON))
    assert error.reason is Wrong.NUMBER_OF_LANDINGS


def test_a_ruling_about_something_unknown_is_told_what_it_can_be_about() -> None:
    for subject, close in (("Zed", ""), ("banc", "bank"), ("Mayfare", "Mayfair")):
        for effect in ("has $5", "is in jail", "owns Mayfair", "is morgaged", "pays $5 to Ann"):
            error = refused(partial(parse_move, f"ruling: {subject} {effect}", LONDON))
            assert (error.reason, error.facts["close"]) == (Wrong.NOT_RULED_ON, close)


def test_a_ruling_is_told_what_is_possible_for_what_it_is_about() -> None:
    for line, verbs in (
        ("ruling: Mayfair belongs to Ann", ["carries", "is not mortgaged", "is mortgaged"]),
        ("ruling: bank has $5", ["receives from", "pays to", "owns", "holds jail card"]),
    ):
        error = refused(partial(parse_move, line, LONDON))
        assert (error.reason, error.facts["choices"]) == (Wrong.UNKNOWN_EFFECT, verbs)


def test_a_name_that_ends_like_a_note_is_a_name() -> None:
    setup = replace(LONDON, players=("Ann (left)", "Bob"))
    for line, reason in (
        ("Ann (left) trows 3 4", Wrong.UNKNOWN_MOVE),
        ("ruling: Ann (left) haz $5", Wrong.UNKNOWN_EFFECT),
        ("ruling: Ann has $5", Wrong.NOT_RULED_ON),
    ):
        assert refused(partial(parse_move, line, setup)).reason is reason


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("Ann throws 3", {"text": "Ann throws 3", "examples": ["Ann throws 3 5"]}),
        ("Ann bids 60", {"examples": ["Ann bids $50"]}),
        ("Ann builds", {"examples": ["Ann builds on Baltic Avenue"]}),
        ("Ann buys Mayfair", {"examples": ["Ann buys"]}),
        ("undo all", {"examples": ["undo", "undo 2"]}),
        ("ruling: Mayfair carries 6 houses", {"examples": ["Baltic Avenue carries 2 houses"]}),
        ("Anne throws 3 4", {"players": ("Ann", "Ann B", "Old Bob"), "close": "Ann"}),
        ("ruling: Ane has $5", {"players": ("Ann", "Ann B", "Old Bob"), "close": "Ann"}),
        ("ruling: Mayfare has $5", {"close": "Mayfair"}),
        ("ruling: Ann pays", {"examples": ["Ann pays $50 to bank"]}),
        ("Ann mortgages Mayfare", {"text": "Mayfare", "close": "mayfair"}),
        ("ruling: Ann stands on Chance", {"examples": ["space 7", "space 22", "space 36"]}),
    ],
)
def test_a_move_that_cannot_be_read_is_told_what_was_expected(
    line: str, known: dict[str, object]
) -> None:
    assert known.items() <= refused(lambda: parse_move(line, LONDON)).facts.items()


@pytest.mark.parametrize(("line", "reason"), facts.mistakes("expectation"))
def test_an_expectation_that_cannot_be_read(line: str, reason: Wrong) -> None:
    error = refused(lambda: parse_record(f"{AT_HOME}{line}\n", "evening"))
    assert (error.place, error.reason) == ("evening:3", reason)


@pytest.mark.parametrize(("header", "reason"), facts.mistakes("header"))
def test_a_header_that_cannot_be_read(header: str, reason: Wrong) -> None:
    error = refused(lambda: parse_record(f"{header}\n", "evening"))
    assert (error.place, error.reason) == (f"evening:{header.count(chr(10)) + 1}", reason)


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ("players: Ann", {"edition": "1961", "fewest": 2, "most": 8, "count": 1}),
        ("players: Ann, B:b", {"name": "B:b", "character": ":"}),
        ("players: Ann, Bob\nfirst: Cy", {"name": "Cy", "players": ("Ann", "Bob")}),
        ("players: Ann, Bob\ncards: mine", {"option": "cards", "choices": ("table", "program")}),
        ("game: short\nplayers: Ann, Bob\ndealt: Bob Boardwalk", {"player": "Ann", "count": 0}),
        (
            "players: Ann, Bob\nhouse rules: starting cash $1, starting cash $2",
            {"rule": "starting cash $2", "other": "starting cash $1"},
        ),
    ],
)
def test_a_header_that_cannot_be_read_is_told_why(header: str, known: dict[str, object]) -> None:
    error = refused(lambda: parse_record(f"{header}\n", "evening"))
    assert known.items() <= error.facts.items()


def test_a_mistake_in_an_own_edition_names_both_lines(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('like = "1961"\nrounding = "sideways"\n')
    error = refused(lambda: parse_record(f"players: Ann, Bob\nedition: {own}\n", "evening"))
    assert error.place == f"evening:2: {own}:2: rounding"


@pytest.mark.parametrize("game", ["short", "time-limit 21:30"])
def test_a_quick_game_is_dealt_two_deeds_each(game: str) -> None:
    dealt = "Ann Baltic Avenue, Ann Short Line, Bob Water Works, Bob Oriental Avenue"
    setup = parse_record(f"players: Ann, Bob\ngame: {game}\ndealt: {dealt}\n").setup
    assert [name for name, _ in setup.dealt] == ["Ann", "Ann", "Bob", "Bob"]


def test_a_header_in_the_ledger_may_be_older_than_a_rule_for_new_games() -> None:
    header = "players: Ann, Bob\nhouse rules: round up, round down\ndealt: Bob Boardwalk\n"
    assert read_header(header).dealt == (("Bob", "boardwalk"),)


def test_an_edition_plays_with_cards_that_the_board_has(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('like = "1961"\npack = "nope"\n')
    error = refused(lambda: parse_record(f"players: Ann, Bob\nedition: {own}\n", "evening"))
    assert (error.place, error.reason) == ("evening:2", Wrong.UNKNOWN_PACK)
    assert error.facts["pack"] == "nope"
    assert parse_record("edition: modern\nboard: london\nplayers: Ann, Bob\n")


LONG = "x" * 5000


@pytest.mark.parametrize(
    "text",
    [
        f"players: Ann, Bob\nAnn {LONG}\n",
        f"players: Ann, Bob\nAnn bids ${'9' * 5000}\n",
        f"players: Ann, Bob\nAnn mortgages {LONG}\n",
        f"players: Ann, Bob\n{LONG}\n",
        f"players: Ann, Bob\nruling: {LONG}\n",
        f"players: Ann, Bob\nexpect {LONG}\n",
        f"players: Ann, Bob\nexpect Ann {LONG}\n",
        f"players: Ann, Bob\nexpect bank {LONG}\n",
        f"players: Ann, {LONG}\n",
        f"players: Ann, Bob\n{LONG}: x\n",
        f"players: Ann, Bob\nboard: {LONG}\n",
        f"players: Ann, Bob\nedition: {LONG}\n",
        f"players: Ann, Bob\nhouse rules: {LONG}\n",
        *(f"players: Ann, Bob\n{key}: {LONG}\n" for key in ("first", "banker", "rent", "game")),
        *(f"players: Ann, Bob\n{key}: {LONG}\n" for key in ("cards", "dealt", "dealt: Ann")),
        f"players: Ann, Bob\n{'Ann buys ' * LONGEST_LINE}\n",
    ],
    ids=range(21),
)
def test_a_long_word_is_shortened_where_it_is_quoted(text: str) -> None:
    error = refused(lambda: parse_record(text, "evening"))
    assert error.place in ("evening:1", "evening:2")
    assert len(translate_message(error)) < 1200


def test_a_ruling_may_have_a_thousand_effects() -> None:
    setup = Setup(("Ann", "B;b"), LONDON.edition, LONDON.board)
    ruling = parse_move("ruling: " + "; ".join(["Ann has $5", "B;b has $6"] * 500), setup)
    assert len(ruling.effects) == 1000  # type: ignore[attr-defined]


def test_a_stock_beyond_all_numbers_is_no_stock() -> None:
    with pytest.raises(NotationError):
        parse_record(f"players: Ann, Bob\nexpect bank {'9' * 5000} houses, 1 hotel\n")
