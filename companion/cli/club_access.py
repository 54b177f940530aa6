"""Options and failures that the commands of a club share."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from companion import foreign
from companion.cli.options import Parsed, RefusedValue, option
from companion.extras import install_command

if TYPE_CHECKING:
    from companion.club.stream import Access

SLUG = re.compile("[a-z0-9][a-z0-9-]{0,39}")
KEYS = ("server", "event", "user", "password", "authority")
NO_KEY = "{path} is no key of an event. 'companion club keys' makes them."
OUTDATED = (
    "{path} has a certificate that newer systems refuse: make all keys of the event again,"
    " in a new folder, with 'companion club keys'."
)


def _event(text: str) -> str:
    if not SLUG.fullmatch(text):
        raise ValueError(text)
    return text


EVENT = Parsed("event", _event, "one such as autumn-cup")
"""Name of an event: letters a to z, digits and dashes; it is a part of subjects."""


def _points(text: str) -> tuple[float, ...]:
    if not re.fullmatch(r"\d{1,4}(,\d{1,4}){0,11}", text):
        raise ValueError(text)
    return tuple(map(float, text.split(",")))


Points = Annotated[
    tuple[float, ...],
    option(
        "Points for the places at a table.",
        Parsed("points", _points, "such as 10,7,5,4,2"),
        default="10,7,5,4,2",
    ),
]
"""Points for the places at a table."""


Server = Annotated[str | None, option("Server of the event.", None, "nats://HOST:PORT")]
"""Server of an event."""


def event_of(title: str) -> str:
    """Return the name of an event for its title: ``Autumn Cup`` is ``autumn-cup``."""
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "event"


def need_club() -> None:
    """Raise ClickException unless the extra of clubs is installed."""
    if not (find_spec("nats") and find_spec("cryptography")):
        raise click.ClickException(
            f"The extra 'club' is not installed. To install it: {install_command('club')}"
        )


def read_key(path: Path) -> tuple["Access", int]:
    """Return the access in a key file, and its table; 0 for the director's key.

    ``path`` may also be a folder with the key of one table.
    """
    from companion.club.keys import can_sign
    from companion.club.stream import Access

    if path.is_dir():
        found_keys = sorted(path.glob("table-*.key"))
        if len(found_keys) != 1:
            raise RefusedValue(
                f"{path} has {len(found_keys)} keys of tables. Put exactly one there."
            )
        path = found_keys[0]
    values = foreign.read_json(path)
    try:
        found = {name: values[name] for name in KEYS}
        table = values["table"]
        usable = all(isinstance(value, str) for value in found.values())
        if not (usable and type(table) is int and SLUG.fullmatch(found["event"])):
            raise TypeError(table)
        is_outdated = not can_sign(found["authority"])
    except (LookupError, TypeError, ValueError) as error:
        raise RefusedValue(NO_KEY.format(path=path)) from error
    if is_outdated:
        raise RefusedValue(OUTDATED.format(path=path))
    return Access(**found), table


@contextmanager
def club_errors() -> Iterator[None]:
    """Turn a refusal of the server into a message for the command line."""
    from companion.club import stream

    try:
        yield
    except stream.Refused as error:
        raise click.ClickException(f"The server refuses this key: {error}") from error
