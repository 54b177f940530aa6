"""The list of screens: none is on it that nobody can get to."""

import re
from collections.abc import Iterable

from companion.screens.registry import SCREENS
from tests.tree import files, read

LISTED = "companion/screens/registry.py"


def led_to(name: str, sources: Iterable[str]) -> bool:
    """Return True if a key, a prompt or a function shows this screen."""
    way = rf'(?:"show", |show_screen\(|screen = |SCREEN = |else |return |Prompt\(\s*)"{name}"'
    return any(re.search(way, source) for source in sources)


def test_every_screen_can_be_reached() -> None:
    paths = [*files("companion/screens/*.py"), *files("companion/table/**/*.py")]
    paths += files("companion/runtime/*.py")
    sources = [read(path) for path in paths if not str(path).endswith(LISTED)]
    assert [name for name in SCREENS if not led_to(name, sources)] == []
    assert not led_to("nowhere", sources)
