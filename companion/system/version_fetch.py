"""Download of a version from a folder on the web, which the owner of the card has named.

Nothing is fetched unless somebody asks for it. What comes is not trusted: the script that installs
it checks who signed it.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

from companion.system.versions import version_in
from companion.whole_file import written_whole

PATIENCE = 30.0
"""Seconds without a byte after which the server counts as gone."""
LARGEST = 500 << 20
"""Bytes of the largest version that is fetched."""
RESERVE = 64 << 20
"""Bytes of the card that stay free."""
CHUNK = 1 << 18
Tell = Callable[..., None]
"""Callback for a line: what, the version, and a percentage."""


class FetchFailed(RuntimeError):
    """A version that could not be fetched; ``what`` is ``address``, ``server`` or ``room``."""

    def __init__(self, what: str, why: object) -> None:
        super().__init__(f"{what}: {why}")
        self.what = what


def fetch(address: str, architecture: str, folder: Path, tell: Tell) -> Path:
    """Download the newest version below ``address`` to ``folder``, and return its file.

    ``latest_ARCHITECTURE`` there contains the name of its file. Raises FetchFailed.
    """
    base = address.rstrip("/")
    if not base.startswith(("http://", "https://")):
        raise FetchFailed("address", f"{address} begins with neither http:// nor https://")
    with _failures():
        with urlopen(f"{base}/latest_{architecture}", timeout=PATIENCE) as answer:
            name = str(answer.read(200), "ascii", "replace").strip()
        if not version_in(name) or not name.endswith(f"_{architecture}.raw"):
            raise FetchFailed("server", f"{name!r} is no name of a version")
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            if old.name != name:
                old.unlink()
        if not (folder / name).exists():
            with urlopen(f"{base}/{quote(name)}", timeout=PATIENCE) as answer:
                _save(answer, folder / name, tell)
    return folder / name


def _save(answer: Any, file: Path, tell: Tell) -> None:
    size = int(answer.headers.get("Content-Length") or 0)
    if not 0 < size <= LARGEST:
        raise FetchFailed("server", f"{file.name} has {size} bytes")
    if size + RESERVE > shutil.disk_usage(file.parent).free:
        raise FetchFailed("room", f"{file.name} has {size} bytes")
    version, written, shown = version_in(file.name), 0, -1
    with written_whole(file) as part, part.open("xb") as copy:
        while chunk := answer.read(CHUNK):
            written += copy.write(chunk)
            if written > size:
                break
            if (percent := written * 100 // size) != shown:
                tell("copying", version, shown := percent)
        if written != size:
            raise FetchFailed("server", f"{written} of {size} bytes of {file.name} came")


@contextmanager
def _failures() -> Iterator[None]:
    try:
        yield
    except (OSError, HTTPException, ValueError) as error:
        raise FetchFailed("server", error) from error
