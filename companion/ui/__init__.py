"""Kivy user interface: the view-model, its screens and their widgets.

Begin with ``table.py``: ``Table`` is the view-model that every screen binds to. ``build.py`` gives
it the state of each screen, ``app.py`` opens the window. What the screens show is computed in
``companion.table``, without Kivy.

Each screen is a folder with ``screen.py`` (widgets) and ``state.py`` (observable properties);
``kv/<screen>.kv`` lays it out.
"""
