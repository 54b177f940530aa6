"""Chances of winning from a position.

Begin with ``chances``. The package imports only the engine. Chances are for the evening after: no
screen of a game may show them.
"""
