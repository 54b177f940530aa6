"""What no option takes is refused at once: exit status 2, one sentence, nothing opened."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli

NUMBERS = [
    *(("tray", "--simulate", option) for option in ("--pace", "--noise", "--drop", "--repeat")),
    ("tray", "--simulate", "--cocked"),
    ("play", "--speed"),
    ("play", "--moves"),
    ("play", "--size"),
    ("simulate", "--games"),
    ("simulate", "--turns"),
    ("datasette", "--port"),
    ("export", "--json"),
    ("report", "-o", "page.html"),
]
FILES = [
    ("check",),
    ("import",),
    ("audit",),
    ("backup", "--replace"),
    ("play", "--edition"),
    ("play", "--board"),
    ("simulate", "--edition"),
    ("simulate", "--board"),
    ("export", "1", "--json", "-o"),
    ("export", "1", "--bundle"),
    ("report", "1", "-o"),
]
FOLDERS = [
    ("games", "--data"),
    ("audit", "--mirror"),
    ("backup", "--to"),
    ("export", "1", "--csv"),
    ("simulate", "--ledger"),
    ("simulate", "--records"),
    ("play", "--pictures"),
    ("datasette", "-o"),
]


def refused(*arguments: object) -> None:
    result = CliRunner().invoke(cli, [*map(str, arguments)])
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)


@pytest.mark.parametrize(
    "number", ["nan", "inf", "-inf", "-1", "1e999", "", "99999999999999999999"]
)
@pytest.mark.parametrize("option", NUMBERS, ids=" ".join)
def test_a_number_that_is_none_or_too_large_is_refused(
    option: tuple[str, ...], number: str, tmp_path: Path
) -> None:
    if option == ("simulate", "--games") or option == ("simulate", "--turns"):
        number = number.replace("99999999999999999999", "0")  # a long run is somebody's wish
    refused(*option, number)


@pytest.mark.parametrize("kind", ["pipe", "/dev/full", "/dev/null", "/dev/zero", "folder"])
@pytest.mark.parametrize("option", FILES, ids=" ".join)
def test_what_is_no_regular_file_is_refused(
    option: tuple[str, ...], kind: str, tmp_path: Path
) -> None:
    refused(*option, made(kind, tmp_path))


@pytest.mark.parametrize("kind", ["pipe", "/dev/full", "file"])
@pytest.mark.parametrize("option", FOLDERS, ids=" ".join)
def test_what_is_no_folder_is_refused(option: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    refused(*option, made(kind, tmp_path))


def made(kind: str, folder: Path) -> Path:
    path = folder / kind
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "file":
            path.touch()
    return path
