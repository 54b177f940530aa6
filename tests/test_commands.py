"""Walk every command: exit status, languages, and one sentence for what is wrong."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click import Command, Context

from companion import text
from companion.cli import COMMANDS, cli
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.text.columns import COLUMNS
from tests.commands import result
from tests.ledger.exporting import play_one
from tests.problems import sentence
from tools import reference

GAME = ("audit", "chances", "export", "report", "statement", "whatif")
"""Commands that take the number of a game; what comes before and after it is in ``AROUND``."""
AROUND = {
    "export": ((), ("--notation",)),
    "statement": (("bank",), ()),
    "whatif": ((), ("1", "Ann declines")),
}
READERS = {
    "audit": (),
    "backup": ("copy.db",),
    "chances": ("1",),
    "datasette": ("-o", "books"),
    "export": ("--json",),
    "games": (),
    "report": (),
    "statement": ("bank",),
    "stats": (),
    "whatif": ("1", "1", "Ann declines"),
}
"""Commands that only read the ledger, with arguments."""
TEXTS = {
    "stats": (),
    "statement": ("bank",),
    "report": (),
    "doctor": (),
    "games": (),
    "rules": (),
}
"""Commands whose output is in the language of a person, with arguments."""


def refused(*arguments: object) -> str:
    """Return the sentence after ``Error:``; there must be one, and no traceback."""
    done = result(*arguments)
    assert done.exit_code == 2, done.output
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.stdout == ""
    (error,) = (line for line in done.stderr.splitlines() if line.startswith("Error: "))
    assert error.endswith((".", ")", "?")), error
    return error


@pytest.fixture(autouse=True)
def somewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("companion.system.priority.NICENESS", 0)
    yield
    text.set_language("en")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    with Ledger.open(folder) as ledger:
        play_one(ledger, 1, turns=10, odd=5)
    return folder


def command(name: str) -> Command:
    found = cli.get_command(Context(cli), name)
    assert found
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_takes_what_it_does_not_know(name: str) -> None:
    assert "--no-such-option" in str(refused(name, "--no-such-option"))
    needed = ["1"] * sum(one.required for one in command(name).params)
    if all(one.nargs == 1 for one in command(name).params):
        refused(name, *needed, *["one-too-many"] * 5)


@pytest.mark.parametrize(
    ("typed", "meant"), [(("gmaes",), "games"), (("club", "tabels"), "tables")], ids=str
)
def test_a_mistyped_command_leads_to_the_right_one(typed: tuple[str, ...], meant: str) -> None:
    assert f"'{meant}'" in str(refused(*typed))


def test_no_type_of_a_library_is_named() -> None:
    assert "range" not in str(refused("simulate", "--games", "abc"))
    assert "2 to 12" in str(refused("simulate", "--players", "13"))
    assert "%Y" not in result("stats", "--since", "x").stderr
    helps = [result(*name.split(), "--help").output for name in reference.command_names()]
    assert [one for one in helps if re.search("INTEGER|FLOAT|RANGE", one)] == []


@pytest.mark.parametrize("command", ["games", "statement bank", "editions", "boards"], ids=str)
def test_a_table_has_heads(command: str, data: Path) -> None:
    folder = () if command in ("editions", "boards") else ("--data", data)
    head = result(*command.split(), *folder).output.splitlines()[0]
    heads = [one.strip() for one in head.split("  ") if one]
    assert {*heads} <= {*COLUMNS.values()}
    assert len(heads) >= 2


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 30, "7"])
@pytest.mark.parametrize("name", GAME)
def test_a_game_that_is_none_is_refused(name: str, number: str, data: Path) -> None:
    before, after = AROUND.get(name, ((), ()))
    refused(name, "--data", data, *before, *(["--"] * (number == "-1")), number, *after)


@pytest.mark.parametrize("name", READERS)
def test_a_folder_without_a_ledger_is_said(name: str, tmp_path: Path) -> None:
    error = refused(name, *READERS[name], "--data", tmp_path)
    assert sentence(LedgerProblem.NO_LEDGER, folder=tmp_path) in error


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_no_ledger_is_said(name: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_bytes(b"not a ledger\n" * 1000)
    refused(name, *READERS[name], "--data", tmp_path)


@pytest.mark.parametrize("name", TEXTS)
def test_what_people_read_is_in_their_language(name: str, data: Path) -> None:
    told = {language: printed(name, data, "--language", language) for language in text.languages()}
    assert len({*told.values()}) == len(text.languages()) == 3
    assert "xx" in str(refused(name, *TEXTS[name], "--language", "xx", "--data", data))


@pytest.mark.parametrize("name", TEXTS)
def test_a_command_speaks_the_language_of_the_screens(
    name: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {language: printed(name, data, "--language", language) for language in text.languages()}
    monkeypatch.delenv("LANGUAGE")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert printed(name, data) == told["de"]
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "settings.json"))
    (tmp_path / "settings.json").write_text('{"language": "es"}')
    assert printed(name, data) == told["es"]
    assert printed(name, data, "--language", "en") == told["en"]


def printed(name: str, data: Path, *options: str) -> str:
    """Return what a command prints or writes for people, without what is measured."""
    page = data.parent / "page.html"
    into = ("-o", page) if name == "report" else ()
    done = result(name, *TEXTS[name], *into, *options, "--data", data)
    assert done.exit_code in (0, 1), done.output
    return page.read_text(encoding="utf-8") if into else re.sub(r"\d", "", done.stdout)


def test_every_command_with_a_language_is_walked() -> None:
    with_language = {
        name
        for name in COMMANDS
        if any("--language" in option.opts for option in command(name).params)
    }
    elsewhere = {"play", "director", "chances", "whatif"}
    assert with_language == {*TEXTS} | elsewhere
