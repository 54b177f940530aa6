"""What is dealt before a quick game, and may be another deed in truth."""

from companion.ui.widgets.page import Page
from companion.ui.widgets.setup_page import SetupPage
from companion.ui.widgets.tile import PickTile


class DealPage(SetupPage):
    """What everybody is dealt."""


class HandRow(Page):
    """What one player is dealt."""


class HandTile(PickTile):
    """One of the deeds; touched, another takes its place."""

    def on_release(self) -> None:
        self.table.seating.exchange(int(self.value.key))


class DealPick(Page):
    """Another deed."""


class DealTile(PickTile):
    """A deed that might have been dealt instead."""

    def on_release(self) -> None:
        self.table.seating.pick(self.value.key)
