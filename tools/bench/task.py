"""Run a task in this process: ``python -m tools.bench.task MODULE.FUNCTION ARGUMENT...``.

Kivy is configured as for the bank. The task's result is printed as JSON. The soak test of 300 games
is ``xvfb-run python -m tools.bench.task ui.soak 300``.
"""

import json
import logging
import os
import sys
from importlib import import_module

from companion.ui import start
from companion.ui.start import Display
from tools.bench.harness import NOT_DRAWN

WITHOUT_KIVY = "harness", "served"
"""Modules that measure commands, and the page of a browser."""


def main(task: str, *arguments: str) -> None:
    """Run ``task``, a function of a module of this package."""
    module, function = task.split(".")
    if module not in WITHOUT_KIVY:
        start.prepare(Display())
        if NOT_DRAWN.items() <= os.environ.items():  # Kivy misses shaders and a version.
            logging.getLogger("kivy").setLevel(logging.CRITICAL)
    print(json.dumps(getattr(import_module(f"tools.bench.{module}"), function)(*arguments)))


if __name__ == "__main__":
    main(*sys.argv[1:])
