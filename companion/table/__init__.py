"""The table without a toolkit: a game being played, its inputs, and values for every screen.

Begin with ``table.py``: ``Table`` is what every screen follows, and what every input calls. Its
game in hand is a ``Session``, with its position and its part of the ledger. Moves go through
``ledger_guard.py``; ``tray_input.py``, ``button_input.py``, ``card_input.py`` and
``wish_input.py`` turn events of devices and phones into moves. ``prompts`` has the present
question, ``moments`` the last move, ``states`` what changes while a screen is shown. Each other
module has the values of one screen, and its name. Time is that of the ``Clock`` that a front lends.

The package may import the engine, the texts, the ledger, exports, reports and ``system``. It
imports no toolkit: the window, the phones, a club and the commands are its clients.
"""
