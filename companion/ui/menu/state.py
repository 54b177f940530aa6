"""View-model of the menu, and the preferences that it stores."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion import text
from companion.palette import CHOICES, theme_at
from companion.system import timezones
from companion.system.backlight import Backlight
from companion.table import settings
from companion.table.game_over import standings
from companion.table.markers import agree
from companion.table.menu.leave import ending, ways_out
from companion.table.menu.seats import SIDES, side_of, sides
from companion.table.settings import LEVELS, MOTIONS, QUARTER, Settings
from companion.table.tiles import Tile
from companion.text.screens.menu import SETTINGS, text_of
from companion.ui.menu.dimmer import Dimmer
from companion.ui.sounds import Sounds

TURNS = dict(zip(range(0, 360, QUARTER), "▲◀▼▶", strict=True))
"""Directions of "up", by rotation."""
NUMBERS = {level: str(level) for level in range(1, LEVELS + 1)}
DIM_AFTER = (120, 300, 600, 1800, 3600)
"""Seconds before the screen is dimmed."""


COLUMNS = ("cash", "deeds", "buildings", "worth")
"""Columns of the standings."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a preference, as what would be changed, and its text."""

    changes: Mapping[str, Any]
    text: str
    chosen: bool


class SettingsState(EventDispatcher):
    """State of the menu, and the preferences in the file ``path``.

    ``session`` returns the current session, ``speak`` changes the language of all screens, and
    ``say`` shows a sentence.
    """

    words = ObjectProperty(SETTINGS)
    page = OptionProperty("menu", options=["menu", "settings", "parting", "finish"])
    angle = NumericProperty(0)
    """Current rotation of the screen, in degrees."""
    rotation = NumericProperty(0)
    turns = ListProperty()
    """Four rotations to choose from."""
    face_me = BooleanProperty(False)
    sound = BooleanProperty(True)
    volumes = ListProperty()
    """Volumes to choose from."""
    light = ObjectProperty(rebind=True)
    brightnesses = ListProperty()
    """Brightness levels; empty if the brightness cannot be set."""
    brightness = StringProperty()
    """Label of the brightness setting, or why it cannot be set."""
    dims = StringProperty()
    """Label of the dim-after setting."""
    by_tray = BooleanProperty(True)
    by_hand = AliasProperty(lambda self: not self.by_tray, bind=["by_tray"])
    theme = StringProperty("paper")
    """Name of the theme in force."""
    themes = ListProperty()
    """Themes to choose from, and the choice by the hour."""
    less_motion = BooleanProperty(False)
    """True if pictures show their final state at once."""
    languages = ListProperty()
    seats = ListProperty()
    """Players and their sides, while the screen turns to them."""
    answers = ListProperty()
    standings = ListProperty()
    """Standings if the game ended now; empty if it cannot end."""
    finish = ListProperty()
    """Answer that ends the game, if it may end now."""
    waits = StringProperty()
    """Reason why the game cannot end now."""
    titles = ListProperty([""] * len(COLUMNS))

    def __init__(
        self,
        path: Path,
        session: Callable[[], Any],
        speak: Callable[[str], None],
        say: Callable[[str], None],
        trigger: Callable[[Any, float], Any] = Clock.create_trigger,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__()
        self._now = now
        self._path, self._session, self._speak, self._say = path, session, speak, say
        self._sounds = Sounds()
        self.light = Dimmer(Backlight(), trigger)
        self._deciding = ""
        kept, problem = settings.load(path)
        self._take(kept)
        self.angle = kept.rotation
        if kept.timezone:
            timezones.use(kept.timezone)
        if kept.language in text.languages():
            speak(kept.language)
        if problem:
            say(text.translate_message(problem))

    def _take(self, kept: Settings) -> None:
        self._settings, self.rotation = kept, kept.rotation
        self.face_me, self.sound, self.by_tray = kept.face_me, kept.sound, kept.by_tray
        self._sounds.volume = kept.volume / LEVELS
        self.light.level, self.light.seconds = kept.brightness, kept.dim_after
        self.less_motion = kept.motion != MOTIONS[0]
        self.update_theme()
        agree(kept.signs)

    def change(self, **changed: Any) -> None:
        """Change preferences by their keys: they are in force at once, and stored.

        Without any, store them as they are: somebody has seen them.
        """
        self._take(replace(self._settings, **changed))
        if problem := settings.save(self._path, self._settings):
            self._say(text.translate_message(problem))
        self.show()
        self.rotate_to()

    def _choices(self, key: str, texts: Mapping[Any, str]) -> list[Choice]:
        """Return a choice for each value of a preference."""
        now = getattr(self._settings, key)
        return [Choice({key: value}, text, value == now) for value, text in texts.items()]

    # --- the menu --------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the first page."""
        self.page = "menu"
        self.show()

    def show_page(self, page: str) -> None:
        """Show another page."""
        self.page = page
        self.show()

    def show(self, *_: object) -> None:
        """Update the menu, in the current language."""
        self.property("words").dispatch(self)
        session, spoken = self._session(), text.language()
        self.answers = ways_out(session.game) if session else []
        self._show_finish(session.game if session else None)
        self.languages = [
            Tile(code, name, chosen=code == spoken) for code, name in text.languages().items()
        ]
        self.turns = self._choices("rotation", TURNS)
        self.themes = self._choices("theme", {choice: SETTINGS[choice] for choice in CHOICES})
        self.volumes = self._choices("volume", NUMBERS)
        is_set = self.light.panel.is_there
        self.brightnesses = self._choices("brightness", NUMBERS) if is_set else []
        self.brightness = SETTINGS["brightness" if is_set else "no brightness"]
        minutes = -(-int(self.light.seconds) // 60)
        self.dims = text_of("dims", minutes=minutes) if minutes else SETTINGS["never dims"]
        names = session.setup.players if session and self.face_me else ()
        self.seats = sides(names, self._settings.sides)

    def _show_finish(self, game: Any) -> None:
        """Hide everybody's worth while a player may choose the tax of ten percent (TAX-3)."""
        ends = ending(game) if game else None
        self.finish = [ends] if ends and ends.open else []
        self.waits = ends.reason if ends else ""
        self.standings = standings(game) if self.finish else []
        self.titles = [SETTINGS[column] for column in COLUMNS]

    # --- preferences -----------------------------------------------------------------------------

    def turn_to_me(self) -> None:
        """Turn the automatic rotation to the deciding player on or off."""
        self.change(face_me=not self.face_me)

    def move_seat(self, name: str) -> None:
        """Move a player to the next side of the table."""
        names = self._session().setup.players
        side = (side_of(names, self._settings.sides, name) + 1) % len(SIDES)
        self.change(sides={**self._settings.sides, name: side})

    def update_theme(self, *_: object) -> None:
        """Set the theme that is in force at this time of the day."""
        self.theme = theme_at(self._settings.theme, self._now().hour)

    def turn_motion(self) -> None:
        """Turn the motion of pictures on or off."""
        self.change(motion=MOTIONS[not self.less_motion])

    def turn_sound(self) -> None:
        """Turn the sounds on or off."""
        self.change(sound=not self.sound)

    def set_volume(self, volume: int) -> None:
        """Set the volume and play a sample."""
        self.change(volume=volume)
        self.play_sound("turn")

    def next_dim_delay(self) -> None:
        """Choose the next dim delay; after the longest one, never dim."""
        later = [seconds for seconds in DIM_AFTER if seconds > self.light.seconds]
        self.change(dim_after=min(later, default=0))

    def use_tray(self, by_tray: bool) -> None:
        """Choose if rolls come from the tray or are tapped."""
        if by_tray != self.by_tray:
            self.change(by_tray=by_tray)

    def speak(self, language: str) -> None:
        """Change the language."""
        self._speak(language)
        self.change(language=language)

    def set_timezone(self, zone: str) -> None:
        """Tell the time in another time zone."""
        timezones.use(zone)
        self.change(timezone=zone)

    def set_markers(self, chosen: Mapping[str, int]) -> None:
        """Store the markers that players chose."""
        self.change(signs={**self._settings.signs, **chosen})

    def play_sound(self, name: str) -> None:
        """Play a sound if sounds are on."""
        if self.sound:
            self._sounds.play(name)

    def rotate_to(self, player: str = "") -> None:
        """Rotate the screen to ``player``, or to the last one, if that is on."""
        self._deciding = player or self._deciding
        session = self._session()
        names = session.setup.players if session and self.face_me else ()
        side = (
            side_of(names, self._settings.sides, self._deciding) if self._deciding in names else 0
        )
        # Sides are counted clockwise, Kivy's degrees counterclockwise.
        self.angle = (self.rotation - QUARTER * side) % 360
