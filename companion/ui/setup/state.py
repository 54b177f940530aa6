"""Who sits where and by which rules, while the table agrees on it."""

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
"""How many names there is room for, seated or suggested; beside the last table's, fewer."""


class SetupState(EventDispatcher):
    """The set-up screen's own state. ``begin`` is told the set-up when everybody agrees; ``last``
    is what was agreed on the last time, if there was one, and ``know`` is told by which signs
    players want to be known."""

    words = ObjectProperty(SETUP)
    labels = ObjectProperty(AGREEING)
    page = OptionProperty("names", options=[*PAGES])
    names = ListProperty()
    letters = ListProperty()
    entry = StringProperty()
    problem = StringProperty()
    chips = ListProperty()
    offer = StringProperty()
    """Last time's table, as long as nobody has sat down."""
    chosen = DictProperty()
    editions = ListProperty()
    boards = ListProperty()
    choices = ListProperty()
    first = StringProperty()
    """Who begins; "" whoever throws highest."""
    begins = StringProperty()
    """That in words."""
    until = StringProperty()
    """The hour of a game with a time limit; "" for any other."""
    switches = ListProperty()
    hands = ListProperty()
    tiles = ListProperty()
    question = StringProperty()
    banker = StringProperty()
    """Who keeps the bank; "" whoever sits first."""
    keeps = StringProperty()
    """That in words."""
    told = AliasProperty(lambda self: self.problem or self.tray, bind=["problem", "tray"])
    """What there is to say below what is agreed on."""
    tray = StringProperty()
    """How the dice tray is, and what it saw."""
    tried = ListProperty([0, 0])
    """A throw that was made, and seen, to try the tray."""
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
        self._turned: house_rules.Turned = {}
        self._dealt: deal_out.Dealt = ()
        self._seen: tuple[str, list[int]] = ("none", [0, 0])
        self.chosen = options.defaults()
        self.show()

    def show(self) -> None:
        """What is written, in the language that is spoken."""
        self.property("words").dispatch(self)
        self.property("labels").dispatch(self)
        self.letters, self.problem = letters(self._letters), ""
        self.on_chosen()
        self._suggest()
        self._show_first()
        self._show_banker()
        self._show_tray()

    def turn_to(self, page: str) -> None:
        """Another page."""
        self.page, self.problem = page, ""
        self._show_tray()

    def see_tray(self, state: str, dice: list[int]) -> None:
        """How the tray is, and what it saw while no game wants its throws."""
        self._seen = (state, dice)
        self._show_tray()

    def _show_tray(self) -> None:
        state, dice = self._seen
        self.tried = dice if self.page == "table" else [0, 0]
        if any(self.tried):
            self.tray = text_of("tray threw", a=dice[0], b=dice[1])
        else:
            self.tray = text_of(f"tray {state}")

    # --- names --------------------------------------------------------------------------------

    def type(self, letter: str) -> None:
        """A key of the letter panel."""
        if letter == TURN:
            self._letters = page_after(self._letters)
            self.letters = letters(self._letters)
            return
        self.entry = typed(self.entry, letter, LONGEST_NAME)
        self.problem = ""

    def add(self, name: str) -> None:
        """Somebody sits down in the next seat."""
        name = " ".join(name.split())
        self.problem = options.name_problem(name, self.names)
        if not self.problem and len(self.names) < options.MOST_PLAYERS:
            self.names.append(name)
            self.entry = ""

    def remove(self, name: str) -> None:
        """Somebody gets up again."""
        self.names = [seated for seated in self.names if seated != name]

    def next_first(self) -> None:
        """Somebody else begins, or after everybody the highest throw."""
        order = ["", *self.names]
        self.first = order[(order.index(self.first) + 1) % len(order)]
        self._show_first()

    def _show_first(self) -> None:
        self.begins = text_of("first", player=self.first) if self.first else AGREEING["thrown"]

    def on_names(self, *_: object) -> None:
        """Whoever got up neither begins nor keeps the bank."""
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
        """The same people, edition and house rules as the last time."""
        if last := self._last():
            self.chosen = {**self.chosen, **options.options_from(last)}
            self._turned = house_rules.read(last.house_rules)
            self.banker, self.names = last.banker, list(last.players)
            self._show_switches()
            self.turn_to("rules")

    def ask_sign(self, name: str) -> None:
        """By which sign shall somebody be known?"""
        self._named = name
        self.question = text_of("which sign", player=name)
        self.tiles = options.sign_tiles(self.names, name)
        self.turn_to("sign")

    def take_sign(self, sign: int) -> None:
        """By that one."""
        self._know(options.exchanged(self.names, self._named, sign))
        self._suggest()
        self.turn_to("names")

    # --- the bank -----------------------------------------------------------------------------

    def ask_banker(self) -> None:
        """Who keeps the bank? Perhaps somebody who does not play (FLOW-15)."""
        self.entry, self.tiles = "", options.bankers(self.names, self._known, self._keeper())
        self.turn_to("banker")

    def employ(self, name: str) -> None:
        """They do."""
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
        self.keeps = text_of("keeps", player=keeper) if keeper else AGREEING["first keeps"]

    # --- rules --------------------------------------------------------------------------------

    def choose(self, key: str, name: str) -> None:
        """One of the options."""
        chosen = {**self.chosen, key: name}
        if key == "game" and name == "time-limit":
            chosen["until"] = options.in_two_hours(datetime.now())
        self.chosen = options.with_rent(chosen) if key == "edition" else chosen
        self.problem = ""

    def on_chosen(self, *_: object) -> None:
        """What is offered beside what was chosen: some choices leave others without meaning."""
        chosen = dict(self.chosen)
        self.editions, self.boards = options.editions(chosen), options.boards(chosen)
        self.choices = options.choices(chosen)
        self.until = chosen["until"] if chosen["game"] == "time-limit" else ""
        self._turned = options.available_rules(chosen, self._turned)
        self._show_switches()

    def postpone(self, minutes: int) -> None:
        """Another end, so many ``minutes`` later, or earlier when below 0, if there is one."""
        if self.until:
            self.choose("until", options.add_minutes(self.until, minutes))

    def turn_switch(self, name: str) -> None:
        """A house rule on, or off."""
        self._turned = options.toggle_rule(dict(self.chosen), self._turned, name)
        self._show_switches()

    def step(self, name: str, up: bool) -> None:
        """The sum of a house rule, a little more or less, while it is on."""
        if name in self._turned:
            self._turned = house_rules.step(self._turned, name, up)
            self._show_switches()

    def _show_switches(self) -> None:
        self.switches = options.switches(dict(self.chosen), self._turned)

    # --- the deal -----------------------------------------------------------------------------

    def deal(self) -> None:
        """Two deeds for everybody, by chance; the real cards are handed out like that."""
        self._show_deal(options.deal(list(self.names), dict(self.chosen)))

    def exchange(self, place: int) -> None:
        """Somebody was really dealt another deed: which?"""
        self._place = place
        self.question = text_of("which deed", player=self._dealt[place][0])
        self.tiles = options.not_dealt(self._dealt, dict(self.chosen))
        self.page = "pick"

    def pick(self, deed: str) -> None:
        """That one."""
        self._show_deal(deal_out.exchanged(self._dealt, self._place, deed))

    def _show_deal(self, dealt: deal_out.Dealt) -> None:
        self._dealt = dealt
        self.hands = options.hands(dealt, list(self.names), dict(self.chosen))
        self.turn_to("deal")

    def start(self) -> None:
        """Everybody agrees; in a quick game, once it was seen what is dealt."""
        if self.page not in ("deal", "pick") and self.chosen["game"] in deal_out.QUICK:
            self.deal()
            return
        try:
            setup = options.setup_of(
                *(list(self.names), dict(self.chosen), self._turned, self._dealt),
                *(self.first, self.banker),
            )
        except ValueError as error:  # both kinds say in a sentence what does not fit
            self.problem = options.error_text(dict(self.chosen), error)
            return
        self._begin(setup, self.chosen["dice"] == "tray")
        self.page = "names"
