"""The real screens on a real ledger, played by touches at full speed.

Each public function is a task that ``__main__`` runs in a process of its own.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from uuid import uuid4

import click
from kivy.app import App
from kivy.graphics.instructions import Instruction
from kivy.uix.widget import Widget

from companion.engine.bots import STYLES, answer
from companion.engine.moves import Move, Rule
from companion.engine.phases import ToThrow
from companion.engine.rulings import MoveToken, SetCash
from companion.ledger.ledger import Ledger
from companion.ledger.paths import FILE_NAME
from companion.runtime.build import build_screens
from companion.runtime.gc_scheduler import GcScheduler
from companion.screens.parts import Words
from companion.screens.registry import SCREENS
from companion.table.prompts import Answer
from companion.table.session import Played, Session
from companion.table.table import CHANGE_SECONDS, Table
from companion.ui.app import TableTop, load_looks
from companion.ui.driver import button_for, die_key, on_screen, tap
from companion.ui.leaves import Leaf
from companion.ui.surface import Surface
from tests.bench import games
from tests.bench.harness import memory, run_program
from tests.bench.window import BenchWindow, instructions, load_of, observe
from tests.clock import StillClock

AT_THE_TABLE = ("play", "properties", "board", "trade", "pay", "ruling")
OF_A_GAME = (*AT_THE_TABLE, "history", "menu", "past_games", "setup")
"""Screens that can be opened during a game."""
WARM_UP_MOVES = 40
"""Moves until every widget of the play screen has been created once."""
BEFORE_GO = 34
"""Space from which a roll of twelve passes GO."""
MAX_MOVES = 1500
"""Moves after which an unfinished game of the soak test is abandoned."""

Texts = dict[Leaf, str]


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
        self.table.settings.change(sound=False)
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

    def _wait(self) -> None:
        """End what the last moves show for seconds: players do not tap a hundred times a second."""
        self.table.moments.skip()
        self.clock.wait(CHANGE_SECONDS)
        for widget in on_screen(Widget):
            if motion := getattr(widget, "motion", None):
                motion.finish()

    def _touch(self, move: Move | None) -> float | None:
        self._wait()
        self.window.settle()
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


def measure_taps(folder: str, game: str, taps: str) -> Any:
    """Return the processor time of each tap until its frame, and of the commit within.

    ``load`` is what is on the screen, and the median number, length and size of the labels that a
    tap changes.
    """
    player = UiPlayer(Path(folder), int(game))
    player.play(min(WARM_UP_MOVES, int(taps)))
    shown: list[float] = []
    committed: list[float] = []
    changed: list[int] = []
    texts: list[tuple[int, float]] = []
    while len(shown) < int(taps):
        before = _label_texts()
        if (seconds := player.step()) is not None:
            shown.append(seconds)
            committed.append(player.session.commit_seconds)
            after = dict(_label_texts().items() - before.items())
            changed.append(len(after))
            texts += [(len(text), _size(label)) for label, text in after.items()]
    characters, sizes = zip(*texts, strict=True)
    load = load_of(
        player.root,
        int(median(changed)),
        characters=int(median(characters)),
        font_size=int(median(sizes)),
    )
    return {
        "shown": shown,
        "committed": committed,
        "load": load,
    }


def _places(root: Widget) -> dict[Instruction, list[object]]:
    """Return where each drawing instruction draws."""
    return {
        part: [getattr(part, name, None) for name in ("pos", "xy", "angle")]
        for part in instructions(root.canvas)
    }


def _label_texts() -> Texts:
    surfaces = on_screen(Surface)
    leaves = [leaf for surface in surfaces for leaf in surface.leaves.leaf.values()]
    leaves = [leaf for leaf in leaves if isinstance(leaf.look, Words)]
    return {leaf: "\n".join(leaf.look.lines) for leaf in leaves}


def _size(label: Leaf) -> float:
    return float(label.look.points)


def measure_frames(folder: str, game: str, moments: str) -> Any:
    """Return the processor time of each frame while dice land, tokens slide and chips fly.

    Every roll passes twelve spaces and GO. ``load`` is what is on the screen, and the median number
    of things that a frame moves; it is counted in a moment that is not measured.
    """
    player = UiPlayer(Path(folder), int(game))
    player.begin()
    moved, before = [], _places(player.root)
    for _ in _frames_of_a_moment(player):
        now = _places(player.root)
        moved.append(sum(before.get(part) != place for part, place in now.items()))
        before = now
    load = load_of(player.root, int(median(count for count in moved if count)))
    frames = [s for _ in range(int(moments)) for s in _frames_of_a_moment(player)]
    return {"frames": frames, "load": load}


def _frames_of_a_moment(player: UiPlayer) -> Iterator[float]:
    table, name = player.table, player.session.roller()
    assert name, "somebody is to throw"
    ruling = Rule((MoveToken(name, BEFORE_GO),))
    table.submit(Answer("", ruling, ""), table.number, uuid4().hex)
    player.window.settle()
    table.roll(6, 6, table.number, uuid4().hex)
    while table.moments.shown:
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
