"""``companion play``: the bank itself. Session, screens and hardware come together here."""

import re
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion import text
from companion.cli.data import data_option, mirror_option
from companion.cli.options import LARGEST, FiniteRange, Folder, NameOrFile
from companion.runtime import console
from companion.runtime.ledger_session import LedgerSession
from companion.ui import kivy_config
from companion.ui.kivy_config import Display

SHOWN = "Ann,Bob,Cy,Dee"
"""Who plays in a demonstration."""


class _Size(click.ParamType):
    """A window's size, written as ``800x480``."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", str(value))
        if not found or not all(320 <= int(side) <= 16384 for side in found.groups()):
            self.fail(f"'{value}' is no size: write it as 800x480", param, ctx)
        return int(found[1]), int(found[2])


@click.command("play")
@data_option
@mirror_option
@click.option("--players", help="Skip the set-up: names in seating order, comma separated.")
@click.option(
    "--edition",
    type=NameOrFile(),
    default="1961",
    show_default=True,
    help="The rule sheet: its name, or a file.",
)
@click.option(
    "--board",
    type=NameOrFile(),
    default="atlantic-city",
    show_default=True,
    help="The board: its name, or a file.",
)
@click.option(
    "--language",
    type=click.Choice(list(text.languages())),
    help="Of the screens; unless told the one of this machine.",
)
@click.option("--size", type=_Size(), default="800x480", show_default=True, help="Of the window.")
@click.option("--fullscreen", is_flag=True, help="Use all of the screen.")
@click.option("--kiosk", is_flag=True, help="The same, on a machine that is nothing but the bank.")
@click.option(
    "--tray",
    "tray_url",
    metavar="URL",
    envvar="COMPANION_TRAY",
    help="Where the dice tray is, if not found.",
)
@click.option("--no-tray", is_flag=True, help="Look for no dice tray.")
@click.option("--demo", is_flag=True, help="Let scripted players show a game, and end.")
@click.option(
    "--speed",
    type=FiniteRange(0.01, 1000.0),
    default=1.0,
    show_default=True,
    help="Of the demonstration: times as fast.",
)
@click.option(
    "--moves",
    type=click.IntRange(1, LARGEST),
    default=60,
    show_default=True,
    help="Of the demonstration.",
)
@click.option("--seed", default=5, show_default=True, help="Of the demonstration's dice.")
@click.option(
    "--pictures",
    type=Folder(),
    help="Leave a picture of each step of the demonstration in this folder.",
)
def play_command(**options: Any) -> None:
    """Open the bank.

    It goes on with the game that was played last, or asks who plays. Every move is in the ledger
    before it is seen, so nothing is lost whenever it ends.
    Exit status: 0 when it was closed, 1 when it could not be opened, 2 when it was asked otherwise.
    """
    wanted = Wanted(**options)
    with _books(wanted) as books:
        _window(wanted)
        _evening(wanted, books)
    if wanted.demo:
        click.echo(f"The game is in the ledger in {wanted.folder}.")
        if wanted.pictures:
            click.echo(f"The pictures are in {wanted.pictures}.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for on the command line, by the names of the options."""

    folder: Path
    mirror: Path | None
    players: str | None
    edition: str
    board: str
    language: str | None
    size: tuple[int, int]
    fullscreen: bool
    kiosk: bool
    tray_url: str | None
    no_tray: bool
    demo: bool
    speed: float
    moves: int
    seed: int
    pictures: Path | None


def _books(wanted: Wanted) -> LedgerSession:
    """The ledger. On a kiosk the screen says what is wrong with it, and so it does of damage."""
    books = LedgerSession(wanted.folder, None if wanted.demo else wanted.mirror)
    if books.trouble and (wanted.demo or not (books.damage or wanted.kiosk)):
        raise click.ClickException(books.trouble)
    return books


def _window(wanted: Wanted) -> None:
    """Tells Kivy all before it is imported. A kiosk says on its console what is missing."""
    if wanted.kiosk:
        console.wait_for(kivy_config.screen_problem)
    if problem := kivy_config.screen_problem():
        raise click.ClickException(problem)
    home = kivy_config.home(wanted.folder)
    kivy_config.prepare(home, Display(*wanted.size, wanted.fullscreen or wanted.kiosk))
    if problem := kivy_config.window_problem():
        if wanted.kiosk:
            console.wait_for(lambda: problem)
        raise click.ClickException(problem)


def _evening(wanted: Wanted, books: LedgerSession) -> None:
    from companion.runtime.bank import Bank

    bank = Bank(books, wanted.language or "", wanted.kiosk)
    if books.damage:
        bank.recover(books.damage)
    elif books.trouble:
        bank.wait_for_books()
    else:
        players = wanted.players or (SHOWN if wanted.demo else None)
        bank.sit_down(players, wanted.edition, wanted.board)
    if wanted.demo:
        bank.demonstrate(wanted.speed, wanted.moves, wanted.seed, wanted.pictures)
    else:
        bank.connect(None if wanted.no_tray else wanted.tray_url or "")
    signal.signal(signal.SIGTERM, lambda *_: bank.stop())
    bank.run()
