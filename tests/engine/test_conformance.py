"""The scenarios of the rules as cases for other engines: nothing is lost, and a fault is found."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.export.conformance import case, head
from companion.resources import records
from tests.tree import ROOT

TOOL = ROOT / "tools/conformance"


def written(folder: Path, *options: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(cli, ["conformance", "--out", str(folder), *options])
    assert done.exit_code == 0, done.output
    return cases_in(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the cases of all scenarios."""
    folder = tmp_path_factory.mktemp("cases")
    written(folder)
    return folder


def cases_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "cases.jsonl").read_text("utf-8").splitlines()]


def run(cases: Path, engine: Path) -> list[str]:
    adapter = Path(__file__).with_name("conformance_adapter.py")
    command = [sys.executable, TOOL / "run.py", cases, adapter, engine]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_our_own_engine_passes_every_case(folder: Path) -> None:
    count = len(cases_in(folder))
    assert count == len(records())
    assert run(folder / "cases.jsonl", ROOT)[-1] == f"{count} passed, 0 failed, 0 unsupported"


PLANTED = {
    "cash": lambda step: step["expect"]["balances"].update(Ann=1),
    "refusal": lambda step: step.update(expect=step["expect"] | {"move": {"is": "EndByTime"}}),
}


@pytest.mark.parametrize(
    ("form", "plant"),
    [("expect {balances}", "cash"), ("refused {clause}: {move}", "refusal")],
    ids=[*PLANTED],
)
def test_a_case_with_another_end_fails(folder: Path, tmp_path: Path, form: str, plant: str) -> None:
    cases = cases_in(folder)
    one = next(c for c in cases if any(s.get("expect", {}).get("form") == form for s in c["steps"]))
    PLANTED[plant](next(s for s in one["steps"] if s.get("expect", {}).get("form") == form))
    planted = tmp_path / "planted.jsonl"
    planted.write_text(json.dumps(one) + "\n")
    assert run(planted, ROOT)[-1] == "0 passed, 1 failed, 0 unsupported"


def test_an_edition_has_only_what_passes_in_it(folder: Path, tmp_path: Path) -> None:
    everywhere = {one["name"]: one for one in cases_in(folder)}
    modern = {one["name"]: one for one in written(tmp_path, "--edition", "modern")}
    assert modern.keys() < everywhere.keys()
    assert {one["header"]["edition"] for one in modern.values()} == {"modern"}
    assert "tax/luxury-tax" not in modern
    assert "set/twelve-at-the-table-of-1934" not in modern
    assert "go/a-card-past-go-earns-a-salary" in modern


def test_boards_and_editions_stand_beside_the_cases(folder: Path) -> None:
    cases = cases_in(folder)
    for name, key in (("boards.json", "board"), ("editions.json", "edition")):
        beside = json.loads((folder / name).read_text("utf-8"))
        assert {one["header"][key] for one in cases} <= beside.keys()
    board = json.loads((folder / "boards.json").read_text("utf-8"))["atlantic-city"]
    assert board["spaces"][39]["deed"]["rent"] == [50, 200, 600, 1400, 1700, 2000]
    assert board["packs"]["classic"]["chance"]["back-three"]["spaces"] == 3


def test_every_case_names_clauses_and_says_something() -> None:
    heads = [head(path.read_text("utf-8")) for path in records()]
    assert all(clauses and title for clauses, title in heads)


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.game"
    bad.write_text("players: Ann, Bob\n\nAnn flies\n")
    done = CliRunner().invoke(cli, ["conformance", "--out", str(tmp_path / "out"), str(bad)])
    assert done.exit_code == 2
    assert f"{bad}:3" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_record_of_somebody_else_becomes_a_case(tmp_path: Path) -> None:
    own = tmp_path / "own.game"
    own.write_text("players: Ann, Bob\nfirst: Ann\n\nAnn throws 1 2\nAnn buys\n")
    found = case(own)
    assert found is not None
    assert (found["clauses"], found["title"]) == ([], "")
    assert found["steps"][0]["move"] == {
        "is": "Roll",
        "player": "Ann",
        "dice": [1, 2],
        "by_tray": False,
    }
    assert found["end"]["deeds"]["baltic-avenue"]["owner"] == "Ann"
