"""A list that scrolls only when it must."""

from kivy.uix.scrollview import ScrollView


class Scrolled(ScrollView):
    """Up and down, and only while what it holds is higher than itself: a view that scrolls holds
    every tap back to see whether it is one. Its bar has one colour: fading it would draw the window
    thirty times whenever a list gets longer."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("height", self._look)
        self.fbind("viewport_size", self._look)
        self._look()

    def _look(self, *_: object) -> None:
        self.do_scroll_y = self.viewport_size[1] > self.height + 1

    def update_from_scroll(self, *args: object) -> None:
        # Kivy would bind the bar's colour once more each time, and keep all of these (2.3.1).
        self.funbind("bar_color", self._change_bar_color)
        super().update_from_scroll(*args)

    def _bind_inactive_bar_color(self, *_: object) -> None:
        """Half a second later Kivy would let the bar fade."""
