"""``companion tray``: simulate a dice tray, or monitor a real one."""

import sys
from pathlib import Path
from typing import Annotated, Any

import click

from companion.cli.options import FiniteRange, Parsed, command, option
from hardware import DiceReading, FakeTray, random_throws
from hardware.frames import CARDS, CODES
from hardware.monitor import Monitor, until_interrupted

Rate, Seconds = FiniteRange(0.0, 1.0), FiniteRange(0.0, 3600.0)
INPUT_HELP = """Commands on standard input: '3 5' throws these dice, 'cocked' (or missing, extra,
sensor) throws dice that cannot be read, 'card 2' holds the bank card of player 2 to the reader,
'roll', 'unplug', 'replug', 'restart'."""


def _throws(text: str) -> tuple[DiceReading, ...]:
    dice = [part.strip().split("-") for part in text.split(",")]
    if any(len(d) != 2 or not set(d) <= set("123456") for d in dice):
        raise ValueError(text)
    return tuple((int(a), int(b)) for a, b in dice)


THROWS = Parsed("throws", _throws, "dice such as 3-5,1-2")


@command
def tray_command(
    *,
    simulate: Annotated[bool, option("Simulate a tray on a pseudo-terminal and print its path.")],
    probe: Annotated[
        bool, option("Print the messages of a real tray and count its invalid lines.")
    ],
    url: Annotated[
        str | None, option("With --probe: address of the tray (default: search for it).")
    ],
    acknowledge: Annotated[bool, option("With --probe: acknowledge its throws.")],
    throws: Annotated[
        tuple[DiceReading, ...] | None, option("Throws to make, in order: 3-5,1-2,…", THROWS)
    ],
    seed: Annotated[int | None, option("Throw at random, reproducibly.")],
    keyboard: Annotated[
        bool, option("Read commands from standard input: '3 5', 'cocked', 'unplug' …")
    ],
    pace: Annotated[float, option("Seconds from the lamp to the throw.", Seconds)] = 1.0,
    link: Annotated[
        Path | None,
        option("Path of a symbolic link to the pseudo-terminal.", click.Path(path_type=Path)),
    ],
    uid: Annotated[str, option("Identity that the tray reports.")] = "simulated",
    noise: Annotated[float, option("Share of lines to corrupt, 0 to 1.", Rate)] = 0.0,
    drop: Annotated[float, option("Share of lines to drop, 0 to 1.", Rate)] = 0.0,
    repeat: Annotated[float, option("Share of lines to repeat, 0 to 1.", Rate)] = 0.0,
    cocked: Annotated[
        float, option("Share of throws with a cocked die, 0 to 1 (with --seed).", Rate)
    ] = 0.0,
) -> None:
    """Simulate a dice tray, or monitor a real one.

    The simulated tray runs the firmware of the real one. It throws whenever the bank turns its lamp
    on, until it is interrupted.

    Exit status: 0 when it was interrupted, 1 when the tray cannot be simulated, 2 for invalid
    options.
    """
    if simulate == probe:
        raise click.UsageError(
            "Choose one: --simulate (a tray without hardware) or --probe (a real tray)."
        )
    if probe:
        Monitor(url, click.echo, acknowledge=acknowledge).run(until_interrupted())
        return
    with _fake_tray(uid, link, seed=seed, noise=noise, drop=drop, repeat=repeat) as tray:
        click.echo(tray.path)
        sys.stdout.flush()
        if keyboard:
            _run_commands(tray)
        else:
            tray.script(throws or random_throws(seed, cocked), pace)
            until_interrupted().wait()


def _fake_tray(uid: str, link: Path | None, **line: Any) -> FakeTray:
    try:
        return FakeTray(uid=uid, link=link, **line)
    except OSError as error:
        raise click.ClickException(f"Cannot create the link {link}: {error.strerror}.") from error
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--uid") from error


def _run_commands(tray: FakeTray) -> None:
    click.echo(INPUT_HELP.replace("\n", " "), err=True)
    for line in open(0, errors="replace", closefd=False):  # noqa: SIM115
        match line.split():
            case [a, b] if {a, b} <= set("123456"):
                tray.throw(int(a), int(b))
            case [code] if code in CODES:
                tray.lean(code)
            case ["card", number] if number in map(str, range(1, CARDS + 1)):
                tray.hold_card(int(number))
            case ["roll" | "unplug" | "replug" | "restart" as verb]:
                getattr(tray, verb)()
            case [_, *_]:
                click.echo(f"'{line.strip()}' is not a command. {INPUT_HELP}", err=True)
