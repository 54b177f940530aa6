"""``companion datasette``: the books in a browser, on this machine only."""

import subprocess
import sys
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from companion.cli.data import data_option
from companion.cli.ledger_access import Unreadable, apart, looked_at
from companion.cli.options import Folder
from companion.export.datasette import write_for_datasette
from companion.ledger.paths import FILE_NAME

LOOPBACK = "127.0.0.1"


@click.command("datasette")
@click.option(
    "-o",
    "--output",
    type=Folder(),
    metavar="DIR",
    help="Where the copy is kept; otherwise it is gone when Datasette ends.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8001, show_default=True, help="0: any free."
)
@data_option
def datasette_command(output: Path | None, port: int, folder: Path) -> None:
    """Show the books as they are now in a browser.

    There are tables, views, and queries to begin with. A copy of the ledger and a metadata.yaml are
    written to DIR, and Datasette shows them on http://127.0.0.1:PORT until Ctrl-C, if it is
    installed (the extra "audit").
    Exit status: 0 when Datasette was ended, or is not installed and the copy is in DIR; 2 when the
    ledger cannot be read or the copy not be written; otherwise Datasette's own.
    """
    if output:
        apart(output / FILE_NAME, folder)
    installed = find_spec("datasette") is not None
    if not (installed or output):
        raise Unreadable(
            "Datasette is not installed; where the program was installed from, that is"
            " pip install '.[audit]'. With -o DIR the copy for it is written all the same."
        )
    with nullcontext(output) if output else TemporaryDirectory(prefix="companion-") as where:
        with looked_at(folder) as books:
            ledger, metadata = write_for_datasette(books, Path(where))
        if output:
            click.echo(f"{ledger}, to be shown with: datasette -i {ledger} -m {metadata}")
        if installed:
            sys.exit(_shown(ledger, metadata, port))


def _shown(ledger: Path, metadata: Path, port: int) -> int:
    """Runs Datasette until one of us is told to end; the exit status."""
    shown = [sys.executable, "-m", "datasette", "-i", str(ledger), "-m", str(metadata)]
    with subprocess.Popen([*shown, "--host", LOOPBACK, "--port", str(port)]) as process:
        try:
            return process.wait()
        except (KeyboardInterrupt, SystemExit):
            process.terminate()
            process.wait()
            return 0
