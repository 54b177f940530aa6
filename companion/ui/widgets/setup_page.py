"""A page of the set-up."""

from kivy.properties import NumericProperty

from companion.ui.widgets.page import Page


class SetupPage(Page):
    """Under the tabs, which lead to every page."""

    columns = NumericProperty(4)

    def on_size(self, *_: object) -> None:
        self.columns = 4 if self.width >= self.height else 2


class SetupTabs(Page):
    """Who, by which rules, and off we go."""
