"""The script that udev calls for a USB drive, with real disks made of files."""

import errno
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiosk.kiosk import mounted
from tests.tree import ROOT

SCRIPT = ROOT / "systemd/mount-stick.sh"
PARTITION = """\
#!/bin/sh
case "$*" in
    *PKNAME*) echo sdz ;;
    */dev/sdz) printf '\\n%s\\n\\n' "$SIBLING" ;;
    *) exit 1 ;;
esac
"""


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


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of programs, with a ``systemd-mount`` that says only how it was called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program(folder / "systemd-mount", '#!/bin/sh\necho "$@"\n')
    return folder


def program(path: Path, code: str) -> None:
    path.write_text(code)
    path.chmod(0o755)


def called(programs: Path, *arguments: str, **environment: str) -> list[str]:
    """Return how ``systemd-mount`` was called."""
    path = f"{programs}:{os.environ['PATH']}"
    done = subprocess.run(
        [SCRIPT, *arguments],
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_a_free_disk_is_mounted(disk: str, programs: Path) -> None:
    words = called(programs, disk, "--owner=companion")
    assert words[-2:] == [disk, "/media/stick"]
    assert "--owner=companion" in words


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
    for _ in mounted(disk, where=tmp_path / "in use"):
        assert called(programs, disk) == []


@pytest.mark.parametrize(("sibling", "mounts"), [("/", False), ("[SWAP]", False), ("", True)])
def test_a_partition_of_the_systems_disk_is_left_alone(
    programs: Path, sibling: str, mounts: bool
) -> None:
    program(programs / "lsblk", PARTITION)
    assert bool(called(programs, "/dev/sdz1", SIBLING=sibling)) is mounts


@pytest.mark.parametrize("rules", sorted((ROOT / "systemd").glob("*.rules")), ids=lambda r: r.name)
def test_no_rule_asks_the_parents_of_a_device_for_what_they_are_not(rules: Path) -> None:
    # It holds as soon as it holds for one of them, and a USB device of a stick has attributes, too.
    assert not re.findall(
        r"\b(?:ATTRS\{.*?\}|SUBSYSTEMS|KERNELS|DRIVERS|TAGS)!=.*", rules.read_text()
    )
