"""USB drives and other removable file systems."""

import os
from pathlib import Path

from companion.system.mounts import MOUNTS, Mount, mounts

WHERE = ("/media/", "/run/media/", "/mnt/")
"""Parents of removable mounts, as desktops and systemd/72-companion-stick.rules use them."""


def sticks(listed: Path = MOUNTS, *, read_only: bool = False) -> list[Path]:
    """Return the mount point of every writable removable file system, or of every readable one."""
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


def _is_stick(mount: Mount) -> bool:
    # Accessing an automount point would wait for the mount.
    return str(mount.point).startswith(WHERE) and mount.kind != "autofs"
