"""The script that udev calls for a USB drive, with real disks made of files."""

import errno
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.mounting import mounted
from tests.stand_ins import stand_in
from tests.tree import ROOT

SCRIPT = ROOT / "systemd/mount-stick.sh"
OF_A_SYSTEM = """\
#!/bin/sh
case "$*" in
    *PKNAME*) echo sdz ;;
    *MOUNTPOINTS*) printf '\\n%s\\n\\n' "$SIBLING" ;;
    *NAME*) echo /dev/sdz1 ;;
esac
"""
OF_ITS_PARTITION = """\
#!/bin/sh
case "$*" in *USAGE*) echo filesystem ;; *ENTRY*) ;; *TYPE*) echo "${TYPE:-exfat}" ;; esac
"""
KERNELS_NTFS = """
# As the kernel's driver: a drive that Windows did not let go is mounted to be read only.
[ "$1 $2" = "-t ntfs3" ] || { echo "unknown filesystem type 'ntfs'" >&2; exit 32; }
case ",$4," in *,rw,*) [ -z "$DIRTY" ] || exit 32 ;; esac
[ -z "$COPY" ] || : >"$6/ledger.mirror"
"""
EFI, LINUX = "c12a7328-f81f-11d2-ba4b-00a0c93ec93b", "0fc63daf-8483-4772-8e79-3d69d8477de4"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[str]:
    """Device of an empty disk with a file system."""
    image = tmp_path / "disk.img"
    image.write_bytes(bytes(4 * 2**20))
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("there is no mkfs.ext4")
    subprocess.run(["mkfs.ext4", "-q", str(image)], check=True)
    command = ["losetup", "--find", "--show", str(image)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no disk can be made here: {done.stderr.strip()}")
    yield done.stdout.strip()
    subprocess.run(["losetup", "--detach", done.stdout.strip()], check=True)


@contextmanager
def partitioned(disk: str, table: str) -> Iterator[list[str]]:
    """Give the disk partitions with file systems. Yield their devices."""
    if not (shutil.which("sfdisk") and shutil.which("partx")):
        pytest.skip("there is no sfdisk or no partx")
    subprocess.run(["sfdisk", "--quiet", "--wipe=always", disk], input=table, text=True, check=True)
    subprocess.run(["partx", "--update", disk], check=True)
    try:
        parts = sorted(str(path) for path in Path("/dev").glob(f"{Path(disk).name}p*"))
        assert len(parts) == table.count("type=")
        for part in parts:
            subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", part], check=True)
        yield parts
    finally:
        subprocess.run(["partx", "--delete", disk], check=True)


MAC = f"label: gpt\nsize=2MiB, type={EFI}\nsize=1MiB, type={LINUX}\n"
WINDOWS = "label: dos\nsize=2MiB, type=ef\nsize=1MiB, type=83\n"
TWO = f"label: gpt\nsize=1MiB, type={LINUX}\nsize=2MiB, type={LINUX}\n"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of programs, with a ``systemd-mount`` that says only how it was called."""
    folder = tmp_path / "bin"
    stand_in(folder / "systemd-mount", 'echo "$@"')
    stand_in(folder / "udevadm", "")
    return folder


def called(programs: Path, *arguments: str, **environment: str) -> list[str]:
    """Return how ``systemd-mount`` was called."""
    path = f"{programs}:{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", SCRIPT, *arguments],
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_a_free_disk_is_mounted(disk: str, programs: Path) -> None:
    words = called(programs, disk)
    assert words[-2:] == [disk, "/media/stick"]
    assert "--owner=companion" not in words, "its files have owners"


@pytest.mark.parametrize("table", [MAC, WINDOWS], ids=["Mac", "Windows"])
@pytest.mark.parametrize("event", [0, 1])
def test_an_efi_partition_is_never_mounted_though_it_is_larger(
    disk: str, programs: Path, table: str, event: int
) -> None:
    with partitioned(disk, table) as parts:
        assert called(programs, parts[event])[-2:] == [parts[1], "/media/stick"]


@pytest.mark.parametrize("has_copy", [False, True])
@pytest.mark.parametrize("event", [0, 1])
def test_of_two_partitions_that_with_the_second_copy_is_mounted_or_else_the_largest(
    disk: str, programs: Path, tmp_path: Path, has_copy: bool, event: int
) -> None:
    with partitioned(disk, TWO) as (small, large):
        if has_copy:
            with mounted(tmp_path / "stick", small) as folder:
                (folder / "ledger.mirror").touch()
        wanted = small if has_copy else large
        assert called(programs, (small, large)[event])[-2:] == [wanted, "/media/stick"]


def test_a_drive_is_left_alone_while_another_partition_of_it_is_in_use(
    disk: str, programs: Path, tmp_path: Path
) -> None:
    with partitioned(disk, TWO) as (small, large), mounted(tmp_path / "in use", small):
        assert called(programs, large) == []


def test_files_without_owners_become_the_kiosks(programs: Path) -> None:
    stand_in(programs / "lsblk", OF_A_SYSTEM)
    stand_in(programs / "blkid", OF_ITS_PARTITION)
    assert "--owner=companion" in called(programs, "/dev/sdz1", SIBLING="")


@pytest.fixture
def ntfs(programs: Path) -> Path:
    """Programs for a stick with NTFS, on a system with the kernel's driver alone."""
    for name, script in {
        "lsblk": OF_A_SYSTEM,
        "blkid": OF_ITS_PARTITION,
        "mount": KERNELS_NTFS,
        "umount": 'rm -f "$1/ledger.mirror"',
        "id": "case $1 in -u) echo 990 ;; -g) echo 991 ;; esac",
    }.items():
        stand_in(programs / name, script)
    for name in ("sh", "mktemp", "rm", "rmdir"):
        (programs / name).symlink_to(shutil.which(name) or name)
    return programs


@pytest.mark.parametrize("copy", ["", "yes"])
@pytest.mark.parametrize("dirty", ["", "yes"])
def test_ntfs_is_mounted_by_the_kernel_and_read_only_if_it_is_dirty(
    ntfs: Path, dirty: str, copy: str
) -> None:
    words = called(
        ntfs, "/dev/sdz1", SIBLING="", TYPE="ntfs", DIRTY=dirty, COPY=copy, PATH=str(ntfs)
    )
    assert "--type=ntfs3" in words
    assert not [word for word in words if word.startswith("--owner")]
    [options] = [
        word.removeprefix("--options=").split(",") for word in words if "--options" in word
    ]
    assert {"uid=990", "gid=991", "nosymfollow", "nosuid"} <= set(options)
    assert ("ro" in options) is bool(dirty)


def test_ntfs_is_left_to_its_program_where_there_is_one(ntfs: Path) -> None:
    stand_in(ntfs / "mount.ntfs", "")
    words = called(ntfs, "/dev/sdz1", SIBLING="", TYPE="ntfs", PATH=str(ntfs))
    assert "--owner=companion" in words
    assert "--type=ntfs3" not in words


def test_no_link_on_a_stick_is_followed(disk: str, programs: Path, tmp_path: Path) -> None:
    """With the options that the script gives, and the mount of this system."""
    (options,) = (word for word in called(programs, disk) if word.startswith("--options="))
    where = tmp_path / "stick"
    where.mkdir()
    subprocess.run(["mount", options, disk, str(where)], check=True)
    try:
        (tmp_path / "ledger.db").write_text("precious")
        (where / "ledger.mirror").symlink_to(tmp_path / "ledger.db")
        with pytest.raises(OSError, match=os.strerror(errno.ELOOP)):
            (where / "ledger.mirror").read_text()
    finally:
        subprocess.run(["umount", str(where)], check=True)


def test_a_disk_in_use_is_left_alone(disk: str, programs: Path, tmp_path: Path) -> None:
    with mounted(tmp_path / "in use", disk):
        assert called(programs, disk) == []


@pytest.mark.parametrize(("sibling", "mounts"), [("/", False), ("[SWAP]", False), ("", True)])
def test_a_partition_of_the_systems_disk_is_left_alone(
    programs: Path, sibling: str, mounts: bool
) -> None:
    stand_in(programs / "lsblk", OF_A_SYSTEM)
    stand_in(programs / "blkid", OF_ITS_PARTITION)
    assert bool(called(programs, "/dev/sdz1", SIBLING=sibling)) is mounts


@pytest.mark.parametrize("rules", sorted((ROOT / "systemd").glob("*.rules")), ids=lambda r: r.name)
def test_no_rule_asks_the_parents_of_a_device_for_what_they_are_not(rules: Path) -> None:
    # It holds as soon as it holds for one of them, and a USB device of a stick has attributes, too.
    assert not re.findall(
        r"\b(?:ATTRS\{.*?\}|SUBSYSTEMS|KERNELS|DRIVERS|TAGS)!=.*", rules.read_text()
    )
