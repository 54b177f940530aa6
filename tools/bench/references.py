"""Past measurements of each reference on this machine: one that has moved excuses, or accuses."""

import json
import platform
from statistics import median

from platformdirs import user_state_path

from tools.bench.figures import Figure

FILE = user_state_path("companion") / "bench-references.json"
"""Of this machine and not of a checkout: in a fresh one nothing could have moved."""
KEPT = 10
"""Number of measurements that a reference is held against."""


def steadiness(row: str, milliseconds: float) -> Figure:
    """Compare the reference of a row with the last ones, and store it.

    The value is how many times it is as much or as little as their median; without any, 1.
    """
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    place = f"{row}, Python {platform.python_version()} on {platform.node()}"
    last = kept.get(place, [])
    usual = median(last or [milliseconds])
    kept[place] = [*last, milliseconds][-KEPT:]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(kept, indent=1), "utf-8")
    return Figure(
        f"{row}, reference",
        ours=f"{milliseconds:.2f} ms CPU",
        reference=f"its last {len(last)}: {usual:.2f} ms CPU",
        value=max(milliseconds / usual, usual / milliseconds),
    )
