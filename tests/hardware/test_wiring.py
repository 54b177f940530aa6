"""The drawings and tables of wires say what the programs use."""

import re
from pathlib import Path

import pytest
from gpiozero import PiBoardInfo

import hardware
from hardware import PINS
from hardware.firmware import settings
from tests.tree import script

HARDWARE = Path(hardware.__file__).parent
drawings = script("wiring").drawings
README = HARDWARE / "README.md"
PI_4 = 0xC03111  # revision code of a board


@pytest.mark.parametrize("name", drawings())
def test_a_drawing_is_as_its_command_draws_it(name: str) -> None:
    drawn = (HARDWARE / "wiring" / name).read_text(encoding="utf-8")
    assert drawn == drawings()[name], "run: bin/wiring"


def test_every_drawing_is_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in drawings() if f"](wiring/{name})" not in text] == []


@pytest.mark.parametrize(
    ("name", "pin"),
    [("GP0", 1), ("GP2", 4), ("GP7", 10), ("GP8", 11), ("GP13", 17), ("GP15", 20), ("GP22", 29)],
)
def test_a_drawing_has_the_places_of_the_pins_of_a_pico(name: str, pin: int) -> None:
    assert any(f"{name} (pin {pin})" in drawing for drawing in drawings().values())


def test_the_readmes_tables_of_pins_say_what_the_programs_use() -> None:
    text = README.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (GP\d+(?: to GP\d+)?) \| (.*?) \|$", text, re.MULTILINE))
    keys = {f"GP{panel[0]} to GP{panel[-1]}" for panel in settings.KEYS}
    singles = [settings.LAMP, settings.SERVICE, settings.PN532["tx"], settings.PN532["rx"]]
    assert set(rows) == keys | {f"GP{pin}" for pin in singles}
    for panel, die in zip(settings.KEYS, ("first", "second"), strict=True):
        assert list(panel) == list(range(panel[0], panel[0] + 6))
        assert rows[f"GP{panel[0]} to GP{panel[-1]}"] == f"keys 1 to 6 of the {die} die"
    assert rows[f"GP{settings.PN532['tx']}"] == "RXD"
    assert rows[f"GP{settings.PN532['rx']}"] == "TXD"
    assert rows[f"GP{settings.LAMP}"].startswith("lamp")
    assert rows[f"GP{settings.SERVICE}"].startswith("*service*")


def test_the_readmes_table_of_the_panel_has_the_pins_of_the_header() -> None:
    text = README.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| GPIO(\d+) \| (\d+) \|", text, re.MULTILINE)
    assert {name: int(pin) for name, pin, _ in rows} == dict(PINS)
    header = PiBoardInfo.from_revision(PI_4).headers["J8"]
    for _, pin, place in rows:
        assert header.pins[int(place)].name == f"GPIO{pin}"
