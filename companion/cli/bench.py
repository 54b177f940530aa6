"""``companion bench``: how long the table waits, beside what it could not wait less for."""

import json
import os
import platform
import sys
from dataclasses import asdict
from importlib import import_module

import click

from companion.bench.figures import Figure

ROWS = (
    *("commit", "growth", "tap", "start", "memory", "idle"),
    *("engine", "replay", "scale", "report"),
)
"""Each a module of ``companion.bench``."""
MISSED = 1


@click.command("bench")
@click.option("--only", multiple=True, type=click.Choice(ROWS), help="This row; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_command(only: tuple[str, ...], as_json: bool) -> None:
    """Measure how long the table waits.

    Each figure stands beside a reference of the same run. All of it takes many minutes,
    on a machine that should do nothing else meanwhile.
    Exit status: 0 when every target is met, 1 when one is missed.
    """
    rows = [row for row in ROWS if row in only] if only else ROWS
    figures = [
        figure for row in rows for figure in import_module(f"companion.bench.{row}").measure()
    ]
    if as_json:
        found = [{**asdict(f), "target": f.target.said(), "holds": f.holds} for f in figures]
        click.echo(json.dumps({"machine": machine(), "figures": found}))
    else:
        click.echo("\n".join((*map(_line, figures), machine())))
    sys.exit(0 if all(figure.holds for figure in figures) else MISSED)


def machine() -> str:
    """What it was measured on, and how busy that was."""
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return (
        f"Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} processors,"
        f" load {load}"
    )


def _line(figure: Figure) -> str:
    value = "-" if figure.value is None else f"{figure.value:.2f}"
    verdict = "met" if figure.holds else "MISSED"
    return (
        f"{figure.name:<24}{figure.ours:<30} {figure.reference:<38}"
        f"{value:>9}  {figure.target.said():<18}{verdict}"
    )
