"""Every kind of fault is found where it is planted, and a good page has none."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.look.palette import EVENING, PAPER, Theme
from companion.screens import figures, styles
from companion.screens.layout import place
from companion.screens.parts import (
    Ground,
    Node,
    Part,
    Plate,
    Style,
    Words,
    column,
    figure,
    fit,
    over,
    row,
    rows,
    text,
)
from companion.screens.pieces import icon, message_plate
from companion.text.names import party_name
from companion.text.told import Told, Typed
from tests.screens.facts import Fact
from tests.screens.faults import Kind, Page, contrast, emptied, faults, moved

WIDTH, HEIGHT = 800, 480


def key(words: str, do: tuple[str, ...], **room: Any) -> Part:
    return row(
        text(words, styles.BUTTON, align=0.5),
        look=styles.RAISED,
        do=do,
        pad="s",
        **room,
    )


def way(item: tuple[str, str]) -> Part:
    deed, amount = item
    return row(
        text(deed, styles.BODY),
        text(amount, styles.STRONG, "credit", 1.0),
        look=styles.RAISED,
        do=("mortgage", deed),
        pad="s",
    )


WAYS = (
    ("Baltic Avenue", "+$30"),
    ("Boardwalk", "+$200"),
    ("Short Line", "+$100"),
    ("Illinois", "+$120"),
)


def good() -> Part:
    return column(
        text("Leo $200", styles.TURN, size=60),
        rows(WAYS, way, 50, "s", least=150),
        key("Pay $200", ("pay",), size=60),
        look=Ground("sheet"),
        pad="m",
    )


def found(
    part: Part,
    width: float = WIDTH,
    height: float = HEIGHT,
    scale: float = 1.0,
    theme: Theme = PAPER,
) -> set[Kind]:
    return {
        fault.kind
        for fault in faults(Page(place(part, width, height, scale, theme), width, height, scale))
    }


def changed(**nodes: Node) -> Callable[[], set[Kind]]:
    """The good page with other nodes."""

    def kinds() -> set[Kind]:
        placed = place(good(), WIDTH, HEIGHT) | nodes
        return {fault.kind for fault in faults(Page(placed, WIDTH, HEIGHT))}

    return kinds


@pytest.mark.parametrize("theme", [PAPER, EVENING])
@pytest.mark.parametrize(
    ("width", "height", "scale"), [(800, 480, 1), (1280, 800, 1.2), (720, 1280, 1.5)]
)
def test_a_good_page_has_no_fault(theme: Theme, width: int, height: int, scale: float) -> None:
    assert found(good(), width, height, scale, theme) == set()


ROOT = Ground("sheet")


def said(words: str, style: Style = styles.BODY, ink: str = "ink", **room: Any) -> Part:
    return text(words, style, ink, **room)


def on_page(*kids: Part, **room: Any) -> Part:
    return column(*kids, look=ROOT, **room)


def beside(part: Part, room: float) -> Part:
    """Return a part with some room left free at its right."""
    return row(part, Part(size=room), gap=0)


PLANTED = {
    Kind.CUT: on_page(beside(said("Leo $1,400", styles.TITLE), 700)),
    Kind.OUTSIDE: on_page(key("Pay", ("pay",), size=600)),
    Kind.OFF_GROUND: on_page(column(said("10 deeds", size=60), look=ROOT, size=40)),
    Kind.SMALL: on_page(key("Pay", ("pay",), size=40)),
    Kind.OVERLAP: over(
        column(Part(styles.RAISED, do=("mortgage",), size=60)),
        column(key("Trade", ("trade",), size=60)),
        look=ROOT,
    ),
    Kind.COVERED: over(column(said("10 deeds")), beside(Part(ROOT), 100), look=ROOT),
    Kind.ACROSS: over(
        column(key("Trade", ("trade",), size=60)),
        column(Part(size=40), said("10 deeds", size=36)),
        look=ROOT,
    ),
    Kind.HIDES: over(
        column(icon("cards", size=60)),
        column(message_plate("Pay first.", 200, 60)._replace(size=60)),
        look=ROOT,
    ),
    Kind.LOW_LIST: on_page(rows(WAYS, way, 50, "s", size=18)),
    Kind.FAINT: on_page(said("faint", ink="line")),
    Kind.NO_LETTER: on_page(said("Mia 👧")),
    Kind.TWICE: on_page(said("Ann", key="tile", size=50), said("Leo", key="tile", size=50)),
    Kind.BLANK: on_page(column(column(look=Ground("line"), key="time", size=7), key="moment")),
}


@pytest.mark.parametrize("kind", PLANTED, ids=lambda kind: kind.name)
def test_a_planted_fault_is_found_and_nothing_else(kind: Kind) -> None:
    assert found(PLANTED[kind]) == {kind}


@pytest.mark.parametrize("below", [key("Pay", ("pay",), size=60), said("10 deeds", size=60)])
def test_a_message_over_a_key_or_words_is_found(below: Part) -> None:
    message = message_plate("Pay first.", 200, 60)._replace(size=60)
    assert Kind.HIDES in found(over(column(below), column(message), look=ROOT))
    assert found(on_page(message, below)) == set()


def test_a_figure_that_no_font_has_is_found() -> None:
    die = figure(figures.die, 7, "die", "die_edge", "ink", size=60)
    assert found(on_page(die)) == {Kind.NO_LETTER}


def test_every_kind_is_planted() -> None:
    assert {*PLANTED, Kind.LOW_BOX, Kind.STUCK, Kind.UNTOLD, Kind.MOVED} == {*Kind}


@pytest.mark.parametrize(
    ("words", "style", "room"),
    [
        ("Großmutter drew", styles.TITLE, 200),  # the verb
        ("Collect $1,400", styles.PERSON, 140),  # the sum
        ("$1,400", styles.PERSON, 40),
        ("54\N{NO-BREAK SPACE}$ fehlen", styles.NEWS, 70),
        ("Rent with", styles.NEWS, 20),  # all of it
    ],
)
def test_a_cut_sum_or_verb_is_found_in_any_style(words: str, style: Style, room: int) -> None:
    assert found(on_page(beside(said(words, style), WIDTH - room))) == {Kind.CUT}


@pytest.mark.parametrize(
    ("words", "room"),
    [(party_name("Großmutter Wilma"), 140), (Told(Typed("NETWORK-OF-THE-HALL")), 140)],
)
def test_a_name_and_what_is_typed_may_be_cut_at_the_end(words: Told, room: int) -> None:
    assert found(on_page(beside(said(words, styles.PERSON), WIDTH - room))) == set()


def test_words_on_a_card_lie_across_no_edge_that_the_card_covers() -> None:
    card = column(said("$50"), look=Plate("sheet", "edge"), size=200)
    behind = row(Part(Plate("sunk", "edge"), size=60))
    page = over(behind, row(Part(size=40), card, pad=(0, "m")), look=ROOT)
    assert found(page) == set()


def test_a_text_that_may_become_nothing_is_found() -> None:
    until = said(("until Jonas rolls", "until Jonas", ""))
    assert [fault.kind for fault in emptied(over(good(), fit(good(), until)))] == [Kind.CUT]
    assert [*emptied(over(said(""), said(("until Jonas rolls", "until Jonas"))))] == []


PAYER = Fact("rent from Jonas", "claim:0", ("Jonas",), "square")
SUM = Fact("rent of 24", "claim:0", ("$24",))


def strip(*kids: Part) -> list[Kind]:
    """Facts of a claim that are not told where the tile of the payer tells all of them."""
    tile = row(said("Jonas $24"), key="tile:Jonas", size=60)
    page = on_page(tile, row(*kids, key="claim:0", size=60))
    seen = Page(place(page, WIDTH, HEIGHT), WIDTH, HEIGHT)
    return [fault.kind for fault in faults(seen, facts=(PAYER, SUM))]


def test_a_dropped_payer_or_sum_is_found() -> None:
    square = figure(figures.token, "ink", "sheet", 1, size=30)
    circle = figure(figures.token, "ink", "sheet", 0, size=30)
    assert strip(said("Jonas: $24")) == strip(square, said("$24")) == []
    assert strip(circle, said("$24")) == strip(said("Jonas: $240")) == [Kind.UNTOLD]
    assert strip(said("Vermont")) == [Kind.UNTOLD, Kind.UNTOLD]


def test_a_claim_that_moves_when_the_moment_ends_is_found() -> None:
    def claims(*tops: int) -> dict[str, Node]:
        key = styles.RAISED
        return {f"claim:{i}": Node(20, top, 400, 50, key) for i, top in enumerate(tops)}

    during = claims(300, 250)
    assert [*moved(during, claims(300, 250))] == []
    assert [fault.key for fault in moved(during, claims(300, 244, 194))] == ["claim:1"]


def test_nothing_left_to_tap_is_found() -> None:
    placed = place(good(), WIDTH, HEIGHT)
    page = Page(placed, WIDTH, HEIGHT)
    assert faults(page, [("pay",)]) == []
    assert faults(page, [("mortgage", "Boardwalk")]) == [], "a row of a list counts"
    [stuck] = faults(page, [("accept",), ("refuse",)])
    assert stuck.kind is Kind.STUCK
    assert "accept" in stuck.detail


def test_what_is_refused_is_nothing_to_tap() -> None:
    refused = row(said("Pay"), look=styles.REFUSED, reason="short")
    page = Page(place(column(refused, look=ROOT), WIDTH, HEIGHT), WIDTH, HEIGHT)
    assert [fault.kind for fault in faults(page, [("pay",)])] == [Kind.STUCK]


def test_faults_of_rows_out_of_sight_are_found() -> None:
    long = (
        *WAYS * 9,
        ("A deed whose name is much too long for any row of a list of this width", "+$60"),
    )
    page = on_page(beside(rows(long, way, 50, "s"), 400), Part(size=260))
    assert Kind.CUT in found(page)


def test_a_sheet_covers_what_is_under_it() -> None:
    sheet = column(Part(), key("Yes", ("yes",), size=60), look=Ground("#20262c99"), do=("cancel",))
    assert found(over(good(), sheet, look=ROOT)) == set()


def test_contrast_asks_what_is_painted_under_the_words() -> None:
    bar = over(
        figure(figures.shortfall, 1.0, "player 0 fill", "amber_ground"),
        text("$146", styles.STRONG),
        look=ROOT,
    )
    white = over(
        figure(figures.shortfall, 1.0, "player 0 fill", "amber_ground"),
        text("$146", styles.STRONG, "on_player"),
        look=ROOT,
    )
    small = Style("text", 20, 20)
    faint = over(text("$146", small, "#777777"), look=Plate("#888888", "edge"))
    assert found(white) == set()
    assert found(bar) <= {Kind.FAINT}
    assert found(faint) == {Kind.FAINT}


def test_a_box_that_is_lower_than_its_text_is_found() -> None:
    node = Node(10, 10, 200, 18, Words(("$1,400",), "text", 26, PAPER.ink))
    placed = place(on_page(), WIDTH, HEIGHT) | {"low": node}
    assert {fault.kind for fault in faults(Page(placed, WIDTH, HEIGHT))} == {Kind.LOW_BOX}


def test_a_text_that_is_painted_outside_its_window_is_found() -> None:
    node = Node(790, 10, 40, 40, Words(("$1",), "text", 26, PAPER.ink))
    assert changed(stray=node)() == {Kind.OUTSIDE}


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#123456", "#123456", 1.0)],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)
