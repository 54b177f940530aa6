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

AT_HOME = "players: Ann, Ann B, Old Bob\nfirst: Ann\n"
LONDON = Setup(("Ann", "Ann B", "Old Bob"), edition.load("1961"), board.load("london"))

UNREADABLE = [
    ("Ann throws 3", Wrong.INVALID_MOVE),
    ("Ann throws 0 7", Wrong.INVALID_MOVE),
    ("Ann bids 60", Wrong.INVALID_MOVE),
    ("Ann bids $2.50", Wrong.INVALID_MOVE),
    (f"Ann bids ${'9' * 5000}", Wrong.INVALID_MOVE),
    ("Ann builds", Wrong.INVALID_MOVE),
    ("Ann buys Mayfair", Wrong.INVALID_MOVE),
    ("Ann trows 3 4", Wrong.UNKNOWN_MOVE),
    ("Anne throws 3 4", Wrong.NOT_A_PLAYER),
    ("Anne throws 3 4", Wrong.NOT_A_PLAYER),
    ("bank buys", Wrong.NOT_A_PLAYER),
    ("Ann mortgages Mayfare", Wrong.NO_SUCH_DEED),
    ("Ann sells hotels of blue", Wrong.NO_SUCH_GROUP),
    ("Ann sells dark blue down to 5, 1", Wrong.INVALID_MOVE),
    ("Ann offers Old Bob $5", Wrong.INVALID_MOVE),
    ("Ann offers Old Bob $5, $6 for nothing", Wrong.SECOND_SUM),
    ("ruling:", Wrong.EMPTY_RULING),
    ("ruling: Ann has $5;", Wrong.EMPTY_RULING),
    ("ruling: Ann has 500; Old Bob has $5", Wrong.INVALID_EFFECT),
    ("ruling: Old Bob has $5; Ann haz $5", Wrong.UNKNOWN_EFFECT),
    (f"ruling: Old Bob is called {'E' * 17}", Wrong.INVALID_NAME_LENGTH),
    (f"ruling: {'E' * 17} joins", Wrong.INVALID_NAME_LENGTH),
    ("ruling: Ann stands on Chance", Wrong.AMBIGUOUS_SPACE),
    ("ruling: Ann stands on space 40", Wrong.NO_SUCH_SPACE_NUMBER),
    ("ruling: Mayfair carries 6 houses", Wrong.INVALID_EFFECT),
    ("undo all", Wrong.INVALID_MOVE),
]


def refused(parse: Callable[[], object]) -> NotationError:
    with pytest.raises(NotationError) as error:
        parse()
    assert translate_message(error.value)  # Every fact that the sentence needs is there.
    return error.value


@pytest.mark.parametrize(
    ("line", "reason"), UNREADABLE, ids=lambda value: getattr(value, "name", value)[:40]
)
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
    ("line", "facts"),
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
    line: str, facts: dict[str, object]
) -> None:
    assert facts.items() <= refused(lambda: parse_move(line, LONDON)).facts.items()


UNCHECKABLE = [
    ("expect Ann 1440", Wrong.INVALID_SUM),
    ("expect Zed $5", Wrong.NO_SUCH_PLAYER),
    ("expect bank $5", Wrong.INVALID_STOCK),
    ("expect bank on GO", Wrong.NO_SUCH_PLAYER),
    ("expect Ann owns Chance", Wrong.NO_SUCH_DEED),
    ("refused sunshine", Wrong.UNKNOWN_EXPECTATION),
    ("refused BLD2: Ann buys", Wrong.UNKNOWN_EXPECTATION),
    ("refused BLD-2: Ann bids", Wrong.INVALID_MOVE),
]


@pytest.mark.parametrize(("line", "reason"), UNCHECKABLE)
def test_an_expectation_that_cannot_be_read(line: str, reason: Wrong) -> None:
    error = refused(lambda: parse_record(f"{AT_HOME}{line}\n", "evening"))
    assert (error.place, error.reason) == ("evening:3", reason)


FOUR = "Ann Baltic Avenue, Ann Short Line, Bob Water Works, Bob Oriental Avenue"
CASH = "starting cash"
HEADERS = [
    ("players: Ann", 1, Wrong.WRONG_NUMBER_OF_PLAYERS),
    ("edition: 1935\nplayers: a, b, c, d, e, f, g", 2, Wrong.WRONG_NUMBER_OF_PLAYERS),
    ("edition: 1961", 1, Wrong.NO_PLAYERS),
    ("players: Ann, ann", 1, Wrong.SAME_NAME),
    ("players: Ann, Bank", 1, Wrong.RESERVED_NAME),
    ("players: Ann, Bob\ndate: yesterday", 2, Wrong.INVALID_DATE),
    ("players: Ann, Bob\ndate: 2026-13-01", 2, Wrong.INVALID_DATE),
    ("players: Ann, Bob\ndate: 2025-02-29", 2, Wrong.INVALID_DATE),
    ("players: Ann, Bob\ndate: 24.11.2026", 2, Wrong.INVALID_DATE),
    ("players: Ann, Bob\ndate: 1899-01-01", 2, Wrong.INVALID_DATE),
    ("players: Ann, pot", 1, Wrong.RESERVED_NAME),
    ("players: Ann, B:b", 1, Wrong.SEPARATOR_IN_NAME),
    ("players: Ann, Bob\nbankr: Bob", 2, Wrong.UNKNOWN_HEADER),
    ("players: Ann, Bob\nfirst: Cy", 2, Wrong.FIRST_NOT_A_PLAYER),
    ("players: Ann, Bob\nfirst:", 2, Wrong.EMPTY_HEADER),
    ("players: Ann, Bob\nplayers: Ann, Bob", 2, Wrong.HEADER_TWICE),
    ("players: Ann, Bob\nbanker: sold", 2, Wrong.RESERVED_NAME),
    ("players: Ann, Bob\nrent: maybe", 2, Wrong.INVALID_OPTION),
    ("players: Ann, Bob\ncards: mine", 2, Wrong.INVALID_OPTION),
    ("players: Ann, Bob\ngame: time-limit 24:10", 2, Wrong.INVALID_OPTION),
    ("players: Ann, Bob\nedition: 1962", 2, Wrong.UNKNOWN_EDITION),
    ("players: Ann, Bob\nboard: paris", 2, Wrong.UNKNOWN_BOARD),
    ("players: Ann, Bob\nboard: no/such.toml", 2, Wrong.UNREADABLE),
    ("players: Ann, Bob\ndealt: Ann", 2, Wrong.INVALID_DEAL),
    (f"players: Ann, Bob\ndealt: {FOUR}", 2, Wrong.NOTHING_IS_DEALT),
    (f"game: second-bankruptcy\nplayers: Ann, Bob\ndealt: {FOUR}", 3, Wrong.NOTHING_IS_DEALT),
    (
        f"game: short\nplayers: Ann, Bob\ndealt: {FOUR}, Bob Boardwalk",
        3,
        Wrong.WRONG_NUMBER_OF_DEEDS,
    ),
    ("game: short\nplayers: Ann, Bob\ndealt: Bob Boardwalk", 3, Wrong.WRONG_NUMBER_OF_DEEDS),
    (
        "players: Ann, Bob\nhouse rules: round up, no auction, round down",
        2,
        Wrong.CONTRADICTING_HOUSE_RULES,
    ),
    (f"players: Ann, Bob\nhouse rules: {CASH} $1, {CASH} $2", 2, Wrong.CONTRADICTING_HOUSE_RULES),
    ("players: Ann, Bob\nhouse rules: no auction, No-Auction", 2, Wrong.CONTRADICTING_HOUSE_RULES),
    (f"players: Ann, Bob\nhouse rules: {CASH} $1{'0' * 9}", 2, Wrong.INVALID_HOUSE_RULE_SUM),
]


@pytest.mark.parametrize(("header", "line", "reason"), HEADERS)
def test_a_header_that_cannot_be_read(header: str, line: int, reason: Wrong) -> None:
    error = refused(lambda: parse_record(f"{header}\n", "evening"))
    assert (error.place, error.reason) == (f"evening:{line}", reason)


@pytest.mark.parametrize(
    ("header", "facts"),
    [
        ("players: Ann", {"edition": "1961", "fewest": 2, "most": 8, "count": 1}),
        ("players: Ann, B:b", {"name": "B:b", "character": ":"}),
        ("players: Ann, Bob\nfirst: Cy", {"name": "Cy", "players": ("Ann", "Bob")}),
        ("players: Ann, Bob\ncards: mine", {"option": "cards", "choices": ("table", "program")}),
        ("game: short\nplayers: Ann, Bob\ndealt: Bob Boardwalk", {"player": "Ann", "count": 0}),
        (
            f"players: Ann, Bob\nhouse rules: {CASH} $1, {CASH} $2",
            {"rule": f"{CASH} $2", "other": f"{CASH} $1"},
        ),
    ],
)
def test_a_header_that_cannot_be_read_is_told_why(header: str, facts: dict[str, object]) -> None:
    error = refused(lambda: parse_record(f"{header}\n", "evening"))
    assert facts.items() <= error.facts.items()


def test_a_mistake_in_an_own_edition_names_both_lines(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('like = "1961"\nrounding = "sideways"\n')
    error = refused(lambda: parse_record(f"players: Ann, Bob\nedition: {own}\n", "evening"))
    assert error.place == f"evening:2: {own}:2: rounding"


@pytest.mark.parametrize("game", ["short", "time-limit 21:30"])
def test_a_quick_game_is_dealt_two_deeds_each(game: str) -> None:
    setup = parse_record(f"players: Ann, Bob\ngame: {game}\ndealt: {FOUR}\n").setup
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
    ids=range(20),
)
def test_a_long_word_is_shortened_where_it_is_quoted(text: str) -> None:
    error = refused(lambda: parse_record(text, "evening"))
    assert error.place in ("evening:1", "evening:2")
    assert len(translate_message(error)) < 600


def test_a_ruling_may_have_a_thousand_effects() -> None:
    setup = Setup(("Ann", "B;b"), LONDON.edition, LONDON.board)
    ruling = parse_move("ruling: " + "; ".join(["Ann has $5", "B;b has $6"] * 500), setup)
    assert len(ruling.effects) == 1000  # type: ignore[attr-defined]


def test_a_stock_beyond_all_numbers_is_no_stock() -> None:
    with pytest.raises(NotationError):
        parse_record(f"players: Ann, Bob\nexpect bank {'9' * 5000} houses, 1 hotel\n")
