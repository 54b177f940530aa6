"""The table without a toolkit: a game being played, its inputs, and values for every screen.

Begin with ``session.py``: a game in hand, with its position and its part of the ledger. Moves go
through ``ledger_guard.py``; ``tray_input.py``, ``button_input.py``, ``card_input.py`` and
``wish_input.py`` turn events of devices and phones into moves. ``prompts`` has the present
question, ``moments`` the last move. Each other module has the values of one screen, and its name.

The package may import the engine, the texts, the ledger, exports, reports and ``system``. It
imports no toolkit: the window, the phones, a club and the commands are its clients.
"""
