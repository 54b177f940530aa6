"""Turning points: which moves belong together, what is told of them, and why a game was won."""

from pathlib import Path

import pytest

from companion.ledger.copies import snapshot
from companion.report import chances, turning_points
from companion.report.episodes import episodes, happening
from companion.report.timeline import Timeline, load_timeline
from companion.text.format import listed, money
from companion.text.names import set_name
from companion.text.report import EPISODES, REPORT
from companion.text.told import Told
from tests.report.test_awards import PASSED, timeline

RAILROADS = ("Reading Railroad", "Pennsylvania Railroad", "Short Line", "B. & O. Railroad")


def ruling(**table: list[str]) -> str:
    """A ruling of who owns what, and whatever else is named."""
    owned = (f"{name} owns {deed}" for name, deeds in table.items() for deed in deeds)
    return "ruling: " + "; ".join(owned)


def why(course: Timeline) -> Told:
    return Told(turning_points.why(course, chances.course(course).values))


def event(key: str, **facts: object) -> Told:
    if "set" in facts:
        facts["sets"] = listed([set_name(str(facts.pop("set")))])
    return EPISODES.fill(key, **facts)


def last(*lines: str, player: str = "Ann") -> Told:
    """Text about the episode of the last of these moves."""
    course = timeline(*lines)
    [found] = [one for one in episodes(course) if len(lines) - 1 in one.places]
    return happening(course, found, player, [1.0] * len(found.places)).text


ESTATE = (
    ruling(
        Ann=["Mediterranean Avenue", "Baltic Avenue", "Park Place", "Boardwalk"],
        Bob=["Connecticut Avenue", *RAILROADS],
        Cy=["Oriental Avenue", "Vermont Avenue"],
    ),
    "ruling: Ann has $1300; Bob has $1200; Cy has $20; Ann stands on Income Tax;"
    " Cy stands on Free Parking",
    "Ann throws 2 3",
    "Cy throws 1 4",
    "Bob collects rent from Ann",
    "Bob collects rent from Cy",
    "Cy goes bankrupt",
    "Bob throws 4 6",
    "ruling: Ann is out",
)
"""Cy's railroads lead Bob past Ann, who pays $8 in the same turn."""


def test_a_bankruptcy_is_not_hidden_behind_a_small_rent_of_its_turn() -> None:
    heir = event("heir sets", debtor="Cy", creditor="Bob", set="light_blue")
    told = REPORT.fill("took lead", player="Bob", turn=3, since=3, event=heir)
    course = timeline(*ESTATE, players="Ann Cy Bob")
    assert why(course) == told
    points = turning_points.turning_points(course, chances.course(course).values)
    assert str(heir) in [str(point.happening.text) for point in points]


WALK = tuple(f"{name} throws 4 6" for name in ("Ann", "Bob", "Cy") * 2)
"""Six turns in which nothing happens."""


def standings(*changes: dict[str, float]) -> list[dict[str, float]]:
    """Standings after each step, of players who begin with 0, by what each step changes."""
    found = [{"Ann": 0.0, "Bob": 0.0, "Cy": 0.0}]
    for change in changes:
        found.append({name: found[-1][name] + change.get(name, 0) for name in found[-1]})
    return found


def test_a_ruling_about_many_things_is_told_in_two_words() -> None:
    assert last("ruling: Ann has $900; Bob has $20") == event("ruling")


def test_the_turn_that_explains_the_victory_is_a_turning_point_however_small() -> None:
    course = timeline(*WALK, "ruling: Ann is out", "ruling: Cy is out")
    moved = ({"Ann": 5}, {"Cy": 7}, {"Cy": -7}, {"Bob": 6}, {"Cy": -8}, {}, {}, {})
    points = turning_points.turning_points(course, standings(*moved))
    assert [point.turn for point in points] == [2, 4, 5]
    assert "4" in str(turning_points.why(course, standings(*moved)))


def test_if_the_lead_changed_by_a_trifle_what_brought_most_is_told_beside_it() -> None:
    course = timeline(*WALK, "ruling: Ann is out", "ruling: Cy is out")
    rise = ({"Ann": 5}, {"Bob": 4.9}, {"Cy": 4}, {"Bob": 0.2}, {"Cy": -4}, {}, {}, {})
    assert turning_points.why(course, standings(*rise)) == REPORT.fill(
        "kept lead",
        player="Bob",
        since=4,
        turn=2,
        event=course.line(course.standing[1]),
    )


def test_every_move_belongs_to_one_episode(recorded: Path) -> None:
    with snapshot(recorded) as books:
        course = load_timeline(books, 1)
    places = [place for one in episodes(course) for place in one.places]
    assert sorted(places) == [*range(len(course.standing))]


def test_a_rent_belongs_to_the_roll_that_led_to_it() -> None:
    lines = ("ruling: Bob owns Baltic Avenue", "Ann throws 1 2", "Bob throws 4 6")
    course = timeline(*lines, "Bob collects rent from Ann")
    assert [one.places for one in episodes(course)] == [[0], [1, 3], [2]]


def test_buildings_belong_to_the_deal_that_made_them_possible() -> None:
    deal = ("Ann offers Bob $100 for Boardwalk", "Bob accepts", "Ann builds on Boardwalk")
    course = timeline(ruling(Ann=["Park Place"], Bob=["Boardwalk"]), *deal, "Ann throws 4 6")
    assert [one.places for one in episodes(course)] == [[0], [1, 2, 3], [4]]


AUCTION = ("Ann throws 1 2", "Ann declines", "Bob bids $5", "Cy passes", "Ann passes")
ONE_BROWN = ruling(Ann=["Mediterranean Avenue"])
BALTIC = {"deed": "Baltic Avenue"}
RENT = {"payer": "Bob", "payee": "Ann", "amount": money(320), "deed": "Baltic Avenue"}
HOUSES = (
    ruling(Ann=["Mediterranean Avenue", "Baltic Avenue"]),
    "ruling: Mediterranean Avenue carries 4 houses; Baltic Avenue carries 4 houses;"
    " Bob owns Short Line; Ann has the dice",
    "Ann throws 4 6",
    "Bob throws 1 2",
)
ESTATES = (ruling(Bob=["Boardwalk"], Ann=["Park Place"]), "ruling: Bob owes bank $2000")
TOLD: list[tuple[str, dict[str, object], tuple[str, ...]]] = [
    (
        "set deal",
        {"player": "Ann", "set": "dark_blue", "other": "Bob"},
        (
            ruling(Ann=["Park Place"], Bob=["Boardwalk"]),
            "Ann offers Bob $9 for Boardwalk",
            "Bob accepts",
        ),
    ),
    (
        "set purchase",
        {"player": "Ann", "set": "dark_purple", **BALTIC, "amount": money(60)},
        (ONE_BROWN, "Ann throws 1 2", "Ann buys"),
    ),
    (
        "set auction",
        {"player": "Ann", "set": "dark_purple", **BALTIC, "amount": money(5)},
        (ONE_BROWN, "Ann throws 1 2", "Ann declines", "Ann bids $5", *PASSED[1:]),
    ),
    ("auction", {"player": "Bob", **BALTIC, "amount": money(5)}, AUCTION),
    ("purchase", {"player": "Ann", **BALTIC, "amount": money(60)}, ("Ann throws 1 2", "Ann buys")),
    ("rent", RENT, (*HOUSES, "Ann collects rent")),
    ("rent missed", RENT, (*HOUSES, "Cy throws 4 6", "Ann throws 6 4")),
    (
        "rent owed",
        RENT,
        (
            *HOUSES,
            "ruling: Bob has $250",
            "Ann collects rent",
            "Bob offers Ann Short Line, $250 for the debt",
            "Ann accepts",
        ),
    ),
    (
        "bankrupt",
        {"debtor": "Bob", "creditor": "the bank"},
        ("ruling: Bob has $5; Bob owes bank $10", "Bob goes bankrupt"),
    ),
    (
        "estate sets",
        {
            "bankrupt": event("bankrupt", debtor="Bob", creditor="the bank"),
            "player": "Ann",
            "set": "dark_blue",
        },
        (*ESTATES, "Bob goes bankrupt", "Ann bids $5", "Cy passes"),
    ),
    ("left", {"player": "Bob"}, ("Bob leaves",)),
    (
        "card paid",
        {"player": "Ann", "pack": "Community Chest", "amount": money(50)},
        ("Ann throws 1 1", "Ann draws doctor"),
    ),
    (
        "card got",
        {"player": "Ann", "pack": "Community Chest", "amount": money(200)},
        ("Ann throws 1 1", "Ann draws bank-error"),
    ),
    (
        "built",
        {"player": "Ann", "set": "dark_purple", "amount": money(150)},
        (
            ruling(Ann=["Mediterranean Avenue", "Baltic Avenue"]),
            *WALK[:3],
            "Ann builds on Baltic Avenue",
            "Ann builds on Mediterranean Avenue, Baltic Avenue",
        ),
    ),
]


@pytest.mark.parametrize(("key", "facts", "lines"), TOLD, ids=[key for key, *_ in TOLD])
def test_what_happened_is_told_with_its_sum_or_its_deeds(
    key: str, facts: dict[str, object], lines: tuple[str, ...]
) -> None:
    assert str(last(*lines)) == str(event(key, **facts))
