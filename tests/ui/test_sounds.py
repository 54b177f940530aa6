"""Every sound is a short file that a script writes; what is heard is what happened."""

import wave
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.resources import sound_file
from companion.table.sound_cues import AT_ONCE, ON_LANDING, OWNERS, SoundCues
from companion.table.states.settings import SettingsState
from companion.ui.sounds import Sounds
from tests.clock import StillClock
from tests.tree import script
from tests.ui.moments import NEAR, TimedTable

FILES = sorted(path.stem for path in sound_file("dice").parent.glob("*.wav"))


def heard(name: str) -> "array[int]":
    with wave.open(str(sound_file(name)), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        assert file.getnframes() / file.getframerate() <= 0.4
        return array("h", file.readframes(file.getnframes()))


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_sound_is_short_and_neither_silent_nor_cut_off(name: str) -> None:
    made = heard(name)
    assert 3000 < max(map(abs, made)) < 32000
    assert abs(made[0]) < 2000
    assert abs(made[-1]) < 200


@pytest.mark.parametrize("name", FILES)
def test_the_script_writes_the_same_files_again(name: str) -> None:
    """Another machine may round the last bit otherwise."""
    made = script("sounds").samples(name)
    assert len(made) == len(heard(name))
    assert max(abs(a - b) for a, b in zip(made, heard(name), strict=True)) <= 1


def test_there_is_a_file_for_everything_that_is_heard_and_no_other() -> None:
    names = {*AT_ONCE.values(), *ON_LANDING.values(), "coin", "step", "refused", "turn"}
    names |= {f"claim-{owner}" for owner in range(OWNERS)}
    assert {*FILES} == names - {"claim"}


def test_every_owner_has_notes_of_their_own() -> None:
    assert len({bytes(heard(f"claim-{owner}")) for owner in range(OWNERS)}) == OWNERS


# --- what is heard ----------------------------------------------------------------------------


def test_the_cues_follow_each_other_and_the_next_move_cuts_them_off(timed: TimedTable) -> None:
    played: list[str] = []
    SoundCues(timed.table, played.append)
    timed.say("ruling: Bob owns Tennessee Avenue; Bob owns Vermont Avenue", NEAR)
    played.clear()
    timed.say("Ann throws 4 2")
    assert played == ["dice"]
    timed.clock.wait(2)
    assert played == ["dice", "claim-1", "turn"]
    played.clear()
    timed.say("ruling: Bob stands on Go", "Bob throws 2 1", "undo")
    timed.clock.wait(2)
    assert "step" not in played


def test_only_what_is_refused_sounds_refused(timed: TimedTable) -> None:
    played: list[str] = []
    SoundCues(timed.table, played.append)
    timed.table.say("The tray was found.")
    assert played == []
    timed.buttons.press("yes", "one")
    assert played == ["refused"]


# --- the player -------------------------------------------------------------------------------


def test_a_sound_is_loaded_once_and_played_as_often_as_wanted() -> None:
    loaded, played = [], []

    def load(path: str) -> Any:
        loaded.append(Path(path).name)
        return SimpleNamespace(stop=lambda: None, play=lambda: played.append(path))

    player = Sounds(load)
    for name in ("dice", "refused", "dice"):
        player.play(name, 1.0)
    assert loaded == ["dice.wav", "refused.wav"]
    assert len(played) == 3


def test_without_anything_to_play_on_it_is_silent() -> None:
    tried = []

    def fails(path: str) -> Any:
        tried.append(path)
        raise OSError("no such device")

    player = Sounds(fails)
    player.play("dice", 1.0)
    player.play("dice", 1.0)
    assert len(tried) == 1


def test_a_muted_table_plays_nothing(tmp_path: Path) -> None:
    played: list[tuple[str, float]] = []
    preferences = SettingsState(
        path=tmp_path / "s.json",
        session=lambda: None,
        speak=lambda _: None,
        say=lambda _: None,
        clock=StillClock(),
        play=lambda name, volume: played.append((name, volume)),
    )
    preferences.change(sound=False)
    preferences.play_sound("dice")
    assert played == []
    preferences.change(sound=True)
    preferences.play_sound("dice")
    assert [name for name, _ in played] == ["dice"]
