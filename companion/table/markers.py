"""Marker of each player: a number that stands for a colour and a shape.

Players keep the marker of their seat unless they choose another. The choice is made by name, is
valid for every screen and is no part of a game.
"""

from collections.abc import Iterable, Mapping

from companion.report.timeline import Timeline

MARKERS = 12
"""Number of markers."""
_chosen: dict[str, int] = {}


def agree(chosen: Mapping[str, int]) -> None:
    """Set the chosen markers, by name; they are valid from now on."""
    _chosen.clear()
    _chosen.update(chosen)


def newest_markers(seatings: Iterable[Iterable[str]]) -> dict[str, int]:
    """Marker that each player had in the last of several games, given from the first."""
    return {name: marker for seated in seatings for name, marker in markers_of(seated).items()}


def told_apart(markers: Mapping[str, int]) -> dict[str, int]:
    """Return a marker for each player that nobody else has, as long as there are any.

    Whoever comes first keeps the marker; the next one who has it gets the first that is free.
    """
    free = [marker for marker in range(MARKERS) if marker not in markers.values()]
    found: dict[str, int] = {}
    for name, marker in markers.items():
        is_taken = marker in found.values()
        found[name] = free.pop(0) if is_taken and free else marker
    return found


def markers_over(course: Timeline) -> dict[str, int]:
    """Find the marker of everybody in a game; a substitute has the marker of the seat."""
    seated = [*markers_of(course.end.players).values()]
    return {name: seated[seat] for name, seat in course.seats.items()}


def markers_of(names: Iterable[str]) -> dict[str, int]:
    """Marker of each player in seating order; no two are the same.

    Of several players who chose the same marker, the first one gets it. A player whose own marker
    is taken gets the first free one.
    """
    seated = list(names)
    own = {name: seat for seat, name in enumerate(seated)}
    taken: dict[str, int] = {}
    for wanted in (_chosen, own):
        for name in seated:
            marker = wanted.get(name, -1)
            if name not in taken and marker >= 0 and marker not in taken.values():
                taken[name] = marker
    left = (marker for marker in range(MARKERS + len(seated)) if marker not in taken.values())
    return {name: taken[name] if name in taken else next(left) for name in seated}
