"""Meaning of a tap as a plain value."""

from typing import Any, TypeAlias

Do: TypeAlias = tuple[Any, ...]
"""Meaning of a tap, such as ``("answer", 2)``."""
