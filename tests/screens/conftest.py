"""A language for each test that asks for one."""

from collections.abc import Iterator

import pytest

from companion import text
from tests.screens.states import LANGUAGES


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every language in turn, which is spoken during the test."""
    text.set_language(request.param)
    yield request.param
    text.set_language("en")
