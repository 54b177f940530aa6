"""Program of the dice tray, for MicroPython on an RP2040 or RP2350 board.

Begin with ``tray_loop``: it connects a reader, the settle detector and the protocol. ``tray`` is
the tray's end of the protocol, and ``settle_detector`` finds out when both dice are at rest. A
reader reports the faces of the dice: ``keys`` and ``rfid`` are two, and any object with the same
``read`` is another. These modules use no pins, and run under CPython too, where the simulated tray
and the tests use them.

``board`` and ``pn532`` use the hardware of the board. Edit ``settings`` for your tray, and run
``teach`` once for new RFID dice.

Times are whole milliseconds of a clock that never goes backwards. The code uses no dataclasses,
enum, match or typing, because MicroPython has none of them.
"""
