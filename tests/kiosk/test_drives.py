"""A drive that is plugged in and cannot be used has its own reason."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import backup
from companion.runtime import doctor
from companion.system.usb_drives import Obstacle, obstacle, obstacle_of
from companion.text.drives import DRIVES
from tests.test_doctor import made

STICK = "40 22 8:17 / /media/stick {0},nosuid - {1} /dev/sdb1 {2}\n"
ROOT_ON_CARD = "22 1 179:2 / / rw,relatime - ext4 /dev/mmcblk0p2 rw\n"
READ_ONLY_ROOT = (
    "23 22 8:18 / /media/root-ro ro - ext4 /dev/sdb2 ro\n24 22 8:17 / /boot ro - vfat x ro\n"
)


class Machine:
    """A machine made of folders, with a card and a stick in a USB port."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.disk("mmcblk0", "179:0", "platform/mmc", removable="0")

    def disk(
        self, name: str, number: str, place: str, *, removable: str, size: str = "64000"
    ) -> None:
        real = self.root / "sys/devices" / place / "block" / name
        major, minor = number.split(":")
        for path, facts in {
            real: {"dev": number, "removable": removable, "size": size},
            real / f"{name}1": {"dev": f"{major}:{int(minor) + 1}", "partition": "1"},
        }.items():
            for fact, value in facts.items():
                made(path / fact, f"{value}\n")
        (self.root / "sys/block").mkdir(exist_ok=True)
        (self.root / "sys/block" / name).symlink_to(real)

    def stick(self, kind: str | None = "exfat", **facts: str) -> None:
        self.disk("sdb", "8:16", "pci/usb1/1-2", **{"removable": "1", **facts})
        made(self.root / "run/udev/data/b8:16", "E:ID_BUS=usb\n")
        if kind is not None:
            made(
                self.root / "run/udev/data/b8:17",
                f"E:ID_FS_TYPE={kind}\nE:ID_FS_USAGE=filesystem\n",
            )

    def mounts(self, *lines: str) -> None:
        made(self.root / "proc/self/mountinfo", ROOT_ON_CARD + "".join(lines))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    machine.mounts()
    return machine


def test_without_a_stick_there_is_no_obstacle(machine: Machine) -> None:
    assert obstacle(machine.root) is None
    machine.disk("sdc", "8:32", "pci/usb1/1-3", removable="1", size="0")
    assert obstacle(machine.root) is None, "it is a reader of cards, without a card"


MOUNTED = {
    Obstacle.READ_ONLY: [
        ("ro", "exfat", "ro"),
        ("ro", "ntfs3", "ro"),
        ("rw", "vfat", "ro,errors=remount-ro"),
    ],
    Obstacle.NOT_OURS: [("rw", "ext4", "rw")],
}


@pytest.mark.parametrize("expected", MOUNTED)
def test_a_stick_that_is_mounted_and_cannot_be_written_says_why(
    machine: Machine, expected: Obstacle
) -> None:
    machine.stick()
    for facts in MOUNTED[expected]:
        machine.mounts(STICK.format(*facts))
        assert obstacle(machine.root) is expected


@pytest.mark.parametrize("kind", ["hfsplus", "apfs", "crypto_LUKS", "BitLocker", None])
def test_a_stick_with_what_is_never_mounted_is_foreign(machine: Machine, kind: str | None) -> None:
    machine.stick(kind)
    assert obstacle(machine.root) is Obstacle.FOREIGN


@pytest.mark.parametrize("kind", ["vfat", "exfat", "ntfs", "ext4"])
def test_a_stick_that_is_about_to_be_mounted_is_not_ready(machine: Machine, kind: str) -> None:
    machine.stick(kind)
    assert obstacle(machine.root) is Obstacle.NOT_READY


def test_a_drive_that_says_that_it_is_fixed_is_left_alone_and_said_so(machine: Machine) -> None:
    machine.stick("exfat", removable="0")
    assert obstacle(machine.root) is Obstacle.FIXED


def test_the_disk_of_the_system_is_no_stick_wherever_it_is(machine: Machine) -> None:
    machine.stick("ext4", removable="0")
    machine.mounts(READ_ONLY_ROOT)
    assert obstacle(machine.root) is None


def test_only_where_drives_are_mounted_a_drive_is_the_reason(machine: Machine) -> None:
    machine.stick("apfs")
    assert obstacle_of(Path("/media/stick"), machine.root) is Obstacle.FOREIGN
    assert obstacle_of(Path("/srv/copies"), machine.root) is None


def test_a_backup_says_why_the_stick_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "obstacle_of", lambda folder: Obstacle.FOREIGN)
    done = CliRunner().invoke(backup.backup_command, ["--to", "/media/no-such-stick"])
    assert done.exit_code == backup.NOT_THERE
    assert DRIVES["foreign"] in done.output


def test_the_doctor_says_why_the_stick_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "obstacle_of", lambda folder: Obstacle.READ_ONLY)
    check = doctor.mirror(Path("/nowhere"), Path("/media/no-such-stick"), lambda: None)
    assert check.remedy == DRIVES["read-only"]


def test_every_obstacle_has_a_sentence() -> None:
    assert {*map(str, Obstacle)} == {*DRIVES}
