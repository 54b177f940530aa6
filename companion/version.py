"""Version of the installed program."""

from importlib import metadata


def version() -> str:
    """Return the version of this program."""
    try:
        return metadata.version("table-companion")
    except metadata.PackageNotFoundError:
        return "not installed"
