"""Files that take the place of another one as a whole, or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield a free temporary name, then move that file to ``path`` once it is on the disk.

    Whatever lies at the temporary name goes: a pipe there would never be written, and a link would
    lead to another file. On any error the old file stays as it was. Raises OSError.
    """
    part = part_of(path)
    part.unlink(missing_ok=True)
    try:
        yield part
        sync(part)
        part.replace(path)
        sync(path.parent)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def part_of(path: Path) -> Path:
    """Return the temporary name of a file."""
    return path.with_name(f"{path.name}.part")


def sync(path: Path) -> None:
    """Flush a file, or the directory entries of a folder, to the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
