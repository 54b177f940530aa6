"""The command line: one module a command, imported only when it is called, so that none of them
waits for another's libraries."""

import os
import sys
from importlib import import_module
from typing import Any

import click

COMMANDS = {
    "audit": "audit",
    "backup": "backup",
    "bench": "bench",
    "check": "check",
    "datasette": "datasette",
    "doctor": "doctor",
    "export": "exports",
    "games": "games",
    "import": "exports",
    "play": "play",
    "report": "report",
    "restore": "restore",
    "simulate": "simulate",
    "stats": "stats",
    "tray": "tray",
}
"""Which module of this package has the command."""

CLOSED_PIPE = 141
"""Exit status when whoever reads the output stops early: what shells report for SIGPIPE."""


class _Lazy(click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; exit with ``CLOSED_PIPE`` when its output is read no further."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # What is left in the buffer has nowhere to go when Python flushes it at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(CLOSED_PIPE)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="table-companion", prog_name="companion")
def cli() -> None:
    """The bank and title-deed ledger for a property-trading board game played with real cardboard,
    tokens and dice.

    'companion play' opens the bank. The other commands look at its books and keep them safe, or try
    out rules, tray and machine; each says with --help what it does and what its exit status means.
    Of all of them it is 141 when the output was closed before all of it was written, as by 'head',
    and 128 and the signal's number when SIGTERM or SIGHUP ended the command.
    """
