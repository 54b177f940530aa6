"""``companion tray``: a dice tray without the hardware."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import click

from hardware import FakeTray, random_throws

Dice = tuple[int, int]


class _Throws(click.ParamType):
    """Dice written as ``3-5,1-2``."""

    name = "throws"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Dice, ...]:
        dice = [part.strip().split("-") for part in value.split(",")]
        if any(len(d) != 2 or not set(d) <= set("123456") for d in dice):
            self.fail(f"'{value}' are no throws: write them as 3-5,1-2", param, ctx)
        return tuple((int(a), int(b)) for a, b in dice)


@click.command("tray")
@click.option("--simulate", is_flag=True, help="Offer a tray on a pseudo-terminal; print its path.")
@click.option("--throws", type=_Throws(), help="What it throws, in order: 3-5,1-2,…")
@click.option("--seed", type=int, help="Throw at random, the same for the same seed.")
@click.option("--pace", default=1.0, show_default=True, help="Seconds from lamp to throw.")
@click.option("--link", type=click.Path(path_type=Path), help="A name for it that stays the same.")
@click.option("--uid", default="simulated", show_default=True, help="Who the tray says it is.")
def tray_command(
    simulate: bool,
    throws: tuple[Dice, ...] | None,
    seed: int | None,
    pace: float,
    link: Path | None,
    uid: str,
) -> None:
    """Offer a simulated dice tray, for playing without the hardware.

    The simulated tray throws whenever the bank's lamp asks for it, and speaks the tray protocol as
    the real one does. It goes on until it is interrupted.
    """
    if not simulate:
        raise click.UsageError("say --simulate to get a simulated tray on a pseudo-terminal")
    hand: Iterator[Dice] = iter(throws) if throws is not None else random_throws(seed)
    with FakeTray(uid=uid, link=link) as tray:
        tray.script(hand, pace)
        click.echo(tray.path)
        sys.stdout.flush()
        _wait_for_the_end()


def _wait_for_the_end() -> None:
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    done.wait()
