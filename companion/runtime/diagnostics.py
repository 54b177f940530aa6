"""Diagnostics for whoever helps from afar: version, checks and journal, without names."""

import platform
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from companion.export.files import save_all
from companion.ledger.reader import LedgerReader
from companion.runtime.doctor import Check
from companion.version import version

NAME = "diagnostics.txt"
LINES = 3000
"""Newest lines of the journal: of the start before, too, if that one ended badly."""
JOURNAL = ("journalctl", "--no-pager", "--output=short-iso", f"--lines={LINES}")
UNITS = ("companion.service", "companion-phones.service", "companion-backup.service")
SECONDS = 20.0
"""Longest time for the journal."""
HIDDEN = "[player]"


def save(books: LedgerReader, checks: Iterable[Check], folder: Path) -> Path:
    """Write the text into ``folder`` and return its path. Raises LedgerError.

    It is in English, in every language of the table. Names of players do not occur in the log
    (``companion.runtime.log``); should one all the same, it is replaced.
    """
    names = {name for game in books.numbers() for name in books.people(game)}
    parts = [
        f"companion {version()} on {platform.platform()}, Python {platform.python_version()}",
        "\n".join(map(_line, checks)),
        journal(*(f"--unit={unit}" for unit in UNITS)),
        journal("--dmesg", "--priority=warning"),
    ]
    text = _without(names, "\n\n".join(parts)).encode(errors="replace").decode()
    save_all(folder, {NAME: text + "\n"})
    return folder / NAME


def _line(check: Check) -> str:
    parts = (check.status.name, str(check.subject), str(check.found), str(check.remedy or ""))
    return ": ".join(filter(None, parts))


def journal(*what: str) -> str:
    """Return lines of the journal of systemd, or why there are none."""
    try:
        done = subprocess.run(
            [*JOURNAL, *what],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"no journal: {error}"
    return f"{done.stdout}{done.stderr}".strip()


def _without(names: Iterable[str], text: str) -> str:
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    if not longest_first:
        return text
    some = "|".join(map(re.escape, longest_first))
    return re.sub(rf"(?<![^\W_])(?:{some})(?![^\W_])", HIDDEN, text, flags=re.IGNORECASE)
