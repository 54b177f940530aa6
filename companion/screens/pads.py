"""Room inside the edge of a key, a sheet or a card, in dp: left, top, right and bottom.

Below is more room than above, for the lip of a key.
"""

TIGHT = (4, 2, 4, 5)
"""In a key for a figure or a short word."""
LOW = (6, 2, 6, 5)
"""In one of many keys beside each other."""
CHOICE = (8, 2, 8, 5)
"""In one of several things to choose from."""
KEY = (10, 3, 10, 7)
"""In a key with a verb."""
WIDE = (12, 4, 12, 7)
"""In a key as wide as a list."""
SHEET = (14, 6, 14, 8)
"""In a sheet with paragraphs."""
CARD = (20, 10, 20, 14)
"""In a card over the page."""
