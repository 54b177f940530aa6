"""An eye planted from outside: at SIGUSR1, what can be read in the window is written to a file."""

import json
import os
import signal


def tell(*_):
    from kivy.core.window import Window
    from kivy.uix.label import Label

    words = [
        part.text
        for child in Window.children
        for part in child.walk(restrict=True)
        if isinstance(part, Label) and part.text and part.opacity and part.width > 1
    ]
    file = os.environ["COMPANION_SEEN"]
    with open(f"{file}.part", "w", encoding="utf-8") as part:
        json.dump(words, part)
    os.replace(f"{file}.part", file)


signal.signal(signal.SIGUSR1, tell)
