"""View-model of the properties screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.table.deeds import title_deeds
from companion.table.markers import markers_of
from companion.table.properties.plan import NOTHING, Plan, Selling, plan_answer, tap_slot
from companion.table.properties.view import answers, held_groups, hint, nothing, titles
from companion.table.session import Session
from companion.table.tiles import player_tiles
from companion.text import money
from companion.text.screens.properties import HOLDINGS


class PropertiesState(EventDispatcher):
    """State of the properties screen.

    ``session`` returns the current session, ``say`` shows a sentence, and ``look_at`` opens a
    screen.
    """

    words = ObjectProperty(HOLDINGS)
    player = StringProperty()
    titles = ListProperty()
    """Title of the screen, and shorter ones."""
    marker = NumericProperty(-1)
    cash = StringProperty()
    tabs = ListProperty()
    """Players whose deeds can be shown."""
    groups = ListProperty()
    deeds = ListProperty()
    """The chosen deed (a TitleDeed): one or none."""
    is_planned = BooleanProperty(False)
    answers = ListProperty()
    """Actions for the chosen deed, or the plan with its total."""
    hint = StringProperty()
    nothing = StringProperty()
    """Sentence in place of the properties, if the player has none."""
    houses = StringProperty()
    hotels = StringProperty()

    def __init__(
        self,
        session: Callable[[], Session | None],
        say: Callable[[str], None],
        look_at: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._session, self._say, self._look_at = session, say, look_at
        self._deed = ""
        self._plan: Plan = NOTHING
        self._held: object = None

    def open(self, player: str = "") -> None:
        """Show a player's deeds; the default is the player who has the dice."""
        session = self._session()
        self.player = player or (session.game.turn.player if session else "")
        self.clear()
        self._look_at("properties")

    def clear(self) -> None:
        """Discard the plan and the chosen deed."""
        self._deed, self._plan = "", NOTHING
        self.show()

    def choose(self, deed: str) -> None:
        """Choose a deed to see its actions, or deselect it."""
        self._deed = "" if deed == self._deed else deed
        self._plan = NOTHING
        self.show()

    def touch(self, deed: str, rank: int) -> None:
        """Change the plan after a tap on a building slot.

        Reject buildings that the rules refuse. Keep a refused sale: selling more may be legal
        (SELL-3).
        """
        if not (session := self._session()):
            return
        plan = tap_slot(session.game, self._plan, deed, rank)
        if plan != NOTHING and (why := plan_answer(session.game, self.player, plan).reason):
            self._say(why)
            if not isinstance(plan, Selling):
                return
        self._deed, self._plan = "", plan
        self.show()

    def show(self, *_: object) -> None:
        """Update the screen from the current game, and discard a plan that is out of date."""
        self.property("words").dispatch(self)
        session = self._session()
        if not session or self.player not in session.game.players:
            return
        game = session.game
        held = [(deed.key, game.rank(deed.key)) for deed in game.deeds_of(self.player)]
        if held != self._held:
            self._held, self._plan = held, NOTHING
        if self._deed and game.owner(self._deed) != self.player:
            self._deed = ""
        self.marker = markers_of(game.players)[self.player]
        self.cash = money(game.players[self.player].cash, game.board.currency)
        self.tabs = player_tiles(game, self.player, game.in_play())
        self.titles = titles(self.player)
        self.groups = held_groups(game, self.player, self._plan)
        self.deeds = title_deeds(game, self._deed)
        self.is_planned = self._plan != NOTHING
        self.answers = answers(game, self.player, self._plan, self._deed)
        self.hint, self.nothing = hint(game, self.player), nothing(game, self.player)
        self.houses, self.hotels = str(game.houses_in_bank()), str(game.hotels_in_bank())
