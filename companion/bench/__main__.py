"""Run a module of this package in a process: ``python -m companion.bench MODULE ARGUMENT...``.

Kivy is configured as for the bank; the module's result is printed as JSON.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.ui import kivy_config
from companion.ui.kivy_config import Display


def main(module: str, *arguments: str) -> None:
    """Run ``companion.bench.<module>.main``."""
    with TemporaryDirectory(prefix="bench-") as home:
        kivy_config.prepare(Path(home), Display())
        print(json.dumps(import_module(f"companion.bench.{module}").main(*arguments)))


if __name__ == "__main__":
    main(*sys.argv[1:])
