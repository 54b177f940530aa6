"""Kivy user interface: the view-model, its screens and their widgets.

Begin with ``table.py``: ``Table`` is the view-model that every screen binds to. ``build.py`` gives
it the state of each screen, ``app.py`` opens the window. The values of the screens are computed in
``companion.table``, without Kivy.

A screen is a page of ``companion.screens``, which ``surface_screen.py`` shows, or a folder with
``screen.py`` (widgets) and ``state.py`` (observable properties). ``kv/<screen>.kv`` lays out the
widgets of a folder.
"""
