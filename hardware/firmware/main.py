"""Start the program; the board runs this file, beside the folder ``firmware``, at power-up."""

import micropython

micropython.kbd_intr(-1)  # a stray byte 3 on the line would stop the program, even while it loads

from firmware.board import run  # noqa: E402

run()
