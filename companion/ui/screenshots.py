"""Screenshots of a demonstration, one per step."""

from pathlib import Path
from tempfile import TemporaryDirectory

from kivy.core.window import Window

from companion.engine.board import slug
from companion.table.table import Table


class Pictures:
    """Numbered PNG files in ``folder``; without a folder nothing is saved."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._taken = 0
        if folder:
            folder.mkdir(parents=True, exist_ok=True)

    def take(self, table: Table) -> None:
        """Save a screenshot of the window."""
        if self._folder is None:
            return
        self._taken += 1
        name = f"{self._taken:03d}-{slug(f'{table.now.kind} {table.now.player}')}.png"
        # Draw once more: the content of the back buffer after a flip is undefined.
        Window.dispatch("on_draw")
        # Kivy adds a number to the name, and would follow a link of that name.
        with TemporaryDirectory(dir=self._folder) as scratch:
            Path(Window.screenshot(name=f"{scratch}/{name}")).replace(self._folder / name)
