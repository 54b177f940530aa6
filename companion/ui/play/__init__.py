"""Play screen: the cash of all players, the current prompt and the last moves.

Begin with ``prompts``, which turns a position into a prompt with its answers. ``view.py`` has the
other values shown, ``screen.py`` the layout.
"""
