"""Kivy user interface: the view-model, its screens and their widgets.

Begin with ``table.py``: ``Table`` is the view-model that every screen binds to. It sends moves
through ``ledger_guard.py`` and takes throws through ``tray_input.py``. ``build.py`` gives the table
the state of each screen, ``app.py`` opens the window.

Each screen is a folder with ``screen.py`` (widgets), ``state.py`` (observable properties) and
``view.py`` (values without Kivy); ``kv/<screen>.kv`` lays it out. Screens import the engine's
values and ``companion.text``; only ``session.py`` imports the ledger.
"""
