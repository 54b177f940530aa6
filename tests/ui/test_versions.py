"""The row of the versions on a flashed card: what stands on the card, and what one tap can do."""

import os
import platform
from itertools import product
from pathlib import Path

import pytest

from companion.system.usb_drives import Obstacle
from companion.system.versions import (
    ARCHITECTURES,
    VersionOffer,
    VersionReport,
    Versions,
    VersionStanding,
    card_versions,
)
from companion.table.versions import VersionRow, version_row
from companion.text.drives import DRIVES
from companion.text.screens.versions import LEFT, REFUSED, VERSIONS
from tests.words import plain

MACHINE = ARCHITECTURES.get(platform.machine(), "none")
NAME = f"companion_2.0_{MACHINE}.raw"


def offer(source: str) -> VersionOffer:
    return VersionOffer("2.0", Path(NAME), source)


REPORTS = [
    "",
    f"fetched {NAME}",
    "copying 2.0 43",
    "checking 2.0",
    "returning base",
    "installed 2.0",
    *(f"refused {reason} 2.0" for reason in REFUSED),
    "refused wish",
    "refused no-other",
    "refused server",
    "refused",
    "copying",
    "copying 2.0 -9",
    "copying 2.0 999",
    "junk",
]
LASTS = [
    "",
    "kept 2.0",
    "kept base",
    *(f"left 2.0 {why}" for why in LEFT),
    "left 2.0",
    "left",
    "junk",
]
KEYS = {"install", "fetch", "restart", "back"}
NOTES = [*(text for key, text in VERSIONS.items() if key not in KEYS), *REFUSED.values()]


def rows() -> list[VersionRow]:
    """Return the row of every standing there can be."""
    offers = [None, offer("stick"), offer("download"), VersionOffer("3.0", Path(), "stick")]
    return [
        version_row(
            VersionStanding(
                runs="2.0",
                before=before,
                last=VersionReport(*last.split()),
                report=VersionReport(*report.split()),
                offer=found,
                is_wished=is_wished,
                may_fetch=may_fetch,
            )
        )
        for report, last, found, before, is_wished, may_fetch in product(
            REPORTS, LASTS, offers, [None, "", "1.0"], [False, True], [False, True]
        )
    ]


def test_a_stick_that_cannot_be_read_says_why() -> None:
    for obstacle in Obstacle:
        row = version_row(VersionStanding(obstacle=obstacle))
        assert (row.note, row.tone) == (DRIVES[obstacle], "out")


def test_each_text_is_reached_by_some_standing_and_no_other() -> None:
    notes = {
        text.format(version=version, why=why, percent=percent)
        for text in NOTES
        for version, why, percent in product(
            ["2.0", "3.0", "base", ""], [*LEFT.values(), ""], [0, 43, 100]
        )
    }
    found = {row.note for row in rows()}
    assert plain(found) <= plain(notes)
    for text in NOTES:
        assert text.format(version="2.0", why=LEFT["stops"], percent=43) in plain(found)
    for why in LEFT.values():
        assert VERSIONS["left"].format(version="2.0", why=why) in plain(found)
    assert {row.verb for row in rows()} == {"", "install", "fetch", "restart"}
    assert any(row.may_go_back for row in rows())


def test_while_the_card_is_busy_there_is_no_key() -> None:
    for row in rows():
        assert not (row.is_busy and (row.verb or row.may_go_back))
        assert row.verb != "install" or row.offer


def test_a_download_that_is_damaged_can_come_anew(tmp_path: Path) -> None:
    card = Folders(tmp_path, "http://localhost")
    (card.state / "download").mkdir()
    file = card.state / "download" / NAME
    file.touch()
    assert version_row(card.versions.standing()).verb == "install"
    card.told.write_text("refused signature 2.0\n")
    assert version_row(card.versions.standing()).verb == "fetch"
    card.versions.fetch()
    assert not file.exists()
    (card.state / "version-fetch").unlink()
    (card.stick / NAME).touch()
    assert version_row(card.versions.standing()).verb == "install", "another file"
    (card.shelf / "kept").write_text("2.0\n")
    file.touch()
    card.versions.fetch()
    assert file.exists(), "what runs needs no second download"


def test_who_looks_for_a_version_that_runs_hears_so(tmp_path: Path) -> None:
    card = Folders(tmp_path, "http://localhost")
    (card.shelf / "kept").write_text("2.0\n")
    card.told.write_text(f"fetched {NAME}\n")
    assert plain(version_row(card.versions.standing()).note) == plain(
        REFUSED["runs"].format(version="2.0")
    )


class Folders:
    """A card, a stick and the bank's folder, below one folder."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.shelf, self.state, self.stick = folder / "shelf", folder / "state", folder / "stick"
        self.told = folder / "told"
        for path in (self.shelf, self.state, self.stick):
            path.mkdir()
        self.versions = Versions(
            self.state,
            address,
            self.shelf,
            (self.told, folder / "fetched"),
            lambda: [self.stick, folder / "pulled"],
            lambda: None,
        )


def test_what_stands_on_the_card_is_read(tmp_path: Path) -> None:
    card = Folders(tmp_path, "http://localhost")
    assert card.versions.standing() == VersionStanding(may_fetch=True)
    (card.shelf / "kept").write_text("1.0\n\n")
    (card.shelf / "last").write_text("left 1.5 cut\n")
    card.told.write_text("refused base 1.5\n")
    (card.state / "download").mkdir()
    (card.state / "download" / NAME).touch()
    standing = card.versions.standing()
    assert (standing.runs, standing.before) == ("1.0", "")
    assert standing.last == VersionReport("left", "1.5", "cut")
    assert standing.report == VersionReport("refused", "base", "1.5")
    assert standing.offer == VersionOffer("2.0", card.state / "download" / NAME, "download")
    (tmp_path / "fetched").write_text("copying 2.0 7\n")
    os.utime(card.told, (1, 1))
    assert card.versions.standing().report.done == 0.07, "the newer report"
    newest = card.stick / f"companion_3.0_{MACHINE}.raw"
    for age, name in enumerate([newest.name, f"companion_2.5_{MACHINE}.raw"]):
        (card.stick / name).touch()
        os.utime(card.stick / name, (9 - age, 9 - age))
    (card.stick / f"companion_1.0_{MACHINE}.raw").touch()
    (card.stick / f"companion_../4_{MACHINE}.raw".replace("/", "")).touch()
    (card.stick / "companion_9.0_riscv64.raw").touch()
    assert card.versions.standing().offer == VersionOffer("3.0", newest, "stick")


JUNK = {
    "empty": b"",
    "binary": bytes(range(256)) * 8,
    "long": b"1" * 1_000_000,
    "lines": b"\n" * 1000,
    "words": "left déjà ".encode() * 9,
    "figures": b"copying 2.0 " + b"9" * 180,
}


@pytest.mark.parametrize("junk", [*JUNK, "folder", "endless link"])
def test_junk_on_the_card_is_one_sane_row(tmp_path: Path, junk: str) -> None:
    card = Folders(tmp_path)
    for path in (card.shelf / "kept", card.shelf / "last", card.told):
        if junk in JUNK:
            path.write_bytes(JUNK[junk])
        elif junk == "folder":
            path.mkdir()
        else:
            path.symlink_to(path)
    row = version_row(card.versions.standing())
    assert row.note
    assert len(str(row.note)) < 400
    assert 0 <= row.done <= 1


def test_a_tap_leaves_a_wish_whole(tmp_path: Path) -> None:
    card = Folders(tmp_path)
    card.versions.install(offer("stick"))
    assert (card.state / "version-wish").read_text() == f"install stick {NAME}\n"
    assert card.versions.standing().is_wished
    card.versions.go_back()
    assert (card.state / "version-wish").read_text() == "back\n"
    card.versions.fetch()
    assert sorted(os.listdir(card.state)) == ["version-fetch", "version-wish"]
    (card.state / "version-wish").unlink()
    assert card.versions.standing().is_wished, "a download is wished for"


def test_only_a_flashed_card_has_versions(tmp_path: Path) -> None:
    environment = {"STATE_DIRECTORY": str(tmp_path), "COMPANION_VERSIONS": "http://localhost"}
    assert card_versions(environment, tmp_path / "none") is None
    assert card_versions({}, tmp_path) is None
    versions = card_versions(environment, tmp_path)
    assert versions
    assert versions.standing().may_fetch
