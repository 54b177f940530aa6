"""Every sentence of the screens in every language; English is what they are written in."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from companion.app import wording
from companion.app.wording.language import Plurals, Sentences
from tests import catalogues

WRITTEN = {catalogues.language(path): path for path in catalogues.catalogues()}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    wording.speak("en")


def messages(path: Path) -> list[Message]:
    return [message for message in catalogues.read(path) if message.id]


def forms(said: str | Iterable[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def dictionary(catalogue: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    said = ((forms(message.id), forms(message.string)) for message in catalogue if message.id)
    return {english: words for english, words in said if all(words)}


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_english_is_there() -> None:
    assert "en" in WRITTEN


@pytest.mark.parametrize("path", WRITTEN.values(), ids=list(WRITTEN))
def test_a_catalogue_holds_what_can_be_said_and_nothing_else(path: Path) -> None:
    held = {message.id for message in messages(path)}
    wanted = {message.id for message in catalogues.english() if message.id}
    assert held == wanted, "run bin/words"


@pytest.mark.parametrize("path", WRITTEN.values(), ids=list(WRITTEN))
def test_everything_is_translated(path: Path) -> None:
    lacking = [m.id for m in messages(path) if not m.string or not all(forms(m.string))]
    assert lacking == []
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
    with path.with_suffix(".mo").open("rb") as file:
        compiled = dictionary(read_mo(file))
    assert compiled == dictionary(catalogues.read(path)), "run bin/words"


# --- speaking ----------------------------------------------------------------------------------


def test_english_is_spoken_unless_another_language_is_wanted() -> None:
    wording.speak("de")
    wording.speak("eo")
    assert wording.spoken() == "en"
    assert wording.buildings(2) == "2 houses"


def test_a_table_has_no_more_keys_than_it_says() -> None:
    table = Sentences({"one": "One", "none": ""})
    assert (list(table), len(table), table["none"], table.get("two", "")) == (
        ["one", "none"],
        2,
        "",
        "",
    )


def test_plurals_of_english() -> None:
    moves = Plurals({"move": ("a move", "{n} moves")})
    assert [moves.of(n, "move") for n in (0, 1, 2)] == ["{n} moves", "a move", "{n} moves"]
