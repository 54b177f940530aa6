"""Short synthesized sounds of a move, the next turn, a refusal and the game's end."""

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
"""Notes of each sound, as hertz and seconds."""


def samples(notes: tuple[tuple[float, float], ...]) -> "array[int]":
    """Return 16-bit samples; each note fades in and out, to avoid clicks."""
    result = array("h")
    for hertz, seconds in notes:
        count = int(RATE * seconds)
        for i in range(count):
            swell = min(1.0, i / 200) * exp(-4.0 * i / count)
            result.append(int(32767 * LOUD * swell * sin(2 * pi * hertz * i / RATE)))
    return result


def write(folder: Path, name: str) -> Path:
    """Write the WAV file of a sound. Raises OSError."""
    path = folder / f"{name}.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples(NOTES[name]).tobytes())
    return path


def has_speaker() -> bool:
    """Return True if there is a sound card: without one ALSA prints many warnings."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    return any(_CARDS.glob("card[0-9]*"))


class Sounds:
    """Player of the sounds; silent without a speaker.

    ``load`` is Kivy's sound loader by default. It is imported when the first sound is played.
    """

    def __init__(self, load: Callable[[str], Any] | None = None) -> None:
        self.volume = 1.0
        """Volume from 0 to 1."""
        self._load = load
        self._sounds: dict[str, Any] = {}
        self._works = load is not None or has_speaker()
        self._folder: TemporaryDirectory[str] | None = None

    def play(self, name: str) -> None:
        """Play a sound. Never raises: a table without a speaker plays on."""
        if not self._works:
            return
        logging.disable(logging.CRITICAL)  # Kivy logs a traceback if the speaker is gone.
        try:
            if name not in self._sounds:
                self._sounds[name] = self._load_sound(name)
            if sound := self._sounds[name]:
                sound.stop()
                sound.volume = self.volume
                sound.play()
        except Exception:
            self._works = False
        finally:
            logging.disable(logging.NOTSET)

    def _load_sound(self, name: str) -> Any:
        self._folder = self._folder or TemporaryDirectory(prefix="companion-sounds-")
        if self._load is None:
            from kivy.core.audio import SoundLoader

            self._load = SoundLoader.load
        return self._load(str(write(Path(self._folder.name), name)))
