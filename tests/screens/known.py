"""Known faults of pages, by page and kind: the counts in ``known_faults.toml`` may only shrink."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

from tests.screens.watching import Seen

KNOWN = tomllib.loads(Path(__file__).with_suffix("").with_name("known_faults.toml").read_text())
"""Most faults of a page and a kind that one test finds, such as ``play.CUT``."""


def unknown(seen: Iterable[Seen], is_counted: bool = True) -> dict[str, list[str]]:
    """Return the faults of each page and kind of which there are more than are known.

    In a longer run than the one that they were counted in, those of a known kind pass.
    """
    found: dict[str, list[str]] = {}
    for one in seen:
        found.setdefault(f"{one.where}.{one.fault.kind.name}", []).append(str(one))
    return {
        kind: [f"{len(faults)} instead of {KNOWN.get(kind, 0)}", *faults[:5]]
        for kind, faults in found.items()
        if len(faults) > KNOWN.get(kind, 0) and (is_counted or kind not in KNOWN)
    }
