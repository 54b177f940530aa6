"""Paths of the packaged data: kv files, fonts, translation catalogues and records of the rules.

In a checkout the kv files and the records are beside the package, in a wheel inside it.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def kv_files() -> list[Path]:
    """Return every kv file, in an order independent of the file system."""
    return _files("kv", "kv", "*.kv")


def records() -> list[Path]:
    """Return the record of every scenario of the rules, by chapter and name."""
    return _files("records", "tests/engine/rules", "*.game")


def _files(packaged: str, in_checkout: str, pattern: str) -> list[Path]:
    """Return files of a folder that is inside the package, or beside it in a checkout.

    Raises FileNotFoundError if the installation has none.
    """
    for folder in (_PACKAGE / packaged, _PACKAGE.parent / in_checkout):
        if folder.is_dir():
            return sorted(folder.rglob(pattern))
    raise FileNotFoundError(f"{_PACKAGE / packaged} is missing. Reinstall the program.")


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
