"""What the README says is so: its blocks run, its names exist, and nothing there is goes unsaid."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import click
import pytest

from companion import engine
from companion.app.settings import Settings
from companion.cli import COMMANDS, cli
from companion.engine import edition
from companion.engine.decide import RULES
from companion.engine.moves import Move, PlayerMove, Undo
from companion.engine.notation import check, parse_record
from tests.tree import PRODUCT, ROOT, read

README = read(ROOT / "README.md")
BLOCKS = [
    (kind, text)
    for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
]
SHELL = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if line]

NOT_RUN = {
    "git clone": "tests/fresh/run.sh clones it, plays and tests on a bare machine",
    "bin/play  ": "as above",
    "bin/test": "these are the tests",
    "sudo ": "needs root: these are the kiosk and the tests that install machines",
    "pip install -e '.[test,mutation]'": "mutants take hours",
}
"""What stands in a block and is not run here, and why."""

INSTEAD = {
    "/media/usb": "$HOME/stick",  # a stick of one's own
    "bin/play": "companion import evening.game",  # a window waits for somebody; this books a game
    "companion restore": 'echo junk >"$COMPANION_DATA/ledger.db"; companion restore',
    "--games 100": "--games 2",
}
"""What is done in place of what it says, where a test has no hardware and little time."""


def block(kind: str) -> str:
    (text,) = (text for found, text in BLOCKS if found == kind)
    return text


def reason_not_to_run(line: str) -> str:
    return next((why for start, why in NOT_RUN.items() if line.startswith(start)), "")


# --- the blocks run -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the README's game in it, and the command on the path."""
    home = tmp_path_factory.mktemp("home")
    (home / "stick").mkdir()
    (home / "evening.game").write_text(block("game"), encoding="utf-8")
    command = home / "companion"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n')
    command.chmod(0o755)
    return home


def run(line: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A line of a block, as somebody types it at home."""
    for said, done in INSTEAD.items():
        line = line.replace(said, done)
    env = {
        "HOME": str(home),
        "PATH": f"{home}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COMPANION_DATA": str(home / "data"),
        "LANG": "C.UTF-8",
    }
    shell = shutil.which("bash") or "sh"
    return subprocess.run(
        [shell, "-euc", line], cwd=home, env=env, capture_output=True, text=True, check=False
    )


def test_every_command_of_the_readme_runs_or_says_why_not(home: Path) -> None:
    ran = 0
    for line in SHELL:
        if not reason_not_to_run(line):
            done = run(line, home)
            assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
            ran += 1
    assert ran > 8


def test_no_reason_not_to_run_something_has_outlived_it() -> None:
    unused = [start for start in NOT_RUN if not any(line.startswith(start) for line in SHELL)]
    assert unused == []


def test_every_block_says_what_it_is() -> None:
    assert {kind for kind, _ in BLOCKS} == {"sh", "game", "python", ""}
    outside = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"^ {4}(?=companion|bin/|sudo)", outside, re.MULTILINE) == []


def test_the_game_in_the_readme_holds() -> None:
    checked = check(parse_record(block("game")))
    assert checked.faults == ()
    assert checked.expectations


@pytest.mark.parametrize("text", [block("python"), engine.__doc__], ids=["README", "engine"])
def test_the_game_in_the_interpreter_goes_as_it_says(text: str) -> None:
    examples = doctest.DocTestParser().get_doctest(text, {}, "a game", None, None)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


# --- the names exist ----------------------------------------------------------------------------


def named_paths() -> list[str]:
    top = "|".join(("bin", "companion", "docs", "hardware", "kv", "systemd", "tests"))
    return sorted(set(re.findall(rf"[`(]((?:{top})/[\w./*-]+)", README)))


@pytest.mark.parametrize("path", named_paths())
def test_a_path_in_the_readme_is_there(path: str) -> None:
    assert list(ROOT.glob(path.rstrip("/"))), path


def headings() -> set[str]:
    found = re.findall(r"^#+ (.+)$", README, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}


@pytest.mark.parametrize("anchor", re.findall(r"\]\(#([\w-]+)\)", README))
def test_a_link_within_the_readme_leads_somewhere(anchor: str) -> None:
    assert anchor in headings()


# --- the commands -------------------------------------------------------------------------------


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_stands_in_the_readme_and_explains_itself(name: str) -> None:
    assert f"`companion {name}`" in README
    explained = command(name).help or ""
    assert "Exit status: 0" in explained
    without = [
        option.name
        for option in command(name).params
        if isinstance(option, click.Option) and not option.help
    ]
    assert without == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_told_in_a_line_that_is_not_cut_short(name: str) -> None:
    assert not command(name).get_short_help_str(limit=62).endswith("..."), name


def test_the_shell_completes_a_command(home: Path) -> None:
    words = "COMP_WORDS='companion au' COMP_CWORD=1 _COMPANION_COMPLETE=bash_complete companion"
    assert run(words, home).stdout == "plain,audit\n"


# --- the rules and the editions -----------------------------------------------------------------


def test_every_move_has_its_rule() -> None:
    # By name: of a dataclass with slots, Python keeps the class as it was before, too.
    moves = {move.__name__ for move in (*Move.__subclasses__(), *PlayerMove.__subclasses__())}
    assert moves - {"PlayerMove"} == {move.__name__ for move in (*RULES, Undo)}


def row(title: str) -> list[str]:
    """A row of a table, by its first cell."""
    (cells,) = re.findall(rf"^\| {re.escape(title)} \|(.*)\|$", README, re.MULTILINE)
    return [cell.strip() for cell in cells.split("|")]


def test_the_editions_are_compared_as_they_are() -> None:
    (names,) = re.findall(r"^\| \| (1934 .*) \|$", README, re.MULTILINE)
    rules = [edition.load(name.strip()) for name in names.split("|")]
    assert [rule.name for rule in rules] == edition.names()
    assert row("how many can play") == [f"{r.fewest_players}-{r.most_players}" for r in rules]
    assert row("luxury tax") == [f"${r.luxury_tax or 75}" for r in rules]
    unhelped = [cell == "its owner, unhelped" for cell in row("who watches for rent")]
    assert unhelped == [r.rent_asking == "watchful" for r in rules]
    lots = [cell == "lots may go instead" for cell in row("rent is more than my cash")]
    assert lots == [r.part_in_lots for r in rules]
    fines = {"each of three throws": 3, "the first two": 2}
    assert [fines[cell] for cell in row("the jail fine may be paid before")] == [
        r.fine_turns for r in rules
    ]


def test_every_house_rule_is_listed() -> None:
    (paragraph,) = re.findall(r"^\*\*House rules\*\*(.*?)\n\n", README, re.MULTILINE | re.DOTALL)
    said = " ".join(paragraph.split())
    assert [name for name in edition.load("1961").house_rules if name not in said] == []


@pytest.fixture
def with_the_house_rule(tmp_path: Path) -> Path:
    """The engine as it is when somebody has followed "A house rule, step by step"."""
    patch = ROOT / "tests/fresh/house-rule.patch"
    for path in re.findall(r"^--- a/(.+)$", read(patch), re.MULTILINE):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    shutil.copytree(ROOT / "companion", tmp_path / "companion", dirs_exist_ok=True)
    subprocess.run(["git", "apply", patch], cwd=tmp_path, check=True)
    return tmp_path


def test_a_house_rule_made_by_the_readme_still_holds(with_the_house_rule: Path) -> None:
    (record,) = with_the_house_rule.glob("tests/engine/rules/**/*.game")
    checks = [sys.executable, "-m", "companion", "check", str(record)]
    done = subprocess.run(
        checks, cwd=with_the_house_rule, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


# --- the settings -------------------------------------------------------------------------------


def settings_section() -> set[str]:
    (section,) = re.findall(r"^## Settings$(.*?)^## ", README, re.MULTILINE | re.DOTALL)
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


def test_every_setting_has_a_line_and_every_line_a_setting() -> None:
    product = "".join(map(read, PRODUCT))
    variables = set(re.findall(r"\bCOMPANION_[A-Z]+\b", product))
    kiosk = set(re.findall(r"^#?([A-Z_]+)=", read(ROOT / "systemd/companion.env"), re.MULTILINE))
    kept = {field.name for field in fields(Settings)}
    assert settings_section() == variables | kiosk | kept
