"""``companion check``: replay records and report every line that fails."""

import json
import sys
from pathlib import Path
from typing import Annotated

import click

from companion import text
from companion.cli.options import RegularFile, argument, command, option
from companion.engine.limits import ForeignError, excerpt
from companion.engine.notation import Checked, RecordFault, check
from companion.engine.refusals import IllegalMove
from companion.engine.snapshot import to_dict
from companion.foreign import read_record

PASSES, FAILS, UNREADABLE = 0, 1, 2


@command
def check_command(
    files: Annotated[tuple[Path, ...], argument(RegularFile(), nargs=-1)],
    as_json: Annotated[bool, option("Print the final position as JSON instead.", None, "--json")],
) -> None:
    """Replay each record FILE and report every line that fails.

    Exit status: 0 when every line passes, 1 when one fails, 2 when a file cannot be read or parsed.
    """
    worst = PASSES
    records = lines = faults = 0
    for path in files:
        checked = _check(path)
        if checked is None:
            worst = UNREADABLE
            continue
        for fault in checked.faults:
            click.echo(describe(str(path), fault, checked), err=as_json)
        records += 1
        lines += checked.moves + checked.expectations
        faults += len(checked.faults)
        worst = max(worst, FAILS if checked.faults else PASSES)
        if as_json:
            click.echo(json.dumps(to_dict(checked.game), ensure_ascii=False))
    if records and not as_json:
        click.echo(f"{records} record{'s' * (records > 1)}, {lines} lines, {faults} failed")
    sys.exit(worst)


def _check(path: Path) -> Checked | None:
    try:
        return check(read_record(path))
    except ForeignError as error:
        click.echo(text.translate_message(error), err=True)
    return None


def describe(name: str, fault: RecordFault, checked: Checked) -> str:
    """Return a sentence about a line of the record ``name`` that fails."""
    line = f"{name}:{fault.line.number}: '{excerpt(fault.line.text)}'"
    if isinstance(fault.problem, IllegalMove):
        why = text.refused(fault.problem, checked.game)
        return f"{line} is refused ({fault.problem.reason.clause}): {why}"
    return f"{line} fails: {fault.problem}"
