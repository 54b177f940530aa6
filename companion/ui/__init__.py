"""Kivy user interface: the window, and the surface that paints pages.

Begin with ``app.py``, which opens the window. ``page_surface.py`` shows the page of
``companion.screens`` that the table is turned to; ``kv/leaves.kv`` says how each look is painted.
The table itself is in ``companion.table`` and knows nothing of Kivy.
"""
