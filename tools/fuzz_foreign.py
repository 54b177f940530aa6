"""Coverage-guided fuzzing of every reader of foreign input, with atheris (not a test extra)::

    python tools/fuzz_foreign.py -max_total_time=600 -max_len=400 -len_control=0

Each run chooses a reader, and replaces parts of one of its sound inputs. Counts are printed again
and again: how often each reader was driven, and accepted its input.
"""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

sys.path.insert(0, str(Path(__file__).parents[1]))
with atheris.instrument_imports(
    include=["companion.engine", "companion.foreign", "companion.ledger", "tomllib", "zipfile"]
):
    from tests.foreign_readers import readers

_scratch = TemporaryDirectory(prefix="companion-fuzz-")
READERS = readers(Path(_scratch.name))
INPUT = Path(_scratch.name, "own.toml")
driven: Counter[str] = Counter()
accepted: Counter[str] = Counter()


EVERY = 1000


def report() -> None:
    counts = (f"{name} {accepted[name]} of {driven[name]}" for name in sorted(driven))
    print(f"accepted: {', '.join(counts)}", flush=True)


def one_input(data: bytes) -> None:
    pieces = atheris.FuzzedDataProvider(data)
    reader = pieces.PickValueInList(READERS)
    seed = pieces.PickValueInList(list(reader.seeds))
    changed = bytearray(seed if pieces.ConsumeIntInRange(0, 3) else b"")
    while pieces.remaining_bytes():
        at = pieces.ConsumeIntInRange(0, len(changed))
        cut = pieces.ConsumeIntInRange(0, 20)
        piece = pieces.ConsumeBytes(pieces.ConsumeIntInRange(0, 40))
        changed[at : at + cut] = piece * pieces.ConsumeIntInRange(1, 100)
    driven[reader.name] += 1
    accepted[reader.name] += reader.drive(INPUT, bytes(changed))
    if driven.total() % EVERY == 0:
        report()


atheris.Setup(sys.argv, one_input)
atheris.Fuzz()
