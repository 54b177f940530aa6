"""Completion in a shell: numbers of games, names of editions and boards.

A module of its own, imported only while a shell completes: it reads the ledger.
"""

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from companion.engine import board, edition
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError


def complete_games(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the games whose number begins with ``incomplete``, each with its players."""
    try:
        with snapshot(_folder(ctx)) as reader:
            games = reader.games()
    except LedgerError:
        return []
    return [
        CompletionItem(str(game.number), help=", ".join(game.players))
        for game in games
        if str(game.number).startswith(incomplete)
    ]


def complete_names(param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of the packaged editions, or boards, that begin with ``incomplete``."""
    names = edition.names() if param.name == "edition" else board.names()
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _folder(ctx: click.Context) -> Path:
    """Return the folder of ``--data``: a shell completes before options have their defaults."""
    for param in ctx.command.params:
        if param.name == "folder":
            return Path(ctx.params.get("folder") or param.consume_value(ctx, {})[0])
    raise AssertionError("a command that completes games has the option --data")
