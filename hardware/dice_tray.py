"""The dice tray on its serial port: found, listened to, lost and found again, on a thread of its own."""

from collections.abc import Callable

from hardware.events import Event


class DiceTray:
    """A dice tray at ``url``, or wherever it is found if that is ``None``."""

    def __init__(self, url: str | None, on_event: Callable[[Event], None]) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Begin looking for the tray."""
        raise NotImplementedError

    def acknowledge(self, identity: str) -> None:
        """Tell the tray that this throw or fault is dealt with, for good. Any thread."""
        raise NotImplementedError

    def lamp(self, state: str, number: int = 0) -> None:
        """Show ``ready`` (a throw is awaited for move ``number``), ``wait`` or ``off``. Any thread."""
        raise NotImplementedError

    def close(self) -> None:
        """Let the port go and end the thread."""
        raise NotImplementedError
