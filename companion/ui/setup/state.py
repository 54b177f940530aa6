"""View-model of the set-up screen."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    DictProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.text.screens.play import NAMES, SETUP
from companion.text.screens.setup import AGREEING, text_of
from companion.ui.markers import signs
from companion.ui.play.view import Chip
from companion.ui.setup import deal_out, house_rules, options
from companion.ui.widgets.key_pages import TURN, letters, page_after, typed

PAGES = ("names", "rules", "house", "table", "deal", "pick", "sign", "banker")
LONGEST_NAME = 16
CHIPS, FEWER_CHIPS = 12, 8
"""Number of name chips that fit, without and with the offer of the last table."""


class SetupState(EventDispatcher):
    """State of the set-up screen.

    ``begin`` is called with the finished set-up, and ``know`` with the markers that players chose.
    ``last`` returns the previous set-up, or None.
    """

    words = ObjectProperty(SETUP)
    labels = ObjectProperty(AGREEING)
    page = OptionProperty("names", options=[*PAGES])
    names = ListProperty()
    letters = ListProperty()
    entry = StringProperty()
    problem = StringProperty()
    chips = ListProperty()
    offer = StringProperty()
    """Offer to play as last time, while nobody has a seat."""
    chosen = DictProperty()
    editions = ListProperty()
    boards = ListProperty()
    choices = ListProperty()
    first = StringProperty()
    """First player; "" means the highest throw."""
    begins = StringProperty()
    """Label for the first player."""
    until = StringProperty()
    """End of a game with a time limit; "" for other games."""
    switches = ListProperty()
    hands = ListProperty()
    tiles = ListProperty()
    question = StringProperty()
    banker = StringProperty()
    """Banker; "" means the player in the first seat."""
    banker_text = StringProperty()
    """Label for the banker."""
    message = AliasProperty(lambda self: self.problem or self.tray, bind=["problem", "tray"])
    """Message below the options."""
    tray = StringProperty()
    """State of the tray, or the throw it saw."""
    test_throw = ListProperty([0, 0])
    """Throw that players made to test the tray."""
    fewest = NumericProperty(2)
    ready = BooleanProperty(False)

    def __init__(
        self,
        begin: Callable[[object, bool], None],
        known: Iterable[str] = (),
        last: Callable[[], Any] = lambda: None,
        know: Callable[[Mapping[str, int]], None] = lambda signs: None,
    ) -> None:
        super().__init__()
        self._begin = begin
        self._last = last
        self._know = know
        self._known = list(dict.fromkeys((*known, *NAMES)))
        self._letters = self._place = 0
        self._named = ""
        self._enabled_rules: house_rules.EnabledRules = {}
        self._dealt: deal_out.Dealt = ()
        self._tray_state: tuple[str, list[int]] = ("none", [0, 0])
        self.chosen = options.defaults()
        self.show()

    def show(self) -> None:
        """Update the screen, in the current language."""
        self.property("words").dispatch(self)
        self.property("labels").dispatch(self)
        self.letters, self.problem = letters(self._letters), ""
        self.on_chosen()
        self._suggest()
        self._show_first()
        self._show_banker()
        self._show_tray()

    def turn_to(self, page: str) -> None:
        """Show another page."""
        self.page, self.problem = page, ""
        self._show_tray()

    def see_tray(self, state: str, dice: list[int]) -> None:
        """Show the state of the tray, and a throw that no game expects."""
        self._tray_state = (state, dice)
        self._show_tray()

    def _show_tray(self) -> None:
        state, dice = self._tray_state
        self.test_throw = dice if self.page == "table" else [0, 0]
        if any(self.test_throw):
            self.tray = text_of("tray threw", a=dice[0], b=dice[1])
        else:
            self.tray = text_of(f"tray {state}")

    # --- names -----------------------------------------------------------------------------------

    def type(self, letter: str) -> None:
        """Enter a key of the letter panel."""
        if letter == TURN:
            self._letters = page_after(self._letters)
            self.letters = letters(self._letters)
            return
        self.entry = typed(self.entry, letter, LONGEST_NAME)
        self.problem = ""

    def add(self, name: str) -> None:
        """Add a player in the next seat."""
        name = " ".join(name.split())
        self.problem = options.name_problem(name, self.names)
        if not self.problem and len(self.names) < options.MOST_PLAYERS:
            self.names.append(name)
            self.entry = ""

    def remove(self, name: str) -> None:
        """Remove a player."""
        self.names = [seated for seated in self.names if seated != name]

    def next_first(self) -> None:
        """Choose the next player as the first one; after the last, the highest throw."""
        order = ["", *self.names]
        self.first = order[(order.index(self.first) + 1) % len(order)]
        self._show_first()

    def _show_first(self) -> None:
        self.begins = text_of("first", player=self.first) if self.first else AGREEING["thrown"]

    def on_names(self, *_: object) -> None:
        """Clear the first player and the banker if they have left."""
        self.first = self.first if self.first in self.names else ""
        self._show_first()
        self._show_banker()
        self.ready = len(self.names) >= self.fewest
        self.problem = ""
        self._suggest()

    def _suggest(self) -> None:
        last = None if self.names else self._last()
        self.offer = text_of("again", table=options.summarize(last)) if last else ""
        seated = [Chip(name, sign) for name, sign in signs(self.names).items()]
        free = [Chip(name, -1) for name in self._known if name not in self.names]
        self.chips = (seated + free)[: FEWER_CHIPS if last else CHIPS]

    def again(self) -> None:
        """Take over the players, the edition and the house rules of the previous game."""
        if last := self._last():
            self.chosen = {**self.chosen, **options.options_from(last)}
            self._enabled_rules = house_rules.read(last.house_rules)
            self.banker, self.names = last.banker, list(last.players)
            self._show_switches()
            self.turn_to("rules")

    def ask_sign(self, name: str) -> None:
        """Show the markers that a player can choose from."""
        self._named = name
        self.question = text_of("which sign", player=name)
        self.tiles = options.sign_tiles(self.names, name)
        self.turn_to("sign")

    def take_sign(self, sign: int) -> None:
        """Assign the chosen marker."""
        self._know(options.exchange_signs(self.names, self._named, sign))
        self._suggest()
        self.turn_to("names")

    # --- the bank --------------------------------------------------------------------------------

    def ask_banker(self) -> None:
        """Show the possible bankers; the banker need not be a player (FLOW-15)."""
        self.entry, self.tiles = "", options.bankers(self.names, self._known, self._keeper())
        self.turn_to("banker")

    def choose_banker(self, name: str) -> None:
        """Make this person the banker."""
        name = " ".join(name.split())
        self.problem = options.name_problem(name, [])
        if not self.problem:
            self.banker, self.entry = name, ""
            self._show_banker()
            self.turn_to("table")

    def _keeper(self) -> str:
        return self.banker or next(iter(self.names), "")

    def _show_banker(self) -> None:
        keeper = self._keeper()
        self.banker_text = text_of("keeps", player=keeper) if keeper else AGREEING["first keeps"]

    # --- rules -----------------------------------------------------------------------------------

    def choose(self, key: str, name: str) -> None:
        """Choose an option."""
        chosen = {**self.chosen, key: name}
        if key == "game" and name == "time-limit":
            chosen["until"] = options.in_two_hours(datetime.now())
        self.chosen = options.with_rent(chosen) if key == "edition" else chosen
        self.problem = ""

    def on_chosen(self, *_: object) -> None:
        """Update the options that depend on other ones."""
        chosen = dict(self.chosen)
        self.editions, self.boards = options.editions(chosen), options.boards(chosen)
        self.choices = options.choices(chosen)
        self.until = chosen["until"] if chosen["game"] == "time-limit" else ""
        self._enabled_rules = options.available_rules(chosen, self._enabled_rules)
        self._show_switches()

    def postpone(self, minutes: int) -> None:
        """Move the end of a game with a time limit by ``minutes``; negative is earlier."""
        if self.until:
            self.choose("until", options.add_minutes(self.until, minutes))

    def turn_switch(self, name: str) -> None:
        """Turn a house rule on or off."""
        self._enabled_rules = options.toggle_rule(dict(self.chosen), self._enabled_rules, name)
        self._show_switches()

    def step(self, name: str, up: bool) -> None:
        """Increase or decrease the amount of a house rule that is on."""
        if name in self._enabled_rules:
            self._enabled_rules = house_rules.step(self._enabled_rules, name, up)
            self._show_switches()

    def _show_switches(self) -> None:
        self.switches = options.switches(dict(self.chosen), self._enabled_rules)

    # --- the deal --------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal two random deeds to each player; the players hand out the same cards."""
        self._show_deal(options.deal(list(self.names), dict(self.chosen)))

    def exchange(self, place: int) -> None:
        """Show the deeds that can replace a dealt one."""
        self._place = place
        self.question = text_of("which deed", player=self._dealt[place][0])
        self.tiles = options.undealt_tiles(self._dealt, dict(self.chosen))
        self.page = "pick"

    def pick(self, deed: str) -> None:
        """Replace the dealt deed."""
        self._show_deal(deal_out.exchange_deed(self._dealt, self._place, deed))

    def _show_deal(self, dealt: deal_out.Dealt) -> None:
        self._dealt = dealt
        self.hands = options.hands(dealt, list(self.names), dict(self.chosen))
        self.turn_to("deal")

    def start(self) -> None:
        """Start the game; in a quick game, show the deal first."""
        if self.page not in ("deal", "pick") and self.chosen["game"] in deal_out.QUICK:
            self.deal()
            return
        try:
            setup = options.setup_of(
                list(self.names),
                dict(self.chosen),
                self._enabled_rules,
                self._dealt,
                self.first,
                self.banker,
            )
        except ValueError as error:  # NotationError and DataFileError: one sentence each.
            self.problem = options.error_text(dict(self.chosen), error)
            return
        self._begin(setup, self.chosen["dice"] == "tray")
        self.page = "names"
