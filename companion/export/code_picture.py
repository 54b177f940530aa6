"""Pictures of QR codes: written without a library for images, read with two.

Reading needs the extra "qr": Pillow opens the picture, zxing-cpp finds the codes in it. Both are
imported only then.
"""

from io import BytesIO
from pathlib import Path
from warnings import catch_warnings, simplefilter

from companion.engine.limits import ForeignError, UnreadableFile, read_file
from companion.engine.problems import InputProblem, Problem
from companion.export import game_code
from companion.export.problems import ExportProblem
from companion.extras import install_command

LARGEST_PICTURE = 1 << 25
"""Largest number of bytes of a picture: the photographs of telephones have 3 to 15 MB."""
MOST_PIXELS = 16_000_000
"""Largest number of pixels that are unpacked, each into up to 16 bytes."""
FORMATS = ("PNG", "JPEG", "WEBP")
PIXELS = 6
"""Pixels a module in a picture that is written."""


def picture(text: str, pixels: int = PIXELS) -> bytes:
    """Return the code of ``text`` as a PNG file with ``pixels`` a module."""
    file = BytesIO()
    game_code.draw(text).save(file, kind="png", scale=pixels)
    return file.getvalue()


def read_picture(path: Path) -> list[str]:
    """Return the texts of the QR codes in a picture; other codes only if none has a game.

    Raises ForeignError if the extra is missing, the file is no picture or no code is readable.
    """
    try:
        import zxingcpp
        from PIL import Image
    except ImportError as error:
        raise ForeignError(
            ExportProblem.READER_NOT_INSTALLED, command=install_command("qr")
        ) from error
    data = read_file(path, LARGEST_PICTURE)
    try:
        with catch_warnings():
            simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    # A JPEG can be unpacked at half of its size; others stay as they are.
                    image.draft("L", (image.width // 2, image.height // 2))
                if image.width * image.height > MOST_PIXELS:
                    raise Image.DecompressionBombError
                grey = image.convert("L")
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise UnreadableFile(str(path), Problem(InputProblem.UNPACKS_TO_TOO_MUCH)) from error
    except (OSError, SyntaxError, ValueError) as error:
        raise ForeignError(ExportProblem.NOT_A_PICTURE, str(path)) from error
    texts = [code.text for code in zxingcpp.read_barcodes(grey)]
    if not texts:
        raise ForeignError(ExportProblem.NO_CODE_IN_PICTURE, str(path))
    return [text for text in texts if game_code.is_game_code(text)] or texts
