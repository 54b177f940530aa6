"""``companion version``: versions for flashed cards, made, fetched, installed."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.options import argument, command
from companion.system.version_fetch import FetchFailed, fetch
from companion.system.versions import ARCHITECTURES, DOWNLOAD, REPORT, write_line

SCRIPTS = Path(__file__).resolve().parents[2] / "systemd" / "image"
BASE = Path("/opt/companion/base/systemd/image")
"""Scripts of the card, which stay when another version is merged over it."""


@click.group("version")
def version_command() -> None:
    """Make versions for flashed cards, or change the card's.

    A version is one signed file. The screen 'This machine' installs it from a USB stick, and tries
    it. Exit status: 0 when it is done, 1 when it is not.
    """


@version_command.command("make")
@click.option("--arch", type=click.Choice(sorted(ARCHITECTURES.values())), help="Of the card.")
@click.argument("key", type=click.Path(exists=True, dir_okay=False))
@click.argument("certificate", type=click.Path(exists=True, dir_okay=False))
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
def make_command(arch: str | None, key: str, certificate: str, folder: str) -> None:
    """Make a signed version of this checkout in FOLDER.

    Needs root and a Debian 13. It is signed with KEY; cards take it whose image was made with
    CERTIFICATE. Exit status: 0 when it is made, 1 when something is missing.
    """
    _run(SCRIPTS / "make-version.sh", *(["--arch", arch] if arch else []), key, certificate, folder)


@version_command.command("install")
@click.argument("file", type=click.Path())
def install_command(file: str) -> None:
    """Put a version on this card, for the next start.

    FILE is tried when the machine starts again. Needs root. Exit status: 0 when it is on the card,
    1 when it is refused.
    """
    _run(BASE / "version.sh", "install", file)


@version_command.command("back")
def back_command() -> None:
    """Restart with the version before, and all games.

    Needs root. Exit status: 0 when the machine restarts, 1 when there is no version before.
    """
    _run(BASE / "version.sh", "back")


@version_command.add_command
@command
def fetch_command(
    address: Annotated[str, argument(envvar="COMPANION_VERSIONS")], folder: Data
) -> None:
    """Download the newest version from a web folder.

    ADDRESS is the folder's. The screen offers to install what came. Exit status: 0 when it is here,
    1 when it could not be fetched.
    """
    report = Path(os.environ.get("RUNTIME_DIRECTORY", "."), REPORT.name)
    is_service = "RUNTIME_DIRECTORY" in os.environ

    def tell(*words: object) -> None:
        if is_service:
            write_line(report, " ".join(map(str, words)))

    architecture = ARCHITECTURES.get(platform.machine(), platform.machine())
    try:
        file = fetch(address, architecture, folder / DOWNLOAD, tell)
    except FetchFailed as failed:
        tell("refused", failed.what)
        raise click.ClickException(f"Nothing was fetched. {failed}") from failed
    tell("fetched", file.name)
    click.echo(f"{file} is here.")


def _run(script: Path, *arguments: str) -> None:
    if not script.exists():
        raise click.ClickException(f"There is no {script}: this is not the place for it.")
    sys.exit(subprocess.run([script, *arguments], check=False).returncode)
