"""Atomic writes of exported files, safe even if a USB drive is pulled out."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.export.problems import ExportProblem
from companion.ledger.atomic_file import replacing
from companion.ledger.errors import LedgerError


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``path`` at the end of the block.

    The file is flushed to the medium before it gets its name. After an error, a previous file
    ``path`` is unchanged. Raises LedgerError if the file cannot be written.
    """
    with replacing(path) as part, part.open("xb") as file:
        yield file


def save(path: Path, text: str) -> None:
    """Write ``text`` to ``path`` in UTF-8, without changing its line endings.

    Raises LedgerError if the file cannot be written.
    """
    save_bytes(path, text.encode())


def save_bytes(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``. Raises LedgerError if the file cannot be written."""
    with written(path) as file:
        file.write(data)


def save_all(folder: Path, texts: dict[str, str]) -> None:
    """Write each text to the file of its name in ``folder``.

    The folder is created if needed. No file gets its name before all of them are written. Raises
    LedgerError if the folder or a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        unusable = ExportProblem.FOLDER_UNUSABLE
        raise LedgerError(unusable, folder=folder, why=error.strerror) from error
    with ExitStack() as stack:
        for name, text in texts.items():
            file = stack.enter_context(written(folder / name))
            file.write(text.encode())
            file.flush()


def answers(path: Path, sql: str) -> bool:
    """Return True if a file is a database that has what ``sql`` asks for; nothing is written."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.execute(sql)
    except sqlite3.Error:
        return False
    return True
