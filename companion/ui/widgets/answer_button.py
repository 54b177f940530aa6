"""One answer, as a button with the amount in it."""

from typing import Any

from kivy.properties import AliasProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.tappable import Tappable


class AnswerButton(Tappable, BoxLayout):
    """``value`` is an Answer; one that has a reason is there, dimmed, and says why."""

    value = ObjectProperty(rebind=True)

    def meaning(self) -> Any:
        """The Answer that a tap sends."""
        return self.value

    def on_press(self) -> None:
        super().on_press()
        self._meant = self.meaning()

    def on_release(self) -> None:
        """What was on the button when the finger came down, not what may have replaced it."""
        self.table.send(self._meant, self.shown, self.request)


class PlainAnswer(AnswerButton):
    """With the looks of a large button; a reason has its share of the height."""

    reason_share = NumericProperty(0.6)
    reason_height = AliasProperty(
        lambda self: self.height * self.reason_share, bind=["height", "reason_share"]
    )


class ClaimAnswer(PlainAnswer):
    """Rent to be asked for: how long it may be stays to be read beside the reason."""


class CardTile(AnswerButton):
    """A card of a pack, to be picked."""
