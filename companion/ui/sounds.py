"""Short sounds, made here: a tick for a move, two notes for the next player, a low one for a no."""

import logging
import os
import sys
import wave
from array import array
from collections.abc import Callable
from math import exp, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

RATE = 22050
LOUD = 0.35
_CARDS = Path("/proc/asound")
NOTES: dict[str, tuple[tuple[float, float], ...]] = {
    "move": ((880, 0.05),),
    "turn": ((659, 0.09), (880, 0.16)),
    "no": ((220, 0.18),),
    "end": ((523, 0.12), (659, 0.12), (784, 0.30)),
}
"""Hertz and seconds, one note after the other."""


def samples(notes: tuple[tuple[float, float], ...]) -> "array[int]":
    """16-bit samples; every note begins softly and dies away, so that nothing clicks."""
    found = array("h")
    for hertz, seconds in notes:
        count = int(RATE * seconds)
        for i in range(count):
            swell = min(1.0, i / 200) * exp(-4.0 * i / count)
            found.append(int(32767 * LOUD * swell * sin(2 * pi * hertz * i / RATE)))
    return found


def write(folder: Path, name: str) -> Path:
    """Makes the WAV file of that name. Raises OSError."""
    path = folder / f"{name}.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples(NOTES[name]).tobytes())
    return path


def has_speaker() -> bool:
    """Whether there is something to play on: without a card ALSA would tell of it at length."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    return any(_CARDS.glob("card[0-9]*"))


class Sounds:
    """Plays them, where there is something to play them on; anywhere else it is silent, and no
    word is said of it. ``load`` is Kivy's loader, asked for when the first one is wanted."""

    def __init__(self, load: Callable[[str], Any] | None = None) -> None:
        self.volume = 1.0
        """From 0 to 1 of how loud they are made."""
        self._load = load
        self._known: dict[str, Any] = {}
        self._works = load is not None or has_speaker()
        self._folder: TemporaryDirectory[str] | None = None

    def play(self, name: str) -> None:
        """One of them. Never raises: a table without a speaker plays on."""
        if not self._works:
            return
        logging.disable(logging.CRITICAL)  # Kivy would tell of a speaker that is gone.
        try:
            if name not in self._known:
                self._known[name] = self._loaded(name)
            if sound := self._known[name]:
                sound.stop()
                sound.volume = self.volume
                sound.play()
        except Exception:
            self._works = False
        finally:
            logging.disable(logging.NOTSET)

    def _loaded(self, name: str) -> Any:
        self._folder = self._folder or TemporaryDirectory(prefix="companion-sounds-")
        if self._load is None:
            from kivy.core.audio import SoundLoader

            self._load = SoundLoader.load
        return self._load(str(write(Path(self._folder.name), name)))
