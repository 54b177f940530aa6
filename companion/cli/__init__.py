"""The command line: one thin module a command.

A command is imported only when it is called, so that none waits for the libraries of another. The
work is done by ``runtime``, ``ledger``, ``export``, ``report`` and ``simulation``; a module here
parses options, prints results and sets the exit status. Everything may be imported here. Begin with
``COMMANDS`` below and a short command, such as ``games``.
"""

import os
import sys
from importlib import import_module
from typing import Any

import click

COMMANDS = {
    "audit": "audit",
    "backup": "backup",
    "boards": "rule_sets",
    "chances": "chances",
    "check": "check",
    "club": "club",
    "conformance": "conformance",
    "datasette": "datasette",
    "dice": "dice",
    "director": "director",
    "doctor": "doctor",
    "editions": "rule_sets",
    "export": "export_game",
    "games": "games",
    "import": "import_game",
    "phones": "phones",
    "play": "play",
    "publish": "publish",
    "report": "report",
    "restore": "restore",
    "rules": "rules",
    "simulate": "simulate",
    "statement": "statement",
    "stats": "stats",
    "tray": "tray",
    "version": "version",
    "whatif": "whatif",
}
"""Module of this package by the name of its command."""

CLOSED_PIPE = 141
"""Exit status after SIGPIPE, as shells report it: the output was closed early."""


class _Imported(dict[str, click.Command]):
    """Commands by name, each imported only when it is looked up."""

    def get(self, name: str, default: Any = None) -> Any:
        """Return the command, or the default if there is none of this name."""
        if name not in COMMANDS:
            return default
        return getattr(import_module(f"{__name__}.{COMMANDS[name]}"), f"{name}_command")


class _CommandGroup(click.Group):
    """The group of all commands, which reports what cannot be used in one sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and say in one sentence if a ledger or a file cannot be used.

        Exit with ``CLOSED_PIPE`` if its output was closed early.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Python flushes the rest of the buffer at exit: give it somewhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(CLOSED_PIPE)
        except click.exceptions.Exit:  # Of --help, which does not wait for the engine.
            raise
        except (RuntimeError, ValueError) as error:
            from companion.cli.options import RefusedValue
            from companion.engine.limits import ForeignError
            from companion.ledger.errors import LedgerError
            from companion.text import translate_message

            if isinstance(error, ForeignError | LedgerError):
                raise RefusedValue(translate_message(error)) from error
            raise


@click.group(
    cls=_CommandGroup,
    commands=_Imported.fromkeys(COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(package_name="table-companion", prog_name="companion")
def cli() -> None:
    """Keep the bank and the title deeds for a property-trading board game with real cardboard.

    'companion play' opens the bank. The other commands verify, copy and export its ledger, or test
    rules, tray and machine. Each describes itself and its exit status with --help. Every command
    exits with 141 if its output was closed early, as by 'head', and with 128 plus the number of the
    signal if SIGTERM or SIGHUP ended it.
    """
