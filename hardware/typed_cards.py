"""Decoder of a USB reader: the keys that it types become numbers of cards.

A reader types the digits of a card and Enter, faster than any hand. What is not exactly that is no
card: letters, a number without its end, too many digits, keys that the kernel has lost.
"""

from collections.abc import Iterator

from hardware.input_devices import DIGITS, ENTERS, INPUT_EVENT, KEY, PRESSED, SYN, SYN_DROPPED

LEAST, MOST = 8, 20
"""Fewest and most digits of a card; most readers type ten."""
FAST = 0.25
"""Seconds at most between two keys of a card; a reader needs a twentieth of that."""


class TypedCards:
    """Decoder of one reader. Nothing in it depends on when the events are read.

    ``is_by_hand`` is True once a key came that no reader types.

    :param since: Time at which the reader was opened, in seconds since the epoch as the kernel
        counts them. A card whose first digits were typed before is none.
    """

    def __init__(self, since: float = 0.0) -> None:
        self._rest = b""
        self._at = since
        self.is_by_hand = False
        self._digits, self._is_spoilt = "", True

    def _begin(self) -> None:
        self._digits, self._is_spoilt = "", False

    def feed(self, data: bytes) -> Iterator[str]:
        """Yield the cards in events of the kernel, which may be cut anywhere."""
        data = self._rest + data
        whole = len(data) - len(data) % INPUT_EVENT.size
        self._rest = data[whole:]
        for seconds, microseconds, kind, code, value in INPUT_EVENT.iter_unpack(data[:whole]):
            if (kind, code) == (SYN, SYN_DROPPED):
                self._is_spoilt = True
            elif (kind, value) == (KEY, PRESSED):
                yield from self._press(code, seconds + microseconds / 1e6)

    def _press(self, code: int, at: float) -> Iterator[str]:
        if abs(at - self._at) > FAST:
            self._begin()
        self._at = at
        if code in ENTERS:
            number, is_card = self._digits, not self._is_spoilt
            self._begin()
            if is_card and LEAST <= len(number) <= MOST:
                yield number
        elif code in DIGITS and len(self._digits) <= MOST:
            self._digits += DIGITS[code]
        else:
            self._is_spoilt = True
            self.is_by_hand = self.is_by_hand or code not in DIGITS
