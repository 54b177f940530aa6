"""View-model of the set-up screen."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    DictProperty,
    ListProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.table.setup import deal_out, house_rules, options, view
from companion.text.screens.setup import NAMES, SETUP, text_of
from companion.ui.setup import seating
from companion.ui.widgets.key_pages import TURN, letters, page_after, typed

PARENTS = {
    "table": "table",
    "name": "table",
    "token": "table",
    "more": "table",
    "choice": "more",
    "house": "more",
    "banker": "more",
    "first": "more",
    "deal": "table",
    "exchange": "deal",
}
"""Pages, with the page that *Back* leads to."""
TITLES = {
    "table": "title",
    "name": "new name",
    "token": "token",
    "more": "more",
    "house": "house rules",
    "banker": "who banks",
    "first": "who starts",
    "deal": "deal",
    "exchange": "which deed",
}
"""Key of each page's heading; an option's own name is that of its page."""
LONGEST_NAME = 16


class SetupState(EventDispatcher):
    """State of the set-up screen.

    ``begin`` is called with the finished set-up and True if throws are expected from a tray.
    ``known`` are names of people who played before, newest first; ``last`` returns the previous
    set-up, or None. ``know`` is called with the markers that players chose.
    """

    words = ObjectProperty(SETUP)
    page = OptionProperty("table", options=[*PARENTS])
    title = StringProperty()
    """Heading of the page."""
    names = ListProperty()
    seats = ListProperty()
    """Players in turn order, with their markers."""
    free = ListProperty()
    """Names of people who could join."""
    missing = StringProperty()
    """Reason why the number of players does not fit, or ""."""
    hint = StringProperty()
    """Line below the table: a problem, or what to do."""
    clears = StringProperty()
    """Text of the button that clears the table or seats the same people again; "" for neither."""
    clears_icon = StringProperty()
    invitation = StringProperty()
    """Line above the names."""
    new_name = StringProperty()
    """Text of the button for a new name; "" at a full table."""
    letters = ListProperty()
    entry = StringProperty()
    problem = StringProperty()
    suggestions = ListProperty()
    player = StringProperty()
    """Player whose token or dealt deed is being chosen."""
    out_text = StringProperty()
    """Text of the button that takes the player out."""
    deal_line = StringProperty()
    """Line above the deal: a problem, or what everybody pays."""
    tiles = ListProperty()
    chosen = DictProperty()
    plans = ListProperty()
    settings = ListProperty()
    values = ListProperty()
    """Values of the option whose page is shown."""
    chapter = OptionProperty("money", options=[*house_rules.CHAPTERS])
    chapters = ListProperty()
    switches = ListProperty()
    ends_at = StringProperty()
    """End of a game with a time limit; "" for other games."""
    ends_on_page = StringProperty()
    """The same on the page of the length of the game; "" on the others."""
    hands = ListProperty()
    first = StringProperty()
    """Player who starts; "" means the highest roll."""
    banker = StringProperty()
    """Banker; "" means the player in the first seat."""
    tray = StringProperty()
    """State of the tray or the roll it saw, on the page of the dice; else ""."""
    test_throw = ListProperty([0, 0])
    """Roll that players made to test the tray."""
    has_tested = False
    """True if players tested the tray before this game: such rolls do not count."""
    is_ready = AliasProperty(lambda self: not self.missing, bind=["missing"])

    def __init__(
        self,
        begin: Callable[[object, bool], None],
        known: Iterable[str] = (),
        last: Callable[[], Any] = lambda: None,
        know: Callable[[Mapping[str, int]], None] = lambda signs: None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__()
        self._begin, self._last, self._know, self._now = begin, last, know, now
        self._known = list(dict.fromkeys(known)) or list(NAMES)
        self._letters = self._place = 0
        self._enabled_rules: house_rules.EnabledRules = {}
        self._own_rules: house_rules.EnabledRules = {}
        self._cleared: list[str] = []
        self._dealt: deal_out.Dealt = ()
        self._tray_state: tuple[str, list[int]] = ("none", [0, 0])
        self._key, self._asked_on = "edition", "table"
        self.chosen = options.defaults()
        self.again()
        self.show()

    def show(self) -> None:
        """Update the screen, in the current language."""
        self.property("words").dispatch(self)
        self.letters, self.problem = letters(self._letters), ""
        self._show_people()
        self._show_rules()
        self._show_page()

    def turn_to(self, page: str) -> None:
        """Show another page."""
        self.page, self.problem, self.entry = page, "", ""
        self._show_page()

    def back(self) -> None:
        """Show the page that this one was opened from."""
        self.turn_to(self._asked_on if self.page == "name" else PARENTS[self.page])

    def _show_page(self) -> None:
        self.ends_on_page = ""
        if self.page == "choice":
            choice = view.choice(self._key, self.chosen)
            self.title, self.values = choice.title, list(choice.options)
            self.ends_on_page = self.ends_at if self._key == "game" else ""
        else:
            self.title = text_of(TITLES[self.page], player=self.player)
        if self.page == "token":
            self.tiles = view.token_tiles(self.names, self.player)
            self.out_text = text_of("take out", player=self.player)
        elif self.page == "banker":
            self.tiles = view.bankers(self.names, self._known, self._keeper())
        elif self.page == "first":
            self.tiles = view.starters(self.names, self.first)
        self._suggest()
        self._show_tray()

    # --- the tray --------------------------------------------------------------------------------

    def see_tray(self, state: str, dice: list[int]) -> None:
        """Show the state of the tray, and a roll that no game expects."""
        self._tray_state = (state, dice)
        self._show_tray()

    def _show_tray(self) -> None:
        state, dice = self._tray_state
        is_shown = self.page == "choice" and self._key == "dice"
        self.test_throw = dice if is_shown else [0, 0]
        self.has_tested = self.has_tested or any(self.test_throw)
        key = "rolled" if any(dice) else state
        self.tray = text_of(f"tray {key}", a=dice[0], b=dice[1]) if is_shown else ""

    # --- people ----------------------------------------------------------------------------------

    def add(self, name: str, place: int = options.MOST_PLAYERS) -> None:
        """Seat a player, by default after the others."""
        name = " ".join(name.split())
        self.problem = options.name_problem(name, self.names)
        if not self.problem and len(self.names) >= options.MOST_PLAYERS:
            self.problem = self.words["full table"]
        if not self.problem:
            self._known = list(dict.fromkeys((*self._known, name)))
            self._seat(seating.moved(self.names, name, place))
        self._show_hint()

    def place(self, name: str, place: int) -> None:
        """Seat a player, or move the player to another seat."""
        if name in self.names:
            self._seat(seating.moved(self.names, name, place))
        else:
            self.add(name, place)

    def preview(self, name: str, place: int) -> list[view.Seat]:
        """Return the players as they would sit after ``place``."""
        return view.preview(self.names, seating.moved(self.names, name, place))

    def remove(self, name: str) -> None:
        """Take a player out."""
        self._seat([seated for seated in self.names if seated != name])

    def _seat(self, names: list[str]) -> None:
        """Seat exactly these players; whoever was there keeps the token."""
        held = {seat.name: seat.seat for seat in self.seats if seat.name in names}
        if any(held.get(seat.name, seat.seat) != seat.seat for seat in view.seats(names)):
            self._know(held)
        self.names = names

    def clear(self) -> None:
        """Take everybody out or, if nobody is there, seat the same people again."""
        if self.names:
            self._cleared, self.names = list(self.names), []
        else:
            self.names = self._cleared or self._last_names()

    def again(self) -> None:
        """Take over the players, the edition and the house rules of the previous game."""
        if last := self._last():
            self.chosen = {**self.chosen, **options.options_from(last)}
            self._enabled_rules = house_rules.read(last.house_rules)
            self.banker, self.names = last.banker, list(last.players)
            self._show_rules()
            self.turn_to("table")

    def _last_names(self) -> list[str]:
        last = self._last()
        return list(last.players) if last else []

    def on_names(self, *_: object) -> None:
        """Forget the first player if that one has left."""
        self.first = self.first if self.first in self.names else ""
        self.problem = ""
        self._show_people()
        self._show_settings()

    def _show_people(self) -> None:
        self.seats = view.seats(self.names)
        is_full = len(self.names) >= options.MOST_PLAYERS
        self.free = [name for name in self._known if name not in self.names and not is_full]
        self.invitation = self.words["full table" if is_full else "add"]
        self.new_name = "" if is_full else self.words["new name"]
        can_repeat = self.names or self._cleared or self._last()
        key = "clear" if self.names else "again"
        self.clears = self.words[key] if can_repeat else ""
        self.clears_icon = "cross" if self.names else "repeat"
        self.missing = options.seats_problem(len(self.names), self.chosen)
        self._show_hint()

    def _show_hint(self) -> None:
        self.hint = self.problem or self.words["hint" if self.names else "first seat"]
        self.deal_line = self.problem or self.words["about deal"]

    # --- names -----------------------------------------------------------------------------------

    def ask_name(self) -> None:
        """Show the keyboard for a new player or, from the bankers, for a banker."""
        self._asked_on = self.page
        self.turn_to("name")

    def type(self, letter: str) -> None:
        """Enter a key of the keyboard."""
        if letter == TURN:
            self._letters = page_after(self._letters)
            self.letters = letters(self._letters)
            return
        self.entry, self.problem = typed(self.entry, letter, LONGEST_NAME), ""
        self._suggest()

    def _suggest(self) -> None:
        seated = self.names if self._asked_on == "table" else []
        self.suggestions = view.suggestions(self._known, seated, self.entry)

    def enter(self, name: str) -> None:
        """Seat the person, or make the person the banker, and go back."""
        if self._asked_on == "banker":
            self.choose_banker(name)
        else:
            self.add(name)
            if not self.problem:
                self.turn_to("table")

    # --- a player --------------------------------------------------------------------------------

    def ask_token(self, name: str) -> None:
        """Show the markers that a player can choose from."""
        self.player = name
        self.turn_to("token")

    def take_token(self, sign: int) -> None:
        """Give the chosen marker to the player; who had it gets the other one."""
        self._know(options.exchange_signs(self.names, self.player, sign))
        self._show_people()
        self.turn_to("table")

    def take_out(self) -> None:
        """Take the player out whose token is being chosen."""
        self.remove(self.player)
        self.turn_to("table")

    def choose_banker(self, name: str) -> None:
        """Make this person the banker, who need not be a player (FLOW-15)."""
        name = " ".join(name.split())
        self.problem = options.name_problem(name, [])
        if not self.problem:
            self.banker = name
            self._known = list(dict.fromkeys((*self._known, name)))
            self._show_settings()
            self.turn_to("more")

    def _keeper(self) -> str:
        return self.banker or next(iter(self.names), "")

    def choose_first(self, name: str) -> None:
        """Choose the player who starts; "" for the highest roll."""
        self.first = name
        self._show_settings()
        self.turn_to("more")

    # --- rules -----------------------------------------------------------------------------------

    def choose_plan(self, key: str) -> None:
        """Choose one of the three large choices.

        *Our rules* turns the house rules on that *Classic* turned off, or shows all of them.
        """
        if key == "classic":
            self._own_rules = self._enabled_rules or self._own_rules
            self._enabled_rules = {}
            self.choose("game", "full")
            self._show_rules()
        elif key == "hour":
            self.choose("game", "time-limit")
        elif self._own_rules and not self._enabled_rules:
            self._enabled_rules = options.available_rules(self.chosen, self._own_rules)
            self._show_rules()
        else:
            self.open("house")

    def open(self, key: str) -> None:
        """Show the page of an option."""
        self._key = key
        self.turn_to(key if key in PARENTS else "choice")

    def choose(self, key: str, name: str) -> None:
        """Choose a value of an option."""
        chosen = {**self.chosen, key: name}
        if key == "game":
            chosen["until"] = ""
        self.chosen = options.with_rent(chosen) if key == "edition" else chosen
        self.problem = ""

    def on_chosen(self, *_: object) -> None:
        """Drop the house rules that another edition does not have."""
        self._enabled_rules = options.available_rules(self.chosen, self._enabled_rules)
        self._show_people()
        self._show_rules()
        self._show_page()

    def postpone(self, minutes: int) -> None:
        """Move the end of a game with a time limit by ``minutes``; negative is earlier."""
        if self.ends_at:
            until = options.add_minutes(self.ends_at, minutes)
            self.chosen = {**self.chosen, "until": until}

    def show_chapter(self, chapter: str) -> None:
        """Show the house rules of another chapter."""
        self.chapter = chapter
        self._show_rules()

    def turn_switch(self, name: str) -> None:
        """Turn a house rule on or off."""
        self._enabled_rules = options.toggle_rule(self.chosen, self._enabled_rules, name)
        self._show_rules()

    def step(self, name: str, up: bool) -> None:
        """Increase or decrease the amount of a house rule that is on."""
        if name in self._enabled_rules:
            self._enabled_rules = house_rules.step(self._enabled_rules, name, up)
            self._show_rules()

    def _show_rules(self) -> None:
        self.plans = view.plans(self.chosen, self._enabled_rules)
        self.chapters = view.chapters(self.chapter)
        self.switches = view.switches(self.chosen, self._enabled_rules, self.chapter)
        self.ends_at = view.game_ends(self.chosen, self._now())
        self._show_settings()

    def _show_settings(self) -> None:
        banker, first = self._keeper(), self.first
        self.settings = view.settings(self.chosen, self._enabled_rules, banker, first)

    # --- the deal --------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal two random deeds to each player; the players hand out the same cards."""
        self._show_deal(options.deal(self.names, self.chosen))

    def exchange(self, place: int) -> None:
        """Show the deeds that can replace a dealt one."""
        self._place, self.player = place, self._dealt[place][0]
        self.tiles = view.undealt_tiles(self._dealt, self.chosen)
        self.turn_to("exchange")

    def pick(self, deed: str) -> None:
        """Replace the dealt deed."""
        self._show_deal(deal_out.exchange_deed(self._dealt, self._place, deed))

    def _show_deal(self, dealt: deal_out.Dealt) -> None:
        self._dealt = dealt
        self.hands = view.hands(dealt, self.names, self.chosen)
        self.turn_to("deal")

    def start(self) -> None:
        """Start the game; in a quick game, show the deal first."""
        if self.missing:
            return
        if self.page != "deal" and self.chosen["game"] in deal_out.QUICK:
            self.deal()
            return
        try:
            setup = options.setup_of(
                self.names,
                self.chosen,
                self._enabled_rules,
                self._now(),
                self._dealt,
                self.first,
                self.banker,
            )
        except ValueError as error:
            self.problem = options.error_text(self.chosen, error)
            self._show_hint()
            return
        self._begin(setup, self.chosen["dice"] == "tray")
        self.has_tested = False
        self.turn_to("table")
