"""Languages that nobody speaks, to see on the screens what could go wrong in any."""

from functools import cache
from gettext import NullTranslations
from string import Formatter

import pytest

from companion.text import catalogue
from tools import catalogues

BEGUN, ENDED = "«", "»"


class Marked(NullTranslations):
    """English with a mark around all that is said."""

    def info(self) -> dict[str, str]:
        return {"language": "marked"}

    def gettext(self, message: str) -> str:
        # A bar separates two texts.
        return "|".join(f"{BEGUN}{part}{ENDED}" for part in message.split("|"))

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(super().ngettext(one, many, n))


class Keys(NullTranslations):
    """Every text is its key and its facts: ``bought(deed=Baltic Avenue, player=Ann)``.

    Tests of views compare keys in this language, and no English.
    """

    def info(self) -> dict[str, str]:
        return {"language": "keys"}

    def gettext(self, message: str) -> str:
        return _keys().get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one)


@cache
def _keys() -> dict[str, str]:
    """Return what stands for each English message."""
    found: dict[str, str] = {}
    for entry in sorted(catalogues.entries(), key=lambda entry: entry.name, reverse=True):
        if entry.name.startswith("SAMPLES "):
            continue  # Amounts are written as in English.
        key = entry.name.partition(" ")[2]
        if isinstance(entry.message, str):
            found[entry.message] = _with_facts(key, entry.message)
        elif isinstance(entry.message, list):
            # Of two alternatives, the second one has no subject.
            for message, mark in zip(entry.message, ("", "+"), strict=True):
                found[message] = _with_facts(f"{key}{mark}", message)
        else:
            found[entry.message[0]] = _with_facts(key, entry.message[0])
    return found


def _with_facts(key: str, message: str) -> str:
    names = sorted({name for _, name, _, _ in Formatter().parse(message) if name})
    facts = ", ".join(f"{name}={{{name}}}" for name in names)
    return f"{key}({facts})" if facts else key


INVENTED = {"marked": Marked, "keys": Keys}


def teach(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on these can be spoken like any other."""
    find = catalogue._find

    def find_invented(code: str) -> NullTranslations:
        return INVENTED[code]() if code in INVENTED else find(code)

    monkeypatch.setattr(catalogue, "_find", find_invented)
