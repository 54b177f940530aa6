"""A line that cannot be read is told what was expected, and where it stands."""

from pathlib import Path

import pytest

from companion.engine import board, edition
from companion.engine.notation import NotationError, parse_move, parse_record, read_header
from companion.engine.notation.record import LONGEST_LINE
from companion.engine.state import Setup

AT_HOME = "players: Ann, Ann B, Old Bob\nfirst: Ann\n"
LONDON = Setup(("Ann", "Ann B", "Old Bob"), edition.load("1961"), board.load("london"))

UNREADABLE = [
    ("Ann throws 3", "invalid move 'Ann throws 3': expected 'Ann throws 3 5'"),
    ("Ann throws 0 7", "expected 'Ann throws 3 5'"),
    ("Ann bids 60", "expected 'Ann bids $50'"),
    ("Ann bids $2.50", "expected 'Ann bids $50'"),
    (f"Ann bids ${'9' * 5000}", "expected 'Ann bids $50'"),
    ("Ann builds", "expected 'Ann builds on Baltic Avenue'"),
    ("Ann buys Mayfair", "expected 'Ann buys'"),
    ("Ann trows 3 4", "expected one of: opens, throws, buys"),
    ("Anne throws 3 4", "expected a player (Ann, Ann B, Old Bob), 'sold', 'undo' or 'ruling:'"),
    ("Anne throws 3 4", "did you mean Ann?"),
    ("bank buys", "expected a player"),
    ("Ann mortgages Mayfare", "no deed is called 'Mayfare'; did you mean 'mayfair'?"),
    ("Ann sells hotels of blue", "no group is called 'blue'; did you mean"),
    ("Ann sells dark blue down to 5, 1", "'Ann sells light blue down to 1, 1, 0'"),
    ("Ann offers Old Bob $5", "expected 'Ann offers Bob Baltic Avenue, $50 for"),
    ("Ann offers Old Bob $5, $6 for nothing", "one sum of money for each side"),
    ("ruling:", "a ruling needs an effect, such as 'ruling: Ann has $500'"),
    ("ruling: Ann has $5;", "a ruling needs an effect"),
    ("ruling: Ann has 500; Old Bob has $5", "invalid ruling 'Ann has 500': expected 'Ann has $50'"),
    ("ruling: Old Bob has $5; Ann haz $5", "invalid ruling 'Ann haz $5'"),
    ("ruling: Ann stands on Chance", "write 'space 7', 'space 22', 'space 36'"),
    ("ruling: Ann stands on space 40", "spaces are numbered from 0 to 39"),
    ("ruling: Mayfair carries 6 houses", "expected 'Baltic Avenue carries 2 houses'"),
    ("undo all", "expected 'undo' or 'undo 2'"),
]


@pytest.mark.parametrize(("line", "expected"), UNREADABLE, ids=lambda text: text[:40])
def test_a_move_that_cannot_be_read_is_told_what_was_expected(line: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(line, LONDON)
    assert expected in str(error.value)


UNCHECKABLE = [
    ("expect Ann 1440", "'1440': expected a sum such as $1440"),
    ("expect Zed $5", "no player is called 'Zed'"),
    ("expect bank $5", "expected, for example, '29 houses, 12 hotels'"),
    ("expect bank on GO", "no player is called 'bank'"),
    ("expect Ann owns Chance", "no deed is called 'Chance'"),
    ("refused sunshine", "unknown expectation 'refused sunshine'"),
    ("refused BLD2: Ann buys", "or 'refused BLD-2: Ann builds on Baltic Avenue'"),
    ("refused BLD-2: Ann bids", "invalid move 'Ann bids': expected 'Ann bids $50'"),
]


@pytest.mark.parametrize(("line", "expected"), UNCHECKABLE)
def test_an_expectation_that_cannot_be_read(line: str, expected: str) -> None:
    with pytest.raises(NotationError, match=r"^evening:3: ") as error:
        parse_record(f"{AT_HOME}{line}\n", "evening")
    assert expected in str(error.value)


FOUR = "Ann Baltic Avenue, Ann Short Line, Bob Water Works, Bob Oriental Avenue"
CASH = "starting cash"
HEADERS = [
    ("players: Ann", 1, "1961 is for 2 to 8 players, not 1 (SET-3)"),
    ("edition: 1935\nplayers: a, b, c, d, e, f, g", 2, "1935 is for 2 to 6 players, not 7"),
    ("edition: 1961", 1, "add a line such as 'players: Ann, Bob'"),
    ("players: Ann, ann", 1, "two players have the same name"),
    ("players: Ann, Bank", 1, "'Bank' is a reserved word"),
    ("players: Ann, pot", 1, "'pot' is a reserved word"),
    ("players: Ann, B:b", 1, "'B:b': a name cannot contain ':'"),
    ("players: Ann, Bob\nbankr: Bob", 2, "unknown header 'bankr': expected one of edition"),
    ("players: Ann, Bob\nfirst: Cy", 2, "'first: Cy' is not a player: expected Ann, Bob"),
    ("players: Ann, Bob\nfirst:", 2, "'first:' needs a value"),
    ("players: Ann, Bob\nplayers: Ann, Bob", 2, "'players:' is given twice"),
    ("players: Ann, Bob\nbanker: sold", 2, "'sold' is a reserved word"),
    ("players: Ann, Bob\nrent: maybe", 2, "'rent: maybe': expected watchful, shown, automatic"),
    ("players: Ann, Bob\ncards: mine", 2, "'cards: mine': expected table, program"),
    ("players: Ann, Bob\ngame: time-limit 24:10", 2, "expected full, time-limit 21:30"),
    ("players: Ann, Bob\nedition: 1962", 2, "no edition is named '1962': choose 1934"),
    ("players: Ann, Bob\nboard: paris", 2, "no board is named 'paris': choose atlantic-city"),
    ("players: Ann, Bob\nboard: no/such.toml", 2, "no/such.toml cannot be read"),
    ("players: Ann, Bob\ndealt: Ann", 2, "expected a player and a deed, 'Ann Baltic Avenue'"),
    (f"players: Ann, Bob\ndealt: {FOUR}", 2, "nothing is dealt in a full game"),
    (f"game: second-bankruptcy\nplayers: Ann, Bob\ndealt: {FOUR}", 3, "nothing is dealt"),
    (f"game: short\nplayers: Ann, Bob\ndealt: {FOUR}, Bob Boardwalk", 3, "Bob is dealt 3, not 2"),
    ("game: short\nplayers: Ann, Bob\ndealt: Bob Boardwalk", 3, "Ann is dealt 0, not 2"),
    ("players: Ann, Bob\nhouse rules: round up, no auction, round down", 2, "'round down' contra"),
    (f"players: Ann, Bob\nhouse rules: {CASH} $1, {CASH} $2", 2, f"contradicts '{CASH} $1'"),
    ("players: Ann, Bob\nhouse rules: no auction, No-Auction", 2, "contradicts 'no auction'"),
    (f"players: Ann, Bob\nhouse rules: {CASH} $1{'0' * 9}", 2, "is whole dollars"),
]


@pytest.mark.parametrize(("header", "line", "expected"), HEADERS)
def test_a_header_that_cannot_be_read(header: str, line: int, expected: str) -> None:
    with pytest.raises(NotationError, match=rf"^evening:{line}: ") as error:
        parse_record(f"{header}\n", "evening")
    assert expected in str(error.value)


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
    with pytest.raises(NotationError, match=r"^evening:2: 'edition: .*'nope'"):
        parse_record(f"players: Ann, Bob\nedition: {own}\n", "evening")
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
    with pytest.raises(NotationError) as error:
        parse_record(text, "evening")
    assert str(error.value).startswith(("evening:1: ", "evening:2: "))
    assert len(str(error.value)) < 600


def test_a_ruling_may_have_a_thousand_effects() -> None:
    setup = Setup(("Ann", "B;b"), LONDON.edition, LONDON.board)
    ruling = parse_move("ruling: " + "; ".join(["Ann has $5", "B;b has $6"] * 500), setup)
    assert len(ruling.effects) == 1000  # type: ignore[attr-defined]


def test_a_stock_beyond_all_numbers_is_no_stock() -> None:
    with pytest.raises(NotationError):
        parse_record(f"players: Ann, Bob\nexpect bank {'9' * 5000} houses, 1 hotel\n")
