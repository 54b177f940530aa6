"""Kivy user interface: the view-model, and the surface that paints pages.

Begin with ``table.py``: ``Table`` is the view-model that every screen follows. ``build.py`` gives
it the state of each screen, ``app.py`` opens the window. The values of the screens are computed in
``companion.table``, without Kivy.

A screen is a page of ``companion.screens``, which ``page_surface.py`` shows. A folder here holds
the state of a screen that has threads or files. ``kv/leaves.kv`` says how each look is painted.
"""
