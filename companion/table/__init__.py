"""The table without a toolkit: a game being played, its inputs, and values for every screen.

Begin with ``session.py``: a game in hand, with its position and its part of the ledger. Moves go
through ``ledger_guard.py``; ``tray_input.py``, ``button_input.py``, ``card_input.py`` and
``wish_input.py`` turn what happens outside into moves. ``prompts`` says what the table waits for,
``moments`` what has just happened. The other modules have the values of one screen each, and the
name of the screen.

The package may import the engine, the texts, the ledger, exports, reports and ``system``. It
imports no toolkit: the window, the phones, a club and the commands are its clients.
"""
