"""``python -m tools.bench``: response times, memory and throughput, each beside a reference.

Seconds mean little on a machine that others use as well. So every figure is the ratio to a
reference that is measured alternately in the same run, as the median of at least five; the other
figures are amounts of memory and counts.

Begin with ``figures``, which has the targets, and ``rows``, which measures without a window.
``window_rows`` measures processes that ``harness`` starts: the bank, or a function of ``ui`` that
``task`` runs.
"""

import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict

import click

from tools.bench import rows, window_rows
from tools.bench.figures import Figure

ROWS: dict[str, Callable[[], list[Figure]]] = {
    "commit": rows.commit,
    "growth": rows.growth,
    "tap": window_rows.tap,
    "purchase": window_rows.purchase,
    "layers": window_rows.layers,
    "motion": window_rows.motion,
    "start": window_rows.start_up,
    "memory": window_rows.memory,
    "idle": window_rows.idle,
    "engine": rows.engine,
    "replay": rows.replay,
    "scale": window_rows.scale,
    "report": rows.report,
}
"""Functions that measure, in the order in which they run."""
MISSED = 1


@click.command("bench")
@click.option(
    "--only", multiple=True, type=click.Choice(ROWS), help="Measure only this row; may be repeated."
)
@click.option("--beside", metavar="COMMIT", help="Measure a tap in turns with another commit, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_command(only: tuple[str, ...], beside: str | None, as_json: bool) -> None:
    """Measure response times, memory and throughput of the bank.

    Each figure is printed beside a reference measured in the same run. All rows together take many
    minutes; the machine should do nothing else meanwhile.
    Exit status: 0 when every target is met, 1 when one is missed.
    """
    chosen = [measure for row, measure in ROWS.items() if not only or row in only]
    figures = [figure for measure in chosen for figure in measure()]
    figures += window_rows.beside(beside) if beside else []
    if as_json:
        found = [{**asdict(f), "target": f.limit, "met": f.is_met} for f in figures]
        click.echo(json.dumps({"machine": machine(), "figures": found}))
    else:
        click.echo("\n".join((*map(_line, figures), machine())))
    sys.exit(0 if all(figure.is_met for figure in figures) else MISSED)


def machine() -> str:
    """Describe this machine and its load."""
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return (
        f"Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} processors,"
        f" load {load}"
    )


def _line(figure: Figure) -> str:
    verdict = "" if not figure.target else "met" if figure.is_met else "MISSED"
    return (
        f"{figure.name:<24}{figure.ours:<30} {figure.reference:<38}"
        f"{figure.value:>9.2f}  {figure.limit:<18}{verdict}"
    )


if __name__ == "__main__":
    bench_command()
