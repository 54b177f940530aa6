"""Compare every English sentence of the program with the golden file en.txt.

No other test pins English. After a change of a sentence rewrite the file and review its diff:

    bin/test tests/text/test_english.py --rewrite-texts
"""

from itertools import groupby
from pathlib import Path

import pytest

from tests.tree import read
from tools.catalogues import Entry, entries

GOLDEN = Path(__file__).with_name("en.txt")


def line(entry: Entry) -> str:
    """Write an entry on one line, with " | " between its forms."""
    message = entry.message
    forms = [message] if isinstance(message, str) else message
    return f"{entry.name}: {' | '.join(forms)}".replace("\n", r"\n")


def golden_text(found: list[Entry]) -> str:
    """Write the entries under the paths of their files."""
    found = sorted(found, key=lambda entry: entry.source)
    return "\n".join(
        "\n".join([f"[{source}]", *sorted(map(line, group)), ""])
        for source, group in groupby(found, lambda entry: entry.source)
    )


def test_english_texts_are_those_of_the_golden_file(pytestconfig: pytest.Config) -> None:
    text = golden_text([*entries()])
    if pytestconfig.getoption("--rewrite-texts"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert read(GOLDEN) == text, "review the change, then run this test with --rewrite-texts"
