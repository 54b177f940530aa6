"""``companion datasette``: show the ledger in a browser, on this machine only."""

import shlex
import subprocess
import sys
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.ledger_access import open_reader, refuse_ledger_itself
from companion.cli.options import PORT, Folder, Refused, command, option
from companion.cli.ports import open_port
from companion.export.datasette import write_for_datasette
from companion.extras import install_command
from companion.ledger.paths import FILE_NAME
from companion.system.network import LOOPBACK


@command
def datasette_command(
    *,
    output: Annotated[
        Path | None,
        option(
            "Keep the copy in this folder; by default it is deleted when Datasette ends.",
            Folder(),
            "-o --output DIR",
        ),
    ],
    port: Annotated[int, option("Port to listen on; 0 for any free one.", PORT)] = 8001,
    folder: Data,
) -> None:
    """Show the current ledger in a browser.

    Writes a copy of the ledger and a metadata.yaml with example queries to DIR. If Datasette is
    installed (the extra "audit"), it serves them on http://127.0.0.1:PORT until Ctrl-C.

    Exit status: 0 when Datasette was stopped, or the copy is in DIR without Datasette, 2 when the
    ledger cannot be read or the copy cannot be written, otherwise the status of Datasette.
    """
    if output:
        refuse_ledger_itself(output / FILE_NAME, folder)
    installed = find_spec("datasette") is not None
    if not (installed or output):
        raise Refused(
            "Datasette is not installed. Use -o DIR to write only the copy, or install it:"
            f" {install_command('audit')}"
        )
    if installed:
        open_port(LOOPBACK, port).close()  # The copy of a large ledger takes a while.
    with nullcontext(output) if output else TemporaryDirectory(prefix="companion-") as where:
        with open_reader(folder) as reader:
            ledger, metadata = write_for_datasette(reader, Path(where))
        if output:
            click.echo(
                f"Wrote {ledger}. Show it with: datasette {shlex.join(_options(ledger, metadata))}"
            )
        if installed:
            sys.exit(_serve(ledger, metadata, port))


def _options(ledger: Path, metadata: Path) -> list[str]:
    # To look for facets takes longer than everything else on a page.
    return ["-i", str(ledger), "-m", str(metadata), "--setting", "suggest_facets", "off"]


def _serve(ledger: Path, metadata: Path, port: int) -> int:
    """Run Datasette until it or this command is stopped; return the exit status."""
    command = [sys.executable, "-m", "datasette", *_options(ledger, metadata)]
    with subprocess.Popen([*command, "--host", LOOPBACK, "--port", str(port)]) as process:
        try:
            return process.wait()
        except (KeyboardInterrupt, SystemExit):
            process.terminate()
            process.wait()
            return 0
