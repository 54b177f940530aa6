"""Play screen: the stage with dice or answers, the log, and the rent still due."""

from collections.abc import Iterable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.ui.composition import UPRIGHT
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.frame import Frame
from companion.ui.widgets.game_screen import SNACKBAR, GameScreen, put
from companion.ui.widgets.layout import BoxLayout

TIGHT_KEYS, KEYS, LARGE_KEYS, ROOMY = 105, 125, 153, 350
"""Height of the keys of dice, in dp: beside claims and answers, as usual, and in a body of a height
of ``ROOMY``."""
DEED, DEED_GAP, DEED_HEIGHT, LARGE_DEED = 212, 16, 272, 320
"""Size of the title deed and its distance to what is beside it, in dp; a large one has prices."""
CAPTION, QUESTION, EFFECT, HIGH_EFFECT = 40, 66, 66, 168
LINE, GAP = 34, 8
CARDS, UPRIGHT_CARDS = 4, 3
"""Columns of the cards of a pack."""
NARROW = 240
"""Width in dp below which texts wrap."""
LEAST_CARD = LEAST_TARGET = 48
"""Least height of what can be tapped, in dp."""
PARTS = ("dice", "question", "answers", "deeds", "effects", "alert", "log", "log_key", "snackbar")
"""Parts that are on the stage only while a prompt needs them."""


class SetEffectView(BoxLayout):
    """Effect of a purchase on its group (a SetEffect)."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    cells = ListProperty()
    """For each property of the group, 1 if it is the buyer's then."""
    lines = NumericProperty(1)

    def on_value(self, *_: object) -> None:
        owned, size = self.value.owned, self.value.size
        self.cells = [1] * owned + [0] * (size - owned)

    def on_width(self, *_: object) -> None:
        """Put the text below the cells where it has no room beside them."""
        self.orientation = "horizontal" if self.width >= dp(NARROW) else "vertical"
        self.lines = 1 if self.width >= dp(NARROW) else 2


class PlayScreen(GameScreen):
    """Stage of the play screen; what it shows and where depends on the prompt."""

    answer_class = StringProperty("AnswerBlock")
    answers = ListProperty()
    question = StringProperty()
    hint = StringProperty()
    hints = ListProperty()
    """The hint, or nothing if there is no room for it."""
    deeds = ListProperty()
    effects = ListProperty()
    lines = ListProperty()
    is_tight = BooleanProperty(False)
    """True while claims leave little room. It stays so until another prompt."""
    moment = ObjectProperty(None, allownone=True)
    """Moment on the stage, or None."""

    def __init__(self, **kwargs: Any) -> None:
        self._places: Frame | None = None
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        self._now = kwargs["table"].now  # as it is on the stage
        self._prompt: tuple[object, ...] = ()
        self._parts: dict[str, Widget] = {}
        super().__init__(**kwargs)
        # Parts come and go; the ids alone would not keep them alive.
        self._parts = {name: self.ids[name].__self__ for name in PARTS}
        self.ids.moment.header = self.ids.header
        shown = (
            "now",
            "answers",
            "deeds",
            "effects",
            "first_pending_throw",
            "hint",
            "watch",
            "actor_seat",
            "undone",
            "alert",
        )
        self.table.bind(**dict.fromkeys(shown, self.show_soon))
        self.table.moments.bind(is_staged=self.show_soon, shown=self.show_soon)
        self.follow_stack(self._arrange_soon)
        self.show_position()

    def lay_out(self, places: Frame) -> None:
        """Arrange the stage in the places of this window."""
        self._places = places
        self._arrange()

    # --- what is shown ----------------------------------------------------------------------------

    def show_position(self) -> None:
        """Show the moment of the last move, or what is asked, and arrange it."""
        super().show_position()
        moments = self.table.moments
        self.moment = moments.shown if moments.is_staged else None
        if not self.moment:
            self._show_prompt()
        self._arrange()

    def _head(self) -> None:
        """Tell in the header whose stage it is, and what has happened or is asked."""
        self.seat = self.table.actor_seat
        now, headline = self._now, self.moment.headline if self.moment else None
        self.titles = [headline.title] if headline else list(now.titles)
        self.sublines = [headline.subline] if headline else list(now.sublines)
        self.dice = list(self.moment.dice or (0, 0)) if self.moment else [0, 0]

    def _show_prompt(self) -> None:
        table = self.table
        now = self._now = table.now
        answer_class = "CardTile" if self._is_pack() else "AnswerBlock"
        if answer_class != self.answer_class:
            self.answers = []  # A tile must never get an answer that is not a card.
        self.answer_class = answer_class
        self.answers = list(now.answers) if self._is_pack() else table.answers
        self.deeds, self.effects, self.lines = table.deeds, table.effects, table.lines
        self.question = now.question
        self.hint = (table.watch or table.hint) if now.wants_dice else ""
        self.hints = [self.hint, ""]
        prompt = (now.kind, now.player, now.deed)
        if prompt != self._prompt:
            self._prompt, self.is_tight = prompt, False

    def _is_pack(self) -> bool:
        return self._now.kind == "draw" and len(self._now.answers) > 1

    # --- where it is ------------------------------------------------------------------------------

    def _arrange(self, *_: object) -> None:
        """Put everything that the prompt needs on the stage, and the log into what is left."""
        places, ids = self._places, self.ids
        if places is None or not self._parts:
            return
        self._head()
        floor = self.stack(places.body)
        self.is_tight = self.is_tight or (floor > places.body.y and bool(self.table.answers))
        if self.moment:
            # It takes the place of all parts; only what stands in its final place stays.
            self._keep([])
            self._place_moment(places, floor)
            return
        free = Box(places.body.x, floor, places.body.width, places.body.top - floor)
        wanted: list[str] = []
        if self._now.wants_dice:
            free = self._place_dice(places, free, wanted)
        elif self._is_pack():
            free = self._place_cards(places, free, wanted)
        else:
            free = self._place_answers(places, free, wanted)
        free = self._place_snackbar(free, places, wanted)
        if self.table.alert and free.height >= dp(LINE):
            wanted.append("alert")
            put(ids.alert, _top(free, dp(LINE)))
            free = _below(free, dp(LINE))
        if free.height >= dp(LINE):
            wanted.append("log")
            put(ids.log, free)
            if free.height >= dp(LEAST_TARGET):
                wanted.append("log_key")
                put(ids.log_key, free)
        self._keep(wanted)

    def _place_dice(self, places: Frame, free: Box, wanted: list[str]) -> Box:
        wanted.append("dice")
        if places.below:
            put(self.ids.dice, places.below)
        else:
            height = dp(LARGE_KEYS if places.body.height >= dp(ROOMY) else KEYS)
            height = dp(TIGHT_KEYS) if self.is_tight else height
            put(self.ids.dice, Box(free.x, free.top - height, free.width, height))
            free = _below(free, height + dp(GAP))
        if self.answers:
            height = self._set_columns(len(self.answers))
            put(self.ids.answers, _top(free, height))
            wanted.append("answers")
            free = _below(free, height + dp(GAP))
        return self._place_question(free, wanted, CAPTION)

    def _place_question(self, free: Box, wanted: list[str], height: int) -> Box:
        if not self.question or free.height < dp(height):
            return free
        wanted.append("question")
        put(self.ids.question, _top(free, dp(height)))
        return _below(free, dp(height))

    def _place_cards(self, places: Frame, free: Box, wanted: list[str]) -> Box:
        """Let the cards of a pack take all of the stage."""
        wanted += ["answers"]
        area = Box(free.x - dp(GAP), free.y, free.width + 2 * dp(GAP), free.height)
        if places.below:
            stage, bottom = places.stage, places.below.y
            area = Box(stage.x, bottom, stage.width, stage.top - bottom)
        grid = self.ids.answers
        grid.cols = UPRIGHT_CARDS if places.below else CARDS
        grid.row_force_default = True
        rows = -(-len(self.answers) // grid.cols)
        gap = dp(GAP)
        grid.row_default_height = max(dp(LEAST_CARD), (area.height - gap * (rows - 1)) / rows)
        put(grid, area)
        return Box(area.x, area.y, area.width, 0)

    def _place_answers(self, places: Frame, free: Box, wanted: list[str]) -> Box:
        ids, area = self.ids, free
        if self.deeds and not self.is_tight:
            wanted.append("deeds")
            width = dp(DEED) if not places.below else min(dp(DEED), free.width * 0.55)
            height = free.height - dp(6)
            height = height if height >= dp(LARGE_DEED) else min(height, dp(DEED_HEIGHT))
            put(ids.deeds, Box(free.x, free.top - dp(6) - height, width, height))
            for card in ids.deeds.children:
                card.height = height
            left = free.x + width + dp(DEED_GAP)
            area = Box(left, free.y, free.right - left, free.height - dp(6))
            free = Box(free.x, free.y, free.width, 0)
        elif not places.below:
            area = self._place_question(area, wanted, QUESTION)
        if self.effects and not self.is_tight:
            wanted.append("effects")
            height = dp(EFFECT if area.width >= dp(NARROW) else HIGH_EFFECT)
            put(ids.effects, _top(area, height))
            area = _below(area, height + dp(12))
        wanted.append("answers")
        count = max(1, len(self.answers))
        if places.below:
            if not self.deeds:
                free = self._place_question(free, wanted, QUESTION)
            area = places.below
            self._set_columns(min(2, count))
            put(ids.answers, Box(area.x, places.bar.top + dp(6), area.width, area.height + dp(8)))
            return free
        has_deed = "deeds" in wanted
        height = self._set_columns(1 if has_deed or count < 2 else 2)
        put(ids.answers, _top(area, height))
        return free if has_deed else _below(area, height + dp(GAP))

    def _set_columns(self, columns: int) -> float:
        """Arrange the answers in columns; return the height that they need."""
        grid = self.ids.answers
        # A row is never lower than the default, even where that is not forced.
        grid.cols, grid.row_force_default, grid.row_default_height = columns, False, 0
        blocks = grid.children[::-1]
        for block in blocks:
            block.is_tight = self.is_tight and self._now.wants_dice
        rows = [blocks[i : i + columns] for i in range(0, len(blocks), columns)]
        for row in rows:
            highest = max(block.wanted_height for block in row)
            for block in row:
                block.row_height = highest if columns > 1 else 0
        heights = [row[0].taken_height for row in rows]
        return sum(heights) + dp(GAP) * max(0, len(heights) - 1)

    def _place_snackbar(self, free: Box, places: Frame, wanted: list[str]) -> Box:
        """Put the offer to redo into the place of the log, or into the header without any."""
        if not self.table.undone:
            return free
        wanted.append("snackbar")
        height = dp(SNACKBAR)
        if free.height >= height:
            put(self.ids.snackbar, Box(free.x - dp(4), free.y, free.width + dp(8), height))
            return Box(free.x, free.y + height, free.width, free.height - height)
        self.put_snackbar_in_header(self.ids.snackbar, places.header)
        return free

    def _place_moment(self, places: Frame, floor: float) -> None:
        stage = places.stage
        if places.below:
            put(self.ids.moment, Box(stage.x, floor, stage.width, stage.top - floor))
            return
        left, bottom = self.sheet_pos
        width, height = self.sheet_size
        bottom = max(bottom, floor - dp(GAP))
        top = self.sheet_pos[1] + height
        put(self.ids.moment, Box(left, bottom, width, top - bottom))

    def _keep(self, wanted: Iterable[str]) -> None:
        """Leave only the parts on the screen that the prompt needs."""
        names = set(wanted)
        for name, widget in self._parts.items():
            if name in names and not widget.parent:
                self._insert(widget)
            elif name not in names and widget.parent:
                self.remove_widget(widget)
        self._keep_ring("answers" in names and self._is_pack())

    def _insert(self, widget: Widget) -> None:
        """Add a part below the moment, which covers everything."""
        self.add_widget(widget, self.children.index(self.ids.moment.__self__) + 1)

    def _keep_ring(self, is_covered: bool) -> None:
        self.ids.ring.opacity = float(not (is_covered and self.kind == UPRIGHT))


def _top(box: Box, height: float) -> Box:
    """Return the upper part of a box."""
    return Box(box.x, box.top - height, box.width, height)


def _below(box: Box, height: float) -> Box:
    """Return what is left of a box below its upper part."""
    return Box(box.x, box.y, box.width, max(0, box.height - height))
