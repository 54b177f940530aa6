"""The language that is spoken: tables of sentences, written in English and read in any language.

    WORDS = Sentences({"undo": "Undo"})
    speak("de")
    WORDS["undo"]  # "Zug zurück"

What stands in such a table is what ``bin/words`` takes into the catalogues (companion/locales),
so that nothing more is needed for a sentence to be translated than to stand in one. Parts that know
nothing of this package make a ``Sentence``, which is ``retold``.
"""

import os
import re
from collections.abc import Iterator, Mapping
from gettext import NullTranslations, translation
from itertools import takewhile
from typing import TypeVar

from companion.engine.sentence import Sentence
from companion.resources import locales_dir

DOMAIN = "companion"
ENGLISH = "en"
"""The source language. It has no catalogue."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose a language, in gettext's order."""

K = TypeVar("K")
V = TypeVar("V", str, tuple[str, str])

_catalogue = NullTranslations()


def languages() -> dict[str, str]:
    """Every language there is, by its code, as it calls itself: ``{"de": "Deutsch", …}``."""
    translated = (path.parts[-3] for path in locales_dir().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    codes = (ENGLISH, *translated)
    return {code: _find(code).gettext(NAME.english["name"]) for code in sorted(codes)}


def set_language(code: str = "") -> None:
    """That language from now on; "" is the one that the environment asks for, or else English.

    What is on a screen already stays as it is until it is shown again.
    """
    global _catalogue
    _catalogue = _find(code)


def language() -> str:
    """The code of the language that is spoken."""
    return _catalogue.info().get("language", ENGLISH)


def _find(code: str) -> NullTranslations:
    wanted = [code] if code else next(filter(None, map(os.environ.get, _VARIABLES)), "").split(":")
    # Stop at English: without a catalogue, gettext would skip it and use a language behind it.
    codes = list(takewhile(lambda one: re.split("[_.@]", one)[0] != ENGLISH, wanted))
    return translation(DOMAIN, locales_dir(), codes, fallback=True)


def translate(english: V) -> V:
    """A sentence, or two, in the language that is spoken; itself where that has no words for it."""
    if isinstance(english, tuple):
        return translate(english[0]), translate(english[1])
    return _catalogue.gettext(english) if english else ""


def translate_message(said: object) -> str:
    """What another part says, an exception or a ``Sentence``, in the language that is spoken; in
    its own words where it has others."""
    if isinstance(said, Exception) and said.args:
        said = said.args[0]
    if not isinstance(said, Sentence):
        return str(said)
    facts = {name: translate_message(fact) for name, fact in said.facts.items()}
    return translate(said.template).format(**facts)


class Sentences(Mapping[K, V]):
    """Sentences by what they are for; or pairs of them. ``english`` is what they are written in."""

    def __init__(self, english: Mapping[K, V]) -> None:
        self.english: Mapping[K, V] = english

    def __getitem__(self, key: K) -> V:
        return translate(self.english[key])

    def __iter__(self) -> Iterator[K]:
        return iter(self.english)

    def __len__(self) -> int:
        return len(self.english)


class Plurals:
    """Sentences that count something (``{n}``): for one, and for any other number."""

    def __init__(self, english: Mapping[str, tuple[str, str]]) -> None:
        self.english = english

    def of(self, n: int, key: str) -> str:
        """The sentence for ``n`` of them, not filled in yet."""
        return _catalogue.ngettext(*self.english[key], n)


NAME = Sentences({"name": "English"})
"""What a language calls itself."""
