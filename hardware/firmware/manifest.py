# ruff: noqa: F821
# mypy: ignore-errors
"""Freeze the program into MicroPython, for a board that needs no files.

In MicroPython's ``ports/rp2``: ``make BOARD=RPI_PICO FROZEN_MANIFEST=PATH``, with the path of
this file. The functions are those of MicroPython's page "MicroPython manifest files".
"""

include("$(PORT_DIR)/boards/manifest.py")
package(
    "firmware",
    # All but protocols.py, which only type checkers read, and whose syntax MicroPython lacks.
    files=(
        "__init__.py",
        "board.py",
        "keys.py",
        "pn532.py",
        "rfid.py",
        "settings.py",
        "settle_detector.py",
        "standard_line.py",
        "teach.py",
        "tray.py",
        "tray_loop.py",
    ),
    base_path="..",
)
module("main.py")
