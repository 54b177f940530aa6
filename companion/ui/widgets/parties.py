"""Keys of parties: players, the bank and the pot."""

from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.ui import theme
from companion.ui.widgets.keys import Key


class PartyKey(Key):
    """Key of a Party in its colour, or a ``question`` while nobody is chosen."""

    value = ObjectProperty(None, allownone=True)
    question = StringProperty()
    text = StringProperty()
    marker = NumericProperty(-1)
    icon = StringProperty()
    ink = ColorProperty()
    token_side = AliasProperty(lambda key: key.height - key.depth - dp(12), bind=["height"])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("value", "question"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: object) -> None:
        colors, party = theme.colors, self.value
        if party and party.key:
            self.text, self.marker, self.icon = party.name, party.marker, party.icon
            self.fill, self.lip = theme.player_fill(party.marker), theme.player_lip(party.marker)
            self.ink = theme.on_player(party.marker)
        else:
            self.text, self.marker, self.icon = self.question, -1, ""
            self.fill, self.lip, self.ink = theme.key_fill(), colors.key_lip, colors.ink
