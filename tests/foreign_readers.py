"""Every reader of foreign input, as a function of its bytes, and what it may raise.

``test_foreign.py`` and ``fuzz_foreign.py`` drive these. A reader may accept its input or raise its
one error; anything else is a fault.
"""

import itertools
import runpy
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path

from companion.engine import board, codec, edition
from companion.engine.limits import ForeignError
from companion.engine.notation import check, parse_header
from companion.export.bundle import bundle, first_fault, is_bundle, unpacked
from companion.foreign import read_record
from companion.ledger import mirror
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Ledger
from companion.simulation.games import InMemory, evening
from companion.table import settings
from companion.table.setup.rules_cards import read_card
from companion.text import translate_message
from hardware.frame_reader import FrameReader
from hardware.frames import encode
from tests.tree import ROOT

LONGEST_SENTENCE = 1200
"""Characters of a message; the longest lists every key of an edition."""


@dataclass(frozen=True)
class Reader:
    """``read`` takes a path with the input; ``seeds`` are sound inputs to change."""

    name: str
    read: Callable[[Path], object]
    raises: type[Exception]
    seeds: tuple[bytes, ...]

    def drive(self, path: Path, data: bytes) -> bool:
        """Return True if the input was accepted; any other exception than its own is a fault."""
        path.write_bytes(data)
        try:
            self.read(path)
        except self.raises as error:
            sentence = translate_message(error).replace(str(path), "")
            assert sentence, "no sentence"
            assert "\n" not in sentence, sentence
            assert len(sentence) < LONGEST_SENTENCE, sentence[:200]
            return False
        return True


def _check(path: Path) -> None:
    check(read_record(path))


def _settings(path: Path) -> None:
    _, problem = settings.load(path)
    if problem:
        raise ForeignError(problem.reason, "", **problem.facts)


def _mirror(path: Path) -> None:
    list(mirror.read(path))


def _end_of_mirror(path: Path) -> None:
    mirror.count_moves(path)


def _bundle(path: Path) -> None:
    if is_bundle(path):
        first_fault(path)
        with unpacked(path):
            pass


def _event(path: Path) -> None:
    codec.loads(path.read_bytes().decode("utf-8", "surrogateescape"))


class Unread(Exception):
    """The longest sentence about settings of the machine, of which the rest was applied."""


def _machine(path: Path, name: str) -> None:
    """Apply the settings of a flashed card, of which one file is that of the path."""
    root = path.with_name("machine")
    for folder in ("boot", "etc/companion", "usr/share/zoneinfo/Europe"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "usr/share/zoneinfo/Europe/Berlin").touch()
    for file in (root / "boot").iterdir():
        file.unlink()
    path.replace(root / "boot" / name)
    said = list(_APPLY(root, root / "boot/custom.toml", root / "boot/machine.toml"))
    assert len(said) < MOST_SENTENCES, said
    if said:
        raise Unread(max(said, key=len).replace(str(root), ""))


_APPLY = runpy.run_path(str(ROOT / "systemd/settings.py"))["apply"]
MOST_SENTENCES = 12
"""Sentences about one file of settings: five lines, those left, and a few values."""


def _frames(path: Path) -> None:
    reader = FrameReader()
    data = path.read_bytes()
    for start in range(0, len(data), 4096):
        for frame in reader.feed(data[start : start + 4096]):
            encode(frame)


def readers(scratch: Path) -> list[Reader]:
    """Every reader; their seeds are made in the folder ``scratch``."""
    engine = resources.files(board.__package__)
    boards = tuple(engine.joinpath(f"boards/{name}.toml").read_bytes() for name in board.names())
    editions = tuple(
        engine.joinpath(f"editions/{name}.toml").read_bytes() for name in edition.names()
    )
    rules = Path(__file__).parent.joinpath("engine", "rules")
    records = tuple(path.read_bytes() for path in sorted(rules.rglob("*.game"))[::20])
    copy, archive = _kept(scratch)
    events = tuple(set(_events()))
    return [
        Reader("board", lambda path: board.load.__wrapped__(str(path)), ForeignError, boards),
        Reader("edition", lambda path: edition.load.__wrapped__(str(path)), ForeignError, editions),
        Reader("record", _check, ForeignError, records),
        Reader("rules", read_card, ForeignError, (RULES,)),
        Reader("settings", _settings, ForeignError, (SETTINGS,)),
        Reader("mirror", _mirror, LedgerError, (copy,)),
        Reader("end of mirror", _end_of_mirror, LedgerError, (copy,)),
        Reader("bundle", _bundle, LedgerError, (archive,)),
        Reader("event", _event, ValueError, events),
        Reader("frames", _frames, ForeignError, (b"$H,1,1,oak,0000beef,1*00000000\n",)),
        *(
            Reader(name, partial(_machine, name=name), Unread, (seed,))
            for name, seed in MACHINE.items()
        ),
    ]


RULES = b"""name: Grandma's rules\nedition: 1973\nboard: london\nrent: shown\ncards: table
game: time-limit 21:30\nhouse rules: free parking pot $500, no auction\n"""
_TOML = b"""[system]\nhostname = "table"\n[wlan]\nssid = "House"\npassword = "long enough"
country = "DE"\nhidden = false\n[locale]\nkeymap = "de"\ntimezone = "Europe/Berlin"
[companion]\nLANGUAGE = "de"\n[phones]\nenabled = true\n"""
MACHINE = {
    "custom.toml": _TOML,
    "machine.toml": _TOML,
    "user-data": b"hostname: table\ntimezone: Europe/Berlin\nkeyboard: {layout: de}\n",
    "network-config": b"""network:
  wifis:
    wlan0:
      regulatory-domain: DE
      access-points:
        "House":
          hidden: true
          password: "long enough"
""",
}
"""Settings of the machine, by the file's name on the card."""


SETTINGS = (
    b'{"rotation": 90, "face_me": true, "sides": {"Ann": 2}, "signs": {"Ann": 11}, "volume": 3,'
    b' "language": "de", "tray": "", "pins": {"yes": 5, "bid_1": null}, "dim_after": 0}'
)


def _kept(scratch: Path) -> tuple[bytes, bytes]:
    """A second copy and a bundle of a short game."""
    from tests.ledger.exporting import play_one

    data, stick = scratch / "data", scratch / "stick"
    stick.mkdir()
    with Ledger.open(data, stick) as ledger:
        play_one(ledger, 3, turns=3, odd=8)
    with snapshot(data) as books:
        bundle(books, 1, scratch / "x.zip")
    return (stick / mirror.FILE_NAME).read_bytes(), (scratch / "x.zip").read_bytes()


def _events() -> list[bytes]:
    table = InMemory(parse_header("players: Ann, Bob, Cy\ncards: program\n"))
    pasts = (game.past for game in itertools.islice(evening(table, "1", 60), 150))
    return [codec.dumps(event).encode() for past in pasts if past for event in past.events]
