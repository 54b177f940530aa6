"""Where a USB stick is, or whatever else was mounted to be taken away."""

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
WHERE = ("/media/", "/run/media/", "/mnt/")
"""Below these lies what comes and goes: desktops and systemd/72-companion-stick.rules do so."""


def sticks(mounts: Path = MOUNTS) -> list[Path]:
    """Every folder that something is mounted on to be taken away, and that may be written.

    The lines are those of proc(5): mount point and options are the fifth and sixth word, the kind
    of file system is the first after a lone dash.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    found = {Path(_unescaped(line.split()[4])) for line in lines if _is_stick(line)}
    return sorted(path for path in found if os.access(path, os.W_OK))


def is_missing(folder: Path) -> bool:
    """Whether there is no such folder, or only the empty place for a stick that is not there: what
    was written into that would be on this machine's own card."""
    if not folder.is_dir():
        return True
    tops = [Path(top) for top in WHERE if str(folder.absolute()).startswith(top)]
    return any(top.stat().st_dev == folder.stat().st_dev for top in tops)


def _is_stick(line: str) -> bool:
    where, _, what = line.partition(" - ")
    _, _, _, _, point, options, *_ = where.split()
    # What is mounted only when it is looked for would be waited for here.
    return point.startswith(WHERE) and "rw" in options.split(",") and not what.startswith("autofs ")


def _unescaped(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), word)
