"""``companion datasette``: show the ledger in a browser, on this machine only."""

import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import click
from platformdirs import user_cache_path

from companion.cli.data import Data
from companion.cli.ledger_access import open_reader, refuse_ledger_itself
from companion.cli.options import PORT, Folder, RefusedValue, command, option
from companion.cli.ports import open_port
from companion.cli.progress import follow
from companion.export.datasette import (
    METADATA_NAME,
    PLUGINS_NAME,
    fingerprint_of_all,
    write_for_datasette,
)
from companion.extras import install_command
from companion.ledger.paths import FILE_NAME
from companion.ledger.reader import LedgerReader
from companion.system.network import LOOPBACK
from companion.version import version
from companion.whole_file import written_whole


@command
def datasette_command(
    *,
    output: Annotated[
        Path | None,
        option(
            "Write the copy into this folder; by default it is kept in the user's cache.",
            Folder(),
            "-o --output DIR",
        ),
    ],
    port: Annotated[int, option("Port to listen on; 0 for any free one.", PORT)] = 8001,
    folder: Data,
) -> None:
    """Show the current ledger in a browser.

    Verifies the ledger and writes a copy of it and a metadata.yaml with example queries to DIR. A
    plugin in DIR shows names, local times and links. The copy in the cache is used again until the
    next move. If Datasette is installed (the extra "audit"), it serves them on
    http://127.0.0.1:PORT until Ctrl-C.

    Exit status: 0 when Datasette was stopped, or the copy is in DIR without Datasette, 2 when the
    ledger cannot be read or the copy cannot be written, otherwise the status of Datasette.
    """
    if output:
        refuse_ledger_itself(output / FILE_NAME, folder)
    installed = find_spec("datasette") is not None
    if not (installed or output):
        raise RefusedValue(
            "Datasette is not installed. Use -o DIR to write only the copy, or install it:"
            f" {install_command('audit')}"
        )
    with ExitStack() as stack:
        with open_reader(folder) as reader:
            if installed:
                open_port(LOOPBACK, port).close()  # The copy of a large ledger takes a while.
            with follow(reader, "Verifying") as bar:
                where = output or _cache(folder) or Path(stack.enter_context(TemporaryDirectory()))
                ledger, metadata = _updated(reader, where, bar.say, is_kept=not output)
        if output:
            click.echo(
                f"Wrote {ledger}. Show it with: datasette {shlex.join(_options(ledger, metadata))}"
            )
        if installed:
            sys.exit(_serve(ledger, metadata, port))


def _cache(folder: Path) -> Path | None:
    """Return the place in the user's cache for the copy of a ledger; None without a cache."""
    name = sha256(str(folder.absolute()).encode()).hexdigest()[:16]
    try:
        place = user_cache_path("companion") / f"datasette-{name}"
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError, KeyError):  # A user without a home.
        return None
    return place


def _updated(
    reader: LedgerReader, where: Path, say: Callable[[str], object], is_kept: bool
) -> tuple[Path, Path]:
    """Write the copy and its metadata, unless they are kept from the same ledger and version."""
    note, made_of = where / "made-of", f"{version()} {fingerprint_of_all(reader)}"
    if is_kept:
        if note.exists() and note.read_text("utf-8") == made_of:
            return where / FILE_NAME, where / METADATA_NAME
        note.unlink(missing_ok=True)
    written = write_for_datasette(reader, where, say)
    if is_kept:
        with written_whole(note) as part:
            part.write_text(made_of, "utf-8")
    return written


def _options(ledger: Path, metadata: Path) -> list[str]:
    # To look for facets takes longer than everything else on a page.
    plugins = str(metadata.with_name(PLUGINS_NAME))
    files = ["-i", str(ledger), "-m", str(metadata), "--plugins-dir", plugins]
    return [*files, "--setting", "suggest_facets", "off"]


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
