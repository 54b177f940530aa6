"""The machine's voice: espeak-ng says the right words into a file, and trouble costs nothing."""

import os
import shutil
import stat
import subprocess
import sys
import time
import wave
from array import array
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from companion.runtime.speaker import APLAY, ESPEAK, PIPER, MachineSpeaker, at_volume
from companion.table.states.voice import Speech
from tests.ui.moments import TimedTable
from tests.ui.speaking import SpeakingTable

PATIENCE = 60.0
REAL, OUTER = shutil.which(ESPEAK), os.environ["PATH"]
HEARD = (Path(__file__).parent / "records/heard.txt").read_text("utf-8")
LANGUAGES = dict(block.removeprefix("# ").split("\n", 1) for block in HEARD.strip().split("\n\n"))
"""Sentences of two moves as a person would write them for a voice, by language."""
MOVES = "Ann throws 4 2", "Bob collects rent from Ann"
OWNED = "ruling: Bob owns Tennessee Avenue; Ann stands on Electric Company"


class Programs:
    """Folder that is all of the path, with stand-ins that note when they began and what they said.

    ``waits`` lets the table's thread go on until something holds.
    """

    def __init__(self, folder: Path) -> None:
        self.bin, self.notes = folder / "bin", folder / "notes"
        self.voices = folder / "voices"
        for each in (self.bin, self.notes, self.voices):
            each.mkdir()
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self.speaker = MachineSpeaker(self.voices, self._hop)
        self.ends: list[bool] = []

    def has(self, name: str, script: str) -> None:
        """Have a program that notes its arguments and what it is told, and runs a script."""
        note = self.notes / name
        lines = (
            "#!/bin/sh",
            f"PATH={OUTER}",
            f'n=$(ls "{self.notes}" | grep -c "^{name}-.*began"); note="{note}-$n"',
            'date +%s.%N >"$note.part"; echo "$*" >"$note.arguments"',
            'mv "$note.part" "$note.began"',
            script,
        )
        path = self.bin / name
        path.write_text("\n".join(lines) + "\n")
        path.chmod(stat.S_IRWXU)

    def began(self, name: str) -> list[float]:
        """Return when each run of a program began."""
        found = sorted(self.notes.glob(f"{name}-*.began"))
        return [float(each.read_text()) for each in found]

    def note(self, name: str, kind: str, number: int = 0) -> Path:
        return self.notes / f"{name}-{number}.{kind}"

    def _hop(self, verb: Callable[..., object]) -> Callable[..., None]:
        return lambda *facts: self._calls.put(lambda: verb(*facts))

    def waits(self, holds: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end
            try:
                self._calls.get(timeout=0.02)()
            except Empty:
                continue

    def say(self, words: str, language: str = "en", volume: float = 1.0) -> None:
        self.speaker.say(Speech(words, language, volume), self.ends.append)

    def is_said(self, words: str, language: str = "en", volume: float = 1.0) -> bool:
        """Say words, and return True if all of them were said."""
        before = len(self.ends)
        self.say(words, language, volume)
        self.waits(lambda: len(self.ends) > before)
        return self.ends[-1]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Programs]:
    programs = Programs(tmp_path)
    monkeypatch.setenv("PATH", str(programs.bin))
    yield programs
    programs.speaker.hush()


@pytest.fixture
def espeak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Programs]:
    """The real espeak-ng, which speaks into a file and notes its phonemes."""
    assert REAL, "bin/test installs espeak-ng"
    programs = Programs(tmp_path)
    into = '-w "$note.wav" --ipa --phonout="$note.phonemes"'
    programs.has(ESPEAK, f'exec {REAL} "$@" {into}')
    monkeypatch.setenv("PATH", str(programs.bin))
    yield programs
    programs.speaker.hush()


def phonemes(language: str, words: str) -> list[str]:
    """Return the sounds of words as espeak-ng would make them."""
    command = [str(REAL), "-q", "--ipa", "-v", language, "--stdin"]
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=True)
    return done.stdout.split()


# --- the right words ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_are_heard_in_the_language_of_the_voice_and_in_their_order(
    espeak: Programs,
    timed: TimedTable,
    tmp_path: Path,
    language: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = SpeakingTable(timed, tmp_path, espeak.speaker)
    table.settings.change(sound=False, voice_language=language, volume=4)
    table.settings.speak("es" if language == "en" else "en")
    table.play(OWNED)
    table.voice.hush()
    expected = LANGUAGES[language].splitlines()
    for number, line in enumerate(MOVES):
        known, moved = len(espeak.began(ESPEAK)), time.time()
        table.play(line)
        espeak.waits(lambda: not table.voice.is_speaking)
        [*_, began] = espeak.began(ESPEAK)
        with capsys.disabled():
            print(f"\n{language}: espeak-ng began {began - moved:.3f} s after the move")
        assert len(espeak.began(ESPEAK)) == known + 1
        said = espeak.note(ESPEAK, "phonemes", known).read_text("utf-8").split()
        assert said == phonemes(language, expected[number])
        with wave.open(str(espeak.note(ESPEAK, "wav", known))) as file:
            samples = array("h", file.readframes(file.getnframes()))
            assert file.getnframes() / file.getframerate() > 1
        assert max(map(abs, samples)) > 1000


def test_languages_sound_otherwise() -> None:
    [_, word] = LANGUAGES["de"].splitlines()
    assert len({tuple(phonemes(language, word)) for language in LANGUAGES}) == len(LANGUAGES)


def test_half_the_volume_is_quieter(espeak: Programs) -> None:
    peaks = []
    for number, volume in enumerate((1.0, 0.4)):
        assert espeak.is_said("Boardwalk", volume=volume)
        with wave.open(str(espeak.note(ESPEAK, "wav", number))) as file:
            peaks.append(max(map(abs, array("h", file.readframes(file.getnframes())))))
    assert 0.2 < peaks[1] / peaks[0] < 0.6


# --- a voice of piper -----------------------------------------------------------------------------


def a_wave(height: int = 8000) -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as written:
        written.setparams((1, 2, 22050, 0, "NONE", ""))
        written.writeframes(array("h", [height, -height] * 50).tobytes())
    return file.getvalue()


def with_piper(programs: Programs, script: str = "") -> None:
    """Have a voice for German, and what makes and plays it."""
    (programs.voices / "de_DE-somebody-medium.onnx").touch()
    made = programs.notes.parent / "made.wav"
    made.write_bytes(a_wave())
    programs.has(PIPER, script or f'cat >"$note.told"; cat "{made}"')
    programs.has(APLAY, 'cat >"$note.told"')
    programs.has(ESPEAK, 'cat >"$note.told"')


def test_a_voice_of_piper_is_taken_for_its_language(programs: Programs) -> None:
    with_piper(programs)
    programs.say("Bärbel", "de", 0.5)
    programs.waits(lambda: programs.ends)
    assert programs.ends == [True]
    assert programs.note(PIPER, "told").read_text("utf-8") == "Bärbel\n"
    assert programs.note(APLAY, "told").read_bytes() == at_volume(a_wave(), 0.5)
    assert "de_DE-somebody-medium.onnx" in programs.note(PIPER, "arguments").read_text()
    assert programs.is_said("Ann", "en")
    assert programs.note(ESPEAK, "told").read_text() == "Ann\n"
    assert len(programs.began(PIPER)) == 1


@pytest.mark.parametrize("script", ["exit 1", "echo nothing", "kill -9 $$"])
def test_where_piper_does_not_speak_espeak_does(
    programs: Programs, script: str, caplog: pytest.LogCaptureFixture
) -> None:
    with_piper(programs, f"cat >/dev/null; {script}")
    assert programs.is_said("Bärbel", "de")
    assert programs.is_said("Bärbel", "de")
    assert len(programs.began(PIPER)) == 1, "it is not tried again"
    assert programs.note(ESPEAK, "told", 1).read_text("utf-8") == "Bärbel\n"
    assert [line for line in caplog.messages if "voice-failed" in line and PIPER in line]


def test_half_a_volume_halves_the_samples() -> None:
    assert at_volume(a_wave(8000), 0.5) == a_wave(4000)


# --- trouble --------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$", "echo error >&2"])
def test_a_program_that_fails_is_logged_once_and_tried_again(
    programs: Programs, script: str, caplog: pytest.LogCaptureFixture
) -> None:
    programs.has(ESPEAK, f"cat >/dev/null; {script}")
    assert not programs.is_said("Ann")
    assert not programs.is_said("Ann")
    assert len([line for line in caplog.messages if "voice-failed" in line]) == 1
    programs.has(ESPEAK, "cat >/dev/null")
    assert programs.is_said("Ann")


def test_without_a_program_there_is_no_voice(programs: Programs) -> None:
    assert not programs.speaker.is_there
    programs.has(ESPEAK, "exit 0")
    assert programs.speaker.is_there
    (programs.bin / ESPEAK).unlink()
    assert not programs.is_said("Ann")
    with_piper(programs)
    (programs.bin / ESPEAK).unlink()
    assert programs.speaker.is_there


def test_a_program_that_hangs_is_ended(
    programs: Programs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.runtime.speaker.PATIENCE", 0.0)
    monkeypatch.setattr("companion.runtime.speaker.PER_LETTER", 0.01)
    programs.has(ESPEAK, "exec sleep 600")
    assert not programs.is_said("Ann")
    assert [line for line in caplog.messages if "voice-failed" in line]


def test_a_hushed_program_ends_and_the_next_speech_begins(programs: Programs) -> None:
    programs.has(ESPEAK, "exec sleep 600")
    programs.say("one")
    programs.waits(lambda: programs.began(ESPEAK))
    programs.has(ESPEAK, 'cat >"$note.told"')
    assert programs.is_said("two")
    assert programs.ends == [True], "a hushed speech tells of no end"


def test_a_speech_that_is_hushed_at_once_never_begins(programs: Programs) -> None:
    programs.has(ESPEAK, 'cat >"$note.told"')
    for _ in range(20):
        programs.say("one")
        programs.speaker.hush()
    assert programs.is_said("two")
    told = [note.read_text() for note in programs.notes.glob("*.told")]
    assert "two\n" in told
    assert programs.ends == [True]


def test_memory_is_taken_from_the_voice_before_the_bank(programs: Programs) -> None:
    score = Path("/proc/self/oom_score_adj")
    if sys.platform != "linux" or not os.access(score, os.W_OK):
        pytest.skip("this system has no such score")
    programs.has(ESPEAK, 'cat >/dev/null; cat /proc/self/oom_score_adj >"$note.score"')
    assert programs.is_said("Ann")
    assert int(programs.note(ESPEAK, "score").read_text()) > int(score.read_text())
