"""``companion rules``: named rules are kept, listed, printed, handed on and forgotten."""

import html
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from PIL import Image

from companion import text
from companion.engine.limits import ForeignError
from companion.engine.notation import format_card, parse_card
from companion.export.rules_page import rules_html
from companion.table.setup.rules_cards import in_words, kept_cards
from companion.text import translate_message
from companion.text.screens.setup import CARDS, HOUSE_RULES, VALUES
from tests.commands import companion, result
from tests.report.test_page import FONT, REMOTE

NAME = "Grandma's rules"


def lines() -> str:
    """Rules of a grandmother, as a file has them."""
    return f"""name: {NAME}
edition: 1961
board: atlantic-city
rent: shown
cards: table
game: time-limit
house rules: free parking pot $500, no auction
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Folder of a ledger in which Grandma's rules are kept."""
    card = tmp_path / "card.txt"
    card.write_text(lines(), encoding="utf-8")
    companion("rules", "--add", card, "--data", tmp_path / "data")
    return tmp_path / "data"


def test_rules_are_kept_as_text_beside_the_ledger(data: Path) -> None:
    (path,) = (data / "rules").iterdir()
    assert path.name == f"{NAME}.txt"
    assert path.read_text(encoding="utf-8") == lines()


def test_they_are_listed_printed_and_forgotten(data: Path) -> None:
    assert NAME in companion("rules", "--data", data)
    assert companion("rules", NAME.upper(), "--data", data) == lines()
    companion("rules", NAME, "--forget", "--data", data)
    assert companion("rules", "--data", data).strip() == CARDS["none"]
    assert list((data / "rules").iterdir()) == []


def test_another_table_takes_them_from_the_picture_of_their_code(
    data: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "code.png"
    companion("rules", NAME, "--picture", picture, "--data", data)
    with Image.open(picture) as image:
        assert image.width < 1000
    companion("rules", "--qr", picture, "--data", tmp_path / "other")
    assert companion("rules", NAME, "--data", tmp_path / "other") == lines()


def test_another_table_takes_them_from_a_typed_text(tmp_path: Path) -> None:
    typed = "Name: Abuela\r\n\r\nHOUSE RULES:   no   auction"
    companion("rules", "--qr-text", typed, "--data", tmp_path)
    assert companion("rules", "Abuela", "--data", tmp_path).endswith(": no auction\n")


def test_other_rules_of_the_name_are_replaced_only_if_asked(data: Path) -> None:
    other = ("rules", "--qr-text", "name: GRANDMA'S rules", "--data", data)
    said = companion(*other, status=2)
    assert said.count("\n") == 1
    assert companion("rules", NAME, "--data", data) == lines()
    companion(*other, "--replace")
    assert len(list((data / "rules").iterdir())) == 1
    assert "GRANDMA'S rules" in companion("rules", NAME, "--data", data)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/b", "CON", ".", "..", "Ж", 'a"b*c?', "x" * 24]
)
def test_a_name_is_no_path(tmp_path: Path, name: str) -> None:
    companion("rules", "--qr-text", f"name: {name}", "--data", tmp_path / "data")
    assert [path.parent for path in tmp_path.rglob("*.txt")] == [tmp_path / "data/rules"]
    assert companion("rules", name, "--data", tmp_path / "data").startswith(f"name: {name}\n")


def test_names_that_are_one_file_are_two_files(tmp_path: Path) -> None:
    for name in ("a/b", "a?b", "a-b"):
        companion("rules", "--qr-text", f"name: {name}", "--data", tmp_path)
    assert [card.name for card in kept_cards(tmp_path / "rules")[0]] == ["a-b", "a/b", "a?b"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--qr-text", "hello"),
        ("--qr-text", ""),
        ("--qr-text", "name: a\nhouse rules: x"),
        ("--qr-text", "name: a\nedition: /etc/passwd"),
        ("--qr-text", "COMPANION V1 PART 1/1 ABCD-EFGH-IJKL-MNOP 0123"),
        ("--add", "/dev/zero"),
        ("--add", "nowhere.txt"),
        ("nobody's",),
        ("nobody's", "--forget"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = result("rules", *arguments, "--data", tmp_path)
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert done.output.count("Error:") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [("x", "--add", "y"), ("--forget",), ("-o", "x.html"), ("--add", "x", "--qr-text", "y")],
)
def test_options_that_do_not_go_together_are_refused(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    companion("rules", *arguments, "--data", tmp_path, status=2)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_damaged_costs_no_other_card(data: Path) -> None:
    broken = data / "rules/broken.txt"
    broken.write_text("name: x\nhouse rules: gone", encoding="utf-8")
    said = companion("rules", "--data", data, status=2)
    assert NAME in said
    ((_, *_), (fault,)) = kept_cards(data / "rules")
    assert isinstance(fault, ForeignError)
    assert translate_message(fault) in said
    assert broken.exists()


@pytest.mark.parametrize("code", ["en", "de", "es"])
def test_the_page_has_each_rule_in_a_sentence(data: Path, tmp_path: Path, code: str) -> None:
    out = tmp_path / "lid.html"
    try:
        companion("rules", NAME, "-o", out, "--language", code, "--data", data)
        wanted = (
            *HOUSE_RULES["no auction"],
            *HOUSE_RULES["free parking pot"],
            VALUES["time-limit"][1],
            VALUES["shown"][1],
        )
    finally:
        text.set_language("en")
    page = out.read_text(encoding="utf-8")
    assert f'<html lang="{code}">' in page
    assert [one for one in wanted if one not in page.replace("&#39;", "'")] == []
    assert "500" in page


def test_a_page_asks_for_nothing_and_its_name_is_no_markup() -> None:
    card = parse_card("name: <b>&'\"</b>\nboard: london\n")
    page = rules_html(card, in_words(card))
    assert [one for one in REMOTE.findall(FONT.sub("", page)) if one != 'href="'] == []
    (mail,) = re.findall('href="mailto:([^"]*)"', page)
    sent = parse_qs(html.unescape(mail).removeprefix("?"))
    assert parse_card(sent["body"][0]) == card
    assert "<b>&'" not in page
    assert "&lt;b&gt;" in page
    assert parse_card(format_card(card)) == card
