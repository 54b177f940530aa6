"""Paths of the packaged data: kv files, fonts and translation catalogues.

In a checkout the kv files are beside the package, in a wheel inside it.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def kv_dir() -> Path:
    """Return the folder of the kv files.

    Raises FileNotFoundError if the installation has none.
    """
    for folder in (_PACKAGE / "kv", _PACKAGE.parent / "kv"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"{_PACKAGE / 'kv'} is missing. Reinstall the program.")


def kv_files() -> list[Path]:
    """Return every kv file, in an order independent of the file system."""
    return sorted(kv_dir().rglob("*.kv"))


def font_file(name: str) -> Path:
    """Return the file of the font called ``name``."""
    return _PACKAGE / "fonts" / f"{name}.ttf"


def web_font(name: str) -> Path:
    """Return the font called ``name`` as pages carry it: its Latin letters, by ``bin/webfonts``."""
    return _PACKAGE / "fonts" / f"{name}.woff"


def locales_dir() -> Path:
    """Return the folder of the catalogues, ``<language>/LC_MESSAGES/companion.mo``."""
    return _PACKAGE / "locales"


def sound_file(name: str) -> Path:
    """Return the path of a sound, which ``bin/sounds`` has written."""
    return _PACKAGE / "sounds" / f"{name}.wav"
