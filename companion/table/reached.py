"""Addresses of the pages for other devices, as somebody reads and types them."""

from typing import NamedTuple
from urllib.parse import urlsplit

from companion.system.network import address_in_network, name_in_network


class Reached(NamedTuple):
    """Address of a server in the network, the name that can be typed for it, or what is wrong.

    ``link`` and ``name`` are empty while there is none; ``problem`` is the key of the reason.
    """

    link: str = ""
    name: str = ""
    problem: str = ""


def reached(port: int) -> Reached:
    """Return where others in the network reach a port of this machine."""
    if link := address_in_network(port):
        return Reached(link, name_in_network())
    return Reached(problem="no network")


def typed(link: str, name: str) -> tuple[str, ...]:
    """Return how the server of a link is typed, the longest first: in words if it has a name."""
    address = urlsplit(link)
    digits = address.netloc, address.hostname or ""
    if not name:
        return digits
    words = f"{name}:{address.port}" if address.port else name
    return f"{words} · {address.netloc}", words, *digits
