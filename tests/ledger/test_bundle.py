"""A bundle checks itself, whatever was done to it, and is there whole or not at all."""

import re
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.cli.audit import ALONE
from companion.cli.export_game import TEXTS, export_command
from companion.engine.problems import InputProblem, Problem
from companion.export.bundle import SUMS, bundle, first_fault
from companion.export.forms import FORMS
from companion.export.problems import ExportProblem
from companion.ledger.checks import row_name
from companion.ledger.copies import image, open_image, snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from tests.commands import companion, result
from tests.ledger.exporting import play_one
from tests.ledger.tampering import forge
from tests.problems import sentence
from tests.tree import ROOT, read

AS_NOTATION = {"qr"}
"""Exports of the notation in another form: a bundle needs one."""
FORMAT = re.compile("Write (?!to this)")
"""Begin of the help of an option that is a format."""
FILES = {
    "READ-ME.txt",
    "FINGERPRINT",
    "SHA256SUMS",
    "ledger.db",
    "report.html",
    "game.game",
    *(f"game.{name}" for name in FORMS),
    "moves.csv",
    "entries.csv",
    "deeds.csv",
    "balances.csv",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("books")
    with Ledger.open(folder) as ledger:
        for number in (1, 2):
            play_one(ledger, number, turns=12, odd=20)
    return folder


@pytest.fixture(scope="module")
def made(data: Path) -> Path:
    path = data / "game-2.zip"
    output = companion("export", 2, "--bundle", path, "--data", data)
    assert output.splitlines()[-1].startswith(f"{path}: game 2, fingerprint ")
    return path


@pytest.fixture
def unzipped(made: Path, tmp_path: Path) -> Path:
    with ZipFile(made) as archive:
        archive.extractall(tmp_path)
    return tmp_path / "game-2"


def zipped(folder: Path) -> Path:
    path = folder.parent / "again.zip"
    with ZipFile(path, "w") as archive:
        for file in folder.iterdir():
            archive.write(file, f"{folder.name}/{file.name}")
    return path


def sums_hold(folder: Path) -> bool:
    command = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    return not subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode


def test_a_bundle_verifies_itself(made: Path, unzipped: Path, data: Path) -> None:
    assert {path.name for path in unzipped.iterdir()} == FILES
    assert sums_hold(unzipped)
    audited = companion("audit", "--all", "--data", data)
    assert companion("audit", unzipped / "ledger.db") == audited
    assert companion("audit", made).startswith(f"{audited}Bundle {made}: sound")
    fingerprint = (unzipped / "FINGERPRINT").read_text().split()[-1]
    assert audited.splitlines()[1].endswith(f"fingerprint {fingerprint}")


def test_a_bundle_of_a_game_alone_verifies_itself(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "alone.zip"
    companion("export", 2, "--bundle", path, "--alone", "--data", data)
    output = companion("audit", path)
    assert ALONE in output
    assert "Game 1:" not in output
    assert companion("audit", "--all", "--data", data).splitlines()[1] in output
    companion("export", 2, "--json", "--alone", "--data", data, status=2)


def test_what_is_in_a_bundle_is_what_is_exported(unzipped: Path, data: Path) -> None:
    for form in TEXTS.keys() - AS_NOTATION:
        exported = result("export", 2, f"--{form}", "--data", data)
        name = "game.game" if form == "notation" else f"game.{form}"
        assert exported.stdout_bytes == (unzipped / name).read_bytes()
    assert "<html" in (unzipped / "report.html").read_text(encoding="utf-8")


def test_no_file_of_a_bundle_is_missing_in_its_read_me(unzipped: Path) -> None:
    told = (unzipped / "READ-ME.txt").read_text(encoding="utf-8")
    assert [name for name in FILES - {"READ-ME.txt"} if name not in told] == []


def test_no_export_is_missing_in_the_document() -> None:
    forms = [option for option in export_command.params if FORMAT.match(str(option.help))]
    assert {option.name for option in forms} == {*TEXTS, "tables", "whole"}
    commands = re.findall("^companion export .*", read(ROOT / "docs/ledger.md"), re.MULTILINE)
    shown = {word for line in commands for word in line.split()}
    assert [option.name for option in forms if shown.isdisjoint(option.opts)] == []


@pytest.mark.parametrize("name", sorted(FILES - {"ledger.db", "SHA256SUMS"}))
def test_a_changed_file_is_named(unzipped: Path, name: str) -> None:
    path = unzipped / name
    path.write_bytes(path.read_bytes()[:-2] + b"?\n")
    assert not sums_hold(unzipped)
    path = zipped(unzipped)
    assert first_fault(path) == Problem(ExportProblem.CHECKSUM_DIFFERS, name=name, sums=SUMS)


def test_a_missing_file_and_one_more_are_named(unzipped: Path) -> None:
    (unzipped / "more.txt").write_text("see here")
    more = Problem(ExportProblem.FILE_NOT_LISTED, name="game-2/more.txt", sums=SUMS)
    assert first_fault(zipped(unzipped)) == more
    (unzipped / "game.json").unlink()
    output = companion("audit", zipped(unzipped), status=1)
    assert sentence(ExportProblem.FILE_MISSING, name="game.json") in output


@pytest.mark.parametrize("name", ["game-2/x/report.html", "report.html"])
def test_one_more_under_a_name_that_is_known_is_named(unzipped: Path, name: str) -> None:
    path = zipped(unzipped)
    with ZipFile(path, "a") as archive:
        archive.writestr(name, "<html>Ann has won")
    assert first_fault(path) == Problem(ExportProblem.FILE_NOT_LISTED, name=name, sums=SUMS)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_in_it_twice_is_named(unzipped: Path) -> None:
    path = zipped(unzipped)
    with ZipFile(path, "a") as archive:
        archive.writestr("game-2/report.html", "<html>Ann has won")
    assert first_fault(path) == Problem(ExportProblem.FILE_TWICE, name="game-2/report.html")


def test_a_forged_ledger_in_a_bundle_is_found_by_its_audit(unzipped: Path) -> None:
    forge(unzipped, "UPDATE moves SET text = 'Eve buys' WHERE entry = 4")
    output = companion("audit", zipped(unzipped), status=1)
    changed = {"row": row_name(1, 3), "fault": Problem(Why.HASH_DIFFERS)}
    assert sentence(LedgerProblem.ROW_FAULT, **changed) in output
    assert sentence(ExportProblem.CHECKSUM_DIFFERS, name="ledger.db", sums=SUMS) in output


def test_what_is_no_bundle_is_said(tmp_path: Path, made: Path) -> None:
    other = tmp_path / "other.zip"
    with ZipFile(other, "w") as archive:
        archive.writestr("a.txt", "a")
    no_bundle = sentence(ExportProblem.NOT_A_BUNDLE, path=other, name="ledger.db")
    assert no_bundle in companion("audit", other, status=2)
    cut_off = made.read_bytes()
    other.write_bytes(cut_off[: len(cut_off) // 2])
    assert f"{other}" in companion("audit", other, status=2)
    place = cut_off.index(b"report.html") + 1000
    other.write_bytes(cut_off[:place] + bytes(100) + cut_off[place + 100 :])
    damaged = Problem(InputProblem.ARCHIVE_DAMAGED)
    unreadable = sentence(InputProblem.UNREADABLE, file=other, why=damaged)
    assert unreadable in companion("audit", other, status=2)


def test_the_same_books_make_the_same_bundle_and_it_has_no_name_before_all_of_it_is_flushed(
    data: Path, tmp_path: Path, made: Path
) -> None:
    path = tmp_path / "x.zip"
    seen: list[tuple[float, bool]] = []
    with snapshot(data) as books, open_image(image(books)) as copy:
        bundle(copy, 2, path, lambda share: seen.append((share, path.exists())))
    assert path.read_bytes() == made.read_bytes()
    shares, named = zip(*seen, strict=True)
    assert list(shares) == sorted(shares)
    assert (shares[0] < 0.1, shares[-1]) == (True, 1)
    assert len(shares) > 2 * len(FILES) - 4
    assert named == (False,) * (len(seen) - 1) + (True,)


def test_a_disk_that_is_full_keeps_no_half_of_it(data: Path, small_disk: Path) -> None:
    path = small_disk / "x.zip"
    path.write_text("before")
    (small_disk / "much").write_bytes(bytes(990_000))
    output = companion("export", 2, "--bundle", path, "--data", data, status=2)
    full = sentence(LedgerProblem.UNWRITABLE, path=path, why=Problem(Why.DISK_FULL))
    assert full in output
    assert path.read_text() == "before"
    assert {file.name for file in small_disk.iterdir()} == {"x.zip", "much"}
