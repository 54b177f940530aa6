"""Where a USB stick is, or whatever else was mounted to be taken away."""

import os
from pathlib import Path

from companion.system.mounts import MOUNTS, Mount, mounts

WHERE = ("/media/", "/run/media/", "/mnt/")
"""Below these lies what comes and goes: desktops and systemd/72-companion-stick.rules do so."""


def sticks(listed: Path = MOUNTS) -> list[Path]:
    """Every folder that something is mounted on to be taken away, and that may be written."""
    found = {mount.point for mount in mounts(listed) if _is_stick(mount)}
    return sorted(path for path in found if os.access(path, os.W_OK))


def is_missing(folder: Path) -> bool:
    """Whether there is no such folder, or only the empty place for a stick that is not there: what
    was written into that would be on this machine's own card."""
    if not folder.is_dir():
        return True
    tops = [Path(top) for top in WHERE if str(folder.absolute()).startswith(top)]
    return any(top.stat().st_dev == folder.stat().st_dev for top in tops)


def _is_stick(mount: Mount) -> bool:
    # What is mounted only when it is looked for would be waited for here.
    return str(mount.point).startswith(WHERE) and "rw" in mount.options and mount.kind != "autofs"
