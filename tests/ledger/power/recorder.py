"""What a program does to a folder, as the system saw it: strace's log, read as operations.

Whatever could change a file in a way that is not understood here stops the recording: an operation
that is overlooked would make every later image of the folder a wrong one.
"""

import ast
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

# What names a file or a folder, what uses an open one, and what no ledger has done so far.
NAMING = (
    "open",
    "openat",
    "creat",
    "mkdir",
    "mkdirat",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
)
USING = ("read", "lseek", "write", "pwrite64", "ftruncate", "fsync", "fdatasync")
REFUSED = (
    "mmap",
    "pwritev",
    "pwritev2",
    "writev",
    "truncate",
    "fallocate",
    "rmdir",
    "sync",
    "syncfs",
    "sync_file_range",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "copy_file_range",
    "sendfile",
    "splice",
)

_DONE = re.compile(r"(\w+)\((.*)\) += (\d+)(?:<.*>)?")
_FILE = re.compile(r"(\d+)<([^>]*)>(?!\(deleted\))")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\.\.\.)')


@dataclass(frozen=True, slots=True)
class Made:
    """A new file, or a new folder. Paths are below the folder that was recorded."""

    path: str
    is_folder: bool = False


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file has another name, and whatever had that name before is gone."""

    path: str
    to: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A file has no name any more."""

    path: str


@dataclass(frozen=True, slots=True)
class Written:
    """Bytes in a file, from the byte ``at``."""

    path: str
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Resized:
    """A file ends after ``size`` bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Synced:
    """The program has waited until what was written in a file, or named in a folder, was down."""

    path: str


@dataclass(frozen=True, slots=True)
class Said:
    """A line that the program has told the world. From then on it is a promise."""

    text: str


Operation = Made | Renamed | Removed | Written | Resized | Synced | Said


def record(command: Sequence[str], root: Path, log: Path) -> list[Operation]:
    """What ``command`` does below ``root``, and says on its standard output.

    It has a single thread, and names files by absolute paths.
    """
    # A question mark: ARM has no open, for example, and strace shall not mind.
    calls = ",".join(f"?{name}" for name in NAMING + USING + REFUSED)
    strace = ["strace", "-y", "-s", "1000000", "-e", f"trace={calls}", "-o", str(log)]
    reader = _Reader(root)
    subprocess.run([*strace, *command], check=True, stdin=subprocess.DEVNULL, capture_output=True)
    return [operation for line in log.read_text().splitlines() for operation in reader.read(line)]


class _Reader:
    """Keeps in mind how long each file is, and where in it each handle of the program stands."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        files = [path for path in root.rglob("*") if path.is_file()]
        self._sizes = {self._below(str(path)): path.stat().st_size for path in files}
        self._places: dict[str, int] = {}
        self._appending: set[str] = set()

    def read(self, line: str) -> Iterator[Operation]:
        """What a line of the log did; nothing when it is about another folder, or failed."""
        if not (done := _DONE.match(line)):
            return
        name, arguments, result = done.groups()
        if name in REFUSED:
            # Of sendfile, the file that is written to comes first.
            target = arguments.split(",")[0] if name == "sendfile" else arguments
            harmless = self._root not in target or "MAP_PRIVATE" in arguments
            assert harmless, f"Not understood: {line}"
        elif name in NAMING:
            paths = [path for path in _QUOTED.findall(arguments) if self._is_below(path)]
            if paths:
                yield from self._named(name, [*map(self._below, paths)], arguments, result)
        elif file := _FILE.match(arguments):
            if file[1] == "1" and name == "write":
                yield Said(_data(arguments).decode().strip())
            elif self._is_below(file[2]):
                yield from self._used(name, file[1], self._below(file[2]), arguments, int(result))

    def _named(
        self, name: str, paths: list[str], arguments: str, result: str
    ) -> Iterator[Operation]:
        path = paths[0]
        if name.startswith("mkdir"):
            yield Made(path, is_folder=True)
        elif name.startswith("unlink"):
            del self._sizes[path]
            yield Removed(path)
        elif name.startswith("rename"):
            self._sizes[paths[1]] = self._sizes.pop(path)
            yield Renamed(path, paths[1])
        else:
            yield from self._opened(path, result, arguments)

    def _opened(self, path: str, handle: str, arguments: str) -> Iterator[Operation]:
        self._places[handle] = 0
        self._appending.discard(handle)
        if "O_APPEND" in arguments:
            self._appending.add(handle)
        if "O_CREAT" in arguments and path not in self._sizes:
            self._sizes[path] = 0
            yield Made(path)
        if "O_TRUNC" in arguments and self._sizes[path]:
            self._sizes[path] = 0
            yield Resized(path, 0)

    def _used(
        self, name: str, handle: str, path: str, arguments: str, result: int
    ) -> Iterator[Operation]:
        if name == "lseek":
            self._places[handle] = result
        elif name == "read":
            self._places[handle] += result
        elif name == "write":
            at = self._sizes[path] if handle in self._appending else self._places[handle]
            self._places[handle] = at + result
            yield self._written(path, at, _data(arguments)[:result])
        elif name == "pwrite64":
            at = int(arguments.rsplit(", ", 1)[1])
            yield self._written(path, at, _data(arguments)[:result])
        elif name == "ftruncate":
            self._sizes[path] = int(arguments.rsplit(", ", 1)[1])
            yield Resized(path, self._sizes[path])
        else:
            yield Synced(path)

    def _written(self, path: str, at: int, data: bytes) -> Written:
        self._sizes[path] = max(self._sizes[path], at + len(data))
        return Written(path, at, data)

    def _is_below(self, path: str) -> bool:
        return path == self._root or path.startswith(f"{self._root}/")

    def _below(self, path: str) -> str:
        return path.removeprefix(self._root).removeprefix("/")


def _data(arguments: str) -> bytes:
    """What was written. The log quotes as C does, which is how Python quotes bytes, too."""
    quoted = _QUOTED.search(arguments)
    assert quoted, f"Cut off: {arguments[-80:]}"
    data: bytes = ast.literal_eval(f'b"{quoted[1]}"')
    return data
