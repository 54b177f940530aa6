"""Voice of the table: says what has happened, and never more than the last move.

A move is booked first; then it is told. The voice waits for the end of the sound that belongs to
the move. A sound that would come while it speaks is left out: the voice says the same in words.
Another move, or any touch, hushes it, and what was left to say is dropped.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

from companion import text
from companion.table.clock import Trigger
from companion.table.moments import Moment
from companion.table.observed import Observed
from companion.table.settings import LEVELS
from companion.table.sound_cues import seconds_of
from companion.table.speech import EVERYTHING, is_roll, roller, sample, sentences_of
from companion.text.speech import heard, speech
from companion.text.told import Wording


class Speech(NamedTuple):
    """Words to say, the code of their language, and a volume from 0 to 1."""

    words: str
    language: str
    volume: float


class Speaker(Protocol):
    """Synthesiser of a front end; its calls return at once."""

    @property
    def is_there(self) -> bool:
        """True if there is something that can speak."""

    def say(self, speech: Speech, done: Callable[[bool], object]) -> None:
        """Say a speech instead of the one before.

        ``done`` is called on the table's thread at its end, with True if all of it was said. It is
        not called for a speech that is hushed.
        """

    def hush(self) -> None:
        """Be silent at once."""


class Silence:
    """Speaker of a front end that has none."""

    is_there = False

    def say(self, speech: Speech, done: Callable[[bool], object]) -> None:
        """Report at once that nothing was said."""
        done(False)

    def hush(self) -> None:
        """Do nothing: there is no speech to end."""


class VoiceState(Observed):
    """Voice of a table, by ``speaker``; ``play`` plays a sound."""

    is_speaking: bool = False

    def __init__(self, table: Any, speaker: Speaker, play: Callable[[str], object]) -> None:
        super().__init__()
        self._table, self._speaker, self._play = table, speaker, play
        self._settings = table.settings
        self._waits: Trigger | None = None
        """Speech that waits for the end of a sound: the newest, and no other."""
        self._number = 0
        """Number of the last speech."""
        self._called = ""
        """Player who has heard, or shown by a roll, that it is time to roll."""
        self._quiet_at = 0.0
        table.moments.bind(on_book=self._on_book)
        table.bind(on_refuse=self.hush, on_game=self._call)
        self._settings.light.bind(on_wake=self.hush)

    @property
    def is_there(self) -> bool:
        """True if this table can speak."""
        return self._speaker.is_there

    @property
    def language(self) -> str:
        """Code of the language that is spoken."""
        kept = self._settings.value.voice_language
        return kept if kept in text.languages() else text.language()

    @property
    def sample(self) -> str:
        """Words that show how a move is told, and how that sounds."""
        return self._in_words(partial(sample, self._settings.value.voice))

    def say_sample(self) -> None:
        """Say the sample instead of what is said now."""
        self.hush()
        self._say(self.sample)

    def play_sound(self, name: str) -> None:
        """Play a sound, unless the voice would be talked over."""
        if self.is_speaking:
            return
        self._play(name)
        if self._settings.value.sound:
            self._quiet_at = self._table.clock() + seconds_of(name)

    def hush(self, *_: object) -> None:
        """Be silent, and drop what was still to be said."""
        if self._waits:
            self._waits.cancel()
        if self.is_speaking:
            self._number += 1
            self._speaker.hush()
            self.is_speaking = False

    def _call(self) -> None:
        """Call whoever is to roll in a game that has begun or goes on."""
        self.hush()
        self._called = ""
        player = roller(self._table.game)
        if player and self._settings.value.voice == EVERYTHING:
            self._say(self._in_words(lambda: [speech("turn", player=player)]), player)

    def _on_book(self, _: Moment) -> None:
        self.hush()
        booked, says = self._table.moments.booked, self._settings.value.voice
        if is_roll(booked.move):
            self._called = booked.move.player
        words = self._in_words(partial(sentences_of, booked, says, self._called))
        self._say(words, roller(booked.after) if says == EVERYTHING else "")

    def _in_words(self, tell: Callable[[], list[Wording]]) -> str:
        with text.in_language(self.language):
            return heard(tell())

    def _say(self, words: str, calls: str = "") -> None:
        """Say words, which call a player, as soon as no sound is heard any more."""
        if words and self.is_there:
            said = Speech(words, self.language, self._settings.value.volume / LEVELS)
            left = max(0.0, self._quiet_at - self._table.clock())
            self._waits = self._table.clock.later(left, partial(self._begin, said, calls))

    def _begin(self, said: Speech, calls: str) -> None:
        if self._table.clock() < self._quiet_at:
            self._say(said.words, calls)
            return
        self._number += 1
        self.is_speaking = True
        self._speaker.say(said, partial(self._end, self._number, calls))

    def _end(self, number: int, calls: str, is_whole: bool) -> None:
        if number == self._number:
            self.is_speaking = False
            self._called = calls if calls and is_whole else self._called
