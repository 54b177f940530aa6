"""What a table is used to is remembered, and a file that is no settings file does no harm."""

import json
import os
import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import pytest

from companion.engine.problems import Problem
from companion.table import settings
from companion.table.settings import Settings
from companion.text import translate_message
from companion.text.settings import SettingsProblem
from tests.tree import PRODUCT, read

OTHER = Settings(
    rotation=270,
    face_me=True,
    sides={"Ann": 2, "Jürgen": 3},
    signs={"Ann": 11},
    sound=False,
    language="de",
    motion="reduced",
    by_tray=False,
    brightness=2,
    volume=1,
    dim_after=0,
    voice="money",
    voice_language="es",
)


def test_what_was_saved_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.json"
    assert settings.save(path, OTHER) is None
    assert settings.load(path) == (OTHER, None)
    assert [found.name for found in path.parent.iterdir()] == ["settings.json"]


def test_without_a_file_everything_is_as_at_first(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "settings.json") == (Settings(), None)


CANNOT_BE = """\
"rotation": 45
"rotation": "90"
"rotation": true
"face_me": 1
"brightness": 0
"volume": 6
"dim_after": -1
"dim_after": 2.5
"signs": {"Ann": 12}
"signs": [1]
"sides": {"Ann": 4}
"sides": []
"sound": "no"
"language": null
"motion": "none"
"voice": "loud"
"""


@pytest.mark.parametrize("line", CANNOT_BE.splitlines())
def test_a_value_that_cannot_be_is_named_and_the_others_stay(tmp_path: Path, line: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"by_tray": false, {line}, "from a newer version": 1}}')
    found, problem = settings.load(path)
    assert found == Settings(by_tray=False)
    assert problem
    assert problem.reason is SettingsProblem.BAD_VALUE
    assert problem.facts["path"] == path
    assert line.startswith(f'"{problem.facts["key"]}":')


@pytest.mark.parametrize("pins", [{"bid_1": 5, "buzzer": None}, {"yes": 0, "bid_12": 27}])
def test_buttons_may_be_on_other_pins_or_on_none(tmp_path: Path, pins: dict[str, object]) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"pins": pins}))
    found, problem = settings.load(path)
    assert (found.pins, problem) == (pins, None)


@pytest.mark.parametrize("pins", [{"yess": 5}, {"yes": 28}, {"yes": "17"}, {"bid_0": 5}, [17]])
def test_a_pin_that_there_is_not_is_said(tmp_path: Path, pins: object) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"pins": pins}))
    bad = Problem(SettingsProblem.BAD_VALUE, path=path, key="pins", value=json.dumps(pins))
    assert settings.load(path) == (Settings(), bad)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "\x00",
        "[" * 60_000,
        '{"a":' * 900 + "1" + "}" * 900,
        '{"volume": 1' + "0" * 5000,
    ],
    ids=range(7),
)
def test_what_is_no_settings_file_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    assert settings.load(path) == (Settings(), Problem(SettingsProblem.NOT_SETTINGS, path=path))


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    problem = settings.save(tmp_path / "file" / "settings.json", OTHER)
    assert problem
    assert problem.reason is SettingsProblem.UNWRITABLE


def test_another_file_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.place(tmp_path) == tmp_path / "settings.json"
    monkeypatch.setenv("COMPANION_SETTINGS", "/etc/companion/settings.json")
    assert settings.place(tmp_path) == Path("/etc/companion/settings.json")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'\xef\xbb\xbf{"volume": 2}')
    assert settings.load(path) == (Settings(volume=2), None)


def test_what_is_no_file_or_too_large_is_said_and_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    os.mkfifo(path)
    for other in (path, tmp_path, Path("/dev/zero")):
        found, problem = settings.load(other)
        assert found == Settings()
        assert problem == Problem(SettingsProblem.UNREADABLE, path=other, why=problem.facts["why"])
    path.unlink()
    path.write_text(f'{{"volume": 2, "more": "{"x" * 100_000}"}}')
    assert settings.load(path)[1]


def test_a_long_value_is_shortened(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"volume": "x" * 50_000}))
    assert len(translate_message(settings.load(path)[1])) < 120 + len(str(path))


def without_use(names: Iterable[str], sources: Iterable[str]) -> list[str]:
    """Settings that nothing reads, neither where they are kept nor where they are loaded."""
    all_of_it = "\n".join(sources)
    used = r"(?:\b(?:kept|settings|value)|\)\[0\])\.{}\b"
    return [name for name in names if not re.search(used.format(name), all_of_it)]


def test_no_setting_does_nothing() -> None:
    names = [one.name for one in fields(Settings)]
    sources = [read(path) for path in PRODUCT if path != Path(settings.__file__).resolve()]
    assert without_use(names, sources) == []
    assert without_use(["echoes", "volume"], sources) == ["echoes"]
