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

from companion.engine.notation import check_new_name
from companion.table import ruling as ruling_view
from companion.table.keyboard import TURN, letters, page_after, typed
from companion.table.keyed_amount import STEPS, QuickAmount, add, press
from companion.table.ruling import AMOUNT, NAME, PEOPLE, ChosenValue
from companion.table.session import Session
from companion.table.setup.options import name_problem
from companion.table.tiles import Tile, capital
from companion.text.screens.ruling import QUESTIONS, REASONS, RULING

LONGEST_REASON = 60
LONGEST_NAME = 16


class RulingState(EventDispatcher):
    """State of the ruling screen. ``session`` returns the current session."""

    words = ObjectProperty(RULING)
    page = OptionProperty("kinds", options=["kinds", "pick", "amount", "ruling", "reason", "write"])
    question = StringProperty()
    kinds = ListProperty()
    """Rows of the kinds of effects."""
    tiles = ListProperty()
    chosen = ListProperty()
    """Players, bank and pot whose amount is keyed in."""
    amount = NumericProperty(0)
    shown_amount = StringProperty()
    quick = ListProperty([QuickAmount(f"+{step}", step) for step in STEPS])
    is_planned = AliasProperty(lambda self: bool(self.lines), bind=["lines"])
    """True if there is an effect that is not saved yet."""
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
    heading = StringProperty()
    """Heading of what is written: the question, or the reason why it cannot be."""
    letters = ListProperty()

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session
        self._rules: list[tuple[str, tuple[ChosenValue, ...]]] = []
        self._values: tuple[ChosenValue, ...] = ()
        self._kind, self._letters, self._keyed = "", 0, False
        self._game_number = 0
        self.wanted = ""
        """Kind of effect to ask about first when the screen opens; empty to let players choose."""

    # --- one effect ------------------------------------------------------------------------------

    def open(self) -> None:
        """Start a new ruling."""
        self._rules, self.answers, self.lines = [], [], []
        self.note, self.ruled = "", False
        session = self._session()
        self._game_number = session.game_number if session else 0
        self.begin()
        if self.wanted:
            self._kind, self.wanted = self.wanted, ""
            self._ask()

    def begin(self) -> None:
        """Ask for the kind of the next effect."""
        self._kind, self._values = "", ()
        self._ask()

    def pick(self, key: str) -> None:
        """Choose a kind of effect, or a value for it.

        Of two simultaneous taps only the first counts: the tiles of the second are gone.
        """
        if self.page == "kinds" and key in [one.key for row in self.kinds for one in row.kinds]:
            self._kind = key
            self._ask()
        elif self.page == "pick":
            for tile in [tile for tile in self.tiles if tile.key == key]:
                self._values += (ruling_view.picked(self._slot(), tile),)
                self._ask()

    def press(self, key: str) -> None:
        """Take a key of the keypad; the first one replaces the amount that there was."""
        self._set_amount(press(int(self.amount) if self._keyed else 0, key))
        self._keyed = True

    def add(self, step: int) -> None:
        """Add a quick amount."""
        self._set_amount(add(int(self.amount), step))
        self._keyed = True

    def settle_amount(self) -> None:
        """Accept the entered amount."""
        if self.page != "amount":
            return
        self._values += (ruling_view.amount_value(self._game(), int(self.amount)),)
        self._ask()

    def leave(self) -> None:
        """Go one step back; from the first step, leave the screen."""
        is_about_reason = self.page in ("reason", "write") and not self._is_naming
        if is_about_reason or (not self._kind and self._rules):
            self.show()
        elif self._values:
            self._values = self._values[:-1]
            self._ask()
        elif self._kind and self._kind not in PEOPLE:
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
        self.tiles = ruling_view.options(game, slot, self._values) if slot else []
        self.kinds = [] if slot else ruling_view.kinds(game)
        if slot == NAME:
            self._write(self.question)
            return
        if slot == AMOUNT:
            self._keyed, self.chosen = False, list(self._values)
            self._set_amount(ruling_view.first_amount(game, self._kind, self._values))
        self.page = "amount" if slot == AMOUNT else "pick" if slot else "kinds"

    def _set_amount(self, amount: int) -> None:
        """Show an amount with the balances that it would change."""
        value = ruling_view.amount_value(self._game(), amount)
        self.amount, self.shown_amount = amount, value.text
        effect = ruling_view.effect(self._kind, (*self._values, value))
        session = self._session()
        assert session is not None, "no game has begun"
        effects = (*self._effects(), effect)
        self.changes = ruling_view.ruling_answer(session.game, effects, "").changes

    # --- the ruling ------------------------------------------------------------------------------

    def take_out(self, place: int) -> None:
        """Remove an effect."""
        del self._rules[place : place + 1]
        if self._rules:
            self.show()
        else:
            self.lines = []
            self.begin()

    def ask_why(self) -> None:
        """Show the suggested reasons."""
        self.tiles = [
            Tile(text, capital(text), chosen=text == self.note) for text in REASONS.values()
        ]
        self.page = "reason"

    def write(self) -> None:
        """Let players write a reason."""
        self._write(RULING["write"])

    def _write(self, heading: str) -> None:
        self.entry, self._letters, self.letters = "", 0, letters(0)
        self.heading, self.page = heading, "write"

    @property
    def _is_naming(self) -> bool:
        return bool(self._kind) and self._slot() == NAME

    def type(self, key: str) -> None:
        """Enter a key of the letter panel."""
        if key == TURN:
            self._letters = page_after(self._letters)
            self.letters = letters(self._letters)
        else:
            longest = LONGEST_NAME if self._is_naming else LONGEST_REASON
            self.entry = typed(self.entry, key, longest)

    def settle_entry(self) -> None:
        """Take what was written: a reason, or the name of somebody new."""
        entry = " ".join(self.entry.split())
        if not self._is_naming:
            self.give_reason(entry)
        elif problem := name_problem(entry, self._others(), check_new_name):
            self.heading = problem
        else:
            self._values += (ruling_view.name_value(entry),)
            self._ask()

    def _others(self) -> list[str]:
        """Return the names that are taken; somebody may be written in another way."""
        own = [one.value for one in self._values if one.slot == "player"]
        return [name for name in self._game().players if name not in own]

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
        self.lines = [Tile(str(i), text) for i, text in enumerate(texts)]
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
