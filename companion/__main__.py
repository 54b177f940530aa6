"""Where everything comes together: ``python -m companion`` and the ``companion`` command."""

import sys

from companion.cli import cli
from companion.runtime.signals import exit_on_signals

NOT_WRITTEN = 2


def main() -> None:
    """Runs the command line."""
    exit_on_signals()
    try:
        cli(prog_name="companion")
    except OSError as error:  # There is no room for what is printed, for one.
        where = f"{error.filename}: " if error.filename else ""
        print(f"Error: {where}{error.strerror or error}.", file=sys.stderr)
        sys.exit(NOT_WRITTEN)


if __name__ == "__main__":
    main()
