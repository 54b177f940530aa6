"""Widgets that the screens share; a kv file of the same name lays a module out.

Begin with ``buttons.py``: ``Tappable`` is the base class of everything that can be tapped.
``lists.py`` makes widgets from lists of values. Widgets import ``theme`` and each other, and call
the table that they are given.
"""

from importlib import import_module
from pkgutil import iter_modules


def register() -> None:
    """Import every widget, to make it known to kv by its class name."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
