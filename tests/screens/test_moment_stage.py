"""A moment on the stage, then the keys and the log after it: nothing that happened is left out."""

import pytest

from companion.engine.notation import parse_move
from companion.engine.notation.record import parse_record
from companion.look.palette import PAPER
from companion.screens.moment_pictures import BARS
from companion.screens.parts import Drawing, Node, Plate, Words
from companion.table.moments.values import SECONDS
from companion.table.states.moments import MISSED_SECONDS
from companion.text.moments import moment
from tests.screens.seat import at_table, settle, touch, wait
from tests.screens.test_heads import PANEL, UPRIGHT, nodes_of, played

LARGE, WIDE = (1066, 666), (1137, 640)
"""Widths and heights in dp of windows of 1280x800 and 1920x1080 pixels."""
FOUR, DEED = ("Ann", "Bob", "Cy", "Dee"), PAPER.deed
BUILT = (
    "ruling: Bob owns {0}; Bob owns Vermont Avenue; Bob owns Connecticut Avenue; {0} carries {1}"
)
WINDOWS = pytest.mark.parametrize("size", [PANEL, UPRIGHT], ids=["panel", "upright"])


def words_of(nodes: dict[str, Node], within: str = "") -> list[str]:
    """Return the texts of a page, or of one part of it, as they are painted."""
    return [
        node.words
        for key, node in nodes.items()
        if key.startswith(within) and isinstance(node.look, Words)
    ]


@WINDOWS
@pytest.mark.parametrize("dice", ["4 6", "5 6", "6 6"])
def test_a_long_way_is_shown_from_nearer(dice: str, size: tuple[int, int]) -> None:
    nodes = nodes_of(played(FOUR, f"Ann throws {dice}", with_moment=True), size)
    stops = [node for key, node in nodes.items() if key.startswith("stop:")]
    assert len(stops) >= 6
    assert all(isinstance(stop.look, Drawing) and stop.w >= 20 for stop in stops)


@WINDOWS
def test_a_way_is_shown_beside_two_claims(size: tuple[int, int]) -> None:
    owned = "ruling: Ann owns Oriental Avenue; Ann owns Connecticut Avenue; Cy has the dice"
    table = played(FOUR, owned, "Cy throws 4 2", "Dee throws 4 5", with_moment=True)
    stops = [key for key in nodes_of(table, size) if key.startswith("stop:")]
    assert len(stops) == 10


@WINDOWS
@pytest.mark.parametrize(
    ("built", "said"),
    [("1 house", "rent.house"), ("3 houses", "rent.houses"), ("hotel", "rent.hotel")],
)
def test_a_rent_with_buildings_is_said_in_words(
    built: str, said: str, size: tuple[int, int], language: str
) -> None:
    owned = BUILT.format("Oriental Avenue", built)
    table = played(FOUR, owned, "Ann throws 2 4", with_moment=True)
    assert str(moment(said, count=3)) in words_of(nodes_of(table, size), "moment")


@pytest.mark.parametrize("language", ["es"], indirect=True)
def test_whose_rent_it_is_stays_whole_beside_two_claims(language: str) -> None:
    """There is no height for a second line: the sum is written smaller."""
    built = "Jonas owns Boardwalk; Jonas owns Park Place; Boardwalk carries 3 houses"
    owned = f"ruling: {built}; Mia owns Mediterranean Avenue; Mia stands on Luxury Tax"
    moves = (owned, "ruling: Jonas has the dice; Jonas stands on Boardwalk", "Jonas throws 1 1")
    nodes = nodes_of(
        played(
            ("Oma", "Leo", "Mia", "Jonas"),
            *moves,
            "ruling: Mia has the dice; Mia stands on Pacific Avenue",
            "Mia throws 3 5",
            with_moment=True,
        ),
        UPRIGHT,
    )
    told = moment("rent.of", owner="Jonas", deed="Boardwalk")
    assert str(told) in words_of(nodes, "moment")


@WINDOWS
def test_a_key_that_is_refused_says_why_though_the_log_has_less_room(
    size: tuple[int, int], language: str
) -> None:
    table = played(FOUR, "ruling: Bob is in jail", "Ann throws 1 3", "Ann pays flat tax")
    [refused] = [one for one in table.now.answers if one.reason]
    assert str(refused.refusal) in words_of(nodes_of(table, size))


@WINDOWS
def test_a_line_of_the_log_keeps_its_sum(size: tuple[int, int], language: str) -> None:
    names = ("Wilhelmina", "Bob")
    jail, pays = "ruling: Wilhelmina is in jail", "Wilhelmina pays fine"
    nodes = nodes_of(played(names, jail, pays), size)
    assert any("50" in line for line in words_of(nodes, "move:"))


TRADED = (
    "ruling: Ann owns Pennsylvania Railroad; Ann owns Short Line; Bob owns Vermont Avenue",
    "Ann offers Bob Pennsylvania Railroad, Short Line, $50 for Vermont Avenue",
    "Bob accepts",
)


@WINDOWS
def test_a_trade_is_in_the_log_however_long_its_goods_are(
    size: tuple[int, int], language: str
) -> None:
    told = words_of(nodes_of(played(FOUR, *TRADED), size), "move:")
    assert str(moment("traded", player="Ann", other="Bob")) in told


def test_a_sum_of_a_list_of_goods_stays_in_the_list() -> None:
    table = played(FOUR, TRADED[0], TRADED[1].replace("Short Line, ", ""), TRADED[2])
    assert str(table.lines[0].text).endswith(" and $50")


def test_an_upright_page_has_the_ring_at_rest_and_a_moment_fills_its_place() -> None:
    lines = "Ann throws 1 3", "Ann pays flat tax"
    rest = nodes_of(played(FOUR, *lines), UPRIGHT)
    moment = nodes_of(played(FOUR, *lines, "Bob throws 1 2", with_moment=True), UPRIGHT)
    assert "space:0" in rest
    assert "space:0" not in moment
    ring = [node for key, node in rest.items() if key.startswith("space:")]
    dice = [node for key, node in rest.items() if key.startswith("die:")]
    framed = moment["stage"]
    assert (framed.x, framed.y) == (min(one.x for one in ring), min(one.y for one in ring))
    assert framed.y + framed.h >= max(node.y + node.h for node in dice)


def test_a_ring_of_small_spaces_leads_to_the_board() -> None:
    nodes = nodes_of(played(FOUR, "Ann throws 1 3", "Ann pays flat tax"), UPRIGHT)
    opens = [key for key, node in nodes.items() if node.hand and node.hand.do == ("show", "board")]
    assert opens == [f"space:side:{side}" for side in range(4)]


def test_a_move_too_long_for_a_line_within_the_ring_has_two(language: str) -> None:
    nodes = nodes_of(played(FOUR, "Ann throws 1 3", "Ann pays flat tax"), UPRIGHT)
    last = [node for key, node in nodes.items() if key.startswith("move:2.")]
    assert any("200" in node.words for node in last)


@WINDOWS
def test_opening_rolls_have_their_dice(size: tuple[int, int]) -> None:
    setup = parse_record(f"edition: 1961\nplayers: {', '.join(FOUR)}\n\n", "opening").setup
    table = at_table(setup)
    for line in ("Ann opens 4 5", "Bob opens 2 6", "Cy opens 1 3", "Dee opens 6 3"):
        touch(table, parse_move(line, setup))
    nodes = nodes_of(table, size)
    dice = [node.label for key, node in nodes.items() if key.startswith("moment.") and node.label]
    assert dice == ["4", "5", "6", "3", "2", "6", "1", "3"]


@WINDOWS
def test_a_card_that_leads_to_jail_shows_the_door(size: tuple[int, int]) -> None:
    table = played(FOUR, "Ann throws 3 4", "Ann draws go-to-jail", with_moment=True)
    nodes = nodes_of(table, size)
    drawn = [node.look.marks for node in nodes.values() if isinstance(node.look, Drawing)]
    assert [{mark[5] for mark in marks} for marks in drawn if len(marks) == 3].count({BARS}) == 1
    assert not any(key.startswith("stop:") for key in nodes)


@WINDOWS
def test_the_deeds_of_a_full_set_are_a_fan(size: tuple[int, int]) -> None:
    owned = "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue"
    table = played(FOUR, owned, "Ann throws 4 5", "Ann buys", with_moment=True)
    deeds = [
        node
        for key, node in nodes_of(table, size).items()
        if key.startswith("moment.") and isinstance(node.look, Plate) and node.look.fill == DEED
    ]
    first, middle, last = sorted(deeds, key=lambda node: node.x)
    assert middle.y < first.y == last.y
    assert {node.h for node in deeds} == {first.h}


def test_a_trade_that_completes_a_set_says_what_went_for_what(language: str) -> None:
    owned = "ruling: Bob owns Oriental Avenue; Bob owns Vermont Avenue; Ann owns Connecticut Avenue"
    offer = "Bob offers Ann $100 for Connecticut Avenue"
    nodes = nodes_of(played(FOUR, owned, offer, "Ann accepts", with_moment=True), PANEL)
    said = moment("traded.for", gives="$", wants="Connecticut")
    assert any("100" in words and str(said)[1:] in words for words in words_of(nodes))


def test_both_who_trade_for_a_set_can_be_told_apart(language: str) -> None:
    names = "Großmutter Wilma", "Maximilian-Alexs"
    owned = f"{names[1]} owns Oriental Avenue; {names[1]} owns Vermont Avenue"
    ruling = f"ruling: {owned}; {names[0]} owns Connecticut Avenue"
    offer = f"{names[1]} offers {names[0]} $100 for Connecticut Avenue"
    table = played((*names, *FOUR[2:]), ruling, offer, f"{names[0]} accepts", with_moment=True)
    title = " ".join(words_of(nodes_of(table, PANEL), "stage"))
    assert {"Groß", "Maxi"} <= {word[:4] for word in title.split()}


@pytest.mark.parametrize("name", ["Ann", "Theodora Susanne"])
def test_a_trade_shows_balances_before_and_after(name: str) -> None:
    owned = f"ruling: {name} owns Connecticut Avenue"
    table = played((name, *FOUR[1:]), owned, f"{name} offers Bob Connecticut Avenue for $100")
    table.open("trade")
    words = words_of(nodes_of(table, PANEL), "side:")
    assert {"$1,500", "$1,600", "$1,400"} <= {*words}
    assert words.count("$1,500") == 2


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann throws 4 5",),
        ("Ann throws 3 4", "Ann draws go-to-jail"),
        ("Ann throws 3 4", "Ann draws building-loan"),
        ("ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue", "Ann throws 4 5", "Ann buys"),
    ],
    ids=["way", "jail", "card", "set"],
)
@pytest.mark.parametrize("size", [LARGE, WIDE, UPRIGHT], ids=["large", "wide", "upright"])
def test_a_moment_uses_the_room_that_it_has(lines: tuple[str, ...], size: tuple[int, int]) -> None:
    nodes = nodes_of(played(FOUR, *lines, with_moment=True), size)
    stage = nodes["stage"]
    seen = [
        node
        for key, node in nodes.items()
        if key.startswith(("moment.", "stop:")) and (isinstance(node.look, Drawing) or node.words)
    ]
    top, bottom = min(node.y for node in seen), max(node.y + node.h for node in seen)
    below, above = stage.y + stage.h - bottom, top - nodes["time"].y
    assert below < stage.h / 4
    assert below - above < stage.h / 8


@WINDOWS
def test_nothing_else_moves_when_a_missed_claim_goes(size: tuple[int, int]) -> None:
    """It stands above a newer claim, which has the place of one that was collected."""
    head = f"edition: 1961\nrent: shown\nplayers: {', '.join(FOUR)}\nfirst: Ann\n"
    table = at_table(parse_record(head, "missed").setup)
    owned = "; ".join(f"Dee owns {deed} Avenue" for deed in ("Oriental", "Connecticut", "Vermont"))
    rolls = "Ann throws 2 4", "Bob throws 4 5", "Dee collects rent from Ann", "Cy throws 2 6"
    for line in (f"ruling: {owned}", *rolls, "Dee throws 4 6"):
        touch(table, parse_move(line, table.game.setup))
    wait(table, SECONDS)
    before = nodes_of(table, size)
    wait(table, MISSED_SECONDS - SECONDS)
    missed = {key for key in before if key.startswith("claim:1")}
    assert missed
    assert nodes_of(table, size) == {key: before[key] for key in before if key not in missed}


@WINDOWS
def test_a_claim_stays_as_it_is_when_the_one_above_it_is_collected(size: tuple[int, int]) -> None:
    owned = "ruling: Bob owns Oriental Avenue; Cy owns Connecticut Avenue"
    table = played(FOUR, owned, "Ann throws 2 4", "Bob throws 4 5")
    before = nodes_of(table, size)
    above = next(line for line in table.moments.claims if line.place == 1)
    touch(table, above.answer.move)
    after = nodes_of(settle(table), size)
    assert "claim:1" not in after
    assert after["claim:0"][:4] == before["claim:0"][:4]
