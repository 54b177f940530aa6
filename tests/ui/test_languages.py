"""Every sentence of the screens in every language; English is what they are written in."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import write_po

from companion import text as companion_text
from companion.engine.board import Kind
from companion.engine.board import load as load_board
from companion.locales.compile import compiled_form
from companion.text.catalogue import Plurals, Sentences
from tests.tree import KV, files, over
from tests.words import plain
from tools import catalogues

WRITTEN = {catalogues.language(path): path for path in catalogues.catalogues()}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    companion_text.set_language("en")


def messages(path: Path) -> list[Message]:
    return [message for message in catalogues.read(path) if message.id]


def forms(said: str | Iterable[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def dictionary(catalogue: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    said = ((forms(message.id), forms(message.string)) for message in catalogue if message.id)
    return {english: words for english, words in said if all(words)}


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def places_out(sentence: str) -> str:
    return re.sub(r"{\w+}", "", sentence)


def test_english_is_the_source_and_has_no_catalogue() -> None:
    assert sorted(WRITTEN) == ["de", "es"]


@pytest.mark.parametrize("path", WRITTEN.values(), ids=list(WRITTEN))
def test_a_catalogue_holds_what_can_be_said_and_nothing_else(path: Path) -> None:
    held = {message.id for message in messages(path)}
    wanted = {message.id for message in catalogues.english() if message.id}
    assert held == wanted, "run bin/translations"


@pytest.mark.parametrize("path", WRITTEN.values(), ids=list(WRITTEN))
def test_everything_is_translated(path: Path) -> None:
    assert [m.id for m in catalogues.lacking(catalogues.read(path))] == []
    assert [m.id for m in messages(path) if m.fuzzy] == []


@pytest.mark.parametrize("path", WRITTEN.values(), ids=list(WRITTEN))
def test_a_translation_names_the_same_things(path: Path) -> None:
    astray = [
        (message.id, said)
        for message in messages(path)
        for said in forms(message.string)
        if said
        if places(said) != places(forms(message.id)[0])
    ]
    assert astray == []


@pytest.mark.parametrize("path", WRITTEN.values(), ids=list(WRITTEN))
def test_what_is_compiled_is_what_is_written(path: Path) -> None:
    compiled = read_mo(BytesIO(compiled_form(path.read_text())))
    assert dictionary(compiled) == dictionary(catalogues.read(path))
    assert compiled.plural_expr == catalogues.read(path).plural_expr


def test_what_is_not_translated_for_certain_is_not_compiled() -> None:
    written = BytesIO()
    catalogue = Catalog(locale="de", fuzzy=False)
    catalogue.add("Undo", "Zurück", flags=["fuzzy"])
    catalogue.add("Redo", "")
    catalogue.add(("{n} move", "{n} moves"), ("{n} Zug", ""))
    catalogue.add('"Bank"\n', '„Bank“\n\t"')
    write_po(written, catalogue)
    compiled = read_mo(BytesIO(compiled_form(written.getvalue().decode())))
    assert dictionary(compiled) == {('"Bank"\n',): ('„Bank“\n\t"',)}


@pytest.mark.parametrize("path", WRITTEN.values(), ids=list(WRITTEN))
def test_a_translation_has_a_space_between_its_sentences(path: Path) -> None:
    said = [text for message in messages(path) for text in forms(message.string)]
    assert [text for text in said if re.search(r"[a-zß})»“][.!?][^\W\d_a-z]", text)] == []


ITS_OWN_WORD = {
    "booked move": (r"moves?|transactions?|entries|booking", r"Buchung(?:en)?"),
    "turn, or a move that is made": (r"turns?|moves?|undo", r"Zug|Zuges|Zügen?"),
    "round of the table": (r"rounds?", r"Runden?"),
    "round of a club": (
        r"rounds? (?:\{|before|has)|(?:[Aa]ll|this|next) rounds?",
        r"Durchg[aä]ngen?",
    ),
    "lap": (r"lap|first round", r"Umrundung"),
}
"""Things with a word of their own in German: in English, and that word."""


@pytest.mark.parametrize("what", ITS_OWN_WORD)
def test_a_german_word_is_kept_for_one_thing(what: str) -> None:
    english, german = ITS_OWN_WORD[what]
    astray = [
        (message.id, said)
        for message in messages(WRITTEN["de"])
        for said in forms(message.string)
        if re.search(rf"\b(?:{german})\b", said.replace("„Zug zurück“", ""))
        if not re.search(rf"\b(?:{english})\b", " ".join(forms(message.id)), re.I)
    ]
    assert astray == []


ANOTHER_WORD = {
    "ledger": r"\bbooks?\b",
    "street": r"\blots?\b",
    "edition": r"\b(rule ?sheet|ruleset)\b",
    "statement": r"\baccounts?\b",
    "has": r"\bcarr(y|ies)\b",
}
"""Words that English has, too, for what is called otherwise everywhere else."""


@pytest.mark.parametrize("word", ANOTHER_WORD)
def test_the_same_thing_is_called_by_the_same_word(word: str) -> None:
    said = [text for message in catalogues.english() for text in forms(message.id)]
    assert [text for text in said if re.search(ANOTHER_WORD[word], places_out(text), re.I)] == []


# --- speaking ----------------------------------------------------------------------------------


def test_english_is_spoken_unless_another_language_is_wanted() -> None:
    companion_text.set_language("de")
    companion_text.set_language("eo")
    assert companion_text.language() == "en"
    assert companion_text.buildings(2) == "2 houses"


def test_a_table_has_no_more_keys_than_it_says() -> None:
    table = Sentences({"one": "One", "none": ""})
    assert (list(table), len(table), table["none"], table.get("two", "")) == (
        ["one", "none"],
        2,
        "",
        "",
    )


def test_english_has_its_plurals() -> None:
    moves = Plurals({"move": ("a move", "{n} moves")})
    assert [moves.of(n, "move") for n in (0, 1, 2)] == ["{n} moves", "a move", "{n} moves"]


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "es:de"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "eo:de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "eo.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_unless_told_the_language_is_that_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], spoken: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    companion_text.set_language()
    assert companion_text.language() == spoken


def test_every_language_calls_itself_by_its_own_name() -> None:
    assert companion_text.languages() == {"de": "Deutsch", "en": "English", "es": "Español"}


def test_a_language_that_lacks_sentences_says_how_many_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.text.catalogue.locales_dir", lambda: tmp_path)
    monkeypatch.setattr("tools.catalogues.locales_dir", lambda: tmp_path)
    catalogues.main(["fr", "pt"])
    path = tmp_path / "fr/LC_MESSAGES/companion.po"
    assert path.read_text().startswith(catalogues.HEAD.format(name="French"))
    name = 'msgid "English"\nmsgstr "{}"'
    path.write_text(path.read_text().replace(name.format(""), name.format("Français")))
    capsys.readouterr()
    catalogues.main([])
    total = len(catalogues.english())
    assert f"1 of {total:,} sentences translated" in capsys.readouterr().out
    assert companion_text.languages() == {"en": "English", "fr": "Français", "pt": "pt"}
    assert companion_text.coverage("fr") == (1, total)
    assert companion_text.coverage("en") is None


@pytest.mark.parametrize(
    ("language", "one", "many", "listed"),
    [("de", "1 Haus", "2 Häuser", "Ann, Bob und Cy"), ("es", "1 casa", "2 casas", "Ann, Bob y Cy")],
)
def test_counting_and_listing_in_another_language(
    language: str, one: str, many: str, listed: str
) -> None:
    companion_text.set_language(language)
    assert (companion_text.counted(1, "house"), companion_text.counted(2, "house")) == (one, many)
    assert plain(companion_text.listed(["Ann", "Bob", "Cy"])) == plain(listed)


def test_what_boards_call_things_is_not_translated() -> None:
    companion_text.set_language("de")
    board = load_board("atlantic-city")
    assert plain(companion_text.deed_name(board, "boardwalk")) == "Boardwalk"
    card = board.pack("classic", Kind.CHANCE)["dividend"]
    assert plain(companion_text.card(board, card)) == "Die Bank zahlt dir 50\N{NO-BREAK SPACE}$"


# --- nothing is said elsewhere -----------------------------------------------------------------
# What is seen while the program runs is in test_desk_languages; this finds what is seldom seen.

SENTENCE = re.compile(r"[A-Za-z]{2,} .*[A-Za-z][.!?:…]$")
ON_THE_CONSOLE = ("start.py",)
"""Reports on the console, in English, why no window could be opened."""


def sentences_outside(source: str) -> list[str]:
    """Sentences of Python code that are neither explained, nor for programmers, nor retold."""
    tree = ast.parse(source)
    aside = (ast.Expr, ast.Raise, ast.Assert)
    explained = {
        part
        for node in ast.walk(tree)
        if isinstance(node, aside) and not isinstance(getattr(node, "value", None), ast.Call)
        for part in ast.walk(node)
    }
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [
        node.value
        for node in texts
        if node not in explained and isinstance(node.value, str) and SENTENCE.search(node.value)
    ]


def words_in_kv(source: str) -> list[str]:
    """What a kv file gives a label to say itself, not from a table."""
    lines = (line.split("text:")[1] for line in source.splitlines() if re.search(r"\btext:", line))
    quoted = (re.findall(r"\"[^\"]*\"|'[^']*'", re.sub(r"\[[^]]*\]", "", line)) for line in lines)
    return [text for texts in quoted for text in texts if re.search("[A-Za-z]{2}", text)]


def test_no_sentence_stands_outside_of_wording() -> None:
    code = files("companion/ui/**/*.py", "companion/table/states/*.py", "companion/table/jobs/*.py")
    code = [path for path in code if path.name not in ON_THE_CONSOLE]
    assert over(code, sentences_outside) == []
    assert over(KV, words_in_kv) == []


@pytest.mark.parametrize(
    ("check", "line"),
    [
        (sentences_outside, "self.say('Look again.')"),
        (sentences_outside, "hint = 'Tap what the dice show.'"),
        (sentences_outside, "self.say(f'{name} has to wait.')"),
        (words_in_kv, 'text: "Undo"'),
        (words_in_kv, "text: root.table.words['undo'] + ' now'"),
    ],
)
def test_a_planted_sentence_is_seen(check: Callable[[str], list[str]], line: str) -> None:
    assert check(line)
