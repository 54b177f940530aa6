"""Two Bluetooth dice as a dice tray: Pixels and GoDice, by the extra ``dice``.

``readings`` decodes what a die says, ``pair`` makes one roll of two dice, ``radio`` hears dice
through bleak, and ``dice_server`` serves a roll as the tray's protocol on a pseudo-terminal, which
``DiceTray`` opens like any port. ``fakes`` simulates dice and a radio with bumble.
"""
