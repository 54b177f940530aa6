"""What no option takes is refused at once: exit status 2, one sentence, nothing opened."""

import os
from pathlib import Path

import pytest

from tests.commands import companion

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


@pytest.mark.parametrize(
    "number", ["nan", "inf", "-inf", "-1", "1e999", "", "99999999999999999999"]
)
@pytest.mark.parametrize("option", NUMBERS, ids=" ".join)
def test_a_number_that_is_none_or_too_large_is_refused(
    option: tuple[str, ...], number: str, tmp_path: Path
) -> None:
    if option == ("simulate", "--games") or option == ("simulate", "--turns"):
        number = number.replace("99999999999999999999", "0")  # a long run is somebody's wish
    companion(*option, number, status=2)


@pytest.mark.parametrize("kind", ["pipe", "/dev/full", "/dev/null", "/dev/zero", "folder"])
@pytest.mark.parametrize("option", FILES, ids=" ".join)
def test_what_is_no_regular_file_is_refused(
    option: tuple[str, ...], kind: str, tmp_path: Path
) -> None:
    companion(*option, made(kind, tmp_path), status=2)


@pytest.mark.parametrize("kind", ["pipe", "/dev/full", "file"])
@pytest.mark.parametrize("option", FOLDERS, ids=" ".join)
def test_what_is_no_folder_is_refused(option: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    companion(*option, made(kind, tmp_path), status=2)


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
