"""Where kv files lie, beside the package in a checkout and inside it in a wheel; and catalogues."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def kv_dir() -> Path:
    """The folder of the screens' kv files."""
    for folder in (_PACKAGE / "kv", _PACKAGE.parent / "kv"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"The screens are missing: {_PACKAGE / 'kv'} is not there. Reinstall.")


def kv_file(name: str) -> Path:
    """The kv file of the screen or widget called `name`."""
    return kv_dir() / f"{name}.kv"


BASES = ("text",)
"""What takes the place of one of Kivy's own rules: loaded later, it would take that of its heirs'
as well."""


def kv_files() -> list[Path]:
    """Every kv file, in an order that does not depend on the file system, the bases first."""
    return sorted(kv_dir().rglob("*.kv"), key=lambda path: (path.stem not in BASES, path))


def locales_dir() -> Path:
    """The folder of the languages' catalogues: ``<language>/LC_MESSAGES/companion.mo``."""
    return _PACKAGE / "locales"
