"""Current language, and tables of texts that are written in English.

    WORDS = Sentences({"undo": "Undo"})
    set_language("de")
    WORDS["undo"]  # "Zug zurück"

There is one language for the program, and another one for a task of asyncio that asks for its own,
such as a request of a phone.

``bin/translations`` collects the texts of all tables into the catalogues in companion/locales. A
text in a table needs nothing else to be translated. The same is true of a ``Message``: see
``problems``.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations, translation
from itertools import takewhile
from typing import TypeVar

from companion.locales.compile import TRANSLATED
from companion.resources import locales_dir
from companion.text.told import Told, filled

DOMAIN = "companion"
ENGLISH = "en"
"""The source language. It has no catalogue."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose a language, in gettext's order."""

K = TypeVar("K")
V = TypeVar("V", str, tuple[str, str])

_catalogue = NullTranslations()
_of_task: ContextVar[NullTranslations | None] = ContextVar("language", default=None)


def languages() -> dict[str, str]:
    """Return the available languages by code: ``{"de": "Deutsch", …}``."""
    translated = (path.parts[-3] for path in locales_dir().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return {code: _name(code) for code in sorted((ENGLISH, *translated))}


def _name(code: str) -> str:
    name = _find(code).gettext(NAME.english["name"])
    return code if name == NAME.english["name"] and code != ENGLISH else name


def coverage(code: str) -> tuple[int, int] | None:
    """Return how many sentences a language has, of how many; None if it has all of them."""
    found = _find(code).info().get(TRANSLATED.lower())
    return (int(found.split()[0]), int(found.split()[1])) if found else None


def set_language(code: str = "") -> None:
    """Use a language from now on; "" is the environment's language, or English.

    Texts that are already on a screen stay as they are until the screen is refreshed.
    """
    global _catalogue
    _catalogue = _find(code)


def set_language_of_task(code: str) -> None:
    """Use a language from now on in the current task alone, also after it has waited."""
    _of_task.set(_find(code))


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Use a language within, in this task alone; "" is the current one."""
    before = _of_task.set(_find(code) if code else _of_task.get())
    try:
        yield
    finally:
        _of_task.reset(before)


def language() -> str:
    """Return the code of the current language."""
    return _current().info().get("language", ENGLISH)


def _current() -> NullTranslations:
    return _of_task.get() or _catalogue


def _find(code: str) -> NullTranslations:
    wanted = [code] if code else next(filter(None, map(os.environ.get, _VARIABLES)), "").split(":")
    # Stop at English: without a catalogue, gettext would skip it and use a language behind it.
    codes = list(takewhile(lambda one: re.split("[_.@]", one)[0] != ENGLISH, wanted))
    return translation(DOMAIN, locales_dir(), codes, fallback=True)


def translate(english: V) -> V:
    """Translate one text or a pair; texts without a translation stay English."""
    if isinstance(english, tuple):
        return translate(english[0]), translate(english[1])
    return _current().gettext(english) if english else ""


class Sentences(Mapping[K, V]):
    """Texts, or pairs of texts, by key. ``english`` has the source texts."""

    def __init__(self, english: Mapping[K, V]) -> None:
        self.english: Mapping[K, V] = english

    def __getitem__(self, key: K) -> V:
        return translate(self.english[key])

    def __iter__(self) -> Iterator[K]:
        return iter(self.english)

    def __len__(self) -> int:
        return len(self.english)

    def fill(self: "Sentences[str, str]", key: str, /, **fields: object) -> Told:
        """Return the text of ``key`` with its fields filled in."""
        return filled(self[key], fields)


class Plurals:
    """Texts with a number (``{n}``): a singular and a plural by key."""

    def __init__(self, english: Mapping[str, tuple[str, str]]) -> None:
        self.english = english

    def of(self, n: int, key: str) -> str:
        """Return the text for ``n`` things, with its fields not filled in."""
        return _current().ngettext(*self.english[key], n)


NAME = Sentences({"name": "English"})
"""Name of a language in that language."""
