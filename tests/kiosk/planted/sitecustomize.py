"""Planted from outside: at SIGUSR1 the main thread hangs; at SIGUSR2 Cy's code is chosen.

The link in the code is written to the bank's runtime folder as soon as the screen shows one.
"""

import os
import signal
import time
from pathlib import Path


def choose_code(*_: object) -> None:
    """Choose Cy on the phones screen, in the next frame."""
    from kivy.app import App
    from kivy.clock import Clock

    def choose(_: float) -> None:
        phones = App.get_running_app().root.table.phones
        if not phones.link:  # Another code would end this one.
            phones.choose("Cy")
        Path(os.environ["RUNTIME_DIRECTORY"], "link").write_text(phones.link)

    Clock.schedule_once(choose)


signal.signal(signal.SIGUSR1, lambda *_: time.sleep(3600))
signal.signal(signal.SIGUSR2, choose_code)
