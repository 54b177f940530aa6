"""View-model of the screen of the Bluetooth dice."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.table.dice import DicePage
from companion.table.observed import Observed
from companion.table.taps import Do

SCREEN = "dice"


@dataclass(frozen=True, slots=True)
class DiceActions:
    """Functions of the radio of the dice.

    ``start`` begins to hear dice, if it has not begun yet. ``choose`` takes the next dice that are
    rolled, until there are two; ``stop_choosing`` keeps the dice from before. ``forget`` takes off
    the list the die with an address.
    """

    start: Callable[[], None]
    choose: Callable[[], None]
    stop_choosing: Callable[[], None]
    forget: Callable[[str], None]


class DiceState(Observed):
    """State of the screen. Without ``actions`` this machine has no such screen."""

    value: DicePage = DicePage()

    def __init__(self, actions: DiceActions | None = None) -> None:
        super().__init__()
        self.actions = actions

    def change(self, **fields: Any) -> None:
        """Change some fields of the value."""
        self.value = replace(self.value, **fields)

    def follow(self, screen: str) -> None:
        """Hear dice while the screen is shown; stop choosing when it is left."""
        if not self.actions:
            return
        if screen == SCREEN:
            self.actions.start()
        elif self.value.is_choosing:
            self.actions.stop_choosing()

    def show(self, *_: object) -> None:
        """Update the screen, in the current language."""
        self.notify("value")

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        assert self.actions, "a machine without a radio has no page"
        match do:
            case ("back", _):
                table.show_screen("device")
            case ("choose",):
                self.actions.choose()
            case ("stop",):
                self.actions.stop_choosing()
            case ("forget", str(address)):
                self.actions.forget(address)
