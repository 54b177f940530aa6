"""Room inside the edge of a key, a sheet or a card, in dp: at the sides, and at the top and bottom.

The layout adds room for the lip below the face of a key.
"""

TIGHT = (4, 2)
"""In a key for a figure or a short word."""
LOW = (6, 2)
"""In one of many keys beside each other."""
CHOICE = (8, 2)
"""In one of several things to choose from."""
KEY = (10, 3)
"""In a key with a verb."""
WIDE = (12, 4)
"""In a key as wide as a list."""
SHEET = (14, 6)
"""In a sheet with paragraphs."""
CARD = (20, 10)
"""In a card over the page."""
