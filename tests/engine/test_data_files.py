"""A table's own edition or board: a mistake in it is named by file, line and key, in words."""

import os
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from companion.engine import board, edition
from companion.engine.board import Board
from companion.engine.data_file import DataFileError
from companion.engine.edition import Edition
from companion.engine.notation import NotationError, check, parse_record
from companion.engine.state import start

PRINTED = resources.files(board.__package__).joinpath("boards/atlantic-city.toml")
SHEET = resources.files(board.__package__).joinpath("editions/1961.toml")
Own = Callable[[str], Path]


@pytest.fixture
def own(tmp_path: Path) -> Own:
    """Writes the text of a file of one's own and says where it is."""

    def write(text: str) -> Path:
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def changed(before: str, after: str, where: int = 0) -> str:
    """Atlantic City with one thing changed, at its nth place."""
    parts = PRINTED.read_text(encoding="utf-8").split(before)
    assert len(parts) > where + 1, f"{before} is not there"
    return before.join(parts[: where + 1]) + after + before.join(parts[where + 1 :])


def line_of(text: str, piece: str, where: int = 0) -> int:
    return [n for n, line in enumerate(text.splitlines(), 1) if piece in line][where]


def said(load: Callable[[str], Board | Edition], path: Path) -> tuple[int, str, str]:
    """The line, the key and the problem that the message names."""
    with pytest.raises(DataFileError) as error:
        load(str(path))
    message = str(error.value)
    found = re.fullmatch(rf"{re.escape(str(path))}:(\d+): ([^:]+): (.+)", message)
    assert found is not None, message
    return int(found[1]), found[2], found[3]


def test_a_board_loads_from_a_path(own: Own) -> None:
    path = own(changed("price = 400", "price = 500"))
    assert board.load(str(path)).deeds["boardwalk"].price == 500


def test_a_record_is_played_on_a_board_of_ones_own(own: Own) -> None:
    path = own(changed('name = "Baltic Avenue"', 'name = "Our Street (Nos. 1-9)"'))
    record = f"""
        board: {path}
        players: Ann, Bob
        first: Ann
        Ann throws 1 2
        Ann buys
        expect Ann owns our-street-nos-1-9
        expect Ann owns Our Street (Nos. 1-9)
    """
    assert check(parse_record(record)).faults == ()


BOARD_MISTAKES = [
    ("price = 400", 'price = "400"', 0, "price", "must be a whole number, not '400'"),
    ("price = 400", "price = true", 0, "price", "must be a whole number, not True"),
    ("price = 400", "price = -400", 0, "price", "must not be negative"),
    ("price = 400", "prise = 400", 0, "prise", "is not known here; did you mean 'price'"),
    ("price = 400, ", "", 0, "price", "is missing; give it a whole number"),
    ('name = "Boardwalk"', "name = 7", 0, "name", "must be a text, not 7"),
    ('name = "Electric Company", ', "", 0, "name", "is missing; give it a text"),
    ('name = "Boardwalk"', 'name = "Park Place"', 0, "name", "'Park Place' names two deeds"),
    ('kind = "chance"', 'kind = "chanse"', 2, "kind", "'chanse' is none of go, street"),
    (", amount = 75", "", 0, "amount", "is missing; give it a whole number"),
    ("1700, 2000]", "1700]", 0, "rent", "a street needs 6 whole numbers"),
    ("1700, 2000]", '1700, "x"]', 0, "rent", "a street needs 6 whole numbers"),
    ('group = "utility"', 'group = "red"', 1, "group", "'red' is a street group"),
    ("houses = 32", "huoses = 32", 0, "huoses", "is not known here; did you mean 'houses'"),
    ("houses = 32", "houses = 3.2", 0, "houses", "must be a whole number, not 3.2"),
    ('key = "dividend"', 'key = "Bank Dividend"', 0, "key", "small letters, digits and hyphens"),
    ('effect = "jail_card"', 'effect = "parole"', 1, "effect", "'parole' is none of advance"),
    ("amount = 150", "amount = -150", 1, "amount", "must not be negative"),
    ("amount = 150", "sum = 150", 1, "sum", "is not known here; known are .*amount"),
    ('to = "boardwalk"', 'to = "mayfair"', 0, "to", "no space has the key 'mayfair'"),
    ('to = "boardwalk"', 'to = "chance"', 0, "to", "3 spaces have the key 'chance'"),
    ('kind = "utility" }', 'kind = "tram" }', 0, "kind", "no space has the kind 'tram'"),
    ("price = 400", "price = 0", 0, "price", "must be from 1 to"),
    ("price = 400", "price = 1000000000", 0, "price", "must be from 1 to 999999999, not"),
    ("price = 400", f"price = {1 << 64}", 0, "spaces", "number that is too large"),
    ("price = 400, house_price = 200", "price = 400, house_price = 0", 0, "house_price", "from 1"),
    ("1700, 2000]", "1700, 1000000000]", 0, "rent", "no number above"),
    ("1700, 2000]", "1700, -1]", 0, "rent", "a street needs 6 whole numbers"),
    ("salary = 200", "salary = 1000000000", 0, "salary", "must be from 0 to"),
    ("hotels = 12", "hotels = -1", 0, "hotels", "must not be negative"),
    ('currency = "$"', 'currency = ""', 0, "currency", "printable"),
    ('currency = "$"', 'currency = "dollars"', 0, "currency", "more than 5 characters"),
    ('name = "Atlantic City"', 'name = ""', 0, "name", "printable"),
    ('name = "Boardwalk"', f'name = "{"B" * 41}"', 0, "name", "more than 40 characters"),
    ('name = "Boardwalk"', r'name = "Board\nwalk"', 0, "name", "printable words"),
    ('name = "Boardwalk"', 'name = "Board  walk"', 0, "name", "printable words"),
    ('name = "Boardwalk"', 'name = "Jail card"', 0, "name", "something else in a record"),
    ('name = "Boardwalk"', 'name = "Space 7"', 0, "name", "something else in a record"),
    ('name = "Boardwalk"', 'name = "chance"', 0, "name", "'chance' names two spaces"),
    ('name = "Luxury Tax"', 'name = "Short Line"', 0, "name", "'Short Line' names two spaces"),
    ('name = "Boardwalk"', 'name = "X", key = "park-place"', 0, "name", "'X' names two deeds"),
    ('name = "Boardwalk"', 'name = "Park Place", key = "x"', 0, "name", "names two deeds"),
    ('kind = "free_parking"', 'kind = "go"', 0, "kind", "there is only one 'go'"),
    ('kind = "free_parking"', 'kind = "jail"', 0, "kind", "there is only one 'jail'"),
    ('kind = "free_parking"', 'kind = "free_parking", price = 5', 0, "price", "means nothing"),
    ('kind = "free_parking"', 'kind = "free_parking", amount = 5', 0, "amount", "means nothing"),
    ('group = "dark_blue"', 'group = "dark,blue"', 0, "group", "must hold none of"),
    ('group = "dark_blue"', 'group = "Dark Purple"', 0, "group", "another group's name"),
    ("copies = 2", "copies = 0", 0, "copies", "must be from 1 to 16, not 0"),
    ("copies = 2", "copies = 17", 0, "copies", "must be from 1 to 16, not 17"),
    ("spaces = 3 }", "spaces = 0 }", 0, "spaces", "must be from 1 to 39, not 0"),
    ("spaces = 3 }", "spaces = 40 }", 0, "spaces", "must be from 1 to 39, not 40"),
    ('kind = "utility" }', 'kind = "street" }', 0, "kind", "must be 'railroad' or 'utility'"),
    ('key = "chairman"', 'key = "dividend"', 0, "key", "in this pack twice"),
    ('effect = "go_to_jail" }', 'effect = "jail_card" }', 0, "chance", "more than one jail card"),
    ("[packs.modern]", '[packs."M o"]', 0, "M o", "small letters"),
    ("houses = 32", "houses 32", 0, "this is not TOML", "Expected '='"),
]


@pytest.mark.parametrize(("before", "after", "where", "key", "problem"), BOARD_MISTAKES)
def test_a_mistake_in_a_board(
    own: Own, before: str, after: str, where: int, key: str, problem: str
) -> None:
    line = line_of(PRINTED.read_text(encoding="utf-8"), before, where)
    found = said(board.load, own(changed(before, after, where)))
    if key in ("spaces", "chance") and key not in after:
        line = found[0]  # of the whole list
    assert found[:2] == (line, key)
    assert re.search(problem, found[2])


def test_a_board_has_forty_spaces(own: Own) -> None:
    text = changed('  { name = "Free Parking", kind = "free_parking" },\n', "")
    assert said(board.load, own(text)) == (
        line_of(text, "spaces = ["),
        "spaces",
        "must list 40 spaces, not 39",
    )


def test_a_board_has_its_corners(own: Own) -> None:
    text = changed('kind = "go_to_jail"', 'kind = "free_parking"')
    line = line_of(text, '"Go To Jail"')
    assert said(board.load, own(text)) == (line, "kind", "space 30 must be 'go_to_jail'")


def test_a_board_needs_cards_for_its_card_spaces(own: Own) -> None:
    text = PRINTED.read_text(encoding="utf-8").partition("[packs.classic]")[0]
    empty = f"{text}\n[packs.classic]\nchance = []\n"
    line, key, problem = said(board.load, own(empty))
    assert (key, problem) == ("community_chest", "space 2 needs cards")
    assert line == line_of(empty, "[packs.classic]")


@pytest.mark.parametrize("packs", ["classic = 5", "classic = { chance = [5] }"])
def test_packs_are_lists_of_tables(own: Own, packs: str) -> None:
    text = PRINTED.read_text(encoding="utf-8").partition("[packs.classic]")[0]
    assert "must be a table, not 5" in said(board.load, own(f"{text}\n[packs]\n{packs}\n"))[2]


def test_a_railroad_too_many_has_no_rent(own: Own) -> None:
    railroad = 'kind = "railroad", group = "railroad", price = 1, rent = [1, 2, 3, 4] }'
    text = changed('kind = "free_parking" }', railroad)
    line, key, problem = said(board.load, own(text))
    assert (key, problem) == ("group", "'railroad' has more deeds than rents")
    assert line == line_of(text, "Short Line")


def test_a_comment_is_not_taken_for_the_key(own: Own) -> None:
    text = '# rounding = "up" would be dearer\nlike = "1961"\nrounding = "sideways"\n'
    assert said(edition.load, own(text))[0] == 3


EDITION_MISTAKES = [
    ('roundin = "up"', "roundin", "is not known here; did you mean 'rounding'"),
    ('rounding = "sideways"', "rounding", "'sideways' is none of nearest, up, down"),
    ('auctions = "no"', "auctions", "must be true or false, not 'no'"),
    ("auctions = 0", "auctions", "must be true or false, not 0"),
    ("starting_cash = true", "starting_cash", "must be a whole number, not True"),
    ("starting_cash = -1", "starting_cash", "must not be negative, as -1 is"),
    ("players = [2, 13]", "players", "must be a fewest and a most between 2 and 12"),
    ("players = [6, 2]", "players", "must be a fewest and a most between 2 and 12"),
    ("players = [2, 6, 8]", "players", "must list 2 whole numbers, not"),
    ("notes = [1, 2, 3]", "notes", "must list 7 whole numbers, not"),
    ('notes = "many"', "notes", "must be a list, not 'many'"),
    ("name = 1962", "name", "must be a text, not 1962"),
    ('name = ""', "name", "printable words"),
    (f'about = "{"x" * 201}"', "about", "more than 200 characters"),
    ('pack = ""', "pack", "printable words"),
    ("fine_turns = 4", "fine_turns", "must be from 0 to 3, not 4"),
    ("fine_turns = 99", "fine_turns", "must be from 0 to 3, not 99"),
    ("flat_income_tax = 1000000000", "flat_income_tax", "must be from 0 to 999999999"),
    (f"luxury_tax = {1 << 64}", "luxury_tax", "holds a number that is too large"),
    ("bank_credit = 1501", "bank_credit", "must not be more than starting_cash"),
    ("pot_seed = 9", "pot_seed", "must be 0 unless pot is true"),
    ("notes = [1, 1, 1, 1, 1, 1, 1001]", "notes", "no number above 1000"),
    ('[house_rules]\n"rich" = {}', "rich", "must change something"),
    ('[house_rules]\n" x" = { pot = true }', " x", "printable words"),
    ('[house_rules]\n"rich" = { fine_turns = 4 }', "fine_turns", "must be from 0 to 3"),
    ('[house_rules]\n"rich" = { pot_seed = "amount or 1234567890" }', "pot_seed", "whole number"),
    ('[house_rules]\n"a b" = { pot = true }\n"A-b" = { pot = true }', "A-b", "there twice"),
    ('[house_rules]\n"rich" = 5', "rich", "must be a table, not 5"),
    ('[house_rules]\n"rich" = { pott = true }', "pott", "is not known here; did you mean 'pot'"),
    ('[house_rules]\n"rich" = { pot = "yes" }', "pot", "must be true or false, not 'yes'"),
    ('[house_rules]\n"rich, richer" = { pot = true }', "rich, richer", "a header could not name"),
]


@pytest.mark.parametrize(("wrong", "key", "problem"), EDITION_MISTAKES)
def test_a_mistake_in_an_edition(own: Own, wrong: str, key: str, problem: str) -> None:
    text = f'like = "1961"\n\n{wrong}\n'
    found = said(edition.load, own(text))
    assert found[:2] == (len(text.splitlines()), key)
    assert re.search(problem, found[2])


NOT_TOML = [
    "a = " + "[" * 4000,
    "a = " + "[" * 900 + "]" * 900,
    "a = " + "{a=" * 1300,
    "\n".join(["a = ["] + ["[" * 4000] * 12),
    "a" + ".a" * 2000 + " = 1",
    "[a" + ".a" * 100 + "]",
    "a = " + "9" * 4090,
    "a = 2021-02-30",
    "x" * 5000,
    'pack = "' + "x" * 4000 + '"',
    'rounding = "' + "x" * 4000 + '"',
    'like = "' + "x" * 4000 + '"',
    "x" * 4000 + " = 1",
    "\x00",
]


@pytest.mark.parametrize("text", NOT_TOML, ids=range(len(NOT_TOML)))
@pytest.mark.parametrize("load", [board.load, edition.load])
def test_hopeless_toml_is_one_short_sentence(
    own: Own, load: Callable[[str], object], text: str
) -> None:
    path = own(text)
    with pytest.raises(DataFileError) as error:
        load(str(path))
    assert re.match(rf"{re.escape(str(path))}:\d+: ", str(error.value))
    assert len(str(error.value)) < 800


def test_a_byte_order_mark_and_other_line_ends_are_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b'\xef\xbb\xbflike = "1961"\r\nfine_turns = 1\r\n')
    assert edition.load(str(path)).fine_turns == 1


def test_a_house_rules_sum_is_in_the_range_of_what_it_changes(own: Own) -> None:
    path = own('like = "1961"\n[house_rules]\n"turns" = { fine_turns = "amount" }\n')
    header = f"players: Ann, Bob\nedition: {path}\nhouse rules: turns"
    assert parse_record(f"{header} $3\n").setup.edition.fine_turns == 3
    with pytest.raises(NotationError, match=r"^evening:3: "):
        parse_record(f"{header} $4\n", "evening")


def test_editions_cannot_be_like_one_another_for_ever(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number}.toml").write_text(f'like = "{tmp_path}/{number + 1}.toml"\n')
    with pytest.raises(DataFileError, match="leads through more than 8 files"):
        edition.load(f"{tmp_path}/0.toml")


@pytest.mark.timeout(10)
@pytest.mark.parametrize("load", [board.load, edition.load])
def test_a_pipe_or_a_device_is_no_file(tmp_path: Path, load: Callable[[str], object]) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for path in (tmp_path / "pipe.toml", "/dev/zero", "/dev/tty", tmp_path / "\x00.toml"):
        with pytest.raises(DataFileError, match="cannot be read"):
            load(str(path))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(1 << 32)
    with pytest.raises(DataFileError, match="larger than 64 KB"):
        board.load(str(path))


def test_like_takes_the_rest_from_another_edition(own: Own) -> None:
    ours = edition.load(str(own('like = "1934"\nname = "ours"\nfine_turns = 1\n')))
    darrow = edition.load("1934")
    assert (ours.name, ours.fine_turns) == ("ours", 1)
    assert (ours.income_tax, ours.most_players) == (darrow.income_tax, darrow.most_players)
    assert ours.house_rules == darrow.house_rules


def test_like_may_be_a_path_and_adds_house_rules(own: Own, tmp_path: Path) -> None:
    base = tmp_path / "base.toml"
    base.write_text('like = "1961"\n[house_rules]\n"rich" = { pot_seed = 9 }\n', encoding="utf-8")
    ours = edition.load(str(own(f'like = "{base}"\n[house_rules]\n"Poor-er" = {{ pot = true }}\n')))
    assert {"rich", "poor er", "no auction"} <= set(ours.house_rules)


def test_without_like_every_key_must_be_there(own: Own) -> None:
    text = "".join(
        line
        for line in SHEET.read_text(encoding="utf-8").splitlines(True)
        if not line.startswith("fine_turns")
    )
    assert said(edition.load, own(text))[1:] == (
        "fine_turns",
        "is missing; give it a whole number",
    )


def test_an_edition_cannot_be_like_one_that_is_not_there(own: Own) -> None:
    found = said(edition.load, own('name = "ours"\nlike = "1962"\n'))
    assert found == (
        2,
        "like",
        "no edition is named '1962': choose 1934, 1935, 1961, 1973, modern",
    )


def test_an_edition_cannot_be_like_itself(own: Own, tmp_path: Path) -> None:
    own(f'like = "{tmp_path}/other.toml"\n')
    other = tmp_path / "other.toml"
    other.write_text(f'\nlike = "{tmp_path}/own.toml"\n', encoding="utf-8")
    with pytest.raises(DataFileError, match=r"own\.toml' leads back to itself"):
        edition.load(str(tmp_path / "own.toml"))


@pytest.mark.parametrize("load", [board.load, edition.load])
def test_a_file_that_cannot_be_read(tmp_path: Path, load: Callable[[str], object]) -> None:
    with pytest.raises(DataFileError, match=r"none\.toml cannot be read: No such file"):
        load(str(tmp_path / "none.toml"))
    with pytest.raises(DataFileError, match=r"cannot be read: Is a directory"):
        load(f"{tmp_path}/")
    latin = tmp_path / "latin.toml"
    latin.write_bytes('name = "Caf\xe9"'.encode("latin-1"))
    with pytest.raises(DataFileError, match=r"latin\.toml:1: this is not a text file in UTF-8"):
        load(str(latin))


def test_a_name_that_nobody_ships() -> None:
    with pytest.raises(DataFileError, match="no board is named 'paris': choose atlantic-city, lon"):
        board.load("paris")
    with pytest.raises(DataFileError, match="no edition is named '1962': choose 1934, 1935"):
        edition.load("1962")


HOUSE_RULES = [
    ("free money", "'free money' is no house rule of 1961: known are free parking pot, double"),
    ("starting cash", r"'starting cash' needs a sum, such as 'starting cash \$2000'"),
    ("starting cash $much", r"'starting cash \$much': a house rule's sum is whole dollars"),
    ("no auction $5", r"'no auction \$5': 'no auction' takes no sum"),
]


@pytest.mark.parametrize(("rule", "problem"), HOUSE_RULES)
def test_a_house_rule_that_is_none(rule: str, problem: str) -> None:
    text = f"edition: 1961\nplayers: Ann, Bob\nhouse rules: round up, {rule}\n"
    with pytest.raises(NotationError, match=rf"^evening:3: {problem}"):
        parse_record(text, "evening")


def test_house_rules_by_any_spelling() -> None:
    rules = ("Free-Parking POT $500", "flat income tax", "no auction")
    table = edition.with_house_rules(edition.load("1961"), rules)
    assert (table.pot, table.pot_seed) == (True, 500)
    assert (table.income_tax, table.flat_income_tax) == ("flat", 200)
    assert not table.auctions


def test_games_of_the_same_header_with_a_house_rule_are_equal() -> None:
    text = "players: Ann, Bob\nfirst: Ann\nhouse rules: free parking pot $100, round up\n"
    first, second = (start(parse_record(text).setup) for _ in range(2))
    assert first == second
    assert hash(first.setup) == hash(second.setup)
    other = start(parse_record(text.replace("$100", "$200")).setup)
    assert first.setup.edition != other.setup.edition


def test_a_complete_edition_of_an_earlier_version_still_loads(own: Own) -> None:
    """The key for FLOW-9 is younger than the files that tables may have written."""
    text = SHEET.read_text(encoding="utf-8")
    older = re.sub(r"^lifts_for_principal.*\n", "", text, flags=re.MULTILINE)
    assert older != text
    assert edition.load(str(own(older))).lifts_for_principal


def test_a_house_rule_of_ones_own_edition(own: Own) -> None:
    path = own('like = "1961"\n[house_rules]\n"rich start" = { starting_cash = 5000 }\n')
    record = f"edition: {path}\nplayers: Ann, Bob\nhouse rules: rich start\nexpect Ann $5000\n"
    assert check(parse_record(record)).faults == ()
