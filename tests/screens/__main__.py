"""Lay out every screen that a position allows, and print every fault with its place.

    python -m tests.screens FILE.game ... [--size 480x800] [--language de] [--type-size large]
                            [--theme evening] [--pictures DIR]

The last move is a touch: its moment is looked over first, in all of its stages, and then the page
after it. Without a file, every position of ``states.py`` is laid out. Only pictures need a screen,
such as that of ``xvfb-run``. At the end, the texts that gave way are counted by window, language
and way; see ``ways_given.py``. The exit status is 1 if there is a fault.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion import text
from companion.cli.play import SIZE
from companion.engine.notation.record import parse_record
from companion.engine.phases import Over
from companion.look.palette import PAPER, THEMES
from companion.screens.parts import Node
from companion.table.settings import TYPE_SIZES
from companion.table.story.evening import PAGES
from tests.screens.faults import faults
from tests.screens.seat import touch
from tests.screens.states import LANGUAGES, SIZES, Position, positions
from tests.screens.watching import longest_refusal, stages, wrong_with
from tests.screens.ways_given import WAYS, ways_given
from tests.ui.driver import Desk

BESIDE = ("properties", "board", "trade", "pay", "history", "ruling", "menu")
"""Screens that can be opened from any position that is not over."""
AT_THE_END = ("game_over", "story", "history")


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--size", type=SIZE, help="One window of any size instead of all.")
@click.option("--language", type=click.Choice(LANGUAGES), help="One language instead of all.")
@click.option("--type-size", type=click.Choice(TYPE_SIZES), default=TYPE_SIZES[0])
@click.option("--theme", type=click.Choice([*THEMES]), default=PAPER.name)
@click.option("--pictures", type=click.Path(file_okay=False, path_type=Path), help="A folder.")
def main(
    files: tuple[Path, ...],
    size: tuple[int, int] | None,
    language: str | None,
    type_size: str,
    theme: str,
    pictures: Path | None,
) -> None:
    """Lay out every screen that a position allows, and print every fault with its place."""
    shown = [Position(path.stem, path.read_text("utf-8")) for path in files] or [*positions()]
    found, given = 0, dict[str, Counter[str]]()
    for window in [size] if size else SIZES:
        name = "{}x{}-{}-{}".format(*window, type_size, theme)
        with (
            TemporaryDirectory() as folder,
            _desk(Path(folder), window, is_drawn=pictures is not None) as desk,
        ):
            desk.table.settings.change(type_size=type_size, theme=theme)
            for number, position in enumerate(shown):
                refusing = BESIDE[number % len(BESIDE)]
                for spoken in [language] if language else LANGUAGES:
                    text.set_language(spoken)
                    ways = given.setdefault(f"{name} {spoken}", Counter())
                    for fault in _look(
                        desk, position, refusing, f"{name}-{spoken}", ways, pictures
                    ):
                        found += 1
                        click.echo(f"{position.name}, {spoken} {name}: {fault}")
    for where, ways in given.items():
        counts = (f"{way} {ways[way]}" for way in WAYS if ways[way])
        click.echo(f"{where} gave way: {', '.join(counts) or 'nothing'}")
    click.echo(f"{found} faults")
    sys.exit(1 if found else 0)


def _desk(folder: Path, size: tuple[int, int], is_drawn: bool) -> Any:
    """Return a desk, with a window if it is to be drawn."""
    if not is_drawn:
        return Desk(folder, size=size)
    from tests.ui.window_desk import WindowDesk

    return WindowDesk(folder, size=size, drawn=True)


def _look(
    desk: Any,
    position: Position,
    refusing: str,
    where: str,
    ways: Counter[str],
    pictures: Path | None,
) -> Iterator[str]:
    """Play a record at a desk, watch the last move, open every screen and yield the faults.

    The page after the move, and the one of the screen ``refusing``, are seen with a refusal, too.
    The ``ways`` in which texts gave way are counted.
    """
    record = parse_record(position.record, position.name)
    *moves, last = record.moves()
    desk.table.settings.light.wake()
    desk.table.begin(record.setup)
    desk.make(moves)
    touch(desk.table, last)
    nodes: dict[str, Node] = {}
    for stage, name in enumerate(stages(desk.table), 1):
        desk.frames(6)
        page, before = desk.page(), nodes
        if (nodes := page.nodes) != before:
            ways.update(ways_given(page))
            yield from (f"{name}: {fault}" for fault in wrong_with(desk.table, page, before))
            _paint(desk, pictures, f"{position.name}-{stage} {name}-{where}")
    yield from _refused(desk, name)
    _paint(desk, pictures, f"{position.name}-refused {name}-{where}")
    is_over = isinstance(desk.table.session.game.phase, Over)
    for screen in AT_THE_END if is_over else BESIDE:
        desk.table.open(screen)
        for part in PAGES if screen == "story" else ("",):
            if part:
                desk.until(lambda: desk.table.values["story"].done >= 1)
                desk.table.set_value("story", replace(desk.table.values["story"], page=part))
            desk.frames(6)
            name = f"{screen} {part}".rstrip()
            ways.update(ways_given(page := desk.page()))
            yield from (f"{name}: {fault}" for fault in faults(page))
            _paint(desk, pictures, f"{position.name}-{name}-{where}")
            if screen == refusing:
                yield from _refused(desk, name)
                _paint(desk, pictures, f"{position.name}-refused {name}-{where}")
            desk.table.notice = ""


def _refused(desk: Any, name: str) -> Iterator[str]:
    """Say the longest refusal of a page, or a message of the tray, and yield the faults."""
    refusal = longest_refusal(desk.page().nodes)
    desk.table.say(max(refusal, text.tray("flood"), key=lambda said: len(str(said))))
    desk.frames(6)
    yield from (f"{name}, refused: {fault}" for fault in faults(desk.page()))


def _paint(desk: Any, pictures: Path | None, name: str) -> None:
    """Write the picture of what is seen, if there is a folder for it."""
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        picture = pictures / f"{name}.png"
        Path(desk.window.screenshot(name=str(picture))).replace(picture)


if __name__ == "__main__":
    main()
