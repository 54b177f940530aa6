"""What an examination says."""

from dataclasses import dataclass
from enum import Enum, auto


class Health(Enum):
    """How bad a finding is."""

    GOOD = auto()
    NOTE = auto()
    """Missing, and nothing that the bank cannot do without."""
    BAD = auto()


MARKS = {Health.GOOD: "✓", Health.NOTE: "-", Health.BAD: "✗"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and what to do about it ("" for nothing). All three are
    Sentences, or names."""

    subject: str
    health: Health
    found: str
    remedy: str = ""
