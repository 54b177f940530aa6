"""Files that are there whole or not at all, also on a stick that is pulled out."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.engine.sentence import Sentence
from companion.ledger.atomic_file import replacing
from companion.ledger.errors import LedgerError


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that gets the name ``path`` once all that was written within is on the medium.

    What had that name before is replaced then, and left as it was on any error. Raises LedgerError.
    """
    with replacing(path) as part, part.open("xb") as file:
        yield file


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
        why = Sentence(
            "The folder {folder} cannot be used: {why}.", folder=where, why=error.strerror
        )
        raise LedgerError(why) from error
    with ExitStack() as stack:
        for name, text in texts.items():
            file = stack.enter_context(written(where / name))
            file.write(text.encode())
            file.flush()
