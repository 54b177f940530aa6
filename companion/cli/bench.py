"""``companion bench``: response times of the bank, each beside a reference."""

import json
import os
import platform
import sys
from dataclasses import asdict
from importlib import import_module

import click

from companion.bench.figures import Figure

ROWS = (
    "commit",
    "growth",
    "tap",
    "start",
    "memory",
    "idle",
    "engine",
    "replay",
    "scale",
    "report",
)
"""Modules of ``companion.bench``, in the order in which they run."""
MISSED = 1


@click.command("bench")
@click.option(
    "--only", multiple=True, type=click.Choice(ROWS), help="Measure only this row; may be repeated."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_command(only: tuple[str, ...], as_json: bool) -> None:
    """Measure response times, memory and throughput of the bank.

    Each figure is printed beside a reference measured in the same run. All rows together take many
    minutes; the machine should do nothing else meanwhile.
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
    """Describe this machine and its load."""
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
