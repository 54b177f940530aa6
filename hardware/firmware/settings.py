"""What differs from tray to tray. Edit it before you copy it onto the board."""

READER = "keys"  # "keys" or "rfid"

# GPIO numbers, not pin numbers of the board.
LAMP = 15
SERVICE = 22  # to ground at power-up: the program does not start, so that the board can be changed
KEYS = ((2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13))  # for each die the keys 1 to 6, to ground

PN532 = {"uart": 0, "tx": 0, "rx": 1}  # only with "rfid"
FACES = "faces.json"  # which tag is which face; teach.py writes it
