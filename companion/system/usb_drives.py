"""USB drives and other removable file systems."""

import os
from enum import StrEnum
from pathlib import Path

from companion.system.mounts import MOUNTS, Mount, mounts

WHERE = ("/media/", "/run/media/", "/mnt/")
"""Parents of removable mounts, as desktops and systemd/72-companion-stick.rules use them."""


KNOWN = {"vfat", "exfat", "ntfs", "ext2", "ext3", "ext4", "btrfs", "xfs", "f2fs", "udf", "iso9660"}
"""Types of file systems that are mounted, as udev names them."""
ROOT = Path("/")


class Obstacle(StrEnum):
    """Reason why a drive that is plugged in cannot be used."""

    READ_ONLY = "read-only"
    NOT_OURS = "not ours"
    FOREIGN = "foreign"
    FIXED = "fixed"
    NOT_READY = "not ready"


def sticks(listed: Path = MOUNTS, *, read_only: bool = False) -> list[Path]:
    """List the mount points of removable file systems that are writable, or at least readable."""
    found = {mount.point for mount in mounts(listed) if _is_stick(mount)}
    writable = {mount.point for mount in mounts(listed) if "rw" in mount.options}
    if read_only:
        return sorted(path for path in found if os.access(path, os.R_OK))
    return sorted(path for path in found & writable if os.access(path, os.W_OK))


def is_missing(folder: Path) -> bool:
    """Return True if ``folder`` does not exist or is the mount point of an absent drive.

    Files written into an empty mount point would be on the machine's own card.
    """
    if not folder.is_dir():
        return True
    tops = [Path(top) for top in WHERE if str(folder.absolute()).startswith(top)]
    return any(top.stat().st_dev == folder.stat().st_dev for top in tops)


def obstacle(root: Path = ROOT) -> Obstacle | None:
    """Return why the USB drive that is plugged in cannot be written; None if there is none.

    Call it if ``sticks`` finds nothing. The disk of the system, which may be on USB, is no drive.
    """
    listed = mounts(root / MOUNTS.relative_to("/"))
    for disk in sorted((root / "sys/block").glob("*")):
        parts = [disk, *(path.parent for path in disk.glob("*/partition"))]
        mounted = [mount for mount in listed if mount.device in map(_device, parts)]
        is_system = any(disk.glob("holders/*")) or not all(map(_is_stick, mounted))
        if "/usb" in str(disk.resolve()) and _word(disk / "size") != "0" and not is_system:
            return _mounted_obstacle(mounted) if mounted else _why_not_mounted(root, disk, parts)
    return None


def unreadable() -> Obstacle | None:
    """Return why the USB drive that is in cannot be read; None if one can be, or none is in."""
    return None if sticks(read_only=True) else obstacle()


def obstacle_of(folder: Path, root: Path = ROOT) -> Obstacle | None:
    """Find why no drive is mounted at ``folder``, if that is a place for drives."""
    return obstacle(root) if str(folder.absolute()).startswith(WHERE) else None


def _mounted_obstacle(mounted: list[Mount]) -> Obstacle:
    is_writable = any("rw" in mount.options and "ro" not in mount.own for mount in mounted)
    return Obstacle.NOT_OURS if is_writable else Obstacle.READ_ONLY


def _why_not_mounted(root: Path, disk: Path, parts: list[Path]) -> Obstacle:
    """Ask the disk if it is fixed, and udev what it has found on it."""
    if _word(disk / "removable") == "0":
        return Obstacle.FIXED
    found = [root / f"run/udev/data/b{_device(part)}" for part in parts]
    told = [line for path in found if path.is_file() for line in path.read_text().splitlines()]
    types = {line.partition("=")[2] for line in told if line.startswith("E:ID_FS_TYPE=")}
    return Obstacle.FOREIGN if told and not types & KNOWN else Obstacle.NOT_READY


def _device(block: Path) -> str:
    return _word(block / "dev")


def _word(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""


def _is_stick(mount: Mount) -> bool:
    # Accessing an automount point would wait for the mount.
    return str(mount.point).startswith(WHERE) and mount.kind != "autofs"
