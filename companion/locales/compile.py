"""Compile the catalogues for gettext: ``python companion/locales/compile.py``.

``hatch_build.py`` runs it for a wheel and an editable installation, and the scripts in bin/ after a
catalogue has changed. It needs nothing but Python: the program may not be installed yet.
"""

import ast
import os
import struct
from pathlib import Path

TRANSLATED = "X-Translated"
_LOCALES = Path(__file__).resolve().parent
_MAGIC = 0x950412DE
_HEAD = struct.Struct("<7I")
_PLACE = struct.Struct("<2I")
"""Length and offset of a text."""


def compile_changed() -> None:
    """Compile every catalogue that has changed since it was compiled."""
    for source in catalogues():
        target = compiled(source)
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            compile_catalogue(source)


def catalogues() -> list[Path]:
    """Return the catalogue of every language."""
    return sorted(_LOCALES.glob("*/LC_MESSAGES/*.po"))


def compiled(source: Path) -> Path:
    """Return the file that a catalogue is compiled to."""
    return source.with_suffix(".mo")


def compile_catalogue(source: Path) -> None:
    """Compile a catalogue. Whoever starts meanwhile finds the old file or the new one."""
    new = source.with_suffix(f".{os.getpid()}")
    new.write_bytes(compiled_form(source.read_text(encoding="utf-8")))
    new.replace(compiled(source))


def compiled_form(source: str) -> bytes:
    """Return the content of the ``.mo`` file of a ``.po`` file."""
    messages = sorted(_messages(source).items())
    texts = [key for key, _ in messages] + [text for _, text in messages]
    start = _HEAD.size + _PLACE.size * len(texts)
    places = []
    for text in texts:
        places.append(_PLACE.pack(len(text), start))
        start += len(text) + 1
    translations = _HEAD.size + _PLACE.size * len(messages)
    head = _HEAD.pack(_MAGIC, 0, len(messages), _HEAD.size, translations, 0, start)
    return head + b"".join(places) + b"".join(text + b"\0" for text in texts)


def _messages(source: str) -> dict[bytes, bytes]:
    """Return the translations by English text, each plural after its singular and a zero byte.

    The head, which is that of no text, says how many of all there are while some are missing.
    """
    messages = {}
    total = 0
    for block in source.split("\n\n"):
        fields = _fields(block)
        english = [text for name, text in fields.items() if name.startswith("msgid")]
        texts = [text for name, text in fields.items() if name.startswith("msgstr")]
        total += any(english)
        if english and all(texts):
            messages["\0".join(english).encode()] = "\0".join(texts).encode()
    done = len(messages) - (b"" in messages)
    if done < total:
        messages[b""] = messages.get(b"", b"") + f"{TRANSLATED}: {done} {total}\n".encode()
    return messages


def _fields(block: str) -> dict[str, str]:
    """Return the texts of an entry by keyword; no translation that a translator has to look at."""
    fields: dict[str, str] = {}
    name = ""
    is_sure = True
    for line in block.split("\n"):
        if line.startswith("#,"):
            is_sure = "fuzzy" not in line
        if line and not line.startswith("#"):
            if not line.startswith('"'):
                name, _, line = line.partition(" ")
            fields[name] = fields.get(name, "") + ast.literal_eval(line)
    if is_sure or not fields.get("msgid"):
        return fields
    return {name: text if name.startswith("msgid") else "" for name, text in fields.items()}


if __name__ == "__main__":
    compile_changed()
