"""The pieces of the screens, each with a kv file of its name."""

from importlib import import_module
from pkgutil import iter_modules


def register() -> None:
    """Make every widget known to kv by its class name."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
