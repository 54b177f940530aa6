"""A picture of each step of a demonstration."""

from pathlib import Path

from kivy.core.window import Window

from companion.engine.board import slug
from companion.ui.table import Table


class Pictures:
    """PNG files in ``folder``, numbered; none at all when that is None."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._taken = 0
        if folder:
            folder.mkdir(parents=True, exist_ok=True)

    def take(self, table: Table) -> None:
        """The window as it is now."""
        if self._folder is None:
            return
        self._taken += 1
        name = f"{self._taken:03d}-{slug(f'{table.now.kind} {table.now.player}')}.png"
        # Drawn once more for it: what a window holds after it was shown is anybody's guess.
        Window.dispatch("on_draw")
        path = self._folder / name
        Path(Window.screenshot(name=str(path))).replace(path)
