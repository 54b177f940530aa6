"""The real screens on a real ledger, played by touches at full speed.

Each public function is a task that ``__main__`` runs in a process of its own.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from uuid import uuid4

import click
from kivy.app import App
from kivy.uix.widget import Widget

from companion.engine.bots import STYLES, answer
from companion.engine.moves import Buy, Move, Rule
from companion.engine.phases import ToThrow
from companion.engine.rulings import MoveToken, SetCash
from companion.ledger.ledger import Ledger
from companion.ledger.paths import FILE_NAME
from companion.runtime.build import build_screens
from companion.runtime.gc_scheduler import GcScheduler
from companion.screens.registry import SCREENS
from companion.table.prompts import Answer
from companion.table.session import Played, Session, Source
from companion.table.table import CHANGE_SECONDS, Table
from companion.ui import painting
from companion.ui.app import TableTop, load_looks
from companion.ui.driver import Target, button_for, die_key, on_screen, open_answers, tap, targets
from companion.ui.surface import Surface
from tests.clock import StillClock
from tests.screens.states import positions
from tools.bench import by_hand, games
from tools.bench.harness import memory, run_program
from tools.bench.layers import SHARED, Layers, means
from tools.bench.window import BenchWindow, observe

AT_THE_TABLE = ("play", "properties", "board", "trade", "pay", "ruling")
OF_A_GAME = (*AT_THE_TABLE, "history", "menu", "past_games", "setup")
"""Screens that can be opened during a game."""
BOOKS_OR_LEAVES = ("answer", "undo", "redo", "show", "close", "reset", "move", "out")
"""First words of taps that change more than the screen."""
LEAVING = (("back",), ("back", "out"))
ANSWERED = {"debt": "shortage, 3 players", "auction": "auction, 6 players"}
"""Positions whose answers are tapped, by the page that they stand on."""
WARM_UP_MOVES = 40
"""Moves until every widget of the play screen has been created once."""
BEFORE_GO = 34
"""Space from which a roll of twelve passes GO."""
FRAME_SECONDS = 1 / 60
MAX_MOVES = 1500
"""Moves after which an unfinished game of the soak test is abandoned."""


class TimedSession(Session):
    """A session that measures the processor time of storing its last move."""

    commit_seconds = 0.0

    def play(self, *arguments: Any) -> Played:
        """Play a move and measure it."""
        began = process_time()
        try:
            return super().play(*arguments)
        finally:
            self.commit_seconds = process_time() - began


class UiPlayer:
    """Play a resumed game of the ledger in ``folder`` by touching the screens.

    If ``solvent``, rulings keep every player solvent.
    """

    def __init__(self, folder: Path, game: int, solvent: bool = True) -> None:
        load_looks()
        self.ledger = Ledger.open(folder)
        self.clock = StillClock()
        self.table = Table(self.ledger, self.clock, SCREENS, echo=0)
        build_screens(self.table, self.ledger, folder / "settings.json")
        self.table.settings.change(sound=False, dim_after=0)
        self.session = TimedSession.resume(self.ledger, game)
        self.table.adopt_session(self.session)
        GcScheduler(self.table)
        self.root = TableTop(table=self.table)
        self.window = BenchWindow(self.root, self.clock.frame)
        self._random = Random(games.SEED)
        self._solvent = solvent

    def begin(self) -> None:
        """Begin another game at the same table."""
        self.session = TimedSession.begin(self.ledger, games.setup())
        self.table.adopt_session(self.session)
        self.window.settle()

    def tap_answers(self, position: str, taps: int) -> Iterator[float]:
        """Tap one answer after the other in a position of ``tests.screens``; undo each move."""
        record = next(one for one in positions() if one.name == position).parse()
        self.session = TimedSession.begin(self.ledger, record.setup)
        self.table.adopt_session(self.session)
        for move in record.moves():
            self.session.play(move, Source.IMPORT)
        self.table.show()
        for number in range(taps):
            self.settle()
            answers = [where for _, where in open_answers()]
            yield self.window.tap(answers[number % len(answers)])
            self.table.undo(self.table.number, uuid4().hex)

    def tap_about(self, screen: str, taps: int) -> Iterator[float]:
        """Tap one thing after the other on a screen that books nothing by them."""
        self.table.open(screen)
        for number in range(taps):
            self.settle()
            things = [
                one
                for one in targets()
                if one.do[0] not in BOOKS_OR_LEAVES and one.do not in LEAVING and not one.reason
            ]
            assert things, (screen, self.table.screen, [t.do for t in targets()])
            yield self.window.tap(things[number % len(things)])

    def show_every_screen(self) -> None:
        """Show each screen of a game once."""
        table = self.table
        for screen in OF_A_GAME:
            table.open(screen)
            self.window.settle()
        table.show_screen("play")

    def play(self, moves: int) -> None:
        """Play a number of moves."""
        for _ in range(moves):
            self.step()

    def step(self) -> float | None:
        """Play one move of scripted players.

        Return the processor time from lifting the finger to the frame, or None if the move could
        not be made by a tap.
        """
        before = self.table.number
        seconds = self._touch(self._next())
        if self.table.number == before:  # its button is scrolled away
            self._send(self._next())
            return None
        return seconds

    def _next(self) -> Move | None:
        """Return the next move; None for a roll."""
        game = self.session.game
        short = [p.name for p in game.players.values() if p.cash < games.SHORT]
        if self._solvent and short and isinstance(game.phase, ToThrow):
            return Rule((SetCash(short[0], games.ENOUGH),))
        styles = dict(zip(game.players, [*STYLES.values()] * len(game.players), strict=False))
        return answer(game, styles, self._random.choice)

    def settle(self) -> None:
        """End what the last moves show for seconds: players do not tap a hundred times a second."""
        self.table.moments.skip()
        self.clock.wait(CHANGE_SECONDS)
        for widget in on_screen(Widget):
            if motion := getattr(widget, "motion", None):
                motion.finish()
        self.window.settle()

    def _touch(self, move: Move | None) -> float | None:
        self.settle()
        if self.table.screen not in ("play", "auction"):
            self.table.show_screen("play")
            self.window.settle()
        if move is None:
            tap(die_key(0, self._random.randint(1, 6)))
            self.window.settle()
            return self.window.tap(die_key(1, self._random.randint(1, 6)))
        if button := button_for(self.table, move):
            return self.window.tap(button)
        self._send(move)
        return None

    def _send(self, move: Move | None) -> None:
        """Submit a move that could not be tapped."""
        if move is None:
            dice = self._random.randint(1, 6), self._random.randint(1, 6)
            self.table.roll(*dice, self.table.number, uuid4().hex)
        else:
            self.table.submit(Answer("", move, ""), self.table.number, uuid4().hex)
            self.table.confirm(self.table.number, uuid4().hex)  # if that opened a sheet
        self.table.moments.skip()  # No frame of the moment is waited for.
        self.window.settle()


def measure_taps(folder: str, game: str, taps: str) -> dict[str, list[float]]:
    """Return the processor time of each tap until its frame, and of the commit within."""
    player = UiPlayer(Path(folder), int(game))
    player.play(min(WARM_UP_MOVES, int(taps)))
    shown: list[float] = []
    committed: list[float] = []
    while len(shown) < int(taps):
        if (seconds := player.step()) is not None:
            shown.append(seconds)
            committed.append(player.session.commit_seconds)
    return {"shown": shown, "committed": committed}


def buy_keys() -> list[Target]:
    """Return where the player can buy the property of now."""
    return [where for answer, where in open_answers() if isinstance(answer.move, Buy)]


def measure_purchases(folder: str, game: str, taps: str) -> list[float]:
    """Return the processor time of each purchase, without the commit.

    The pictures before and after the last one are in the folder then.
    """
    player, found = UiPlayer(Path(folder), int(game)), []
    player.play(WARM_UP_MOVES)
    player.settle()
    while not buy_keys():
        player.step()
        player.settle()
    table, viewer = player.table, player.root.viewer
    for _ in range(int(taps)):
        player.settle()
        before, [where] = viewer.picture.nodes, buy_keys()
        found.append(player.window.tap(where) - player.session.commit_seconds)
        by_hand.save([before, viewer.picture.nodes], Path(folder))
        table.undo(table.number, uuid4().hex)
    return found


def measure_layers(folder: str, game: str, taps: str) -> dict[str, dict[str, float]]:
    """Return the milliseconds that each layer takes of a tap, by the page that it is made on."""
    player = UiPlayer(Path(folder), int(game))
    player.play(WARM_UP_MOVES)
    layers = {**SHARED, "texts": [(painting, "_lettered")], "leaves": [(Surface, "show")]}
    player.window.layers = watch = Layers(layers, rest="Kivy")
    found = {"play": [watch.seconds for _ in range(int(taps)) if player.step() is not None]}
    for page in ("trade", "history"):
        found[page] = [watch.seconds for _ in player.tap_about(page, int(taps))]
    for page, position in ANSWERED.items():
        found[page] = [watch.seconds for _ in player.tap_answers(position, int(taps))]
    return {page: means(each) for page, each in found.items()}


def measure_frames(folder: str, game: str, moments: str) -> list[float]:
    """Return the processor time of each frame while dice land, tokens slide and chips fly.

    Every roll passes twelve spaces and GO. The first moment, which makes its widgets, does not
    count.
    """
    player = UiPlayer(Path(folder), int(game))
    player.begin()
    for _ in _frames_of_a_moment(player):
        pass
    return [s for _ in range(int(moments)) for s in _frames_of_a_moment(player)]


def _frames_of_a_moment(player: UiPlayer) -> Iterator[float]:
    table, name = player.table, player.session.roller()
    assert name, "somebody is to throw"
    ruling = Rule((MoveToken(name, BEFORE_GO),))
    table.submit(Answer("", ruling, ""), table.number, uuid4().hex)
    player.window.settle()
    table.roll(6, 6, table.number, uuid4().hex)
    while table.moments.shown:
        player.clock.wait(FRAME_SECONDS)
        began = process_time()
        if player.window.frame():
            yield process_time() - began
    table.undo(table.number, uuid4().hex)
    player.window.settle()


def measure_memory(folder: str, game: str) -> Any:
    """Return the peak of memory with all screens shown, in megabytes."""
    player = UiPlayer(Path(folder), int(game))
    player.play(WARM_UP_MOVES // 2)
    player.show_every_screen()
    return memory("VmHWM")


def soak(games_to_play: str) -> list[dict[str, Any]]:
    """Play whole games at the real screens on one ledger; return the measurements of each.

    These are moves, memory after the game (MB), size of the ledger (bytes) and the slowest tap
    (seconds of processor time until its frame, without the commit). ``tests/bench/test_soak.py``
    has the limits.
    """
    with TemporaryDirectory() as scratch:
        player = UiPlayer(Path(scratch), games.ledger_with(Path(scratch), 10), solvent=False)
        with click.progressbar(range(int(games_to_play)), label="soak", file=sys.stderr) as bar:
            return [_soak_game(player, Path(scratch, FILE_NAME)) for _ in bar]


def _soak_game(player: UiPlayer, file: Path) -> dict[str, Any]:
    player.begin()
    slowest = max(_taps_without_commit(player))
    return {
        "moves": len(player.session.history),
        "slowest": slowest,
        "memory": memory(),
        "size": file.stat().st_size,
    }


def _taps_without_commit(player: UiPlayer) -> Iterator[float]:
    while not player.session.is_over and len(player.session.history) < MAX_MOVES:
        if (seconds := player.step()) is not None:
            yield seconds - player.session.commit_seconds


def run_idle(*options: str) -> Any:
    """Run the bank with options of ``play`` until SIGTERM; return what ``observe`` saw."""
    with observe(lambda: App.get_running_app().stop()) as seen:
        run_program("play", *options)
    return seen
