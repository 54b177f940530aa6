"""Play screen: players on the left, prompt on the right, actions at the bottom."""

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

TALL_TABLE = 8
"""Number of players above which they are in two columns."""
COLUMN, TWO_COLUMNS, CARD = 236, 328, 208
TALLEST_ROW = 104
TILE_ROOM = 132
"""Width that the text of a card needs."""
STRIP = 84
"""Height of a strip of open rent, offers or throws; more of them are scrolled."""


class PlayScreen(Screen):
    """Layout of the play screen, from the window and the number of players."""

    table = ObjectProperty(rebind=True)
    direction = StringProperty("horizontal")
    row_class = StringProperty("PlayerRow")
    bar_height = NumericProperty("40dp")
    row_count = NumericProperty(1)
    row_height = NumericProperty(0)
    players_width = NumericProperty(COLUMN)
    players_height = NumericProperty(0)
    players_hint = ListProperty([None, 1])
    throws = ListProperty()
    """Number of the expected move and the keys in a row, while dice may be tapped in."""
    answer_columns = NumericProperty(1)
    answer_class = StringProperty("AnswerView")
    answers = ListProperty()
    claim_columns = NumericProperty(1)
    deed_width = NumericProperty(0)
    tiled = BooleanProperty(False)
    tile_height = NumericProperty(0)
    middle_hint = ObjectProperty(None, allownone=True)
    middle_height = NumericProperty(0)
    lines_hint = NumericProperty(1)
    strips_height = NumericProperty(0)
    head_height = NumericProperty(100)
    detail = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        lay_out = dict.fromkeys(("now", "deeds", "number"), self._lay_out)
        self.table.bind(rows=self._seat, **lay_out)
        self.bind(size=self._seat)
        for part in ("deeds", "dice", "answers", "strips"):
            self.ids[part].bind(minimum_height=self._measure)
        self._seat()

    def _seat(self, *_: object) -> None:
        count = len(self.table.rows)
        sideways = self.width >= self.height
        two_columns = count > TALL_TABLE or not sideways
        self.direction = "horizontal" if sideways else "vertical"
        # In an upright window the players are below the menu button, which is higher than the text.
        self.bar_height = dp(40 if sideways else 48)
        self.row_count = max(1, -(-count // 2) if two_columns else count)
        self.row_class = "SlimRow" if two_columns and sideways else "PlayerRow"
        self.players_hint = [None, 1] if sideways else [1, None]
        # 0 while the layout decides, so that the property changes when the layout no longer does.
        self.players_width = dp(TWO_COLUMNS if two_columns else COLUMN) * sideways
        self.players_height = dp(64) * self.row_count * (not sideways)
        beside = (self.height - dp(102)) / self.row_count
        self.row_height = min(dp(TALLEST_ROW), beside) if sideways else dp(64)
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        table, now = self.table, self.table.now
        self.tiled = now.kind == "draw" and len(now.answers) > 1
        answer_class = "CardTile" if self.tiled else "AnswerView"
        if answer_class != self.answer_class:
            self.answers = []  # A tile must never get an answer that is not a card.
        self.answer_class, self.answers = answer_class, now.answers
        self.answer_columns = self._columns()
        beside = len(now.claims) > (1 if table.deeds else 2)
        beside &= not any(claim.reason for claim in now.claims)  # A reason needs the width.
        self.claim_columns = 2 if beside else 1
        self.deed_width = dp(CARD) if table.deeds else 0
        self.throws = [(table.number, 4 if table.deeds else 7)] if now.wants_dice else []
        self._measure()

    def _columns(self) -> int:
        if self.tiled:
            return max(2, int(self._now_width() // dp(TILE_ROOM)))
        return 1 if self.table.deeds or len(self.table.now.answers) < 2 else 2

    def _now_width(self) -> float:
        return self.width - self.players_width - dp(36)

    def _measure(self, *_: object) -> None:
        ids, now = self.ids, self.table.now
        self.middle_hint = 1 if self.tiled else None
        self.lines_hint = 0.001 if self.tiled else 1
        self.detail = "" if self.tiled else now.detail
        strips = ids.strips.minimum_height
        crowded = strips > dp(STRIP) or (self.table.deeds and now.claims)
        self.head_height = dp(62 if self.tiled else 88 if crowded else 100)
        rows = max(1, -(-len(now.answers) // self.answer_columns))
        least = dp(69 if rows <= 4 else 76)
        answers = rows * (least + dp(6)) if self.tiled else ids.answers.minimum_height
        wanted = max(ids.deeds.minimum_height, ids.dice.minimum_height + answers)
        self.strips_height = min(strips, max(dp(STRIP), self._room() - wanted))
        room = self._room() - self.strips_height
        self.middle_height = min(wanted, room)
        self.tile_height = max(least, (room - dp(2)) / rows - dp(6)) if self.tiled else 0

    def _room(self) -> float:
        """Return the height left for answers and strips; both can be scrolled."""
        around = self.bar_height + dp(76) + self.head_height + self.ids.watch.height
        return self.height - around - self.players_height
