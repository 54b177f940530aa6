"""End of a game as its podium and its story tell it."""

from dataclasses import dataclass, field, replace

from companion.report.places import Ranked, places
from companion.report.timeline import AuditedTimeline, Timeline
from companion.table.game_over import Chart
from companion.table.markers import markers_over
from companion.table.story.odds import Odds, odds, why_not_rated
from companion.table.story.view import AwardLine, LuckBar, Story, Swing, story
from companion.text import money
from companion.text.report import REPORT, text_of
from companion.text.screens.story import STORY
from companion.text.told import Told, Wording

PAGES = ("chances", "moment", "luck", "rent")
"""Pages of the story, in order."""
STEPS = 4
"""Most players of whom everybody stands on the podium; of more, three do."""
ORDER = (2, 1, 3, 4)
"""Places on the podium from left to right."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Player at the end; those who share the win share the first place.

    ``gone`` says how somebody went out, the longest wording first; it is empty for the others.
    ``by`` is the marker of the player to whom the last debt was owed, -1 for nobody.
    """

    place: int
    name: str
    marker: int
    worth: Wording
    won: bool
    gone: tuple[Told, ...] = ()
    by: int = -1


@dataclass(frozen=True, slots=True)
class Evening:
    """Finished game; empty before its end (TAX-3).

    ``done`` is the computed share of the ``odds``, from 0 to 1; a game that is not rated has a
    ``reason`` instead. ``page`` is the page of the story, ``chosen`` the place of the turning point
    that is shown, and ``branch`` that of the position around it.
    """

    ranks: tuple[Placed, ...] = ()
    facts: Story = field(default_factory=Story)
    odds: Odds | None = None
    done: float = 1.0
    reason: str = ""
    page: str = PAGES[0]
    chosen: int = 0
    branch: int = 1

    @property
    def chart(self) -> Chart:
        """Chart of chances, or of worth if the game is not rated."""
        return (self.odds or self.facts).chart

    @property
    def why(self) -> Wording:
        """Sentence that says why the winner won; empty while it is computed."""
        return self.odds.why if self.odds else self.facts.why

    @property
    def swings(self) -> tuple[Swing, ...]:
        """Turning points, and then the choices that mattered; none while they are computed."""
        return (self.odds or self.facts).swings

    @property
    def turning_points(self) -> tuple[Swing, ...]:
        """Turning points, which have numbers, without the choices, which have letters."""
        return tuple(swing for swing in self.swings if swing.label.isdigit())

    @property
    def greatest(self) -> Swing:
        """Turning point that changed most; there must be one."""
        return max(self.turning_points, key=lambda swing: swing.change)

    @property
    def luck(self) -> tuple[LuckBar, ...]:
        """Gifts of the dice in chances, or in rent until those are known."""
        return (self.odds or self.facts).luck

    @property
    def honours(self) -> tuple[AwardLine, ...]:
        """Luckiest roll, and the awards."""
        return (*(self.odds.luckiest if self.odds else ()), *self.facts.awards)

    @property
    def steps(self) -> tuple[Placed, ...]:
        """Players on the podium, from left to right: four of up to four players, else three."""
        most = STEPS if len(self.ranks) <= STEPS else STEPS - 1
        return tuple(self.ranks[n - 1] for n in ORDER[:most] if n <= len(self.ranks))

    @property
    def others(self) -> tuple[Placed, ...]:
        """Players beside the podium, the best first."""
        return self.ranks[len(self.steps) :]


def evening_of(course: AuditedTimeline) -> Evening:
    """Evening of a stored game, with its chances but no choices."""
    reason = why_not_rated(course)
    found = odds(course) if course.winners and not reason else None
    return Evening(ranks(course), story(course, course.steps), found, reason=reason)


def tapped(evening: Evening, do: tuple[object, ...]) -> Evening:
    """Story after a tap on it."""
    match do:
        case ("page", str(page)):
            return replace(evening, page=page)
        case ("swing", int(number)):
            return replace(evening, chosen=number, branch=1)
        case ("branch", int(number)):
            return replace(evening, branch=number)
        case ("drop", ("turn", start), ("turn", end)) if start != end:
            return replace(evening, page=beside(evening.page, 1 if end == "left" else -1))
    return evening


def beside(page: str, step: int) -> str:
    """Page ``step`` pages on; the first and the last one stay."""
    return PAGES[min(len(PAGES) - 1, max(0, PAGES.index(page) + step))]


def ranks(course: Timeline) -> tuple[Placed, ...]:
    """Return everybody's place at the end of a game, the winners first."""
    markers, currency = markers_over(course), course.setup.board.currency
    return tuple(_placed(one, markers, currency) for one in places(course))


def _placed(one: Ranked, markers: dict[str, int], currency: str) -> Placed:
    player = one.standing
    return Placed(
        one.place,
        player.name,
        markers[player.name],
        money(player.worth, currency),
        player.won,
        _gone(one) if player.out else (),
        markers.get(one.by, -1),
    )


def _gone(one: Ranked) -> tuple[Told, ...]:
    turns = [STORY.fill(key, n=one.turn) for key in ("turn", "turn short")]
    short = (Told(text_of("out", turn=one.turn)), *turns)
    by = REPORT.fill("out by", turn=one.turn, player=one.by)
    return (by, *short) if one.by else short
