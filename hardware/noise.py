"""Simulation of a noisy serial line."""

from dataclasses import dataclass, field
from random import Random


@dataclass
class NoisyLine:
    """Line that loses, doubles and corrupts lines, and tears transmissions in two.

    Each fault has a rate from 0 to 1. The faults depend on the seed alone. The second part of a
    torn transmission arrives with the next one.
    """

    seed: int | None = None
    noise: float = 0.0
    drop: float = 0.0
    repeat: float = 0.0
    tear: float = 0.0
    _rest: bytes = field(init=False, default=b"")

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def carry(self, data: bytes) -> bytes:
        """Return the bytes that arrive when ``data`` is sent."""
        data = self._rest + b"".join(map(self._carry_line, data.splitlines(keepends=True)))
        at = self._random.randrange(len(data) + 1) if self._happens(self.tear) else len(data)
        self._rest = data[at:]
        return data[:at]

    def _carry_line(self, line: bytes) -> bytes:
        if self._happens(self.drop):
            return b""
        if self._happens(self.repeat):
            line *= 2
        if self._happens(self.noise):
            return self._random.choice((self._flip, self._cut, self._garble))(line)
        return line

    def _happens(self, rate: float) -> bool:
        return self._random.random() < rate

    def _flip(self, line: bytes) -> bytes:
        bit = self._random.randrange(8 * len(line))
        return bytes(byte ^ (1 << bit % 8) * (at == bit // 8) for at, byte in enumerate(line))

    def _cut(self, line: bytes) -> bytes:
        return line[: self._random.randrange(len(line))]

    def _garble(self, line: bytes) -> bytes:
        at = self._random.randrange(len(line) + 1)
        return line[:at] + self._random.randbytes(self._random.randint(1, 80)) + line[at:]
