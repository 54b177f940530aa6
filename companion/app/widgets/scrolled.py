"""A list that scrolls only when it must."""

from kivy.uix.scrollview import ScrollView


class Scrolled(ScrollView):
    """Up and down, and only while what it holds is higher than itself: a view that scrolls holds
    every tap back to see whether it is one."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("height", self._look)
        self.fbind("viewport_size", self._look)
        self._look()

    def _look(self, *_: object) -> None:
        self.do_scroll_y = self.viewport_size[1] > self.height + 1
