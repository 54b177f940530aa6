"""Adapters to the machine: backlight, touchscreens, USB drives, mounts, power and systemd.

One module each. Only the standard library and this package may be imported; nothing here knows of a
game or a screen. Begin with ``backlight``, the simplest.
"""
