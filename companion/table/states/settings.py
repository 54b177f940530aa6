"""View-model of the menu, and the settings that it stores."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from companion import text
from companion.look.palette import theme_at
from companion.system import timezones
from companion.system.backlight import Backlight
from companion.table import settings
from companion.table.clock import Clock
from companion.table.markers import agree, markers_of
from companion.table.menu.seats import moved, side_of
from companion.table.observed import Observed
from companion.table.settings import LEVELS, QUARTER, Settings
from companion.table.states.dimmer import Dimmer
from companion.table.taps import Do
from companion.text.screens.menu import SETTINGS
from companion.text.told import Wording

Play = Callable[[str, float], object]
"""Function that plays a sound, by its name, at a volume from 0 to 1."""


class SettingsState(Observed):
    """State of the menu, and the settings in the file ``path``.

    ``session`` returns the current session, ``speak`` changes the language of all screens, and
    ``say`` shows a sentence; ``play`` plays a sound.
    """

    value: Settings = Settings()
    """Settings in force."""
    page: str = "menu"
    angle: int = 0
    """Current rotation of the screen, in degrees."""
    theme: str = "paper"
    """Name of the theme in force."""

    def __init__(
        self,
        path: Path,
        session: Callable[[], Any],
        speak: Callable[[str], None],
        say: Callable[[Wording], None],
        clock: Clock,
        play: Play = lambda name, volume: None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__()
        self._now = now
        self._path, self._session, self._speak, self._say = path, session, speak, say
        self._play = play
        self.light = Dimmer(Backlight(), clock)
        self._deciding = ""
        kept, problem = settings.load(path)
        self._take(kept)
        self.angle = kept.rotation
        if kept.timezone:
            timezones.use(kept.timezone)
        if kept.language in text.languages():
            speak(kept.language)
        if problem:
            say(text.explain(problem))

    @property
    def has_brightness(self) -> bool:
        """Return True if the brightness of the screen can be set."""
        return bool(self.light.panel.is_there)

    def _take(self, kept: Settings) -> None:
        self.value = kept
        self.light.level, self.light.seconds = kept.brightness, kept.dim_after
        self.update_theme()
        agree(kept.signs)

    def change(self, **changed: Any) -> None:
        """Change settings by their keys: they are in force at once, and stored.

        Without keywords, store the present settings.
        """
        self._take(replace(self.value, **changed))
        if problem := settings.save(self._path, self.value):
            self._say(text.explain(problem))
        self.rotate_to()

    def follow(self, screen: str) -> None:
        """Begin with the first page whenever the menu is opened."""
        if screen == "menu":
            self.page = "menu"

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        match do:
            case ("back", "out"):
                table.show_screen("play" if table.session else "setup")
            case ("back" | "page", str(page)):
                self.page = page
            case ("change", "language", str(language)):
                self.speak(language)
            case ("change", str(key), value):
                self.change(**{key: value})
                if key == "volume":
                    self.play_sound("turn")
            case ("hear",):
                table.voice.say_sample()
            case ("side", str(name)):
                self.change(sides=moved(table.session.setup.players, self.value.sides, name))
            case ("people", str(kind)):
                table.open("ruling", kind)

    def update_theme(self, *_: object) -> None:
        """Set the theme that is in force at this time of the day."""
        self.theme = theme_at(self.value.theme, self._now().hour)

    def use_tray(self, by_tray: bool) -> None:
        """Choose if rolls come from the tray or are tapped."""
        if by_tray != self.value.by_tray:
            self.change(by_tray=by_tray)

    def speak(self, language: str) -> None:
        """Change the language, and say how much of it is translated if it is not all."""
        self._speak(language)
        self.change(language=language)
        if coverage := text.coverage(language):
            self._say(SETTINGS.fill("partly", done=coverage[0], total=coverage[1]))

    def set_timezone(self, zone: str) -> None:
        """Tell the time in another time zone."""
        timezones.use(zone)
        self.change(timezone=zone)

    def set_markers(self, chosen: Mapping[str, int]) -> None:
        """Store the markers that players chose."""
        self.change(signs={**self.value.signs, **chosen})

    def keep_seats(self, before: Sequence[str], now: Sequence[str]) -> None:
        """Leave marker and side to each seat whose name is another one now (FLOW-17)."""
        markers, kept = markers_of(before), self.value
        names = {name: was for was, name in zip(before, now, strict=False) if name != was}
        signs = {name: markers[was] for name, was in names.items()}
        sides = {name: side_of(before, kept.sides, was) for name, was in names.items()}
        self.change(signs={**kept.signs, **signs}, sides={**kept.sides, **sides})

    def play_sound(self, name: str) -> None:
        """Play a sound if sounds are on."""
        if self.value.sound:
            self._play(name, self.value.volume / LEVELS)

    def rotate_to(self, player: str = "") -> None:
        """Rotate the screen to ``player``, or to the last one, if that is on."""
        self._deciding = player or self._deciding
        session, kept = self._session(), self.value
        names = session.setup.players if session and kept.face_me else ()
        side = side_of(names, kept.sides, self._deciding) if self._deciding in names else 0
        # Sides are counted clockwise, Kivy's degrees counterclockwise.
        self.angle = (kept.rotation - QUARTER * side) % 360
