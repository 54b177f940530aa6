# ruff: noqa: F821
# mypy: ignore-errors
"""Freeze the program into MicroPython, for a board that needs no files.

In MicroPython's ``ports/rp2``: ``make BOARD=RPI_PICO FROZEN_MANIFEST=PATH``, with the path of
this file. The functions are those of MicroPython's page "MicroPython manifest files".
"""

include("$(PORT_DIR)/boards/manifest.py")
package("firmware", base_path="..")
module("main.py")
