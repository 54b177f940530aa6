"""Disks under the ledger and its second copy: one that dies must not take both."""

import os
from pathlib import Path

import pytest

from companion.engine.problems import Problem
from companion.runtime import doctor
from companion.runtime.doctor import Status
from companion.system.disks import disks_of, share_a_disk
from companion.text.doctor import Found, Remedy

CARD, DRIVE = "platform/mmc0/block/mmcblk0", "platform/usb1/host0/block/sda"
BLOCKS = {
    "179:0": CARD,
    "179:2": f"{CARD}/mmcblk0p2",
    "179:3": f"{CARD}/mmcblk0p3",
    "8:0": DRIVE,
    "8:1": f"{DRIVE}/sda1",
    "253:0": "virtual/block/dm-0",
}


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    """The tree of a machine with a card, a USB drive, and a volume on both."""
    (tmp_path / "dev/block").mkdir(parents=True)
    for number, place in BLOCKS.items():
        block = tmp_path / "devices" / place
        block.mkdir(parents=True)
        if block.name[-2:] in ("p2", "p3", "a1"):
            (block / "partition").touch()
        (tmp_path / "dev/block" / number).symlink_to(block)
    slaves = tmp_path / "devices/virtual/block/dm-0/slaves"
    slaves.mkdir()
    for place in (f"{CARD}/mmcblk0p3", DRIVE):
        (slaves / Path(place).name).symlink_to(tmp_path / "devices" / place)
    return tmp_path / "dev/block"


@pytest.mark.parametrize(
    ("number", "disks"),
    [
        ((179, 2), {"mmcblk0"}),
        ((8, 1), {"sda"}),
        ((8, 0), {"sda"}),
        ((253, 0), {"mmcblk0", "sda"}),
        ((0, 25), set()),
    ],
)
def test_the_disks_under_a_file_system(
    devices: Path, number: tuple[int, int], disks: set[str]
) -> None:
    assert disks_of(os.makedev(*number), devices) == disks


def test_two_file_systems_without_a_common_disk_share_none(tmp_path: Path, memory: Path) -> None:
    assert share_a_disk(tmp_path, tmp_path)
    assert not share_a_disk(tmp_path, memory)


def test_a_second_copy_on_the_disk_of_the_ledger_is_noted(tmp_path: Path, memory: Path) -> None:
    for copy, found in ((tmp_path / "copy", Found.COPY_ON_SAME_DISK), (memory, Found.NONE_YET)):
        copy.mkdir(exist_ok=True)
        check = doctor.mirror(tmp_path, copy, lambda: pytest.fail("there is no ledger"))
        assert check.found == Problem(found, folder=copy)
    check = doctor.mirror(tmp_path, tmp_path / "copy", lambda: pytest.fail("there is no ledger"))
    assert (check.status, check.remedy) == (Status.NOTE, Problem(Remedy.ANOTHER_DISK))
