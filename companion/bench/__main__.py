"""What the rows run in processes of their own: ``python -m companion.bench MODULE ARGUMENT...``.

Kivy is told what the bank tells it, and then the module prints what it found, as JSON.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.ui import kivy_config
from companion.ui.kivy_config import Display


def main(module: str, *arguments: str) -> None:
    """Runs ``companion.bench.<module>.main``."""
    with TemporaryDirectory(prefix="bench-") as home:
        kivy_config.prepare(Path(home), Display())
        print(json.dumps(import_module(f"companion.bench.{module}").main(*arguments)))


if __name__ == "__main__":
    main(*sys.argv[1:])
