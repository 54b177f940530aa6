"""Sizes of a test: how much of the same it tries in an ordinary run, with --slow, with --hours."""

from typing import Any

import pytest


def sizes(*ordinary: Any, slow: Any, hours: Any) -> list[Any]:
    """Return the values of a parameter, or tuples of several, each for its kind of run."""
    longer = (slow, pytest.mark.slow), (hours, pytest.mark.hours)
    return [*ordinary, *(_case(size, mark) for size, mark in longer)]


def _case(size: Any, mark: pytest.MarkDecorator) -> Any:
    values = size if isinstance(size, tuple) else (size,)
    return pytest.param(*values, marks=mark)
