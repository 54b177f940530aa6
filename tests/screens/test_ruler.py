"""The ruler measures as the fonts say, and never less than Kivy needs."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.look.typefaces import FONTS, face
from companion.resources import font_file, locales_dir
from companion.screens.ruler import promised, width

SIZES = (26, 28, 30, 36, 40, 44, 60, 72)
LANGUAGES = ("de", "es")


def sentences() -> list[str]:
    """Every sentence of the three languages, English first."""
    found: dict[str, None] = {}
    for language in LANGUAGES:
        with (locales_dir() / language / "LC_MESSAGES/companion.po").open("rb") as file:
            for message in read_po(file):
                for text in (message.id, message.string):
                    parts = text if isinstance(text, (list, tuple)) else (text,)
                    found |= dict.fromkeys(part for part in parts if part)
    return [*found]


def test_fonts_give_the_widths_of_their_tables() -> None:
    from fontTools.ttLib import TTFont

    for font in FONTS:
        file = TTFont(font_file(FONTS[font]))
        names, metrics, unit = file.getBestCmap(), file["hmtx"], file["head"].unitsPerEm
        for code, name in names.items():
            if code < 0xFFFF:
                assert face(font).has(chr(code)), f"{font} {code:x}"
                assert face(font).width(chr(code)) == pytest.approx(metrics[name][0] / unit)


def test_a_letter_that_a_font_lacks_is_known() -> None:
    assert face("text").has("ü")
    assert face("title").has("ü")
    assert not face("text").has("👧")
    assert not face("title").has("ξ")


def test_widths_grow_with_the_size_and_add_up() -> None:
    assert width("Ann", "bold", 52) == pytest.approx(2 * width("Ann", "bold", 26))
    assert width("Ann", "bold", 26) == pytest.approx(sum(width(x, "bold", 26) for x in "Ann"))


@pytest.mark.gui
def test_no_sentence_is_wider_in_a_window_than_promised(tmp_path: Path) -> None:
    from companion.ui import start
    from companion.ui.start import Display

    start.prepare(Display())
    from kivy.core.text import Label

    said = sentences()
    assert len(said) > 1000
    wider = []
    for font in ("text", "bold", "title"):
        for size in SIZES:
            label = Label(font_name=str(font_file(FONTS[font])), font_size=size, font_kerning=False)
            label.resolve_font_name()
            for sentence in said:
                for line in sentence.split("\n"):
                    needed = label.get_extents(line)[0]
                    if needed > promised(line, font, size):
                        wider.append(f"{font} {size} {line!r}: {needed}")
    assert wider == []
