"""Addresses of the pages of a phone."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

LONGEST_PAGE = 1024
"""Largest number of characters in the address of a page."""


@dataclass(frozen=True, slots=True)
class Address:
    """Page that a phone is on: a kind, the key of a deed, and the fields of a trade."""

    kind: str
    deed: str = ""
    fields: tuple[tuple[str, str], ...] = ()

    def all(self, name: str) -> list[str]:
        """Return every value of a field."""
        return [value for key, value in self.fields if key == name]

    def first(self, name: str) -> str:
        """Return the first value of a field; empty if there is none."""
        return next(iter(self.all(name)), "")


WALLET = Address("wallet")


def parse_address(text: str) -> Address:
    """Return the page of a path with a query; what is no page is the wallet."""
    try:
        parts = urlsplit(text[:LONGEST_PAGE])
        fields = tuple(parse_qsl(parts.query, max_num_fields=64))
    except ValueError:
        return WALLET
    match parts.path.split("/"):
        case ["", "deed", key]:
            return Address("deed", key)
        case ["", "board" | "trade" | "pay" | "claims" as kind]:
            return Address(kind, fields=fields)
    return WALLET
