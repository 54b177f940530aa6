"""The commands' JSON follows one schema each, and the texts beside it say the same."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click import Context
from jsonschema import Draft202012Validator

from companion.cli import cli
from companion.engine import board, edition
from companion.engine.moves import EndByTime
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger, Source
from companion.ledger.problems import LedgerProblem
from companion.runtime import doctor
from companion.text.screens.past_games import text_of as screen_text
from tests.commands import companion, result
from tests.ledger.exporting import play_one
from tests.ledger.gaming import another_program
from tests.problems import sentence
from tools.schemas import RESULTS, text_of

WITHOUT_LEDGER = ("editions", "boards")
COMMANDS = ("audit", "stats", "games", "statement bank", "chances 1", "export 1", *WITHOUT_LEDGER)
"""Commands that need no arguments of their own."""


def validate(command: str, value: Any) -> None:
    """Hold a result against the schema that the package has."""
    name = command.split()[0]
    schema = json.loads((files("companion.cli") / f"schemas/{name}.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(value)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of two games; the first has a winner."""
    folder = tmp_path_factory.mktemp("data")
    with Ledger.open(folder) as ledger:
        play_one(ledger, 1, turns=30, odd=0).play(EndByTime(), Source.TOUCH)
        play_one(ledger, 2, turns=20, odd=20)
    return folder


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Few rollouts, none of them kept."""
    monkeypatch.setattr("companion.system.priority.NICENESS", 0)
    monkeypatch.setattr("companion.cli.chances.PAIRS", 2)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def found(command: str, data: Path, status: int = 0) -> Any:
    return json.loads(printed(f"{command} --json", data, status))


def printed(words: str, data: Path, status: int = 0) -> str:
    where = () if words.removesuffix(" --json") in WITHOUT_LEDGER else ("--data", data)
    done = result(*words.split(), *where)
    assert done.exit_code == status, done.output
    return done.stdout


@pytest.mark.parametrize("command", [*COMMANDS, "chances 1 --move 3"])
def test_a_command_keeps_to_its_schema(command: str, data: Path) -> None:
    value = found(command, data)
    validate(command, value)
    assert any(isinstance(part, list | dict) and part for part in value.values())


@pytest.mark.parametrize("command", [one for one in COMMANDS if not one.startswith("export")])
def test_without_json_a_command_prints_lines(command: str, data: Path) -> None:
    assert printed(command, data)


def test_every_command_with_json_has_a_schema() -> None:
    context = Context(cli)
    commands = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    with_json = {
        name
        for name, command in commands.items()
        if command and any("--json" in one.opts for one in command.params)
    }
    assert with_json == {*RESULTS}


def test_the_schemas_of_the_package_are_those_of_the_types() -> None:
    folder = files("companion.cli") / "schemas"
    found = {one.name: one.read_text("utf-8") for one in folder.iterdir()}
    assert found == {f"{name}.json": text_of(name) for name in RESULTS}, "run bin/docs"


def test_commands_with_arguments_keep_to_their_schemas(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "evening.game"
    record.write_text(result("export", 1, "--notation", "--data", data).stdout)
    with snapshot(data) as books:
        bought = next(move for move in books.entries(1) if move.text.endswith(" buys"))
    instead = bought.text.replace("buys", "declines")
    for command, arguments in {
        "check": (record,),
        "simulate": ("--games", 1, "--turns", 5),
        "whatif": (1, bought.number, instead, "--pairs", 2, "--data", data),
    }.items():
        done = result(command, *arguments, "--json")
        assert done.exit_code in (0, 1), done.output
        validate(command, json.loads(done.stdout))


def test_the_doctor_keeps_to_its_schema(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = [
        doctor.Check(subject, status, "so", None)
        for subject in list(doctor.Subject)[:1]
        for status in doctor.Status
    ]
    monkeypatch.setattr("companion.cli.doctor.examine", lambda *_: iter(checks))
    value = found("doctor", data, status=1)
    validate("doctor", value)
    assert [check["status"] for check in value["checks"]] == ["good", "note", "bad"]


def test_a_ledger_that_fails_the_audit_keeps_to_the_schema(data: Path, tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_bytes((data / "ledger.db").read_bytes())
    with another_program(tmp_path) as conn:
        conn.execute("DROP TRIGGER moves_keep_update")
        conn.execute("UPDATE moves SET text = 'undo' WHERE game = 2 AND number = 3")
    value = found("audit", tmp_path, status=1)
    validate("audit", value)
    assert not value["sound"]
    assert any(game["fault"] for game in value["games"])


def test_games_name_winner_and_edition(data: Path) -> None:
    first, second = found("games", data)["games"]
    assert first["winners"]
    assert second["winners"] == []
    lines = result("games", "--data", data).output.splitlines()
    assert all(name in lines[1] for name in (*first["winners"], first["edition"]))


def test_the_last_game_is_the_default_everywhere(data: Path) -> None:
    for command in ("export", "statement bank", "audit"):
        form = "--notation" if command == "export" else "--json"
        default = result(*command.split(), form, "--data", data).stdout
        last = result(*command.split(), 2, form, "--data", data).stdout
        assert default == last != result(*command.split(), 1, form, "--data", data).stdout


@pytest.mark.parametrize("command", ["export --notation", "statement bank", "report"])
def test_an_empty_ledger_has_no_last_game(command: str, tmp_path: Path) -> None:
    with Ledger.open(tmp_path):
        pass
    done = companion(*command.split(), "--data", tmp_path, status=2)
    assert sentence(LedgerProblem.NO_GAMES) in done


def test_a_report_without_a_path_is_written_where_it_says(data: Path) -> None:
    done = result("report", "--data", data)
    (path,) = (data / "reports").iterdir()
    assert done.output == f"{screen_text('written', path=path)}\n"
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_statement_ends_with_the_balance(data: Path) -> None:
    with Ledger.open(data) as ledger:
        balances = ledger.balances(2)
    for account, dollars in balances.items():
        value = json.loads(result("statement", account.upper(), 2, "--json", "--data", data).output)
        assert value["account"] == account
        assert value["postings"][-1]["balance"] == dollars
        lines = result("statement", account, "--data", data).output.splitlines()
        assert len(lines) == 1 + len(value["postings"])


def test_an_unknown_account_is_refused_with_those_that_there_are(data: Path) -> None:
    done = companion("statement", "nobody", "--data", data, status=2)
    assert "bank" in done


def test_every_edition_and_board_is_listed(data: Path) -> None:
    assert [one["edition"] for one in found("editions", data)["editions"]] == edition.names()
    assert [one["board"] for one in found("boards", data)["boards"]] == board.names()
    assert len(result("editions").output.splitlines()) == 1 + len(edition.names())
    assert len(result("boards").output.splitlines()) == 1 + len(board.names())


@pytest.mark.parametrize(
    "wrong", [("--edition", "nope"), ("--board", "nope"), ("--players", "Ann")]
)
def test_a_wrong_option_is_said_before_anything_about_screens(
    wrong: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_screen() -> str:
        raise AssertionError("a screen was looked for")

    monkeypatch.setattr("companion.cli.play.screen_problem", no_screen)
    companion("play", *wrong, "--data", tmp_path / "data", status=2)
    assert not (tmp_path / "data").exists()
