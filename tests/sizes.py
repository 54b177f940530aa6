"""Sizes of a test: how much of the same it tries in an ordinary run, with --slow, with --hours."""

from typing import Any

import pytest


def sizes(*ordinary: int, slow: int, hours: int) -> list[Any]:
    """Return the values of a parameter, each for its kind of run."""
    longer = {slow: pytest.mark.slow, hours: pytest.mark.hours}
    return [*ordinary, *(pytest.param(size, marks=mark) for size, mark in longer.items())]
