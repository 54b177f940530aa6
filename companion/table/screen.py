"""Screen: its page, and what becomes of its value."""

from collections.abc import Callable
from typing import Any, NamedTuple


def _same(value: Any, *_: object) -> Any:
    return value


class Screen(NamedTuple):
    """Screen of the table, by its functions; the table knows no screen but by its fields.

    ``page(table, room)`` returns the part to show. ``value`` is what the page shows at first.
    ``opened(value, game, *about)`` returns it when somebody opens the screen, about a player, say.
    ``tapped(value, do, table)`` returns it after a tap, ``followed(value, table)`` in another
    position, ``begun(value, setup)`` when another game begins. A screen whose value changes with
    threads and files keeps it in the ``state`` of that name at the table.
    """

    page: Callable[[Any, Any], Any]
    value: Any = None
    opened: Callable[..., Any] = _same
    tapped: Callable[[Any, Any, Any], Any] | None = None
    followed: Callable[[Any, Any], Any] | None = None
    begun: Callable[[Any, Any], Any] = _same
    state: str = ""
    entrance: Callable[[Any], Any] | None = None
    """Motion of the page when a new moment has led to it: ``entrance(table)``."""
    prompt: str = ""
    """Kind of prompt that is answered on this screen and not on the play screen."""
    gives_way: str = ""
    """``moment``: a touch that leads to a staged moment leaves the screen; ``rent``: rent that must
    not lapse unseen does, unless something is planned."""
    is_done_when_booked: bool = False
    """True if the screen closes when what it prepares is booked."""
    shows_shortage: bool = False
    """True if a shortage that a move on this screen causes is shown at once."""
