"""``companion dice``: serve two Bluetooth dice as a dice tray, choose them, or simulate them."""

import random
import sys
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Annotated

import click

from companion.cli.data import Data
from companion.cli.options import command, option
from companion.extras import install_command
from companion.table import settings
from hardware.bluetooth.dice_server import (
    BatteryLow,
    DiceChanged,
    DiceEvent,
    DiceServer,
    OtherDieRolled,
)
from hardware.bluetooth.radio import Bluetooth, system_bluetooth
from hardware.monitor import until_interrupted

if TYPE_CHECKING:
    from hardware.bluetooth.fakes import FakeDie

LOOK_S = 0.3
"""Time between two looks at the lamp, for simulated dice."""


@command
def dice_command(
    *,
    folder: Data,
    choose: Annotated[
        bool, option("Choose the next two dice that are rolled, store them, and exit.")
    ],
    simulate: Annotated[bool, option("Simulate two dice, which roll when the bank's lamp is on.")],
    seed: Annotated[int | None, option("With --simulate: random seed of the rolls.")],
    link: Annotated[
        Path | None,
        option("Path of a symbolic link to the pseudo-terminal.", click.Path(path_type=Path)),
    ],
) -> None:
    """Serve two Bluetooth dice as a dice tray.

    The dice are Pixels or GoDice; the tray is on a pseudo-terminal. Prints its path, for 'companion
    play --tray PATH', and then what the dice do, until it is interrupted.

    Exit status: 0 when it was interrupted or two dice were chosen, 1 without Bluetooth or without
    dice, 2 for invalid options.
    """
    if choose and simulate:
        raise click.UsageError("Choose one: --choose (real dice) or --simulate (no dice).")
    path = settings.place(folder)
    kept, _ = settings.load(path)
    events: SimpleQueue[DiceEvent] = SimpleQueue()
    with ExitStack() as stack:
        thrown: tuple[FakeDie, ...] = ()
        if simulate:
            bluetooth, thrown = _simulated(stack)
            names = {die.address: die.name for die in thrown}
        else:
            bluetooth, names = require_bluetooth(), dict(kept.dice)
            if len(names) < 2 and not choose:
                raise click.ClickException(
                    "Two dice are needed. To choose them: companion dice --choose"
                )
        server = stack.enter_context(DiceServer(names, events.put, bluetooth))
        if choose:
            chosen = _choose(server, events)
            settings.save(path, replace(kept, dice=chosen))
            return
        _link(server.path, link, stack)
        click.echo(link or server.path)
        sys.stdout.flush()
        chance, rolled_for = random.Random(seed), 0
        interrupted = until_interrupted()
        while not interrupted.is_set():
            if thrown and server.awaited not in (0, rolled_for):
                rolled_for = server.awaited
                _throw(thrown, chance)
            with suppress(Empty):
                _tell(events.get(timeout=LOOK_S))


def require_bluetooth() -> Bluetooth:
    """Return the classes that reach the radio. Raises ClickException without the extra."""
    try:
        return system_bluetooth()
    except ImportError:
        raise click.ClickException(
            f"The extra 'dice' is not installed. To install it: {install_command('dice')}"
        ) from None


def _simulated(stack: ExitStack) -> tuple[Bluetooth, tuple["FakeDie", ...]]:
    try:
        from hardware.bluetooth.fakes import FakeGoDice, FakePixels, FakeRoom
    except ImportError:
        raise click.ClickException(
            "Simulated dice need the package bumble. Install it beside the program."
        ) from None
    room = stack.enter_context(FakeRoom())
    dice = FakePixels(room, "Ruby"), FakeGoDice(room, "GoDice_1A2B3C_B_v04")
    return room.bluetooth(), dice


def _throw(dice: tuple["FakeDie", ...], chance: random.Random) -> None:
    from hardware.bluetooth.fakes import throw_together

    throw_together(*((die, chance.randint(1, 6)) for die in dice))


def _link(path: str, link: Path | None, stack: ExitStack) -> None:
    """Make the symbolic link, if one is wanted, until the end."""
    if not link:
        return
    try:
        if link.is_symlink():  # left by a program that was killed
            link.unlink()
        link.symlink_to(path)
    except OSError as error:
        raise click.ClickException(f"Cannot create the link {link}: {error.strerror}.") from error
    stack.callback(link.unlink, missing_ok=True)


def _choose(server: DiceServer, events: "SimpleQueue[DiceEvent]") -> dict[str, str]:
    """Wait until two dice have been rolled, and return their names by their addresses."""
    click.echo("Roll each die once.")
    server.choose()
    has_begun = False
    while True:
        event = events.get()
        _tell(event)
        if isinstance(event, DiceChanged):
            has_begun = has_begun or event.is_choosing
            if has_begun and not event.is_choosing:
                return {die.address: die.name for die in event.dice}


def _tell(event: DiceEvent) -> None:
    """Print an event as a line."""
    match event:
        case DiceChanged(_, _, str(trouble)) if trouble:
            line = f"No Bluetooth: {trouble}"
        case DiceChanged(dice):
            line = "  ".join(
                f"{die.name or die.address}: {die.face or '-'}"
                + (f" ({die.battery} %)" if die.battery is not None else "")
                + ("" if die.is_awake else " asleep")
                for die in dice
            )
        case BatteryLow(name, percent):
            line = f"{name}: only {percent} % left in the battery"
        case OtherDieRolled(name):
            line = f"{name or 'A die'}: not one of the two dice, does not count"
    click.echo(line, err=True)
