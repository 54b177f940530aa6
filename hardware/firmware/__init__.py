"""The dice tray's own program, for MicroPython on an RP2040 or RP2350 board.

``tray`` is the tray's end of the protocol, ``rest`` finds out when both dice lie still, and a
reader says what they show: ``keys`` and ``rfid`` are two, any object with the same ``read`` is a
third. ``station`` has them work together on a line. None of that knows a pin, and all of it runs
alike under CPython, where the simulated tray and the tests use it. ``board`` and ``pn532`` are what
only the board has; ``settings`` is to be edited, ``teach`` to be run once for new RFID dice.

Times are whole milliseconds of a clock that never goes back. No dataclasses, enum, match or typing:
MicroPython has none.
"""
