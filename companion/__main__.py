"""Entry point of ``python -m companion`` and of the ``companion`` command."""

import io
import sys

from companion.cli import cli
from companion.runtime.signals import exit_on_signals

NOT_WRITTEN = 2


def main() -> None:
    """Run the command line."""
    exit_on_signals()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # A letter that the locale lacks is no error.
            stream.reconfigure(errors="replace")
    try:
        cli(prog_name="companion")
    except OSError as error:  # For example: no space left for the output.
        where = f"{error.filename}: " if error.filename else ""
        print(f"Error: {where}{error.strerror or error}.", file=sys.stderr)
        sys.exit(NOT_WRITTEN)


if __name__ == "__main__":
    main()
