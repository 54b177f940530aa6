"""Where everything comes together: ``python -m companion`` and the ``companion`` command."""

from companion.cli import cli


def main() -> None:
    """Runs the command line."""
    cli(prog_name="companion")


if __name__ == "__main__":
    main()
