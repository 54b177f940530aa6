"""Buttons, a lamp and a buzzer on pins, under the names they have at the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PINS: Mapping[str, int] = {"yes": 17, "no": 27, "undo": 22, "lamp": 23, "buzzer": 24}


class PanelUnavailable(RuntimeError):
    """There are no pins to be had; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of one button. ``id`` is never used again, so that a ledger can count it once."""

    name: str
    id: str


class Panel:
    """The button panel. ``on_press`` is called on a thread of gpiozero's and should only enqueue."""

    def __init__(
        self, pins: Mapping[str, int], on_press: Callable[[Press], None], pin_factory: Any = None
    ) -> None:
        raise NotImplementedError

    def ready(self, on: bool) -> None:
        """Light the lamp, or put it out. Without a lamp, nothing happens."""
        raise NotImplementedError

    def beep(self, seconds: float = 0.08) -> None:
        """Sound the buzzer once, in the background. Without a buzzer, nothing happens."""
        raise NotImplementedError

    def close(self) -> None:
        """Give the pins back."""
        raise NotImplementedError
