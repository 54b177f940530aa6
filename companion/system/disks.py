"""Physical disks under the files (sysfs, /sys/dev/block)."""

import os
from pathlib import Path

DEVICES = Path("/sys/dev/block")


def share_a_disk(one: Path, other: Path, devices: Path = DEVICES) -> bool:
    """Return True if a dying disk would take the files of both folders.

    Folders in memory share one if they are in the same file system. Raises OSError if a folder
    does not exist.
    """
    if one.stat().st_dev == other.stat().st_dev:
        return True
    return bool(disks_of(one.stat().st_dev, devices) & disks_of(other.stat().st_dev, devices))


def disks_of(device: int, devices: Path = DEVICES) -> set[str]:
    """Name the disks that carry ``device``, such as "mmcblk0".

    There are several under a volume that spans them, and none under a file system in memory.
    """
    place = devices / f"{os.major(device)}:{os.minor(device)}"
    return _under(place.resolve()) if place.exists() else set()


def _under(block: Path) -> set[str]:
    """Find the disks under a block device: volumes have parts, partitions are in their disk."""
    parts = [part.resolve() for part in block.glob("slaves/*")]
    if parts:
        return set().union(*map(_under, parts))
    return {block.parent.name if (block / "partition").exists() else block.name}
