"""What the screens beside the game show, as values: the past, rulings, the end, the books.

Nothing here knows Kivy. Each function makes rows of a position, or of the moves that led to it.
"""
