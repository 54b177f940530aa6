"""A table's own edition or board: a mistake in it is named by file, line, key and reason."""

import errno
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
from companion.engine.problems import InputProblem as Wrong
from companion.engine.problems import Problem
from companion.engine.state import start
from companion.text import translate_message
from tests.engine import facts

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


def changed(before: str, after: str) -> str:
    """Atlantic City with one thing changed."""
    return PRINTED.read_text(encoding="utf-8").replace(before, after, 1)


def line_of(text: str, piece: str) -> int:
    """The number of the first line in which ``piece`` is."""
    return text[: text.index(piece)].count("\n") + 1


def refused(load: Callable[[str], Board | Edition], name: str) -> DataFileError:
    with pytest.raises(DataFileError) as error:
        load(name)
    assert translate_message(error.value)  # Every fact that the sentence needs is there.
    return error.value


def mistake(load: Callable[[str], Board | Edition], path: Path) -> tuple[int, str, Wrong]:
    """The line, the key and the reason of the error."""
    error = refused(load, str(path))
    found = re.fullmatch(rf"{re.escape(str(path))}:(\d+)(?:: (.+))?", error.place)
    assert found is not None, error.place
    assert isinstance(error.reason, Wrong)
    return int(found[1]), found[2] or "", error.reason


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


@pytest.mark.parametrize(("before", "after", "key", "reason"), facts.mistakes("board"))
def test_a_mistake_in_a_board(own: Own, before: str, after: str, key: str, reason: Wrong) -> None:
    line = line_of(PRINTED.read_text(encoding="utf-8"), before)
    found = mistake(board.load, own(changed(before, after)))
    if key in ("spaces", "chance") and key not in after:
        line = found[0]  # of the whole list
    assert found == (line, key, reason)


@pytest.mark.parametrize(
    ("before", "after", "known"),
    [
        ("price = 400", "prise = 400", {"close": "price"}),
        ("price = 400", 'price = "400"', {"kind": int, "value": "'400'"}),
        ("price = 400", "price = -400", {"value": -400}),
        ("price = 400", "price = 0", {"least": 1, "most": 999_999_999, "value": 0}),
        ('effect = "jail_card"', 'effect = "jail_card", copies = 17', {"most": 16}),
        ('name = "Boardwalk"', f'name = "{"B" * 41}"', {"most": 40}),
        ('currency = "$"', 'currency = "dollars"', {"text": "dollars", "most": 5}),
        ('to = "boardwalk"', 'to = "chance"', {"count": 3, "value": "chance"}),
    ],
)
def test_a_mistake_comes_with_its_facts(
    own: Own, before: str, after: str, known: dict[str, object]
) -> None:
    error = refused(board.load, str(own(changed(before, after))))
    assert known.items() <= error.facts.items()


def test_a_board_has_forty_spaces(own: Own) -> None:
    text = changed('  { name = "Free Parking", kind = "free_parking" },\n', "")
    line = line_of(text, "spaces = [")
    assert mistake(board.load, own(text)) == (line, "spaces", Wrong.WRONG_NUMBER_OF_SPACES)


def test_a_board_has_its_corners(own: Own) -> None:
    text = changed('kind = "go_to_jail"', 'kind = "free_parking"')
    line = line_of(text, '"Go To Jail"')
    assert mistake(board.load, own(text)) == (line, "kind", Wrong.WRONG_CORNER)


def test_a_board_needs_cards_for_its_card_spaces(own: Own) -> None:
    text = PRINTED.read_text(encoding="utf-8").partition("[packs.classic]")[0]
    empty = f"{text}\n[packs.classic]\nchance = []\n"
    line = line_of(empty, "[packs.classic]")
    assert mistake(board.load, own(empty)) == (line, "community_chest", Wrong.NO_CARDS)


@pytest.mark.parametrize(
    ("packs", "reason"),
    [
        ("classic = 5", Wrong.WRONG_KIND),
        ("classic = { chance = [5] }", Wrong.CARD_NOT_A_TABLE),
    ],
)
def test_packs_are_lists_of_tables(own: Own, packs: str, reason: Wrong) -> None:
    text = PRINTED.read_text(encoding="utf-8").partition("[packs.classic]")[0]
    assert mistake(board.load, own(f"{text}\n[packs]\n{packs}\n"))[2] is reason


def test_a_railroad_too_many_has_no_rent(own: Own) -> None:
    railroad = 'kind = "railroad", group = "railroad", price = 1, rent = [1, 2, 3, 4] }'
    text = changed('kind = "free_parking" }', railroad)
    line = line_of(text, "Short Line")
    assert mistake(board.load, own(text)) == (line, "group", Wrong.GROUP_WITHOUT_RENT)


def test_a_comment_is_not_taken_for_the_key(own: Own) -> None:
    text = '# rounding = "up" would be dearer\nlike = "1961"\nrounding = "sideways"\n'
    assert mistake(edition.load, own(text)) == (3, "rounding", Wrong.UNKNOWN_CHOICE)


@pytest.mark.parametrize(("wrong", "key", "reason"), facts.mistakes("edition"))
def test_a_mistake_in_an_edition(own: Own, wrong: str, key: str, reason: Wrong) -> None:
    text = f'like = "1961"\n\n{wrong}\n'
    assert mistake(edition.load, own(text)) == (len(text.splitlines()), key, reason)


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
    own: Own, load: Callable[[str], Board | Edition], text: str
) -> None:
    path = own(text)
    sentence = translate_message(refused(load, str(path)))
    assert re.match(rf"{re.escape(str(path))}:\d+: ", sentence)
    assert len(sentence) < 1200


def test_a_byte_order_mark_and_other_line_ends_are_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b'\xef\xbb\xbflike = "1961"\r\nfine_turns = 1\r\n')
    assert edition.load(str(path)).fine_turns == 1


def test_a_house_rules_sum_is_in_the_range_of_what_it_changes(own: Own) -> None:
    path = own('like = "1961"\n[house_rules]\n"turns" = { fine_turns = "amount" }\n')
    header = f"players: Ann, Bob\nedition: {path}\nhouse rules: turns"
    assert parse_record(f"{header} $3\n").setup.edition.fine_turns == 3
    with pytest.raises(NotationError) as error:
        parse_record(f"{header} $4\n", "evening")
    found = error.value
    assert (found.place, found.reason) == ("evening:3", Wrong.HOUSE_RULE_SUM_OUT_OF_RANGE)


def test_editions_cannot_be_like_one_another_for_ever(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number}.toml").write_text(f'like = "{tmp_path}/{number + 1}.toml"\n')
    assert causes(refused(edition.load, f"{tmp_path}/0.toml"))[-1] is Wrong.LIKE_TOO_OFTEN


def causes(error: object) -> list[Wrong]:
    """The reason of an error, and of the one that it quotes, and so on."""
    reason, facts = getattr(error, "reason", None), getattr(error, "facts", {})
    return [reason, *causes(facts.get("why"))] if isinstance(reason, Wrong) else []


@pytest.mark.parametrize("load", [board.load, edition.load])
def test_a_pipe_or_a_device_is_no_file(
    tmp_path: Path, load: Callable[[str], Board | Edition]
) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for path in (tmp_path / "pipe.toml", "/dev/zero", "/dev/tty", tmp_path / "\x00.toml"):
        assert refused(load, str(path)).reason is Wrong.UNREADABLE


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(1 << 32)
    why = refused(board.load, str(path)).facts["why"]
    assert why == Problem(Wrong.FILE_TOO_LARGE, kilobytes=64)


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
    assert mistake(edition.load, own(text))[1:] == ("fine_turns", Wrong.MISSING_KEY)


def test_an_edition_cannot_be_like_one_that_is_not_there(own: Own) -> None:
    path = own('name = "ours"\nlike = "1962"\n')
    assert mistake(edition.load, path) == (2, "like", Wrong.LIKE_UNUSABLE)
    assert causes(refused(edition.load, str(path)))[-1] is Wrong.UNKNOWN_EDITION


def test_an_edition_cannot_be_like_itself(own: Own, tmp_path: Path) -> None:
    own(f'like = "{tmp_path}/other.toml"\n')
    other = tmp_path / "other.toml"
    other.write_text(f'\nlike = "{tmp_path}/own.toml"\n', encoding="utf-8")
    assert causes(refused(edition.load, f"{tmp_path}/own.toml"))[-1] is Wrong.LIKE_ITSELF


@pytest.mark.parametrize("load", [board.load, edition.load])
def test_a_file_that_cannot_be_read(tmp_path: Path, load: Callable[[str], Board | Edition]) -> None:
    missing = refused(load, str(tmp_path / "none.toml"))
    assert (missing.reason, missing.facts["why"]) == (Wrong.UNREADABLE, os.strerror(errno.ENOENT))
    folder = refused(load, f"{tmp_path}/")
    assert causes(folder) == [Wrong.UNREADABLE, Wrong.IS_A_FOLDER]
    latin = tmp_path / "latin.toml"
    latin.write_bytes('name = "Caf\xe9"'.encode("latin-1"))
    assert mistake(load, latin) == (1, "", Wrong.NOT_UTF8)


def test_a_name_that_nobody_ships() -> None:
    unknown = refused(board.load, "paris")
    assert (unknown.reason, unknown.facts["choices"]) == (Wrong.UNKNOWN_BOARD, board.names())
    unknown = refused(edition.load, "1962")
    assert (unknown.reason, unknown.facts["choices"]) == (Wrong.UNKNOWN_EDITION, edition.names())


@pytest.mark.parametrize(("rule", "reason"), facts.mistakes("house_rule"))
def test_a_house_rule_that_is_none(rule: str, reason: Wrong) -> None:
    text = f"edition: 1961\nplayers: Ann, Bob\nhouse rules: round up, {rule}\n"
    with pytest.raises(NotationError) as error:
        parse_record(text, "evening")
    assert (error.value.place, error.value.reason) == ("evening:3", reason)


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


ROWS = """like = "italian"
players = [2, 8]
deal_by_players = [[2, 3, 900], [4, 1, 700]]
"""


@pytest.mark.parametrize("count", [3, 5, 8])
def test_a_number_of_players_without_a_row_is_refused(own: Own, count: int) -> None:
    """HOUSE-11, SET-3."""
    players = ", ".join("abcdefgh"[:count])
    header = f"edition: {own(ROWS)}\nhouse rules: deeds dealt by players\nplayers: {players}\n"
    with pytest.raises(NotationError) as error:
        parse_record(header, "evening")
    assert (error.value.place, error.value.reason) == ("evening:2", Wrong.NO_ROW_FOR_PLAYERS)
    assert error.value.facts["choices"] == (2, 4)


def test_rows_of_ones_own_edition(own: Own) -> None:
    record = f"""
        edition: {own(ROWS)}
        house rules: deeds dealt by players, deeds dealt free
        players: Ann, Bob, Cy, Dee
        dealt: Ann Boardwalk, Bob Park Place, Cy Short Line, Dee Water Works
        expect Ann $700
        expect Dee owns Water Works
    """
    assert check(parse_record(record)).faults == ()
