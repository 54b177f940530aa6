"""Files that are there whole or not at all, also on a stick that is pulled out."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from companion.ledger import folder
from companion.ledger.errors import LedgerError


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that gets the name ``path`` once all that was written within is on the medium.

    What had that name before is replaced then, and left as it was on any error. Raises LedgerError.
    """
    if path.exists() and not path.is_file():
        raise LedgerError(f"{path} cannot be written: it is no file.")
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        folder.sync(path.parent)
    except BaseException as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise LedgerError(f"{path} cannot be written: {error.strerror}.") from error
        raise


def save(path: Path, text: str) -> None:
    """Writes ``text`` to ``path``, in UTF-8 and with its lines' ends as they are.

    Raises LedgerError.
    """
    with written(path) as file:
        file.write(text.encode())


def save_all(where: Path, texts: dict[str, str]) -> None:
    """Writes the texts by their names into the folder ``where``, which is made if need be.

    None of them gets its name before all are written. Raises LedgerError.
    """
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(f"The folder {where} cannot be used: {error.strerror}.") from error
    with ExitStack() as stack:
        for name, text in texts.items():
            file = stack.enter_context(written(where / name))
            file.write(text.encode())
            file.flush()
