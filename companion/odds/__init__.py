"""Chances of winning from a position: odds, which are no rules.

Begin with ``chances``. They are for the evening after; nothing that is shown during a game may ask.
"""
