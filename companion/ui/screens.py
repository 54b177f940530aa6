"""Registry of screens: a new one needs a line here, a folder and a kv file."""

from typing import Final

SCREENS: Final[dict[str, str]] = {
}
"""Module and class of each screen; ``kv/<name>.kv`` lays it out."""
