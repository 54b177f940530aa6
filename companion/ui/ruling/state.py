"""View-model of the ruling screen.

Players build a ruling tap by tap. It is checked against the rules before it can be made.
"""

from collections.abc import Callable
from typing import Any

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

from companion import text as companion_text
from companion.text.screens.ruling import QUESTIONS, REASONS, RULING
from companion.ui.ruling import view as ruling_view
from companion.ui.ruling.view import AMOUNT, CHIPS, ChosenValue
from companion.ui.session import Session
from companion.ui.tiles import Tile
from companion.ui.widgets.key_pages import TURN, letters, page_after, typed

LONGEST_REASON = 60


class RulingState(EventDispatcher):
    """State of the ruling screen. ``session`` returns the current session."""

    words = ObjectProperty(RULING)
    page = OptionProperty("pick", options=["pick", "amount", "ruling", "reason", "write"])
    question = StringProperty()
    tiles = ListProperty()
    amount = NumericProperty(0)
    shown_amount = StringProperty()
    chips = ListProperty([Tile(str(chip), companion_text.signed(chip, "")) for chip in CHIPS])
    lines = ListProperty()
    """Effects of the ruling; a tap removes one."""
    note = StringProperty()
    why = AliasProperty(lambda self: self.note or self.words["no reason"], bind=["note", "words"])
    answers = ListProperty()
    """Ruling as an answer, once it has an effect."""
    reason = StringProperty()
    """Explanation if the ruling is impossible."""
    changes = ListProperty()
    ruled = BooleanProperty(False)
    """True once the ruling is made or given up."""
    entry = StringProperty()
    letters = ListProperty()

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session
        self._rules: list[tuple[str, tuple[ChosenValue, ...]]] = []
        self._values: tuple[ChosenValue, ...] = ()
        self._kind, self._letters = "", 0
        self._game_number = 0

    # --- one effect ------------------------------------------------------------------------------

    def open(self) -> None:
        """Start a new ruling."""
        self._rules, self.answers, self.note, self.ruled = [], [], "", False
        session = self._session()
        self._game_number = session.game_number if session else 0
        self.begin()

    def begin(self) -> None:
        """Ask for the kind of the next effect."""
        self._kind, self._values = "", ()
        self._ask()

    def pick(self, key: str) -> None:
        """Choose a kind of effect, or a value for it.

        Of two simultaneous taps only the first counts: the tiles of the second are gone.
        """
        tile = next((tile for tile in self.tiles if tile.key == key), None)
        if tile is None or self.page != "pick":
            return
        if not self._kind:
            self._kind = key
        else:
            self._values += (ruling_view.picked(self._slot(), tile),)
        self._ask()

    def add(self, chip: int) -> None:
        """Add a chip to the amount; 0 clears it."""
        self._set_amount(max(0, int(self.amount) + chip) if chip else 0)

    def settle_amount(self) -> None:
        """Accept the entered amount."""
        if self.page != "amount":
            return
        self._values += (ruling_view.amount_value(self._game(), int(self.amount)),)
        self._ask()

    def leave(self) -> None:
        """Go one step back; from the first step, leave the screen."""
        if self.page in ("reason", "write") or (not self._kind and self._rules):
            self.show()
        elif self._values:
            self._values = self._values[:-1]
            self._ask()
        elif self._kind:
            self.begin()
        else:
            self.ruled = True

    def _slot(self) -> str:
        return ruling_view.next_slot(self._kind, self._values)

    def _ask(self) -> None:
        game = self._game()
        slot = self._slot() if self._kind else ""
        if self._kind and not slot:
            self._rules.append((self._kind, self._values))
            self.show()
            return
        self.question = QUESTIONS[slot] if slot else RULING["title"]
        self.tiles = (
            ruling_view.options(game, slot, self._values) if slot else ruling_view.kinds(game)
        )
        if slot == AMOUNT:
            self._set_amount(ruling_view.first_amount(game, self._kind, self._values))
        self.page = "amount" if slot == AMOUNT else "pick"

    def _set_amount(self, amount: int) -> None:
        self.amount = amount
        self.shown_amount = ruling_view.amount_value(self._game(), amount).text

    # --- the ruling ------------------------------------------------------------------------------

    def take_out(self, place: int) -> None:
        """Remove an effect."""
        del self._rules[place : place + 1]
        if self._rules:
            self.show()
        else:
            self.begin()

    def ask_why(self) -> None:
        """Show the suggested reasons."""
        self.tiles = [Tile(text, text, chosen=text == self.note) for text in REASONS.values()]
        self.page = "reason"

    def write(self) -> None:
        """Let players write a reason."""
        self.entry, self._letters, self.letters = "", 0, letters(0)
        self.page = "write"

    def type(self, key: str) -> None:
        """Enter a key of the letter panel."""
        if key == TURN:
            self._letters = page_after(self._letters)
            self.letters = letters(self._letters)
        else:
            self.entry = typed(self.entry, key, LONGEST_REASON)

    def give_reason(self, reason: str) -> None:
        """Set the reason of the ruling."""
        self.note = reason.strip()
        self.show()

    def show(self, *_: object) -> None:
        """Show the ruling, checked against the present position."""
        session = self._session()
        if session is None:
            return
        game, rules = session.game, self._effects()
        ruling_answer = ruling_view.ruling_answer(game, rules, self.note)
        texts = (ruling_view.effect_line(*rule) for rule in self._rules)
        self.lines = [Tile(str(i), text, RULING["take out"]) for i, text in enumerate(texts)]
        self.answers, self.changes, self.reason = (
            [ruling_answer],
            ruling_answer.changes,
            ruling_answer.reason,
        )
        self.page = "ruling"

    def moved(self, *_: object) -> None:
        """Check the ruling again after a move; if the move is this ruling, finish."""
        self.property("words").dispatch(self)
        session = self._session()
        last = session.history[-1].move if session and session.history else None
        if session and self._rules and session.game_number != self._game_number:
            self.open()  # The ruling was meant for another game.
        elif self.answers and last == self.answers[0].move:
            self.ruled = True
        elif self.page == "ruling":
            self.show()

    def _effects(self) -> tuple[Any, ...]:
        return tuple(ruling_view.effect(*rule) for rule in self._rules)

    def _game(self) -> Any:
        """Return the position with the effects chosen so far."""
        session = self._session()
        assert session is not None, "no game has begun"
        return ruling_view.after(session.game, self._effects())
