"""A shell completes numbers of games, and names of editions and boards."""

from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from companion.cli import cli
from companion.engine import board, edition
from tests.report.evening import record


def completed(*words: str) -> list[str]:
    """Return the shell's suggestions for the last word."""
    *before, incomplete = words
    shell = BashComplete(cli, {}, "companion", "_COMPANION_COMPLETE")
    return [item.value for item in shell.get_completions(before, incomplete)]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for seed in (1, 2):
        record(folder, moves=3, players=2, seed=seed)
    return folder


@pytest.mark.parametrize("command", ["report", "export", "statement Ann"])
def test_numbers_of_games_are_completed(games: Path, command: str) -> None:
    assert completed(*command.split(), "--data", str(games), "") == ["1", "2"]
    assert completed(*command.split(), "--data", str(games), "2") == ["2"]


def test_the_folder_may_be_named_by_the_environment(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(games))
    assert completed("report", "") == ["1", "2"]
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert completed("report", "") == []


def test_names_of_editions_and_boards_are_completed() -> None:
    assert completed("play", "--edition", "") == [*edition.names()]
    assert completed("play", "--board", "l") == [
        name for name in board.names() if name.startswith("l")
    ]
    assert completed("simulate", "--edition", "19") == [
        name for name in edition.names() if name.startswith("19")
    ]
