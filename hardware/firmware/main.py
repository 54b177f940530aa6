"""Program that a board with the frozen firmware starts."""

from firmware.board import run

run()
