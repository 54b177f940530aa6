"""Planted from outside: at SIGUSR1 the main thread hangs; SIGUSR2 is a hand at the phones screen.

The hand lets Cy in, if Cy's phone asks, and writes the link of the code to the runtime folder.
"""

import os
import signal
import time
from pathlib import Path


def use_phones_screen(*_: object) -> None:
    """Let Cy in and note the link, in the next frame."""
    from kivy.app import App
    from kivy.clock import Clock

    def use(_: float) -> None:
        table = App.get_running_app().root.table
        phones = table.phones
        for ask in phones.seats.asks:
            if phones.seats.player_of(ask) == "Cy":
                table.tap(("let in", ask.number), table.number, "")
        Path(os.environ["RUNTIME_DIRECTORY"], "link").write_text(phones.value.link)

    Clock.schedule_once(use)


signal.signal(signal.SIGUSR1, lambda *_: time.sleep(3600))
signal.signal(signal.SIGUSR2, use_phones_screen)
