"""What makes the table comfortable, and is remembered: a screen turned, sounds, the language."""

from collections.abc import Callable, Mapping
from dataclasses import replace
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
from companion.system.backlight import Backlight
from companion.text.screens.game_over import ENDING
from companion.text.screens.menu import COMFORT, text_of
from companion.ui import settings
from companion.ui.game_over.state import COLUMNS
from companion.ui.game_over.view import standings
from companion.ui.markers import agree
from companion.ui.menu.dimmer import Dimmer
from companion.ui.menu.leave import ending, ways_out
from companion.ui.menu.seats import SIDES, side_of, sides
from companion.ui.settings import LEVELS, QUARTER, Settings
from companion.ui.sounds import Sounds
from companion.ui.tiles import Tile

ARROWS = "▲◀▼▶"
"""Where up is, after so many quarters."""
DIM_AFTER = (120, 300, 600, 1800, 3600)
"""Seconds to choose from."""


class Preferences(EventDispatcher):
    """The menu's own state, kept in the file ``path``. ``session`` gives the game in hand,
    ``speak`` changes the language of everything, ``say`` a sentence."""

    words = ObjectProperty(COMFORT)
    page = OptionProperty("menu", options=["menu", "comfort", "parting", "finish"])
    angle = NumericProperty(0)
    """The screen's, now; in degrees."""
    rotation = NumericProperty(0)
    turns = ListProperty()
    """The four ways to turn it."""
    face_me = BooleanProperty(False)
    sound = BooleanProperty(True)
    volumes = ListProperty()
    """How loud they can be."""
    light = ObjectProperty(rebind=True)
    brightnesses = ListProperty()
    """How bright the screen can be; nothing when that cannot be set."""
    brightness = StringProperty()
    """What these are, or why there are none."""
    dims = StringProperty()
    """When the screen does."""
    by_tray = BooleanProperty(True)
    by_hand = AliasProperty(lambda self: not self.by_tray, bind=["by_tray"])
    language = StringProperty()
    languages = ListProperty()
    seats = ListProperty()
    """Who sits where, while the screen turns to them."""
    answers = ListProperty()
    standings = ListProperty()
    """What everybody is worth, while the table may end the game; the first ones would win."""
    finish = ListProperty()
    """The answer that ends the game, if it may end now."""
    waits = StringProperty()
    """What must be answered before the game may end."""
    titles = ListProperty([""] * len(COLUMNS))

    def __init__(
        self,
        path: Path,
        session: Callable[[], Any],
        speak: Callable[[str], None],
        say: Callable[[str], None],
        trigger: Callable[[Any, float], Any] = Clock.create_trigger,
    ) -> None:
        super().__init__()
        self._path, self._session, self._speak, self._say = path, session, speak, say
        self._sounds = Sounds()
        self.light = Dimmer(Backlight(), trigger)
        self._asked = ""
        self._settings, problem = settings.load(path)
        self._take(self._settings)
        if problem:
            say(text.translate_message(problem))

    def _take(self, kept: Settings) -> None:
        self.rotation = self.angle = kept.rotation
        self.face_me, self.sound, self.by_tray = kept.face_me, kept.sound, kept.by_tray
        self._sounds.volume = kept.volume / LEVELS
        self.light.level, self.light.seconds = kept.brightness, kept.dim_after
        self.language = kept.language
        agree(kept.signs)
        if kept.language in text.languages():
            self._speak(kept.language)

    def _keep(self, **changed: Any) -> None:
        self._settings = replace(self._settings, **changed)
        if problem := settings.save(self._path, self._settings):
            self._say(text.translate_message(problem))

    # --- the menu --------------------------------------------------------------------------------

    def open(self) -> None:
        """From the start."""
        self.page = "menu"
        self.show()

    def show_page(self, page: str) -> None:
        """Another page of it."""
        self.page = page
        self.show()

    def show(self, *_: object) -> None:
        """As things are now, in the language that is spoken."""
        self.property("words").dispatch(self)
        session, spoken = self._session(), text.language()
        self.answers = ways_out(session.game) if session else []
        self._show_finish(session.game if session else None)
        self.languages = [
            Tile(code, name, chosen=code == spoken) for code, name in text.languages().items()
        ]
        self.turns = [
            Tile(str(QUARTER * quarter), arrow, chosen=QUARTER * quarter == self.rotation)
            for quarter, arrow in enumerate(ARROWS)
        ]
        self.volumes = levels(self._settings.volume)
        is_set = self.light.panel.is_there
        self.brightnesses = levels(self._settings.brightness) if is_set else []
        self.brightness = COMFORT["brightness" if is_set else "no brightness"]
        minutes = -(-int(self.light.seconds) // 60)
        self.dims = text_of("dims", minutes=minutes) if minutes else COMFORT["never dims"]
        names = session.setup.players if session and self.face_me else ()
        self.seats = sides(names, self._settings.sides)

    def _show_finish(self, game: Any) -> None:
        """Show nobody's worth while a tenth of it may have to be paid unseen (TAX-3)."""
        ends = ending(game) if game else None
        self.finish = [ends] if ends and ends.open else []
        self.waits = ends.reason if ends else ""
        self.standings = standings(game) if self.finish else []
        self.titles = [ENDING[column] for column in COLUMNS]

    # --- what is chosen --------------------------------------------------------------------------

    def turn(self, rotation: int) -> None:
        """The screen, for whoever sits there."""
        self.rotation = rotation
        self._keep(rotation=rotation)
        self.show()
        self.face()

    def turn_to_me(self) -> None:
        """Whether it turns by itself to whoever is asked."""
        self.face_me = not self.face_me
        self._keep(face_me=self.face_me)
        self.show()
        self.face()

    def move_seat(self, name: str) -> None:
        """Somebody sits on the next side of the table."""
        names = self._session().setup.players
        side = (side_of(names, self._settings.sides, name) + 1) % len(SIDES)
        self._keep(sides={**self._settings.sides, name: side})
        self.show()
        self.face()

    def turn_sound(self) -> None:
        """Sounds, or none."""
        self.sound = not self.sound
        self._keep(sound=self.sound)

    def play_at(self, volume: int) -> None:
        """Sounds so loud, and this is how loud that is."""
        self._sounds.volume = volume / LEVELS
        self._keep(volume=volume)
        self.show()
        self.hear("turn")

    def shine_at(self, brightness: int) -> None:
        """The screen so bright."""
        self.light.level = brightness
        self._keep(brightness=brightness)
        self.show()

    def dim_later(self) -> None:
        """The screen is dimmed the next longer time after the last touch, or never."""
        later = [seconds for seconds in DIM_AFTER if seconds > self.light.seconds]
        self.light.seconds = min(later, default=0)
        self._keep(dim_after=self.light.seconds)
        self.show()

    def use_tray(self, by_tray: bool) -> None:
        """Whether throws are expected from a tray, or tapped in."""
        if by_tray != self.by_tray:
            self.by_tray = by_tray
            self._keep(by_tray=by_tray)

    def speak(self, language: str) -> None:
        """Another language."""
        self.language = language
        self._keep(language=language)
        self._speak(language)
        self.show()

    def know(self, chosen: Mapping[str, int]) -> None:
        """By which sign some of the players want to be known (see ``signs``)."""
        self._keep(signs={**self._settings.signs, **chosen})
        agree(self._settings.signs)

    def hear(self, name: str) -> None:
        """A sound, if sounds are wanted."""
        if self.sound:
            self._sounds.play(name)

    def face(self, player: str = "") -> None:
        """Turns to ``player``, or to whoever was asked last, if that is wanted."""
        self._asked = player or self._asked
        session = self._session()
        names = session.setup.players if session and self.face_me else ()
        side = side_of(names, self._settings.sides, self._asked) if self._asked in names else 0
        # Sides are counted clockwise, Kivy's degrees the other way.
        self.angle = (self.rotation - QUARTER * side) % 360


def levels(chosen: int) -> list[Tile]:
    """One for each, up to the highest."""
    return [Tile(str(n), str(n), chosen=n == chosen) for n in range(1, LEVELS + 1)]
