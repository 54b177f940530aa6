"""A table that speaks, by a speaker that notes what it is told to say, and when."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.runtime.build import build_screens
from companion.table.sound_cues import seconds_of
from companion.table.speech import EVERYTHING
from companion.table.states.voice import Speech
from tests.ui.moments import TimedTable


class NotedSpeaker:
    """Speaker that says nothing, and notes when each speech began."""

    is_there = True

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.said: list[tuple[float, Speech]] = []
        self.hushed = 0
        self.done: Callable[[bool], object] = lambda is_whole: None

    @property
    def words(self) -> list[str]:
        return [speech.words for _, speech in self.said]

    def say(self, speech: Speech, done: Callable[[bool], object]) -> None:
        self.said.append((self._clock(), speech))
        self.done = done

    def hush(self) -> None:
        self.hushed += 1


class SpeakingTable:
    """Table with sounds and a voice, which says everything unless it is set otherwise."""

    def __init__(self, timed: TimedTable, folder: Path, speaker: Any = None) -> None:
        self.timed, self.clock = timed, timed.clock
        table = timed.table
        self.speaker = speaker or NotedSpeaker(timed.clock)
        self.played: list[tuple[float, str]] = []
        """Sounds, each with the time at which it began."""
        build_screens(
            table,
            timed.ledger,
            folder / "settings.json",
            lambda name, volume: self.played.append((timed.clock(), name)),
            self.speaker,
        )
        self.settings, self.voice = table.settings, table.voice
        self.settings.change(voice=EVERYTHING)

    def touch(self) -> None:
        """Let a finger come down anywhere."""
        self.settings.light.wake()

    def play(self, *lines: str) -> None:
        """Make moves, each by a touch, with a picture after it."""
        for line in lines:
            self.touch()
            self.timed.say(line)
            self.clock.frame()

    @property
    def is_heard(self) -> bool:
        """True while a sound is heard."""
        ends = (at + seconds_of(name) for at, name in self.played)
        return any(self.clock() < end for end in ends)
