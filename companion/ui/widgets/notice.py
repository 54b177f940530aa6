"""A sentence near the finger, which goes by itself."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.label import Label


class Notice(Label):
    """Shown while there is a ``text``, above the finger or, where there is no room, below it."""

    finger = ListProperty([0, 0])
    sentence = StringProperty()
    most_width = NumericProperty("440dp")

    def on_parent(self, *_: object) -> None:
        if self.parent:
            self.parent.bind(size=self.place)
        self.place()

    def on_sentence(self, *_: object) -> None:
        self.text = self.sentence
        self.place()

    def on_finger(self, *_: object) -> None:
        self.place()

    def on_size(self, *_: object) -> None:
        self.place()

    def place(self, *_: object) -> None:
        """Within the window, and not under the finger."""
        if not self.parent or not self.sentence:
            self.opacity = 0
            return
        self.opacity = 1
        x, y = self.finger if any(self.finger) else self.parent.center
        above = y + dp(44)
        room_above = above + self.height < self.parent.height - dp(4)
        self.y = above if room_above else max(dp(4), y - dp(44) - self.height)
        self.x = max(dp(8), min(x - self.width / 2, self.parent.width - self.width - dp(8)))
