"""The drawings and tables of wires say what the programs use."""

from pathlib import Path

import pytest

import hardware
from hardware import PINS
from hardware.firmware import settings
from hardware.wiring import drawings

HARDWARE = Path(hardware.__file__).parent
README = HARDWARE / "README.md"


@pytest.mark.parametrize("name", drawings())
def test_a_drawing_is_as_its_command_draws_it(name: str) -> None:
    drawn = (HARDWARE / "wiring" / name).read_text(encoding="utf-8")
    assert drawn == drawings()[name], "run: python -m hardware.wiring"


def test_every_drawing_is_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in drawings() if f"](wiring/{name})" not in text] == []


def test_the_readme_has_the_pins_that_are_used() -> None:
    text = README.read_text(encoding="utf-8")
    for name, pin in PINS.items():
        assert f"| `{name}` | GPIO{pin} |" in text
    for panel in settings.KEYS:
        assert f"GP{panel[0]} to GP{panel[-1]}" in text
        assert list(panel) == list(range(panel[0], panel[0] + 6))
