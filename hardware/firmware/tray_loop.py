"""Main loop of the tray: connects reader, settle detector and protocol."""

from .settle_detector import STILL, SettleDetector
from .tray import READY, Tray

MYPY = False
if MYPY:
    from .protocols import Lamp, Line, Reader

BLINK = 250  # milliseconds on, and the same time off, while eight throws wait


class TrayLoop:
    """One tray with its devices; call ``turn`` repeatedly, it never blocks.

    ``reader`` is a ``protocols.Reader``. ``line`` has ``read()``, which returns
    the bytes that have arrived, and ``write(data)``. ``lamp`` is called with True or False to
    switch the lamp. ``still`` is the time in milliseconds until the dice are at rest.
    """

    def __init__(
        self, tray: Tray, reader: "Reader", line: "Line", lamp: "Lamp", still: int = STILL
    ) -> None:
        self._tray = tray
        self._reader = reader
        self._line = line
        self._lamp = lamp
        self._lit: bool | None = None
        self._seen: list[str] | None = None
        self._rest = SettleDetector(tray, still)

    def turn(self, now: int) -> None:
        """Run one round: receive, read the dice, send, and update the lamp."""
        self._tray.receive(self._line.read(), now)
        self._rest.look(self._reader, now)
        self._tell_reading(now)
        self._tray.tick(now)
        data = self._tray.bytes_to_send()
        if data:
            self._line.write(data)
        self._show(now)

    def _tell_reading(self, now: int) -> None:
        seen = self._reader.seen() if self._tray.is_probed(now) else None
        if seen is not None and seen != self._seen:
            self._tray.tell_reading(seen, now)
        self._seen = seen

    def _show(self, now: int) -> None:
        lit = self._tray.lamp[0] == READY and not self._rest.is_blind
        if self._tray.is_full:
            lit = now // BLINK % 2 == 0
        if lit != self._lit:
            self._lit = lit
            self._lamp(lit)
