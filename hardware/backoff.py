"""Exponential backoff for reconnecting."""


class Backoff:
    """Waiting times in seconds that double from ``first`` to ``longest``.

    >>> backoff = Backoff()
    >>> [backoff.next() for _ in range(5)]
    [0.25, 0.5, 1.0, 2.0, 2.0]
    """

    def __init__(self, first: float = 0.25, longest: float = 2.0) -> None:
        self._first = first
        self._longest = longest
        self.reset()

    def reset(self) -> None:
        """Start again from ``first``, after a success."""
        self._next = self._first

    def next(self) -> float:
        """Return the next waiting time in seconds."""
        wait, self._next = self._next, min(2 * self._next, self._longest)
        return wait
