"""By which sign, a colour and a shape, everybody at the table is known.

That of the seat, unless somebody chose another. As with the language, what is agreed on holds for
every screen; it is remembered by name, and no part of a game.
"""

from collections.abc import Iterable, Mapping

SIGNS = 12
"""How many there are."""
_chosen: dict[str, int] = {}


def agree(chosen: Mapping[str, int]) -> None:
    """From now on; ``chosen`` has the sign of whoever chose one."""
    _chosen.clear()
    _chosen.update(chosen)


def signs(names: Iterable[str]) -> dict[str, int]:
    """The sign of everybody, in seating order; no two have the same. Of several who chose the same
    the first one has it, and whose own is taken gets the first that is left."""
    seated = list(names)
    own = {name: seat for seat, name in enumerate(seated)}
    given: dict[str, int] = {}
    for wanted in (_chosen, own):
        for name in seated:
            sign = wanted.get(name, -1)
            if name not in given and sign >= 0 and sign not in given.values():
                given[name] = sign
    left = (sign for sign in range(SIGNS + len(seated)) if sign not in given.values())
    return {name: given[name] if name in given else next(left) for name in seated}
