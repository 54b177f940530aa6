"""The catalogues of the languages: what there is to say, gathered, merged and compiled.

``bin/translations`` runs this after sentences were added or changed: new ones stand in every
``companion/locales/*/LC_MESSAGES/companion.po`` without a translation, and old ones are gone. When
they are translated it runs once more and compiles them. English is the source: it has no catalogue.
``bin/translations fr`` begins another language.
"""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as CatalogMessage
from babel.messages.pofile import read_po, write_po

import companion.engine.problems
import companion.export.problems
import companion.ledger.problems
from companion import text
from companion.engine import edition
from companion.engine.problems import Message
from companion.locales.compile import compile_catalogue
from companion.resources import locales_dir
from companion.text.catalogue import DOMAIN, ENGLISH, Plurals, Sentences

HEAD = """\
# {name}.
#
# Translate in Poedit, Lokalize or any other gettext editor; then run bin/translations.
# What has no translation is shown in English. Write as people speak at a table, and briefly: a key
# has room for six words on a screen of 800 x 480. What is in braces, such as {{player}}, stays.
#
# Words, and no others for the same thing:
# edition · board · space · title deed · group · street · player · move · turn · lap · token · dice
# doubles · rent · claim · debt · cash · pot · auction · bid · pass · deal · offer · mortgage · lift
# interest · house · hotel · jail · fine · jail card · out · bankrupt · ruling · ledger · history
# statement · audit · undo · tray"""
"""Comment at the head of a new catalogue."""


def catalogues() -> list[Path]:
    """Every language's .po file."""
    return sorted(locales_dir().glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def language(path: Path) -> str:
    """The code of the language of a catalogue."""
    return path.parts[-3]


class Entry(NamedTuple):
    """One English message of the program and its place."""

    source: str
    """Path of its file, relative to the checkout."""
    name: str
    """Table and key, edition or module."""
    message: object
    """A sentence, two alternatives as a list, or a singular and a plural as a tuple."""


def entries() -> Iterator[Entry]:
    """Gather every message with words: of the tables, the editions and the code."""
    for entry in (*_in_tables(), *_in_editions(), *_in_messages()):
        if _has_words(entry.message):
            yield entry


def english() -> Catalog:
    """Gather every message of the program in one catalogue."""
    catalogue = Catalog(domain=DOMAIN, locale=ENGLISH)
    for entry in entries():
        for message in entry.message if isinstance(entry.message, list) else [entry.message]:
            if _has_words(message):
                catalogue.add(message, auto_comments=[entry.name])
    return catalogue


def _in_messages() -> Iterator[Entry]:
    """Gather the texts of the problems that other packages define."""
    packages = (companion.engine, companion.export, companion.ledger)
    for module in (*(package.problems for package in packages), *_modules()):
        for name, kind in vars(module).items():
            if isinstance(kind, type) and issubclass(kind, Message) and len(kind):
                for member in kind:
                    yield Entry(_source(module), f"{name} {member.name}", member.value)


def _modules() -> Iterator[ModuleType]:
    """List the modules of texts."""
    for module in walk_packages(text.__path__, f"{text.__name__}."):
        yield import_module(module.name)


def _source(module: ModuleType) -> str:
    return module.__name__.replace(".", "/") + ".py"


def _has_words(message: object) -> bool:
    """Return True if more than places for names, signs and the name of an edition is left."""
    text = re.sub(r"{\w+}", "", str(message))
    return any(map(str.isalnum, text)) and not text.isdigit()


def _in_tables() -> Iterator[Entry]:
    seen: set[int] = set()
    for module in _modules():
        source = _source(module)
        for name, table in vars(module).items():
            if not isinstance(table, Sentences | Plurals) or id(table) in seen:
                continue
            seen.add(id(table))
            for key, message in table.english.items():
                pair = isinstance(table, Sentences) and isinstance(message, tuple)
                key = getattr(key, "name", getattr(key, "__name__", key))
                yield Entry(source, f"{name} {key}", list(message) if pair else message)


def _in_editions() -> Iterator[Entry]:
    for name in edition.names():
        source = f"companion/engine/editions/{name}.toml"
        about = [edition.load(name).name, edition.load(name).about]
        yield Entry(source, f"edition {name}", about)


def read(path: Path) -> Catalog:
    """A catalogue as it is on disk."""
    with path.open("rb") as file:
        return read_po(file, locale=language(path), domain=DOMAIN)


def merged(catalogue: Catalog, said: Catalog) -> Catalog:
    """The catalogue with all that can be said, and with nothing else."""
    said.creation_date = catalogue.creation_date
    catalogue.update(said, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def _messages(catalogue: Catalog) -> list[CatalogMessage]:
    """All but the head."""
    return [message for message in catalogue if message.id]


def lacking(catalogue: Catalog) -> list[CatalogMessage]:
    """What is not translated yet."""
    return [m for m in _messages(catalogue) if not m.string or not all(m.string)]


def write(path: Path, catalogue: Catalog) -> None:
    """The catalogue, for people and for the program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100)
    compile_catalogue(path)


def main(new: list[str]) -> None:
    """Bring every catalogue up to date, those of ``new`` languages too, and say what is missing."""
    for code in new:
        path = locales_dir() / code / "LC_MESSAGES" / f"{DOMAIN}.po"
        if not path.exists():
            head = HEAD.format(name=Locale.parse(code).english_name)
            names = {"project": "table-companion", "version": "1", "header_comment": head}
            write(path, Catalog(domain=DOMAIN, locale=code, fuzzy=False, **names))
    for path in catalogues():
        catalogue = merged(read(path), english())
        write(path, catalogue)
        missing = lacking(catalogue)
        for message in missing:
            print(f"  to be translated: {message.id}")
        done, total = len(catalogue) - len(missing), len(catalogue)
        print(f"{path}: {done:,} of {total:,} sentences translated")


if __name__ == "__main__":
    main(sys.argv[1:])
