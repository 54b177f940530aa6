"""Extras of the package: parts that need more packages, and the command that installs these."""

import os
import shlex
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

DISTRIBUTION = "table-companion"


def install_command(extra: str) -> str:
    """Return the command that installs an extra beside this program, from any folder.

    It names the packages, because nobody knows from where the program was installed.
    """
    packages = shlex.join(_packages(extra))
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx inject {DISTRIBUTION} {packages}"
    python = shlex.quote(sys.executable)
    if find_spec("pip") is None:  # uv makes environments without it.
        return f"uv pip install --python {python} {packages}"
    sudo = "" if os.access(sys.prefix, os.W_OK) else "sudo "
    return f"{sudo}{python} -m pip install {packages}"


def _packages(extra: str) -> list[str]:
    """Return the packages of an extra with their versions, as the installed package names them."""
    wanted = f"extra == '{extra}'"
    try:
        lines = (line.partition(";") for line in metadata.requires(DISTRIBUTION) or ())
        return [name.strip() for name, _, marker in lines if marker.strip() == wanted]
    except metadata.PackageNotFoundError:  # Started in a checkout that is not installed.
        return [f"{Path(__file__).parents[1]}[{extra}]"]
