"""Two things beside each other where there is room, and one below the other where there is not."""

from kivy.uix.gridlayout import GridLayout


class SideBySide(GridLayout):
    """As high as one line, or as two."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(cols=2, **kwargs)

    def on_size(self, *_: object) -> None:
        window = self.get_root_window()
        self.cols = 1 if window and window.width < window.height else 2
        self.size_hint_y = 2 / self.cols
