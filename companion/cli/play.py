"""``companion play``: open the bank."""

import logging
import re
import signal
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from companion import text
from companion.cli.data import Board, Data, Edition, Mirror, Runtime, TrayUrl
from companion.cli.options import (
    LARGEST,
    PORT,
    FiniteRange,
    Folder,
    Parsed,
    Whole,
    command,
    option,
)
from companion.runtime import console, log
from companion.system.displays import screen_problem
from companion.system.network import EVERYWHERE, LOOPBACK, address_in_network
from companion.text import translate_message
from companion.ui import start
from companion.ui.start import Display
from companion.version import version

if TYPE_CHECKING:
    from companion.runtime.bank import Bank
    from companion.runtime.ledger_session import LedgerSession

EDITION, BOARD = "1961", "atlantic-city"
"""Rules and board of a game, if none are chosen."""
NO_WINDOW = "There is no Kivy here, so there is no window: the table is in a browser."
DEMO_PLAYERS = "Ann,Bob,Cy,Dee"
"""Players of a demonstration."""


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if not found or not all(320 <= int(side) <= 16384 for side in found.groups()):
        raise ValueError(text)
    return int(found[1]), int(found[2])


SIZE = Parsed("size", _size, "WIDTHxHEIGHT, such as 800x480")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """Options of the command line, by name."""

    folder: Data
    mirror: Mirror
    runtime: Runtime
    players: Annotated[
        str | None, option("Skip the set-up screen: names in seating order, comma separated.")
    ]
    edition: Edition = EDITION
    board: Board = BOARD
    language: Annotated[
        str | None,
        option(
            "Language of the screens (default: that of this machine).",
            click.Choice(list(text.languages())),
        ),
    ]
    size: Annotated[tuple[int, int], option("Size of the window.", SIZE, "WXH", default="800x480")]
    fullscreen: Annotated[bool, option("Use the whole screen.")]
    browser: Annotated[
        bool, option("Show the table in browsers of this machine instead of a window.")
    ]
    watch: Annotated[bool, option("With --browser: show it without taking touches.")]
    lan: Annotated[
        bool,
        option("With --browser: let other devices of the network ask for the table, too."),
    ]
    port: Annotated[int, option("Port of the table's page; 0 for any free one.", PORT)] = 8070
    kiosk: Annotated[bool, option("Full screen on a machine that runs nothing but the bank.")]
    tray_url: TrayUrl
    no_tray: Annotated[bool, option("Do not search for a dice tray.")]
    dice: Annotated[bool, option("Read two Bluetooth dice: Menu, This machine, Dice.")]
    demo: Annotated[bool, option("Show a game of scripted players, then exit.")]
    speed: Annotated[
        float, option("Speed factor of the demonstration.", FiniteRange(0.01, 1000.0))
    ] = 1.0
    moves: Annotated[int, option("Number of moves of the demonstration.", Whole(1, LARGEST))] = 60
    seed: Annotated[int, option("Random seed of the demonstration.")] = 5
    pictures: Annotated[
        Path | None,
        option("Save a screenshot of each step of the demonstration in this folder.", Folder()),
    ]
    verbose: Annotated[bool, option("Log what happens, as a kiosk does.")]


def play(**options: Any) -> None:
    """Open the bank.

    Resumes the last game, or shows the set-up screen. Every move is stored before it is shown, so
    nothing is lost if the program or the machine stops.

    Exit status: 0 when the bank was closed, 1 when it could not be opened, 2 for invalid options.
    """
    chosen = PlayOptions(**options)
    _require_valid(chosen)
    if not (chosen.browser or chosen.kiosk or chosen.demo) and not start.has_toolkit():
        click.echo(NO_WINDOW)
        chosen = replace(chosen, browser=True)
    is_logged = chosen.kiosk or chosen.verbose
    with log.log_to_stderr(logging.INFO if is_logged else logging.WARNING):
        log.info("start", version=version(), kiosk=int(chosen.kiosk))
        if chosen.browser:
            _run_in_browser(chosen)
        else:
            _prepare_window(chosen)
            _run(chosen)
        log.info("stop")
    if chosen.demo:
        click.echo(f"The game is in the ledger in {chosen.folder}.")
        if chosen.pictures:
            click.echo(f"The screenshots are in {chosen.pictures}.")


play_command = command(play, PlayOptions)


def _require_valid(options: PlayOptions) -> None:
    """Raise an error for what does not go together, before any screen is needed."""
    if options.dice:
        if options.no_tray or options.tray_url or options.demo:
            raise click.UsageError("--dice takes the place of a tray: leave out the other option.")
        from companion.cli.dice import require_bluetooth

        require_bluetooth()
    if options.browser and (options.demo or options.kiosk):
        raise click.UsageError("--browser has no window, which --demo and --kiosk need.")
    if options.lan and not options.browser and start.has_toolkit():
        raise click.UsageError("--lan needs --browser. In a window, tap Menu, Phones.")
    if (options.players, options.edition, options.board) == (None, EDITION, BOARD):
        return
    # Imported only if needed: the first frame does not wait for them.
    from companion.engine.notation import parse_header
    from companion.look.typefaces import unshown
    from companion.text.screens.setup import text_of

    players = options.players or DEMO_PLAYERS
    header = f"edition: {options.edition}\nboard: {options.board}\nplayers: {players}\n"
    setup = parse_header(header)
    if letters := unshown("".join(setup.players)):
        raise click.UsageError(str(text_of("unshown", letters=letters)))


def _prepare_window(options: PlayOptions) -> None:
    """Configure Kivy before it is imported.

    Raises ClickException if no window can be opened; a kiosk waits for a screen first and shows the
    reason on its console.
    """
    if problem := start.toolkit_problem():
        raise click.ClickException(problem)
    if options.kiosk:
        console.wait_for(screen_problem)
    if problem := screen_problem():
        raise click.ClickException(problem)
    start.prepare(Display(*options.size, options.fullscreen or options.kiosk))
    if problem := start.window_problem():
        if options.kiosk:
            console.wait_for(lambda: problem)
        raise click.ClickException(problem)


def _tell_progress(move: int, moves: int) -> None:
    """Print every tenth of the demonstration's moves: without a screen nothing else tells.

    The demonstration may go on for a few more, until the play screen is shown again.
    """
    if move <= moves and move % max(1, moves // 10) == 0:
        click.echo(f"Demonstration: move {move} of {moves}")


def _run(options: PlayOptions) -> None:
    """Show the opening picture, open the ledger behind it, and run the bank.

    Raises ClickException if the ledger cannot be opened, and UsageError for an invalid game.
    """
    # Imported late: Kivy must be configured, and the opening must not wait for anything else.
    from companion.ui.opening import opening_picture

    with ExitStack() as stack:
        with opening_picture():
            from companion.runtime.bank import Bank
            from companion.runtime.pages import WindowAndPages
            from companion.ui.front import WindowFront

            ledger = stack.enter_context(_open_ledger(options))
            window = WindowFront()
            front = window if options.demo else WindowAndPages(window, options.port)
            bank = Bank(ledger, front, options.language or "", options.kiosk)
            players = options.players or (DEMO_PLAYERS if options.demo else None)
            bank.start(players, options.edition, options.board)
            if options.demo:
                bank.demonstrate(
                    options.speed, options.moves, options.seed, options.pictures, _tell_progress
                )
            else:
                _connect(bank, options)
        signal.signal(signal.SIGTERM, lambda *_: bank.stop())
        bank.run()


def _connect(bank: "Bank", options: PlayOptions) -> None:
    """Connect the devices; say where dice are chosen if they are wanted and there are none."""
    tray = None if options.no_tray else options.tray_url or ""
    bank.connect(tray, has_bluetooth=find_spec("bleak") is not None)
    if options.dice and not (bank.table.settings and bank.table.settings.value.dice):
        click.echo("Choose the two dice on the screen: Menu, This machine, Dice.")


def _run_in_browser(options: PlayOptions) -> None:
    """Open the ledger, print the address of the table, and serve it.

    Raises ClickException if the ledger cannot be opened or the port is taken, and UsageError for an
    invalid game.
    """
    # Imported late: a window does not need them.
    from companion.browser.front import BrowserFront
    from companion.cli.door import Door
    from companion.cli.ports import open_port
    from companion.runtime.bank import Bank

    listening = open_port(EVERYWHERE if options.lan else LOOPBACK, options.port)
    with _open_ledger(options) as ledger:
        front = BrowserFront(listening, options.watch, options.lan)
        bank = Bank(ledger, front, options.language or "")
        bank.start(options.players, options.edition, options.board)
        _connect(bank, options)
        port = listening.getsockname()[1]
        click.echo(f"The table: http://{LOOPBACK}:{port}")
        if options.lan:
            elsewhere = address_in_network(port) or "no network yet"
            click.echo(f"On other devices: {elsewhere}")
            Door(bank.table)
        bank.run()


def _open_ledger(options: PlayOptions) -> "LedgerSession":
    """Open the ledger.

    Raises ClickException if that fails, except where the recovery screen can show the reason: for
    damage, and on a kiosk.
    """
    from companion.runtime.ledger_session import LedgerSession

    mirror = None if options.demo else options.mirror
    ledger = LedgerSession(options.folder, mirror, options.runtime)
    if ledger.trouble and (options.demo or not (ledger.damage or options.kiosk)):
        raise click.ClickException(translate_message(ledger.trouble))
    return ledger
