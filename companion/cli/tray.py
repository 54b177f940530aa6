"""``companion tray``: a dice tray without the hardware, and a look at what a real one says."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import click

from companion.cli.options import FiniteRange
from hardware import DiceReading, FakeTray, random_throws
from hardware.frames import CODES
from hardware.monitor import Monitor

Rate, Seconds = FiniteRange(0.0, 1.0), FiniteRange(0.0, 3600.0)
HANDS = """Lines from standard input are done: '3 5' throws, 'cocked' (or missing, extra, sensor)
comes to rest unreadably, 'roll', 'unplug', 'replug', 'restart'."""


class _Throws(click.ParamType):
    """Dice written as ``3-5,1-2``."""

    name = "throws"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[DiceReading, ...]:
        dice = [part.strip().split("-") for part in value.split(",")]
        if any(len(d) != 2 or not set(d) <= set("123456") for d in dice):
            self.fail(f"'{value}' are no throws: write them as 3-5,1-2", param, ctx)
        return tuple((int(a), int(b)) for a, b in dice)


@click.command("tray")
@click.option("--simulate", is_flag=True, help="Offer a tray on a pseudo-terminal; print its path.")
@click.option("--probe", is_flag=True, help="Show what a real tray says, and count its bad lines.")
@click.option("--url", help="With --probe: where the tray is, if it is not to be looked for.")
@click.option("--acknowledge", is_flag=True, help="With --probe: take its throws off the tray.")
@click.option("--throws", type=_Throws(), help="What it throws, in order: 3-5,1-2,…")
@click.option("--seed", type=int, help="Throw at random, the same for the same seed.")
@click.option("--keyboard", is_flag=True, help="Throw what is typed: '3 5', 'cocked', 'unplug' …")
@click.option(
    "--pace", type=Seconds, default=1.0, show_default=True, help="Seconds from lamp to throw."
)
@click.option("--link", type=click.Path(path_type=Path), help="A name for it that stays the same.")
@click.option("--uid", default="simulated", show_default=True, help="Who the tray says it is.")
@click.option("--noise", type=Rate, default=0.0, help="Which share of the lines is spoilt.")
@click.option("--drop", type=Rate, default=0.0, help="Which share of the lines is lost.")
@click.option("--repeat", type=Rate, default=0.0, help="Which share of the lines comes twice.")
@click.option("--cocked", type=Rate, default=0.0, help="How often a die leans (with --seed).")
def tray_command(
    simulate: bool,
    probe: bool,
    url: str | None,
    acknowledge: bool,
    throws: tuple[DiceReading, ...] | None,
    seed: int | None,
    keyboard: bool,
    pace: float,
    link: Path | None,
    uid: str,
    noise: float,
    drop: float,
    repeat: float,
    cocked: float,
) -> None:
    """Offer a simulated dice tray, or watch a real one.

    The simulated tray runs the real one's own program. It throws whenever the bank's lamp asks for
    it, and goes on until it is interrupted.
    Exit status: 0 when it was, 1 when a tray cannot be offered, 2 when it was asked otherwise.
    """
    if simulate == probe:
        raise click.UsageError("say either --simulate (a tray without hardware) or --probe")
    if probe:
        Monitor(url, click.echo, acknowledge=acknowledge).run(_interrupted())
        return
    hand: Iterator[DiceReading] = (
        iter(throws) if throws is not None else random_throws(seed, cocked)
    )
    with _tray(uid, link, seed=seed, noise=noise, drop=drop, repeat=repeat) as tray:
        click.echo(tray.path)
        sys.stdout.flush()
        if keyboard:
            _obey(tray)
        else:
            tray.script(hand, pace)
            _interrupted().wait()


def _tray(uid: str, link: Path | None, **line: Any) -> FakeTray:
    try:
        return FakeTray(uid=uid, link=link, **line)
    except OSError as error:
        raise click.ClickException(f"{link} cannot be made: {error.strerror}.") from error
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--uid") from error


def _obey(tray: FakeTray) -> None:
    click.echo(HANDS.replace("\n", " "), err=True)
    for line in open(0, errors="replace", closefd=False):  # noqa: SIM115
        match line.split():
            case [a, b] if {a, b} <= set("123456"):
                tray.throw(int(a), int(b))
            case [code] if code in CODES:
                tray.lean(code)
            case ["roll" | "unplug" | "replug" | "restart" as verb]:
                getattr(tray, verb)()
            case [_, *_]:
                click.echo(f"'{line.strip()}' is nothing a tray does. {HANDS}", err=True)


def _interrupted() -> Event:
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    return done
