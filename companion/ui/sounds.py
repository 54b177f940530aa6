"""Player of the sounds that the table asks for."""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.resources import sound_file

_CARDS = Path("/proc/asound")


def has_speaker() -> bool:
    """Return True if there is a sound card: without one ALSA prints many warnings."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    return any(_CARDS.glob("card[0-9]*"))


class Sounds:
    """Player of the sound files; silent without a speaker.

    ``load`` is Kivy's sound loader by default. It is imported when the first sound is played.
    """

    def __init__(self, load: Callable[[str], Any] | None = None) -> None:
        self._load = load
        self._sounds: dict[str, Any] = {}
        self._works = load is not None or has_speaker()

    def play(self, name: str, volume: float) -> None:
        """Play a sound at a volume from 0 to 1.

        Never raises: a table without a speaker plays on.
        """
        if not self._works:
            return
        logging.disable(logging.CRITICAL)  # Kivy logs a traceback if the speaker is gone.
        try:
            if name not in self._sounds:
                self._sounds[name] = self._load_sound(name)
            if sound := self._sounds[name]:
                sound.stop()
                sound.volume = volume
                sound.play()
        except Exception:
            self._works = False
        finally:
            logging.disable(logging.NOTSET)

    def _load_sound(self, name: str) -> Any:
        if self._load is None:
            from kivy.core.audio import SoundLoader

            self._load = SoundLoader.load
        return self._load(str(sound_file(name)))
