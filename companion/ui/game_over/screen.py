"""Widgets of the game over screen."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen


class GameOverScreen(Screen):
    """Standings with a chart beside them, or below them on an upright screen."""

    table = ObjectProperty(rebind=True)
    direction = StringProperty("horizontal")
    row_height = NumericProperty("44dp")
    chart_hint = ListProperty([0.6, 1])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.game_over.bind(standings=self._arrange)
        self.bind(size=self._arrange)

    def on_pre_enter(self) -> None:
        self.table.game_over.show()
        self.table.bind(number=self.table.game_over.show)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.game_over.show)

    def report(self) -> None:
        """Write the report of the finished game."""
        self.table.report_job.write(self.table.session.game_number)

    def _arrange(self, *_: object) -> None:
        upright = self.height > self.width
        self.direction = "vertical" if upright else "horizontal"
        self.chart_hint = [1, 1] if upright else [0.6, 1]
        room = self.height - dp(190)
        count = max(1, len(self.table.game_over.standings))
        self.row_height = min(dp(46), room / count / (2 if upright else 1))
