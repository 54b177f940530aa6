"""Hands that play at a machine made of software: they answer, throw and go on with a game."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from machine import Machine


def say(line: str) -> None:
    print(line, flush=True)


class Player:
    """Plays at a machine that is switched on; pictures of its display go to ``pictures``."""

    patience = 30.0
    """Seconds until a touch or a throw without an effect is tried again."""

    def __init__(self, machine: Machine, pictures: Path) -> None:
        self._machine, self._pictures = machine, pictures
        self._dice = Random(7)

    def _moves_on(self) -> None:
        """Some move is made, whatever the game is at."""
        self._tries(self._any_try)

    def _tries(self, try_once: Callable[[], None]) -> None:
        """A finger tries again: a touch that comes too soon after a change of what is shown is
        ignored, and a slow machine shows it late."""
        for _ in range(10):
            self._machine.drain()
            before = self._machine.shown["number"]
            try_once()
            with suppress(TimeoutError):
                self._until_moved(before)
                return
        self._picture("stuck")
        seen = [key["do"] for key in self._machine.targets()]
        raise AssertionError(f"the game goes no further: {self._machine.shown}, {seen}")

    def _any_try(self) -> None:
        self._machine.drain()
        if self._machine.shown["awaited"]:
            self._throw()
        else:
            self._answer()

    def _answer(self) -> None:
        able = self._able("answer", "undo")
        # The first one leads on; another now and then, so that everything comes up.
        self._tap(able[0] if self._dice.random() < 0.7 else self._dice.choice(able))

    def _throw(self) -> None:
        dice = [self._dice.randint(1, 6), self._dice.randint(1, 6)]
        assert self._machine.ask("throw", dice=dice), "the tray made no throw"

    def _tap_dice(self, *faces: int) -> None:
        keys = {(int(key["do"][1]), int(key["do"][2])): key for key in self._seen("die")}
        for die_and_face in enumerate(faces):
            self._tap(keys[die_and_face])
            sleep(1.0)

    def _tap(self, key: dict[str, Any]) -> None:
        self._machine.ask("tap", x=key["x"], y=key["y"])

    def _able(self, what: str, otherwise: str = "") -> list[dict[str, Any]]:
        """Keys that do that and would not be refused, or else those that do ``otherwise``."""
        for _ in range(20):
            if able := self._seen(what) or self._seen(otherwise):
                return able
            sleep(0.5)
        raise AssertionError(f"there is no key for {what}")

    def _seen(self, what: str) -> list[dict[str, Any]]:
        return [
            key for key in self._machine.targets() if key["do"][0] == what and not key["refused"]
        ]

    def _until_moved(self, before: int) -> None:
        self._machine.until(lambda shown: shown["number"] > before, self.patience)

    @staticmethod
    def _is_there(shown: dict[str, Any]) -> bool:
        """The game is on the screen, whatever it is at."""
        return bool(shown.get("game"))

    @staticmethod
    def _tray_is(state: str) -> Callable[[dict[str, Any]], bool]:
        return lambda shown: shown["tray"] == state

    def _picture(self, name: str) -> None:
        sleep(2.0)  # an emulated machine takes its time to draw
        self._machine.picture(self._pictures / f"{name}.png")
