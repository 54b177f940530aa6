"""A hand that plays any move as somebody at the table would: it looks for what can be touched on
the screen, touches it there, and calls nothing."""

from collections import Counter
from dataclasses import replace
from typing import Any

from companion.engine import moves
from companion.engine.moves import Move
from hardware import FakeTray
from tests.ui.doors import Key
from tests.ui.driver import Desk


class Hand:
    """One finger, and a tray's dice for throws that are made by tray. ``taps`` counts what was
    touched, by the kind of move that it was for."""

    def __init__(self, desk: Desk, tray: FakeTray | None = None) -> None:
        self.desk, self.tray = desk, tray
        self.taps: Counter[type[Move]] = Counter()
        self._making: type[Move] = Move
        self._led_away: type[Move] = Move

    def make(self, move: Move) -> None:
        """``move``, and nothing else, is booked and shown."""
        from tests.ui.moves import way_of

        before, self._making = self.desk.moves, type(move)
        was_at_the_game = self.desk.table.is_at_the_game
        way_of(move)(self, move)
        if was_at_the_game:
            self._led_away = type(move)
        self.desk.until(lambda: self.desk.table.number == self.desk.moves + 1)
        made = [played.move for played in self.desk.table.session.history[before:]]
        assert same(made, move), f"{move} was wanted; {made} was made; {self.desk.table.notice}"

    def is_refused(self, move: Move) -> None:
        """Nothing that can be touched makes ``move``: there is no button for it, or the button
        says why not, and nothing is booked."""
        game, table = self.desk.table.session.game, self.desk.table
        for button in self.buttons(move):
            table.say("")
            self.tap(button)
            assert table.session.game is game, f"{move} was booked"
            assert table.notice, f"{move}: no word was said"
            assert str(table.notice) in self.desk.texts(), f"{move}: what was said is not seen"

    # --- what is touched ------------------------------------------------------------------------

    def find(self, *does: Any) -> Key:
        """The first key that means this; the list that it is in is drawn until it is in sight."""
        for down in (True, False):
            while not self.desk.all_keys(*does) and self.desk.draw_rows(down):
                pass
        return self.desk.key(*does)

    def tap(self, what: Key | str) -> None:
        """A finger on a key, or on whatever says a text."""
        self.taps[self._making] += 1
        self.desk.tap(what)

    def buttons(self, move: Move) -> list[Key]:
        """Return the keys that would make ``move``; dimmed ones come last."""
        found = self.desk.all_keys("answer")
        found.sort(key=lambda key: bool(key.reason))
        return [key for key in found if key.move and same([key.move], move)]

    def answer(self, move: Move) -> None:
        """The button for it."""
        found = self.buttons(move)
        assert found, f"nothing to touch for {move}: {self.desk.texts()}"
        self.tap(found[0])

    def at_the_game(self) -> None:
        """Whichever screen the game is on, by the way back if need be; which counts for the move
        that led away from there."""
        if self.desk.table.is_at_the_game:
            return
        making, self._making = self._making, self._led_away
        self.go_back()
        self._making = making

    def go_back(self) -> None:
        """By the way back of the page."""
        self.tap(self.desk.key("back"))

    def answer_sheet(self) -> None:
        """Yes to what the open sheet asks."""
        [verb] = self.desk.all_keys("confirm")
        self.tap(verb)


def same(made: list[Move], wanted: Move) -> bool:
    """Whether that is what was wanted. Rent that is asked for of nobody in particular is the newest
    claim's; all hotels of a group are all its buildings; it is all the same in which order goods
    are put in a deal; several moves may be taken back one by one; and a ruling needs no reason."""
    if isinstance(wanted, moves.Rule):
        return [getattr(move, "effects", None) for move in made] == [wanted.effects]
    if isinstance(wanted, moves.SellDown) and not any(wanted.houses):
        return made in ([wanted], [moves.SellHotels(wanted.player, wanted.group)])
    if isinstance(wanted, moves.OfferTrade):
        return list(map(_deal, made)) == [_deal(wanted)]
    if isinstance(wanted, moves.CollectRent) and wanted.payer is None:
        asked = [(type(move), getattr(move, "player", "")) for move in made]
        return asked == [(moves.CollectRent, wanted.player)]
    if isinstance(wanted, moves.Undo) and len(made) > 1:
        return made == [moves.Undo()] * wanted.count
    return made == [wanted]


def _deal(move: Move) -> object:
    if not isinstance(move, moves.OfferTrade):
        return None
    sides = (move.gives, move.wants)
    goods = (
        (set(side.deeds), len(side.jail_cards), replace(side, deeds=(), jail_cards=()))
        for side in sides
    )
    return (move.player, move.other, *goods)
