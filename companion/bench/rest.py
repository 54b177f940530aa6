"""The idle bank, observed from inside. Run by ``__main__`` with options of ``play``."""

from typing import Any

from kivy.app import App
from kivy.core.window import Window

from companion.bench import watch
from companion.cli.play import play_command


def main(*options: str) -> Any:
    """Run the bank until SIGTERM and return the observations."""

    def stop() -> None:
        App.get_running_app().stop()

    with watch.until_told_to_end(Window, stop) as seen:
        play_command(options, standalone_mode=False)
    return seen
