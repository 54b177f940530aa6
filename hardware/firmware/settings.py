"""Settings of one tray. Edit this file before copying it to the board."""

# These are GPIO numbers, not pin numbers of the board.
LAMP = 15
SERVICE = 22  # connect to ground at power-up to keep the program from starting
KEYS = ((2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13))  # keys 1 to 6 of each die, to ground

PN532 = {"uart": 0, "tx": 0, "rx": 1}
# Written by teach.py. A tray that has one of these files uses its RFID reader, and not its keys.
FACES = "faces.json"
CARDS = "cards.json"
